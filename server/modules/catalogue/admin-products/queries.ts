import { type RawBuilder, sql } from 'kysely'
import type { AdminProduct, ProductVersion, ProductInput } from '#contract/catalogue/admin-products.ts'
import type { ProductImage } from '#contract/catalogue/product-images.ts'
import { PRODUCT_FIELDS, UNVERSIONED_FIELDS, VERSION_FIELDS } from '#domain/catalogue/product-fields.ts'
import type { Facts } from '#domain/field-changes.ts'
import { quantityFromThousandths, quantityOrNull } from '#domain/quantity.ts'
import { fieldNames } from '#domain/record-fields.ts'
import { findProductImages } from '#server/modules/catalogue/product-images/queries.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { recordColumns } from '#server/platform/records/record-columns.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** The rate of a VAT class on a day, in basis points; null before its first rate. */
const rateOn = (day: string, vatClass: RawBuilder<number>) => sql<number | null>`
  (SELECT rate_basis_points FROM vat_rate WHERE vat_class_id = ${vatClass} AND valid_from <= ${day}::date
   ORDER BY valid_from DESC LIMIT 1)`

const findRows = (db: Db, ids: readonly number[], day: string) =>
  db
    .selectFrom('product')
    .innerJoin('product_version as version', currentOfProduct)
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .selectAll('product')
    .select(OF_VERSION)
    .select(['version.id as version_id', 'version.names', 'supplier.name as supplier_name'])
    .select(rateOn(day, sql`version.vat_class_id`).as('rate_basis_points'))
    .where('product.id', '=', anyId(ids))
    .execute()

type InStores = (productId: number) => AdminProduct['stores']

/** What each store does with some products; a store without a row for a product does not offer it. */
async function findInStores(db: Db, ids: readonly number[]): Promise<InStores> {
  const [stores, rows] = [
    await db.selectFrom('store').select(['id', 'name']).orderBy('id').execute(),
    await db.selectFrom('store_stock').selectAll().where('product_id', '=', anyId(ids)).execute(),
  ]
  const stocks = new Map(rows.map(row => [`${row.store_id} ${row.product_id}`, row]))
  return productId =>
    stores.map(({ id, name }) => {
      const stock = stocks.get(`${id} ${productId}`)
      return {
        store_id: id,
        name,
        offered: stock?.offered ?? false,
        quantity: quantityFromThousandths(stock?.quantity_thousandths ?? 0),
        alarm_limit: quantityOrNull(stock?.alarm_thousandths ?? null),
      }
    })
}

type AdminProductRow = Awaited<ReturnType<typeof findRows>>[number]

/** A product with every field that an admin sees, on a day. */
export const findAdminProduct = async (db: Db, productId: number, day: string): Promise<AdminProduct | undefined> =>
  (await findAdminProducts(db, [productId], day)).get(productId)

/** The same for several products, by their ids. */
export async function findAdminProducts(
  db: Db,
  ids: readonly number[],
  day: string,
): Promise<Map<number, AdminProduct>> {
  const rows = await findRows(db, ids, day)
  if (rows.length === 0) return new Map()
  const beside = { inStores: await findInStores(db, ids), images: await findProductImages(db, ids) }
  return new Map(rows.map(row => [row.id, toAdminProduct(row, beside)]))
}

type ProductExtras = { inStores: InStores; images: ReadonlyMap<number, ProductImage[]> }

