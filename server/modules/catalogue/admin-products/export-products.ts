import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { EXPORTED_COLUMNS, IMPORT_COLUMNS, STORE_HEADINGS } from '#domain/catalogue/imports/import-columns.ts'
import { writeStores } from '#domain/catalogue/imports/import-labels.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { TEN_THOUSANDTHS_PER_EURO } from '#domain/catalogue/purchase-price.ts'
import type { CsvCell, WrittenCell } from '#domain/format/csv.ts'
import { isFieldName } from '#domain/record-fields.ts'
import { sortByIds } from '#server/platform/db/lists/find-page.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, fieldCell, listTable } from '#server/platform/files/list-table.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { toInStore, STOCK_LEVEL } from './in-store.ts'
import { findProductIds } from './list-products.ts'
import { nameIn, type ProductsQuery, withVersion } from './match-products.ts'
import { OF_VERSION, productFields } from './queries.ts'

type ExportInput = { store?: number | undefined; language: LanguageCode; day: string }

const selectRows = (db: Db, ids: readonly number[], { store = 0, language, day }: ExportInput) =>
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
export const ownPriceOn = (day: string) =>
  sql<number | null>`(SELECT price_ten_thousandths FROM purchase_price AS price
    WHERE price.product_id = product.id AND price.supplier_id = product.supplier_id AND price.valid_from <= ${day}::date
    ORDER BY price.valid_from DESC LIMIT 1)`

type ExportRow = Awaited<ReturnType<typeof selectRows>>[number] & {
  fields: Readonly<Record<string, CsvCell | readonly string[]>>
  stores: string
}

async function findRows(db: Db, ids: readonly number[], input: ExportInput): Promise<ExportRow[]> {
  const rows = await selectRows(db, ids, input)
  const stores = await db.selectFrom('store').select(['id', 'name']).orderBy('id').execute()
  return rows.map(row => ({ ...row, fields: productFields(row), stores: writeStores(row.offering, stores) }))
}

/** The database does not require a text in each language. */
const textIn = (texts: Partial<Record<LanguageCode, string>>, language: LanguageCode) => texts[language] ?? null

type WriteCell = (row: ExportRow) => WrittenCell

/** The columns that are not fields as the API has them: texts by language, and names of other records. */
const OTHER_CELLS: Readonly<Record<string, WriteCell>> = {
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
    return isFieldName(PRODUCT_FIELDS, name) ? fieldCell(PRODUCT_FIELDS[name], fields[name] ?? null) : null
  }

/** The columns of the products themselves, as an import reads them. */
const PRODUCT_COLUMNS: Columns<ExportRow> = Object.fromEntries(
  EXPORTED_COLUMNS.map(name => {
    const { headings, field } = IMPORT_COLUMNS[name]
    return [name, { heading: headings, cell: OTHER_CELLS[name] ?? toFieldCell(field) }]
  }),
)

/** What a store does with the products: for reading only, an import ignores these columns. */
const columnsOfStore = (name: string): Columns<ExportRow> => ({
  store: { heading: STORE_HEADINGS.store, cell: () => name },
  offered_there: { heading: STORE_HEADINGS.offered, cell: row => inStore(row).offered },
  stock_there: { heading: STORE_HEADINGS.quantity, cell: row => inStore(row).quantity },
  level: { heading: STORE_HEADINGS.level, cell: row => inStore(row).level },
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
