import { sql } from 'kysely'
import { type Lot, lotKey, toLotColumns } from '#domain/catalogue/lot.ts'
import { DAY_MS } from '#domain/durations.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addProduct } from '#test/rows/catalogue.ts'

/** A product and what the codes of its packages name; an empty lot: nothing. */
export type DatedProduct = { id: number; packages: readonly Lot[]; isRecalled: boolean }

const dayFromNow = (days: number) => isoDate(new Date(Date.now() + days * DAY_MS), SHOP_TIME_ZONE)

/** Goods that the store reduces, goods with packages after their last day, and goods of which lots are recalled. Their prices don't change. */
export async function addDatedProducts(database: DatabaseHandle, vatClassId: number): Promise<DatedProduct[]> {
  const [past, soon, later] = [dayFromNow(-1), dayFromNow(3), dayFromNow(60)]
  const kinds: { price_cents: number; packages: Lot[]; isRecalled?: true }[] = [
    { price_cents: 199, packages: [{ lot: 'M1', bestBefore: soon }, { lot: 'M2', bestBefore: later }, {}] },
    { price_cents: 745, packages: [{ lot: 'F1', useBy: past }, { lot: 'F2', useBy: later }, { useBy: later }] },
    { price_cents: 520, packages: [{ lot: 'C1', bestBefore: later }, {}], isRecalled: true },
  ]
  const products: DatedProduct[] = []
  for (const { price_cents, packages, isRecalled = false } of kinds) {
    const names = { en: `Dated product ${price_cents}` }
    products.push({ id: await addProduct(database, { names, vatClassId, price_cents }), packages, isRecalled })
  }
  return products
}

/** From some days before the date on. */
const STEPS = [{ days_left: 5, percent: 30 }]
/** Much less than the shelves have: no sale needs another lot than its own. */
const LOT_THOUSANDTHS = 8000

/** Reduces all dated goods in all stores by their date, and puts a part of each shelf into lots. */
export async function addLots({ kysely: db }: DatabaseHandle, products: readonly DatedProduct[]): Promise<void> {
  if (products.length === 0) return
  const rules = JSON.stringify([{ product_id: null, group_id: null, steps: STEPS }])
  await sql`INSERT INTO store_markdown (store_id, rules) SELECT id, ${rules} FROM store`.execute(db)
  for (const { id, packages } of products)
    for (const { lot, best_before, use_by } of packages.filter(each => lotKey(each) !== '').map(toLotColumns))
      await sql`SELECT add_to_lot(id, ${lot}, ${best_before}::date, ${use_by}::date, ${LOT_THOUSANDTHS}::bigint)
        FROM stock_move WHERE product_id = ${id}`.execute(db)
}

/** The packages that shoppers find in a round, also of a lot that will be recalled in it. */
export const withRecalledLot = (products: readonly DatedProduct[], lot: string): DatedProduct[] =>
  products.map(product => ({
    ...product,
    packages: product.isRecalled ? [...product.packages, { lot, bestBefore: dayFromNow(60) }] : product.packages,
  }))