function toAdminProduct(row: AdminProductRow, { inStores, images }: ProductExtras): AdminProduct {
  const { supplier_id, ...fields } = productFields(row)
  return {
    ...fields,
    id: row.id,
    revision: row.revision,
    version_id: row.version_id,
    names: row.names,
    descriptions: row.descriptions,
    vat: (row.rate_basis_points ?? 0) / 100,
    supplier: { id: supplier_id, name: row.supplier_name },
    stores: inStores(row.id),
    images: images.get(row.id) ?? [],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The last saved form of a product, without the stores, which a form may omit. */
export function toProductInput({ stores: _stay, supplier, ...fields }: AdminProduct): ProductInput {
  return { ...fields, supplier_id: supplier.id }
}

/** The versions of a product, which receipts have shown, page by page; undefined: there is no such product. */
export async function findVersions(db: Db, productId: number, paging: Paging) {
  const { items, total } = await findPage(
    {
      matching: db.selectFrom('product_version as version').where('product_id', '=', productId),
      select: rows => rows.select(OF_VERSION).select(['id', 'names', 'is_current', 'created_at']),
      sorts: { id: sql`id` },
      defaultSort: '-id',
      id: sql`id`,
    },
    paging,
  )
  const versions = items.map((row): ProductVersion => ({
    ...IN_VERSION.toRecord(row),
    id: row.id,
    names: row.names,
    is_current: row.is_current,
    created_at: row.created_at.toISOString(),
  }))
  return total > 0 ? { items: versions, total } : undefined
}

export async function findVatClasses(db: Db, day: string) {
  const rows = await db
    .selectFrom('vat_class')
    .select(['id', 'name', rateOn(day, sql`vat_class.id`).as('rate')])
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, rate }) => ({ id, name, vat: rate === null ? null : rate / 100 }))
}

/** Columns with another name than their field. */
const RENAMED_COLUMNS = {
  eanCase: 'ean_case',
  content_quantity: 'content_thousandths',
  alarm_limit: 'stock_alarm_thousandths',
} as const
const ALL_COLUMNS = recordColumns(PRODUCT_FIELDS, RENAMED_COLUMNS)
const IN_PRODUCT = recordColumns(UNVERSIONED_FIELDS, RENAMED_COLUMNS)
const IN_VERSION = recordColumns(VERSION_FIELDS)

/** The columns of a version's fields, where the version is joined. */
export const OF_VERSION = IN_VERSION.names.map(column => `version.${column}` as const)

/** The types of productRow's columns. */
export const PRODUCT_COLUMNS: Readonly<Record<string, string>> = { ...IN_PRODUCT.types, descriptions: 'jsonb' }

/** The types of versionRow's columns. */
export const VERSION_COLUMNS: Readonly<Record<string, string>> = {
  product_id: 'integer',
  names: 'jsonb',
  ...IN_VERSION.types,
}

/** The product's own row. */
export const productRow = (form: ProductInput): Record<string, unknown> => ({
  ...IN_PRODUCT.toRow(form),
  descriptions: form.descriptions,
})

/** The version row: what a receipt shows of the product, and its group. */
export const versionRow = (form: ProductInput, productId: number): Record<string, unknown> => ({
  product_id: productId,
  names: form.names,
  ...IN_VERSION.toRow(form),
})

/** The fields of a product in its own row and its version. */
export const productFields = ALL_COLUMNS.toRecord

/** Whether a receipt would show something else, or the sale would belong to another group. */
export const isNewVersion = (before: AdminProduct, form: ProductInput): boolean =>
  fieldNames(VERSION_FIELDS).some(name => before[name] !== form[name]) ||
  (['en', 'fi', 'sv'] as const).some(language => before.names[language] !== form.names[language])

/** Ids, what is derived from other fields or records, and images, which record their own changes. */
const NO_FACTS = ['id', 'revision', 'version_id', 'vat', 'created_at', 'updated_at', 'stores', 'supplier', 'images']

/** The audit-log facts of a product: what an admin fills in, each store by its id. */
export function toAuditFields(product: AdminProduct): Facts {
  const fields = Object.entries(product).filter(([name]) => !NO_FACTS.includes(name))
  const stores = product.stores.map(({ store_id, offered, alarm_limit }) => [store_id, { offered, alarm_limit }])
  return { ...Object.fromEntries(fields), supplier_id: product.supplier.id, stores: Object.fromEntries(stores) }
}
