import { sql, type Transaction } from 'kysely'
import { FINNISH_LAYOUTS } from '#domain/barcode.ts'
import { productCodeRows } from '#server/platform/db/product-codes.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { DemoProduct, SupplierKey, VatClassName } from './demo-data/types.ts'
import { idsByText, type Ids } from './ids.ts'

/** `groupOf`: the group of a product by its key. */
type Belonging = {
  vatClassIds: Ids<VatClassName>
  supplierIds: Ids<SupplierKey>
  groupOf: (key: string) => number | null
}

const productRow = (product: DemoProduct, supplierIds: Ids<SupplierKey>) => ({
  supplier_id: supplierIds.idOf(product.supplier),
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
  least_age: product.leastAge,
  stock_alarm_thousandths: product.alarmLimitThousandths,
  drawing: product.drawing,
  sort_order: product.sortOrder,
})

const versionRow = (
  product: DemoProduct,
  productId: number,
  { vatClassIds, groupOf }: Omit<Belonging, 'supplierIds'>,
) => ({
  product_id: productId,
  names: JSON.stringify(product.names),
  price_cents: product.priceCents,
  deposit_cents: product.depositCents,
  vat_class_id: vatClassIds.idOf(product.vatClass),
  unit: product.unit,
  group_id: groupOf(product.key),
  is_current: true,
})

const codeRows = ({ productCodeType, ean13, productCode, eanCase }: DemoProduct, productId: number) =>
  productCodeRows(
    { productCodeType, ean13, eanCase, product_code: productCode },
    { productId, layouts: FINNISH_LAYOUTS },
  )

/** Inserts the products, each with one version and its codes. */
export async function insertProducts(
  db: Transaction<Database>,
  products: readonly DemoProduct[],
  { supplierIds, ...belonging }: Belonging,
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
    .values(products.map(product => versionRow(product, ids.idOf(product.key), belonging)))
    .execute()
  await db
    .insertInto('product_code')
    .values(products.flatMap(product => codeRows(product, ids.idOf(product.key))))
    .execute()
  return ids
}
