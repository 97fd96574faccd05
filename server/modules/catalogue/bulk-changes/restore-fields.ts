import type { ChangedFields } from '#domain/catalogue/bulk-change.ts'
import { productProblems } from '#domain/catalogue/product-form.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findAdminProducts, toProductInput } from '#server/modules/catalogue/admin-products/queries.ts'
import { saveChangedProducts } from '#server/modules/catalogue/admin-products/save-products.ts'
import { readLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** A product's fields as they were, and the revision that the change made. */
type FieldsRow = { product_id: number; revision: number; before: ChangedFields & { order_pack?: number | null } }

/**
 * Restores the fields of products that were not saved since. Returns the ids of the restored products. The caller has locked their
 * rows, and must bump the catalogue.
 */
export async function restoreFields(trx: Trx, rows: readonly FieldsRow[], author: Author): Promise<number[]> {
  const ids = rows.map(({ product_id }) => product_id)
  const products = await findAdminProducts(trx, ids, shopDate(author.at))
  const suppliers = await lockedSuppliers(trx, rows)
  const groups = await lockedGroups(trx, rows)
  const layouts = await readLayouts(trx)
  const changes = rows.flatMap(({ product_id, revision, before: fields }) => {
    const before = products.get(product_id)
    if (!before || before.revision !== revision) return []
    const form = { ...toProductInput(before), ...fields }
    const isWhole = suppliers.has(form.supplier_id) && groups.has(fields.group_id ?? null)
    return isWhole && productProblems(form, layouts, before).length === 0 ? [{ before, form }] : []
  })
  return (await saveChangedProducts(trx, changes, author)).ids
}

/** Locks and returns the existing suppliers, of the forms and of the former values, until the commit. */
async function lockedSuppliers(trx: Trx, rows: readonly FieldsRow[]): Promise<Set<number>> {
  const earlier = rows.flatMap(({ before }) => before.supplier_id ?? [])
  const ids = rows.map(({ product_id }) => product_id)
  const existing = await trx
    .selectFrom('supplier')
    .select('id')
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('id', '=', anyId(earlier)),
        exists(
          selectFrom('product')
            .select('product.id')
            .whereRef('product.supplier_id', '=', 'supplier.id')
            .where('product.id', '=', anyId(ids)),
        ),
      ]),
    )
    .forKeyShare()
    .execute()
  return new Set(existing.map(({ id }) => id))
}

/** Locks and returns the existing groups of the former values until the commit, and null for none. */
async function lockedGroups(trx: Trx, rows: readonly FieldsRow[]): Promise<Set<number | null>> {
  const earlier = rows.flatMap(({ before }) => before.group_id ?? [])
  const existing = await trx
    .selectFrom('product_group')
    .select('id')
    .where('id', '=', anyId(earlier))
    .forKeyShare()
    .execute()
  return new Set([null, ...existing.map(({ id }) => id)])
}
