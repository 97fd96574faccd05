import type { Transaction } from 'kysely'
import { vatInGrossCents } from '#domain/catalogue/vat.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { DEMO } from './demo-data/demo.ts'
import { GROUPS, WITHOUT_PURCHASE_PRICE } from './demo-data/groups.ts'
import type { DemoProduct, SupplierKey } from './demo-data/types.ts'
import type { Ids } from './ids.ts'

/** Inserts the groups; returns the group of a product by its key, null for none. */
export async function insertGroups(db: Transaction<Database>): Promise<(productKey: string) => number | null> {
  const rows = await db
    .insertInto('product_group')
    .values(GROUPS.map(({ names }, place) => ({ names: JSON.stringify(names), sort_order: (place + 1) * 10 })))
    .returning(['id', 'sort_order'])
    .execute()
  const ids = new Map(
    rows.flatMap(({ id, sort_order: order }) =>
      (GROUPS[order / 10 - 1]?.products ?? []).map(key => [key, id] as const),
    ),
  )
  return key => ids.get(key) ?? null
}

type Belonging = { productIds: Ids<string>; supplierIds: Ids<SupplierKey>; now: Date }

/** From before the demo's history begins; wholesale prices of some goods have risen since. */
const FIRST_DAYS_AGO = 90
const RISEN_DAYS_AGO = 21
const RISEN = 1.06
const EVERY_RISEN = 9

/** Inserts a purchase price of the product's supplier for nearly all products. */
export async function insertPurchasePrices(db: Transaction<Database>, { productIds, supplierIds, now }: Belonging) {
  const today = shopDate(now)
  const rows = DEMO.products
    .filter(({ key }) => !WITHOUT_PURCHASE_PRICE.has(key))
    .flatMap((product, index) => {
      const ids = { product_id: productIds.idOf(product.key), supplier_id: supplierIds.idOf(product.supplier) }
      // Between 62 and 80 per cent of what is left of the selling price without VAT.
      const price = Math.round(netCents(product) * (62 + ((index * 7) % 19)))
      const prices = [{ ...ids, valid_from: plusDays(today, -FIRST_DAYS_AGO), price_ten_thousandths: price }]
      const risen = { valid_from: plusDays(today, -RISEN_DAYS_AGO), price_ten_thousandths: Math.round(price * RISEN) }
      return index % EVERY_RISEN === 0 ? [...prices, { ...ids, ...risen }] : prices
    })
  await db.insertInto('purchase_price').values(rows).execute()
}

function netCents({ priceCents, vatClass }: DemoProduct): number {
  const rates = DEMO.vatClasses.find(({ name }) => name === vatClass)?.rates ?? []
  const newest = rates.toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]
  return priceCents - vatInGrossCents(priceCents, newest?.rateBasisPoints ?? 0)
}
