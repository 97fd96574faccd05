import type { OperatorSettings } from '#contract/settings.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { inRefusableTransaction } from '#server/http/refusable-transaction.ts'
import { refuse } from '#server/http/refusal.ts'
import type { Kysely } from 'kysely'
import { recordChange, type Author } from '../audit/record-change.ts'

/** The operator's row is the only one. */
export const OPERATOR_ID = 1

const rows = (db: Kysely<Database>) =>
  db.selectFrom('operator').select(['revision', 'name', 'business_id', 'address', 'email', 'phone'])

export const showOperatorSettings = (db: Kysely<Database>): Promise<OperatorSettings> =>
  rows(db).executeTakeFirstOrThrow()

/** Saves who runs the stores. Receipts show it from the next time that they are opened. */
export const saveOperator = ({ db }: Context, { revision, ...after }: OperatorSettings, author: Author) =>
  inRefusableTransaction(db, async trx => {
    const { revision: newest, ...before } = await rows(trx).forNoKeyUpdate().executeTakeFirstOrThrow()
    if (newest !== revision) return refuse('record.changed', { current: await showOperatorSettings(trx) })
    if (await recordChange(trx, { kind: 'operator', id: OPERATOR_ID, before, after, author })) {
      await trx
        .updateTable('operator')
        .set({ ...after, revision: revision + 1 })
        .execute()
    }
    return showOperatorSettings(trx)
  })
