import { type SelectQueryBuilder, sql } from 'kysely'
import type { Supplier } from '#contract/catalogue/suppliers.ts'
import { moneyCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { Context } from '#server/platform/context.ts'
import { findAllRows, findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { contains, inFinnishOrder, splitWords } from '#server/platform/db/lists/search-words.ts'
import { type Columns, type ListExport, shortListTable } from '#server/platform/files/list-table.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

const selectSupplierColumns = (rows: SelectQueryBuilder<Database, 'supplier', {}>) =>
  rows
    .select(['supplier.id', 'supplier.name', 'supplier.email', 'supplier.name_shown', 'supplier.revision'])
    .select(['supplier.language', 'supplier.lead_days', 'supplier.order_days', 'supplier.least_order_cents'])
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

type SupplierRow = Omit<Supplier, 'least_order'> & { least_order_cents: number | null }

const toSupplier = ({ least_order_cents: cents, ...row }: SupplierRow): Supplier => ({
  ...row,
  least_order: cents === null ? null : eurosFromCents(cents),
})

type SuppliersQuery = Paging & { q?: string | undefined }

const supplierList = (db: Db, { q = '' }: SuppliersQuery) => ({
  matching: splitWords(q).reduce(
    (rows, word) => rows.where(contains(sql`search_form(supplier.name)`, word)),
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

const COLUMNS: Columns<Supplier> = {
  id: { head: 'catalogue.suppliers.id', cell: row => row.id },
  name: { head: 'catalogue.suppliers.name', cell: row => row.name },
  email: { head: 'catalogue.suppliers.email', cell: row => row.email },
  products: { head: 'catalogue.suppliers.products', cell: row => row.products },
  lead_days: { head: 'catalogue.suppliers.lead_days', cell: row => row.lead_days },
  order_days: { head: 'catalogue.suppliers.order_days', cell: row => row.order_days },
  least_order: {
    head: 'catalogue.suppliers.least_order',
    cell: row => (row.least_order === null ? null : moneyCell(row.least_order)),
  },
  name_shown: { head: 'catalogue.suppliers.name_shown', cell: row => row.name_shown },
}

/** All suppliers that match, in the list's order: they are few. */
export const exportSuppliers =
  ({ db }: Context): ListExport<'suppliers'> =>
  async ({ query }, headings) => ({
    name: 'suppliers',
    rows: shortListTable(COLUMNS, headings, async () =>
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
