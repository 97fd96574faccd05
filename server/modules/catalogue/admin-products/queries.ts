import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AdminProduct, ProductVersion } from '#contract/catalogue/admin-products.ts'
import type { ProductImage } from '#contract/catalogue/product-images.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { findImagesOf } from '#server/modules/catalogue/product-images/queries.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { storedFields } from './product-rows.ts'

type Db = Kysely<Database>

const orNull = (thousandths: number | null) => (thousandths === null ? null : quantityFromThousandths(thousandths))

/** The rate of a VAT class on a day, in basis points; null before its first rate. */
export const rateOn = (day: string, vatClass: RawBuilder<number>) => sql<number | null>`
  (SELECT rate_basis_points FROM vat_rate WHERE vat_class_id = ${vatClass} AND valid_from <= ${day}::date
   ORDER BY valid_from DESC LIMIT 1)`

const findRows = (db: Db, ids: readonly number[], day: string) =>
  db
    .selectFrom('product')
    .innerJoin('product_version as version', join =>
      join.onRef('version.product_id', '=', 'product.id').on('version.is_current', '=', sql.lit(true)),
    )
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .selectAll('product')
    .select(['version.id as version_id', 'version.names', 'version.price_cents', 'version.deposit_cents'])
    .select(['version.vat_class_id', 'version.unit', 'version.group_id', 'supplier.name as supplier_name'])
    .select(rateOn(day, sql`version.vat_class_id`).as('rate_basis_points'))
    .where('product.id', '=', anyOf(ids))
    .execute()

type InStores = (productId: number) => AdminProduct['stores']

/** What each store does with some products; a store without a row for a product does not offer it. */
async function findInStores(db: Db, ids: readonly number[]): Promise<InStores> {
  const [stores, rows] = [
    await db.selectFrom('store').select(['id', 'name']).orderBy('id').execute(),
    await db.selectFrom('store_stock').selectAll().where('product_id', '=', anyOf(ids)).execute(),
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
        alarm_limit: orNull(stock?.alarm_thousandths ?? null),
      }
    })
}

type Row = Awaited<ReturnType<typeof findRows>>[number]

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
  const beside = { inStores: await findInStores(db, ids), images: await findImagesOf(db, ids) }
  return new Map(rows.map(row => [row.id, toAdminProduct(row, beside)]))
}

type Beside = { inStores: InStores; images: ReadonlyMap<number, ProductImage[]> }

function toAdminProduct(row: Row, { inStores, images }: Beside): AdminProduct {
  const { supplier_id, ...fields } = storedFields(row)
  return {
    ...fields,
    id: row.id,
    revision: row.revision,
    version_id: row.version_id,
    names: row.names,
    descriptions: row.descriptions,
    price: eurosFromCents(row.price_cents),
    deposit: eurosFromCents(row.deposit_cents),
    vat_class_id: row.vat_class_id,
    vat: (row.rate_basis_points ?? 0) / 100,
    unit: row.unit,
    group_id: row.group_id,
    drawing: DRAWINGS.find(drawing => drawing === row.drawing) ?? null,
    supplier: { id: supplier_id, name: row.supplier_name },
    stores: inStores(row.id),
    images: images.get(row.id) ?? [],
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }
}

/** The versions of a product, which receipts have shown, page by page. */
export async function findVersions(db: Db, productId: number, paging: Paging) {
  const { items, total } = await findPage(
    {
      matching: db.selectFrom('product_version').where('product_id', '=', productId),
      show: rows => rows.selectAll(),
      sorts: { id: sql`id` },
      usual: '-id',
      id: sql`id`,
    },
    paging,
  )
  const versions = items.map(({ price_cents, deposit_cents, created_at, ...rest }): ProductVersion => {
    const money = { price: eurosFromCents(price_cents), deposit: eurosFromCents(deposit_cents) }
    return { ...rest, ...money, created_at: created_at.toISOString() }
  })
  return { items: versions, total }
}

export async function findVatClasses(db: Db, day: string) {
  const rows = await db
    .selectFrom('vat_class')
    .select(['id', 'name', rateOn(day, sql`vat_class.id`).as('rate')])
    .orderBy('id')
    .execute()
  return rows.map(({ id, name, rate }) => ({ id, name, vat: rate === null ? null : rate / 100 }))
}
