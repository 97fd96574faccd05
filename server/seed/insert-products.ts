import { sql } from 'kysely'
import { FINNISH_LAYOUTS } from '#domain/catalogue/barcode.ts'
import { productCodeRows } from '#domain/catalogue/product-code-rows.ts'
import { vatInGrossCents } from '#domain/catalogue/vat.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { DEMO } from './demo-data/demo.ts'
import { GROUPS, WITHOUT_PURCHASE_PRICE } from './demo-data/groups.ts'
import type { DemoProduct, SupplierKey, VatClassName } from './demo-data/types.ts'
import { idsByText, type Ids } from './ids.ts'

/** `groupOf`: the group of a product by its key. */
type ProductContext = {
  vatClassIds: Ids<VatClassName>
  supplierIds: Ids<SupplierKey>
  getGroup: (key: string) => number | null
}

const productRow = (product: DemoProduct, supplierIds: Ids<SupplierKey>) => ({
  supplier_id: supplierIds.getId(product.supplier),
  product_type: product.productType,
  product_code_type: product.productCodeType,
  product_code: product.productCode,
  ean13: product.ean13,
  ean_case: product.eanCase,
  prefix: product.prefix,
  units_per_case: product.unitsPerCase,
  descriptions: JSON.stringify(product.descriptions),
  content_thousandths: product.content?.quantityThousandths ?? null,
  content_unit: product.content?.unit ?? null,
  perishable: product.perishable,
  min_age: product.minAge,
  alcohol: product.alcohol,
  stock_alarm_thousandths: product.alarmLimitThousandths,
  drawing: product.drawing,
  sort_order: product.sortOrder,
})

const versionRow = (
  product: DemoProduct,
  productId: number,
  { vatClassIds, getGroup }: Omit<ProductContext, 'supplierIds'>,
) => ({
  product_id: productId,
  names: JSON.stringify(product.names),
  price_cents: product.priceCents,
  deposit_cents: product.depositCents,
  vat_class_id: vatClassIds.getId(product.vatClass),
  unit: product.unit,
  group_id: getGroup(product.key),
  is_current: true,
})

const codeRows = ({ productCodeType, ean13, productCode, eanCase }: DemoProduct, productId: number) =>
  productCodeRows(
    { productCodeType, ean13, eanCase, product_code: productCode },
    { productId, layouts: FINNISH_LAYOUTS },
  )

/** Inserts the products, each with one version and its codes. */
export async function insertProducts(
  db: Trx,
  products: readonly DemoProduct[],
  { supplierIds, ...belonging }: ProductContext,
): Promise<Ids<string>> {
  const rows = await db
    .insertInto('product')
    .values(products.map(product => productRow(product, supplierIds)))
    .returning(['id', sql<string>`sort_order::text`.as('text')])
    .execute()
  const ids = idsByText(
    products.map(({ key, sortOrder }) => ({ key, text: String(sortOrder) })),
    rows,
  )
  await db
    .insertInto('product_version')
    .values(products.map(product => versionRow(product, ids.getId(product.key), belonging)))
    .execute()
  await db
    .insertInto('product_code')
    .values(products.flatMap(product => codeRows(product, ids.getId(product.key))))
    .execute()
  return ids
}

/** Inserts the groups; returns the group of a product by its key, null for none. */
export async function insertGroups(db: Trx): Promise<(productKey: string) => number | null> {
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

type PurchaseIds = { productIds: Ids<string>; supplierIds: Ids<SupplierKey>; now: Date }

/** From before the demo's history begins; wholesale prices of some goods have risen since. */
const FIRST_DAYS_AGO = 90
const RISEN_DAYS_AGO = 21
const PRICE_RISE = 1.06
const EVERY_RISEN = 9

/** Inserts a purchase price of the product's supplier for nearly all products. */
export async function insertPurchasePrices(db: Trx, { productIds, supplierIds, now }: PurchaseIds) {
  const today = shopDate(now)
  const rows = DEMO.products
    .filter(({ key }) => !WITHOUT_PURCHASE_PRICE.has(key))
    .flatMap((product, index) => {
      const ids = { product_id: productIds.getId(product.key), supplier_id: supplierIds.getId(product.supplier) }
      // Between 62 and 80 per cent of what is left of the selling price without VAT.
      const price = Math.round(netCents(product) * (62 + ((index * 7) % 19)))
      const prices = [{ ...ids, valid_from: plusDays(today, -FIRST_DAYS_AGO), price_ten_thousandths: price }]
      const risen = {
        valid_from: plusDays(today, -RISEN_DAYS_AGO),
        price_ten_thousandths: Math.round(price * PRICE_RISE),
      }
      return index % EVERY_RISEN === 0 ? [...prices, { ...ids, ...risen }] : prices
    })
  await db.insertInto('purchase_price').values(rows).execute()
}

function netCents({ priceCents, vatClass }: DemoProduct): number {
  const rates = DEMO.vatClasses.find(({ name }) => name === vatClass)?.rates ?? []
  const newest = rates.toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))[0]
  return priceCents - vatInGrossCents(priceCents, newest?.rateBasisPoints ?? 0)
}
