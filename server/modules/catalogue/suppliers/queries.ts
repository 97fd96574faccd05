import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { Supplier } from '#contract/catalogue/suppliers.ts'
import type { Context } from '#server/platform/context.ts'
import { findAllRows, findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { contains, inFinnishOrder, wordsOf } from '#server/platform/db/lists/search-words.ts'
import type { ListExport } from '#server/platform/files/list-export.ts'
import { type Columns, shortListTable } from '#server/platform/files/list-table.ts'
import type { Database } from '#server/platform/schema/tables.ts'

const shown = (rows: SelectQueryBuilder<Database, 'supplier', {}>) =>
  rows.select(['supplier.id', 'supplier.name', 'supplier.email', 'supplier.revision']).select(eb =>
    eb
      .selectFrom('product')
      .select(({ fn }) => fn.countAll<number>().as('products'))
      .whereRef('product.supplier_id', '=', 'supplier.id')
      // A count is never null.
      .$asScalar()
      .$notNull()
      .as('products'),
  )

type SuppliersQuery = Paging & { q?: string | undefined }

const supplierList = (db: Kysely<Database>, { q = '' }: SuppliersQuery) => ({
  matching: wordsOf(q).reduce(
    (rows, word) => rows.where(contains(sql`search_form(supplier.name)`, word)),
    db.selectFrom('supplier'),
  ),
  show: shown,
  sorts: { name: inFinnishOrder(sql`supplier.name`), id: sql`supplier.id` },
  usual: 'name',
  id: sql`supplier.id`,
})

/** A page of the suppliers whose names contain every word of `q`. */
export const findSuppliers = (db: Kysely<Database>, query: SuppliersQuery) => findPage(supplierList(db, query), query)

const COLUMNS: Columns<Supplier> = {
  id: row => row.id,
  name: row => row.name,
  email: row => row.email,
  products: row => row.products,
}

/** All suppliers that match, in the list's order: they are few. */
export const exportSuppliers =
  ({ db }: Context): ListExport<'suppliers'> =>
  async ({ query }) => ({
    name: 'suppliers',
    rows: shortListTable(COLUMNS, () => findAllRows(supplierList(db, query), query.sort)),
  })

export const findSupplier = (db: Kysely<Database>, supplierId: number): Promise<Supplier | undefined> =>
  shown(db.selectFrom('supplier')).where('supplier.id', '=', supplierId).executeTakeFirst()

/** The supplier, which must exist: throws otherwise. */
export const showSupplier = (db: Kysely<Database>, supplierId: number): Promise<Supplier> =>
  shown(db.selectFrom('supplier')).where('supplier.id', '=', supplierId).executeTakeFirstOrThrow()
