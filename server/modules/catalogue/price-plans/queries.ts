import type { PricePlanRow } from '#contract/catalogue/price-plans.ts'
import type { StoredCampaign } from '#domain/catalogue/bulk-campaign.ts'
import { planState } from '#domain/catalogue/price-plan.ts'
import { eurosFromCents } from '#domain/money.ts'
import { PRICE_OF_DAY, priceOfDay } from '#server/modules/catalogue/products/price-of-day.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { findReductions } from '#server/modules/catalogue/products/reductions.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'

const pricedProducts = (db: Db, ids: readonly number[], day: string) =>
  db
    .selectFrom('product')
    .innerJoin('product_version as version', currentOfProduct)
    .innerJoinLateral(priceOfDay('version', day), join => join.onTrue())
    .select(['product.id', 'product.revision', 'product.perishable', 'product.product_code_type'])
    .select(['version.names', 'version.deposit_cents', ...PRICE_OF_DAY])
    .where('product.id', '=', anyId(ids))

/** A product with its price on a day, and what decides whether a plan fits; undefined when there is none. */
export const findPriced = (db: Db, productId: number, day: string) =>
  pricedProducts(db, [productId], day).executeTakeFirst()

export type PricedProduct = NonNullable<Awaited<ReturnType<typeof findPriced>>>
type ProductOnDay = { productId: number; day: string }

/** A look-up of products with their prices on days; undefined for a product that does not exist. */
export async function findPricedOn(
  db: Db,
  productsOnDays: readonly ProductOnDay[],
): Promise<(product: ProductOnDay) => PricedProduct | undefined> {
  const found = new Map<string, PricedProduct>()
  for (const [day, products] of Map.groupBy(productsOnDays, each => each.day)) {
    const ids = products.map(({ productId }) => productId)
    for (const row of await pricedProducts(db, ids, day).execute()) found.set(`${row.id} ${day}`, row)
  }
  return ({ productId, day }) => found.get(`${productId} ${day}`)
}

/** The campaigns of some products that are planned or running, by their products; those that begin first come first. */
export async function findCampaigns(
  db: Db,
  ids: readonly number[],
  today: string,
): Promise<Map<number, ProductCampaign[]>> {
  const rows = await db
    .selectFrom('price_plan')
    .select(['id', 'product_id', 'price_cents', 'from_day', 'until_day'])
    .where('product_id', '=', anyId(ids))
    .where('kind', '=', 'campaign')
    .where('ended_at', 'is', null)
    .where('until_day', '>=', today)
    .orderBy('from_day')
    .execute()
  return Map.groupBy(rows.map(toCampaign), campaign => campaign.product_id)
}

export type ProductCampaign = StoredCampaign & { product_id: number }
export type CampaignRow = {
  id: number
  product_id: number
  price_cents: number
  from_day: string
  until_day: string | null
}

/** The row of a campaign, which has a last day. */
export const toCampaign = ({ price_cents, until_day, ...row }: CampaignRow): ProductCampaign => ({
  ...row,
  price: eurosFromCents(price_cents),
  until_day: until_day ?? row.from_day,
})

/** The plans of a product, newest first; undefined when there is no such product. */
export async function findPlans(db: Db, productId: number, today: string): Promise<PricePlanRow[] | undefined> {
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
    const visibility = reduction ? 'announced' : 'unannounced'
    return {
      ...row,
      id,
      price: eurosFromCents(price_cents),
      state,
      ended_early: ended_at !== null,
      visibility: state !== 'running' ? null : isCharged ? visibility : 'ignored',
      lowest_price:
        isCharged && reduction && reduction.lowestCents !== null ? eurosFromCents(reduction.lowestCents) : null,
    }
  })
}
