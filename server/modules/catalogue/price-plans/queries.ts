import { type Kysely } from 'kysely'
import type { PricePlanRow } from '#contract/catalogue/price-plans.ts'
import { planState } from '#domain/catalogue/price-plan.ts'
import { eurosFromCents } from '#domain/money.ts'
import { PRICE_OF_DAY, priceOfDay } from '#server/modules/catalogue/products/price-of-day.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { findReductions } from '#server/modules/catalogue/products/reductions.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** A product with its price on a day, and what decides whether a plan fits; undefined when there is none. */
export const findPriced = (db: Kysely<Database>, productId: number, day: string) =>
  db
    .selectFrom('product')
    .innerJoin('product_version as version', currentOfProduct)
    .innerJoinLateral(priceOfDay('version', day), join => join.onTrue())
    .select(['product.id', 'product.perishable', 'product.product_code_type', 'version.deposit_cents', ...PRICE_OF_DAY])
    .where('product.id', '=', productId)
    .executeTakeFirst()

/** The plans of a product, newest first; undefined when there is no such product. */
export async function findPlans(
  db: Kysely<Database>,
  productId: number,
  today: string,
): Promise<PricePlanRow[] | undefined> {
  const product = await findPriced(db, productId, today)
  if (!product) return undefined
  const reduction = (await findReductions(db, [product])).get(productId)
  const rows = await db
    .selectFrom('price_plan')
    .select(['id', 'kind', 'price_cents', 'from_day', 'until_day', 'ended_at'])
    .where('product_id', '=', productId)
    .orderBy('from_day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, price_cents, ended_at, ...row }) => {
    const state = planState({ ...row, isEnded: ended_at !== null }, today)
    const isCharged = product.plan_id === id
    const shown = reduction ? 'announced' : 'unannounced'
    return {
      ...row,
      id,
      price: eurosFromCents(price_cents),
      state,
      ended_early: ended_at !== null,
      shown: state !== 'running' ? null : isCharged ? shown : 'ignored',
      lowest_price:
        isCharged && reduction && reduction.lowestCents !== null ? eurosFromCents(reduction.lowestCents) : null,
    }
  })
}
