import { type SelectQueryBuilder, sql } from 'kysely'
import type { Supplier } from '#contract/catalogue/suppliers.ts'
import { SUPPLIER_FIELDS } from '#domain/catalogue/supplier-fields.ts'
import type { Context } from '#server/platform/context.ts'
import { findAllRows, findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { containsWord, inFinnishOrder, splitWords } from '#server/platform/db/lists/search-words.ts'
import { type Columns, fieldCells, type ListExport, shortListTable } from '#server/platform/files/list-table.ts'
import { recordColumns } from '#server/platform/records/record-columns.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

export const SUPPLIER_COLUMNS = recordColumns(SUPPLIER_FIELDS)

const selectSupplierColumns = (rows: SelectQueryBuilder<Database, 'supplier', {}>) =>
  rows
    .select(['supplier.id', 'supplier.revision'])
    .select(SUPPLIER_COLUMNS.names.map(name => `supplier.${name}` as const))
    .select(eb =>
      eb
        .selectFrom('product')
        .select(({ fn }) => fn.countAll<number>().as('products'))
        .whereRef('product.supplier_id', '=', 'supplier.id')
        // A count is never null.
        .$asScalar()
        .$notNull()
        .as('products'),
    )

type SupplierRow = Awaited<ReturnType<ReturnType<typeof selectSupplierColumns>['executeTakeFirstOrThrow']>>

const toSupplier = (row: SupplierRow): Supplier => ({
  ...SUPPLIER_COLUMNS.toRecord(row),
  id: row.id,
  revision: row.revision,
  products: row.products,
})

type SuppliersQuery = Paging & { q?: string | undefined }

const supplierList = (db: Db, { q = '' }: SuppliersQuery) => ({
  matching: splitWords(q).reduce(
    (rows, word) => rows.where(containsWord(sql`search_form(supplier.name)`, word)),
    db.selectFrom('supplier'),
  ),
  select: selectSupplierColumns,
  sorts: { name: inFinnishOrder(sql`supplier.name`), id: sql`supplier.id` },
  defaultSort: 'name',
  id: sql`supplier.id`,
})

/** A page of the suppliers whose names contain every word of `q`. */
export async function findSuppliers(db: Db, query: SuppliersQuery) {
  const { items, ...counted } = await findPage(supplierList(db, query), query)
  return { items: items.map(toSupplier), ...counted }
}

const { name, email, ...others } = fieldCells(SUPPLIER_FIELDS)
const EXPORT_COLUMNS: Columns<Supplier> = {
  id: { heading: 'catalogue.suppliers.id', cell: row => row.id },
  name,
  email,
  products: { heading: 'catalogue.suppliers.products', cell: row => row.products },
  ...others,
}

/** All suppliers that match, in the list's order: they are few. */
export const exportSuppliers =
  ({ db }: Context): ListExport<'suppliers'> =>
  async ({ query }, headings) => ({
    name: 'suppliers',
    rows: shortListTable(EXPORT_COLUMNS, headings, async () =>
      (await findAllRows(supplierList(db, query), query.sort)).map(toSupplier),
    ),
  })

export async function findSupplier(db: Db, supplierId: number): Promise<Supplier | undefined> {
  const row = await selectSupplierColumns(db.selectFrom('supplier'))
    .where('supplier.id', '=', supplierId)
    .executeTakeFirst()
  return row && toSupplier(row)
}

/** The supplier, which must exist: throws otherwise. */
export const getSupplier = async (db: Db, supplierId: number): Promise<Supplier> =>
  toSupplier(
    await selectSupplierColumns(db.selectFrom('supplier'))
      .where('supplier.id', '=', supplierId)
      .executeTakeFirstOrThrow(),
  )
