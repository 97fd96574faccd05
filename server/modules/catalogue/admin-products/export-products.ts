import { type Kysely, sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import { EXPORTED_COLUMNS, IMPORT_COLUMNS, STORE_HEADS } from '#domain/catalogue/imports/import-columns.ts'
import { writeStores } from '#domain/catalogue/imports/import-labels.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { type Cell, moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import { namesOfKind } from '#domain/record-fields.ts'
import { TEN_THOUSANDTHS_PER_EURO } from '#domain/stock/purchase-price.ts'
import { inOrderOf } from '#server/platform/db/lists/find-page.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import { listTable } from '#server/platform/files/list-table.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { inStoreOf, STOCK_LEVEL } from './in-store.ts'
import { findProductIds } from './list-products.ts'
import { nameIn, type ProductsQuery, withVersion } from './match-products.ts'
import { storedFields } from './product-rows.ts'

type Db = Kysely<Database>

type Asked = { store?: number | undefined; language: LanguageCode; day: string }

const selectRows = (db: Db, ids: readonly number[], { store = 0, language, day }: Asked) =>
  withVersion(db.selectFrom('product'))
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .innerJoin('vat_class', 'vat_class.id', 'version.vat_class_id')
    .leftJoin('product_group', 'product_group.id', 'version.group_id')
    .leftJoin('store_stock', join =>
      join.onRef('store_stock.product_id', '=', 'product.id').on('store_stock.store_id', '=', store),
    )
    .selectAll('product')
    .select(['store_stock.quantity_thousandths', 'store_stock.offered', STOCK_LEVEL.as('level')])
    .select(['version.names', 'version.price_cents', 'version.deposit_cents', 'version.unit'])
    .select(['supplier.name as supplier', 'vat_class.name as vat_class'])
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
    .where('product.id', '=', anyOf(ids))
    .execute()

/** The purchase price of a product's own supplier that is in force on a day; null before the first one. */
const ownPriceOn = (day: string) =>
  sql<number | null>`(SELECT price_ten_thousandths FROM purchase_price AS price
    WHERE price.product_id = product.id AND price.supplier_id = product.supplier_id AND price.valid_from <= ${day}::date
    ORDER BY price.valid_from DESC LIMIT 1)`

type Row = Awaited<ReturnType<typeof selectRows>>[number] & { fields: Readonly<Record<string, Cell>>; stores: string }

async function findRows(db: Db, ids: readonly number[], asked: Asked): Promise<Row[]> {
  const rows = await selectRows(db, ids, asked)
  const stores = await db.selectFrom('store').select(['id', 'name']).orderBy('id').execute()
  return rows.map(row => ({ ...row, fields: storedFields(row), stores: writeStores(row.offering, stores) }))
}

/** The database does not require a text in each language. */
const textIn = (texts: Partial<Record<LanguageCode, string>>, language: LanguageCode) => texts[language] ?? null

type WriteCell = (row: Row) => WrittenCell

/** The columns that are not fields of the product's own row. */
const OTHERS: Readonly<Record<string, WriteCell>> = {
  id: row => row.id,
  name_en: row => textIn(row.names, 'en'),
  name_fi: row => textIn(row.names, 'fi'),
  name_sv: row => textIn(row.names, 'sv'),
  description_en: row => textIn(row.descriptions, 'en'),
  description_fi: row => textIn(row.descriptions, 'fi'),
  description_sv: row => textIn(row.descriptions, 'sv'),
  price: row => moneyCell(eurosFromCents(row.price_cents)),
  deposit: row => moneyCell(eurosFromCents(row.deposit_cents)),
  vat_class: row => row.vat_class,
  unit: row => row.unit,
  supplier: row => row.supplier,
  group: row => row.group,
  stores: row => row.stores,
  purchase_price: row => row.purchase_price && row.purchase_price / TEN_THOUSANDTHS_PER_EURO,
}

const MONEY: readonly string[] = namesOfKind(PRODUCT_FIELDS, 'euros')

/** A field of the product's own row. */
const fieldCell =
  (field: string): WriteCell =>
  ({ fields }) => {
    const value = fields[field] ?? null
    return MONEY.includes(field) && typeof value === 'number' ? moneyCell(value) : value
  }

/** The columns of the products themselves, as an import reads them. */
const columnsIn = (language: LanguageCode): [head: string, WriteCell][] =>
  EXPORTED_COLUMNS.map(name => [
    IMPORT_COLUMNS[name].heads[language],
    OTHERS[name] ?? fieldCell(IMPORT_COLUMNS[name].field),
  ])

/** What a store does with the products: for reading only, an import ignores these columns. */
const ofStore = (name: string, language: LanguageCode): [head: string, WriteCell][] => [
  [STORE_HEADS.store[language], () => name],
  [STORE_HEADS.offered[language], row => inStore(row).offered],
  [STORE_HEADS.quantity[language], row => inStore(row).quantity],
  [STORE_HEADS.level[language], row => inStore(row).level],
]

const inStore = (row: Row) => inStoreOf(row, row.product_type === 'standard')

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
  const { language } = query
  yield* listTable({
    findIds: () => findProductIds(db, query),
    rowsOf: async ids => inOrderOf(ids, await findRows(db, ids, query), ({ id }) => id),
    columns: Object.fromEntries([...columnsIn(language), ...(store ? ofStore(store.name, language) : [])]),
  })
}
