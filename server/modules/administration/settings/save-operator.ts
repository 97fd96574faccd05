import type { OperatorSettings } from '#contract/administration/settings.ts'
import { businessIdProblem, findCountry } from '#domain/administration/operator-fields.ts'
import { isAnyPublished } from '#server/modules/stores/seller/queries.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** The operator's row is the only one. */
const OPERATOR_ID = 1

const operatorRow = (db: Db) =>
  db.selectFrom('operator').select(['revision', 'name', 'business_id', 'address', 'email', 'phone'])

export const getOperatorSettings = async ({ config }: Context, db: Db): Promise<OperatorSettings> => ({
  ...(await operatorRow(db).executeTakeFirstOrThrow()),
  country: findCountry(config.locale),
})

/**
 * Saves the operator of the stores. What receipts must contain about the seller can't be removed while a store is open to
 * shoppers.
 */
export const saveOperator = (
  context: Context,
  { revision, ...after }: Omit<OperatorSettings, 'country'>,
  author: Author,
) =>
  inRefusableTransaction(context.db, async trx => {
    const { revision: newest, ...before } = await operatorRow(trx).forNoKeyUpdate().executeTakeFirstOrThrow()
    if (newest !== revision) return refuse('record.changed', { current: await getOperatorSettings(context, trx) })
    const emptied = (['business_id', 'address'] as const).filter(field => before[field] !== '' && after[field] === '')
    if (emptied.length > 0 && (await isAnyPublished(trx)))
      return refuse('form.invalid', { problems: emptied.map(field => ({ field, problem: 'required' })) })
    const invalidId = businessIdProblem(after.business_id, findCountry(context.config.locale))
    if (invalidId !== undefined && after.business_id !== before.business_id)
      return refuse('form.invalid', { problems: [{ field: 'business_id', problem: invalidId }] })
    if (await recordChange(trx, { kind: 'operator', id: OPERATOR_ID, before, after, author })) {
      await trx
        .updateTable('operator')
        .set({ ...after, revision: revision + 1 })
        .execute()
    }
    return getOperatorSettings(context, trx)
  })
