import { sql } from 'kysely'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { LanguageCode } from '#contract/values.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { EXPORTED_COLUMNS, IMPORT_COLUMNS, STORE_HEADS } from '#domain/catalogue/imports/import-columns.ts'
import { writeStores } from '#domain/catalogue/imports/import-labels.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { imageFiles } from '#domain/catalogue/product-images.ts'
import { TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import type { Cell, WrittenCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import { isFieldName } from '#domain/record-fields.ts'
import { priceOfDay } from '#server/modules/catalogue/products/price-of-day.ts'
import { firstImage } from '#server/modules/catalogue/products/queries.ts'
import { COUNTED_UP_TO, SEARCHED_UP_TO } from '#server/platform/db/lists/find-long-page.ts'
import { findAllRows, findPage, sortByIds } from '#server/platform/db/lists/find-page.ts'
import { type Page, rowOfId } from '#server/platform/db/lists/list.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, fieldCell, listTable } from '#server/platform/files/list-table.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { toInStore, type InStoreQuery, shelvesAt, STOCK_LEVEL } from './in-store.ts'
import { findPrintedLabels, type LabelsQuery } from './match-labels.ts'
import { nextPlan } from './match-prices.ts'
import {
  materialisedProducts,
  isSearch,
  keyIn,
  matchingProducts,
  nameIn,
  type ProductsQuery,
  searchedProducts,
  sortsIn,
  tieBreaker,
  productsByIndexScan,
  withVersion,
} from './match-products.ts'
import { OF_VERSION, productFields } from './queries.ts'

type ProductsRequest = ProductsQuery & { language: LanguageCode; day: string }
type Products = ReturnType<typeof matchingProducts>

type ListRowsInput = { language: LanguageCode; store?: number | undefined; day: string }

const listRows = (db: Db, ids: readonly number[], { language, store = 0, day }: ListRowsInput) =>
  withVersion(db.selectFrom('product'))
    .innerJoinLateral(priceOfDay('version', day), join => join.onTrue())
    .leftJoinLateral(nextPlan(day), join => join.onTrue())
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .leftJoin('product_group', 'product_group.id', 'version.group_id')
    .leftJoin('store_stock', join =>
      join.onRef('store_stock.product_id', '=', 'product.id').on('store_stock.store_id', '=', store),
    )
    .select(['product.id', 'product.revision', 'product.product_type', 'product.product_code_type', 'product.ean13'])
    .select(['product.product_code', 'product.ean_case', 'product.enabled', 'product.sort_order', 'product.drawing'])
    .select(['product.updated_at', 'product.supplier_id', 'supplier.name as supplier_name', 'version.unit'])
    .select(['today.regular_cents', 'today.cents', nameIn(language).as('name'), 'version.group_id'])
    .select(
      nameIn(language, sql`product_group.names`)
        .$castTo<string | null>()
        .as('group_name'),
    )
    .select(['next_plan.next_kind', 'next_plan.next_cents', 'next_plan.next_day'])
    .select(['store_stock.quantity_thousandths', 'store_stock.offered', STOCK_LEVEL.as('level')])
    .select(firstImage.as('first_image'))
    .select(
      sql<number>`(SELECT count(*) FROM store_stock AS each WHERE each.product_id = product.id AND each.offered)`.as(
        'offered_in',
      ),
    )
    .where('product.id', '=', anyId(ids))
    .execute()

const isAsked = (filters: object) => Object.values(filters).some(filter => filter !== undefined)

/** Counts products by the store's stock rows, unless the query has other filters. */
function shelfCountQuery({ store, level, offered, day: _day, ...others }: ProductsQuery) {
  const isOfShelves = level !== undefined || offered === true
  if (store === undefined || !isOfShelves || isAsked(others)) return undefined
  return { limit: (rows: number) => sql`(${shelvesAt({ store, level, offered })} LIMIT ${rows})` }
}

const productsWithSortKey = (db: Db, { language, sort, ...query }: ProductsRequest & { sort: string }) => ({
  rows: searchedProducts(db, { ...query, sort }),
  key: keyIn(language, sort),
  toRow: rowOfId,
})

const productList = (
  db: Db,
  { language, sort = 'sort_order', page: _page, size: _size, ...query }: ProductsRequest,
) => ({
  matching: matchingProducts(db, query),
  select: (rows: Products) => withVersion(rows).select('product.id'),
  sorts: sortsIn(language),
  defaultSort: sort,
  id: tieBreaker(sort),
  long: {
    db,
    all: db.selectFrom('product'),
    id: sql<number>`product.id`,
    isInOrder: !isAsked({ ...query, store: undefined, day: undefined }),
    countQuery: shelfCountQuery(query),
    withSortKey: isSearch(query) ? productsWithSortKey(db, { ...query, language, sort }) : undefined,
    indexScan: productsByIndexScan(db, query).select('product.id'),
    materialised: query.level && materialisedProducts(db, { ...query, sort }).select('product.id'),
    countedUpTo: query.q ? SEARCHED_UP_TO : COUNTED_UP_TO,
  },
})

/** A page of the products, with their names in a language and their prices on a day. */
export async function findProducts(db: Db, query: ProductsRequest): Promise<Page<ProductRow>> {
  const { items, ...counted } = await findPage(productList(db, query), query)
  const ids = items.map(({ id }) => id)
  const rows = sortByIds(ids, await listRows(db, ids, query), ({ id }) => id)
  const shown = rows.map(row => toRow(row, query))
  return { items: query.shelf_label ? await withLabels(db, shown, query) : shown, ...counted }
}

/** Adds what was printed of their shelf labels. */
async function withLabels(db: Db, rows: readonly ProductRow[], query: LabelsQuery): Promise<ProductRow[]> {
  const labels = await findPrintedLabels(
    db,
    rows.map(({ id }) => id),
    query,
  )
  return rows.map(row => {
    const label = labels.get(row.id)
    return { ...row, shelf_label: label ? { ...label, printed_at: label.printed_at.toISOString() } : null }
  })
}

/** The ids of all matching products, in the list's order. */
export const findProductIds = async (db: Db, query: ProductsRequest): Promise<number[]> =>
  (await findAllRows(productList(db, query))).map(({ id }) => id)

type ListedProductRow = Awaited<ReturnType<typeof listRows>>[number]

const toRow = (
  {
    ean_case,
    regular_cents,
    cents,
    supplier_id,
    supplier_name,
    group_id,
    group_name,
    first_image,
    drawing,
    updated_at,
    quantity_thousandths,
    offered,
    level,
    next_kind,
    next_cents,
    next_day,
    ...row
  }: ListedProductRow,
  { store }: InStoreQuery,
): ProductRow => ({
  ...row,
  eanCase: ean_case,
  price: eurosFromCents(regular_cents),
  campaign_price: cents < regular_cents ? eurosFromCents(cents) : null,
  planned:
    next_kind === null || next_cents === null || next_day === null
      ? null
      : { kind: next_kind, price: eurosFromCents(next_cents), from_day: next_day },
  supplier: { id: supplier_id, name: supplier_name },
  group: group_id === null ? null : { id: group_id, name: group_name ?? '' },
  thumbnail: first_image ? (imageFiles(first_image.hash, first_image.widths)[0]?.url ?? null) : null,
  drawing: DRAWINGS.find(known => known === drawing) ?? null,
  in_store:
    store === undefined ? null : toInStore({ quantity_thousandths, offered, level }, row.product_type === 'standard'),
  updated_at: updated_at.toISOString(),
})

type ExportAsked = { store?: number | undefined; language: LanguageCode; day: string }

const selectRows = (db: Db, ids: readonly number[], { store = 0, language, day }: ExportAsked) =>
  withVersion(db.selectFrom('product'))
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .innerJoin('vat_class', 'vat_class.id', 'version.vat_class_id')
    .leftJoin('product_group', 'product_group.id', 'version.group_id')
    .leftJoin('store_stock', join =>
      join.onRef('store_stock.product_id', '=', 'product.id').on('store_stock.store_id', '=', store),
    )
    .selectAll('product')
    .select(['store_stock.quantity_thousandths', 'store_stock.offered', STOCK_LEVEL.as('level')])
    .select(OF_VERSION)
    .select(['version.names', 'supplier.name as supplier', 'vat_class.name as vat_class'])
    .select(
      nameIn(language, sql`product_group.names`)
        .$castTo<string | null>()
        .as('group'),
    )
    .select(
      sql<number[]>`ARRAY(SELECT each.store_id FROM store_stock AS each
        WHERE each.product_id = product.id AND each.offered ORDER BY each.store_id)`.as('offering'),
    )
    .select(ownPriceOn(day).as('purchase_price'))
    .where('product.id', '=', anyId(ids))
    .execute()

/** The purchase price of a product's own supplier that is in force on a day; null before the first one. */
const ownPriceOn = (day: string) =>
  sql<number | null>`(SELECT price_ten_thousandths FROM purchase_price AS price
    WHERE price.product_id = product.id AND price.supplier_id = product.supplier_id AND price.valid_from <= ${day}::date
    ORDER BY price.valid_from DESC LIMIT 1)`

type ExportRow = Awaited<ReturnType<typeof selectRows>>[number] & {
  fields: Readonly<Record<string, Cell>>
  stores: string
}

async function findRows(db: Db, ids: readonly number[], asked: ExportAsked): Promise<ExportRow[]> {
  const rows = await selectRows(db, ids, asked)
  const stores = await db.selectFrom('store').select(['id', 'name']).orderBy('id').execute()
  return rows.map(row => ({ ...row, fields: productFields(row), stores: writeStores(row.offering, stores) }))
}

/** The database does not require a text in each language. */
const textIn = (texts: Partial<Record<LanguageCode, string>>, language: LanguageCode) => texts[language] ?? null

type WriteCell = (row: ExportRow) => WrittenCell

/** The columns that are not fields as the API has them: texts by language, and names of other records. */
const OTHERS: Readonly<Record<string, WriteCell>> = {
  id: row => row.id,
  name_en: row => textIn(row.names, 'en'),
  name_fi: row => textIn(row.names, 'fi'),
  name_sv: row => textIn(row.names, 'sv'),
  description_en: row => textIn(row.descriptions, 'en'),
  description_fi: row => textIn(row.descriptions, 'fi'),
  description_sv: row => textIn(row.descriptions, 'sv'),
  vat_class: row => row.vat_class,
  supplier: row => row.supplier,
  group: row => row.group,
  stores: row => row.stores,
  purchase_price: row => row.purchase_price && row.purchase_price / TEN_THOUSANDTHS_PER_EURO,
}

const toFieldCell =
  (name: string): WriteCell =>
  ({ fields }) => {
    const value = fields[name] ?? null
    return isFieldName(PRODUCT_FIELDS, name) ? fieldCell(PRODUCT_FIELDS[name], value) : value
  }

/** The columns of the products themselves, as an import reads them. */
const PRODUCT_COLUMNS: Columns<ExportRow> = Object.fromEntries(
  EXPORTED_COLUMNS.map(name => {
    const { heads, field } = IMPORT_COLUMNS[name]
    return [name, { head: heads, cell: OTHERS[name] ?? toFieldCell(field) }]
  }),
)

/** What a store does with the products: for reading only, an import ignores these columns. */
const columnsOfStore = (name: string): Columns<ExportRow> => ({
  store: { head: STORE_HEADS.store, cell: () => name },
  offered_there: { head: STORE_HEADS.offered, cell: row => inStore(row).offered },
  stock_there: { head: STORE_HEADS.quantity, cell: row => inStore(row).quantity },
  level: { head: STORE_HEADS.level, cell: row => inStore(row).level },
})

const inStore = (row: ExportRow) => toInStore(row, row.product_type === 'standard')

/** The header and every product that matches a list query, in its order. The ids are read at the start. */
export async function* productTable(
  db: Db,
  query: ProductsQuery & { language: LanguageCode; day: string },
): AsyncGenerator<WrittenCell[][]> {
  const store = await db
    .selectFrom('store')
    .select('name')
    .where('id', '=', query.store ?? 0)
    .executeTakeFirst()
  yield* listTable({
    // In both formats: an import finds its columns by them in each language.
    headings: query.language,
    findIds: () => findProductIds(db, query),
    idRowsSql: async ids => sortByIds(ids, await findRows(db, ids, query), ({ id }) => id),
    columns: { ...PRODUCT_COLUMNS, ...(store && columnsOfStore(store.name)) },
  })
}
