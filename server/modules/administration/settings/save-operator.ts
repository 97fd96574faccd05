import type { OperatorSettings } from '#contract/administration/settings.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Kysely } from 'kysely'
import { isAnyPublished } from '#server/platform/company/missing-seller.ts'
import { recordChange, type Author } from '#server/platform/audit-log/record-change.ts'

/** The operator's row is the only one. */
export const OPERATOR_ID = 1

const rows = (db: Kysely<Database>) =>
  db.selectFrom('operator').select(['revision', 'name', 'business_id', 'address', 'email', 'phone'])

export const showOperatorSettings = (db: Kysely<Database>): Promise<OperatorSettings> =>
  rows(db).executeTakeFirstOrThrow()

/**
 * Saves the operator of the stores. What receipts must contain about the seller can't be removed while a store is open to
 * shoppers.
 */
export const saveOperator = ({ db }: Context, { revision, ...after }: OperatorSettings, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const { revision: newest, ...before } = await rows(trx).forNoKeyUpdate().executeTakeFirstOrThrow()
    if (newest !== revision) return refuse('record.changed', { current: await showOperatorSettings(trx) })
    const emptied = (['business_id', 'address'] as const).filter(field => before[field] !== '' && after[field] === '')
    if (emptied.length > 0 && (await isAnyPublished(trx)))
      return refuse('form.invalid', { problems: emptied.map(field => ({ field, problem: 'required' })) })
    if (await recordChange(trx, { kind: 'operator', id: OPERATOR_ID, before, after, author })) {
      await trx
        .updateTable('operator')
        .set({ ...after, revision: revision + 1 })
        .execute()
    }
    return showOperatorSettings(trx)
  })
