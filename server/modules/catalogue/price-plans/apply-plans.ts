import { eurosFromCents } from '#domain/money.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findAdminProduct, toProductInput } from '#server/modules/catalogue/admin-products/queries.ts'
import { saveChangedProducts } from '#server/modules/catalogue/admin-products/save-products.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { type RunningJob, startPeriodicJob } from '#server/platform/workers/periodic-job.ts'
import { lockProduct } from './change-plans.ts'

const EVERY_MS = 30_000
const FIRST_AFTER_MS = 500

/**
 * Writes planned prices whose day has come into their products, as a save by the admin who planned them. Shoppers pay them from
 * midnight on in any case (price-of-day.ts); this updates the forms, lists and files of the back office. Several servers may run
 * it at once: the product's lock applies each plan once.
 */
export async function applyDuePlans(context: Context): Promise<void> {
  const due = await context.db
    .selectFrom('price_plan')
    .select('product_id')
    .distinct()
    .where('kind', '=', 'price')
    .where('applied_at', 'is', null)
    .where('from_day', '<=', shopDate(context.now()))
    .orderBy('product_id')
    .execute()
  const failures: unknown[] = []
  for (const { product_id: productId } of due)
    await applyProductPlans(context, productId).catch((error: unknown) => failures.push(error))
  // After the plans of all other products.
  if (failures.length > 0) throw failures[0]
}

/** Of several days that came while no server ran, the last one counts. A plan below the deposit is not charged either. */
const applyProductPlans = ({ db, now }: Context, productId: number) =>
  inTransaction(db, async trx => {
    const at = now()
    await lockProduct(trx, productId)
    const plans = await trx
      .selectFrom('price_plan')
      .select(['id', 'price_cents', 'created_by'])
      .where('product_id', '=', productId)
      .where('kind', '=', 'price')
      .where('applied_at', 'is', null)
      .where('from_day', '<=', shopDate(at))
      .orderBy('from_day')
      .execute()
    const before = await findAdminProduct(trx, productId, shopDate(at))
    const last = before && plans.findLast(plan => eurosFromCents(plan.price_cents) >= before.deposit)
    if (last) {
      const author = { userId: last.created_by, at, reason: `price plan ${last.id}` }
      const form = { ...toProductInput(before), price: eurosFromCents(last.price_cents) }
      const { ids, conflicts } = await saveChangedProducts(trx, [{ before, form }], author)
      if (conflicts.size > 0) throw new Error(`The planned price of product ${productId} could not be saved`)
      if (ids.length > 0) await bumpCatalogue(trx, 'all')
    }
    const planIds = plans.map(({ id }) => id)
    await trx.updateTable('price_plan').set({ applied_at: at }).where('id', '=', anyId(planIds)).execute()
  })

export const watchPricePlans = (context: Context): RunningJob =>
  startPeriodicJob(context, {
    name: 'price plans',
    work: () => applyDuePlans(context),
    everyMs: EVERY_MS,
    firstAfterMs: FIRST_AFTER_MS,
  })
