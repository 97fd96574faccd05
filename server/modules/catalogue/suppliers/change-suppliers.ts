import { sql } from 'kysely'
import type { SupplierInput } from '#contract/catalogue/suppliers.ts'
import { SUPPLIER_FIELDS } from '#domain/catalogue/supplier-fields.ts'
import { newRecord, withForm } from '#domain/record-fields.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse, inRefusableTransaction } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { SUPPLIER_COLUMNS, getSupplier, findSupplier } from './queries.ts'

const refuseTakenName = () => refuse('form.invalid', { problems: [{ field: 'name', problem: 'taken' }] })

/**
 * Imports match suppliers by their names, ignoring case and surrounding spaces: if two had the same name, neither would match.
 */
async function isTaken(trx: Trx, name: string, except?: number): Promise<boolean> {
  const same = trx
    .selectFrom('supplier')
    .select('id')
    .where(sql<boolean>`lower(trim(name)) = lower(trim(${name}))`)
  const other = except === undefined ? same : same.where('id', '<>', except)
  return (await other.limit(1).executeTakeFirst()) !== undefined
}

export const addSupplier = ({ db }: Context, form: SupplierInput, author: Author) =>
  inRefusableTransaction(db, async trx => {
    if (await isTaken(trx, form.name)) return refuseTakenName()
    const after = newRecord(SUPPLIER_FIELDS, form)
    const { id } = await trx
      .insertInto('supplier')
      .values(SUPPLIER_COLUMNS.toRow(after))
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordChange(trx, { kind: 'supplier', id, before: null, after, author })
    return getSupplier(trx, id)
  })

type SaveSupplierInput = SupplierInput & { id: number; revision: number }

/** Saves a form that is based on the newest revision; bumps the catalogue, since shoppers see the name, or no longer do. */
export async function changeSupplier({ db }: Context, { id, revision, ...form }: SaveSupplierInput, author: Author) {
  return inRefusableTransaction(db, async trx => {
    await trx.selectFrom('supplier').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
    const current = await findSupplier(trx, id)
    if (!current) return refuse('notFound')
    if (current.revision !== revision) return refuse('record.changed', { current })
    const before = withForm(SUPPLIER_FIELDS, current)
    // A name that was the same as that of another supplier before may stay.
    if (form.name !== before.name && (await isTaken(trx, form.name, id))) return refuseTakenName()
    const after = withForm(SUPPLIER_FIELDS, before, form)
    if (await recordChange(trx, { kind: 'supplier', id, before, after, author })) {
      await trx
        .updateTable('supplier')
        .set({ ...SUPPLIER_COLUMNS.toRow(after), revision: revision + 1 })
        .where('id', '=', id)
        .execute()
      await bumpCatalogue(trx, 'all')
    }
    return getSupplier(trx, id)
  })
}

/** Whether orders, purchase prices or deliveries name a supplier. */
async function isNamed(trx: Trx, id: number): Promise<boolean> {
  for (const table of ['supplier_order', 'purchase_price', 'purchase_order', 'delivery'] as const) {
    const rows = trx.selectFrom(table).select('supplier_id').where('supplier_id', '=', id).limit(1)
    if (await rows.executeTakeFirst()) return true
  }
  return false
}

/** Removes a supplier without products, orders, purchase prices and deliveries. */
export async function removeSupplier({ db }: Context, id: number, author: Author) {
  return inRefusableTransaction(db, async trx => {
    // A concurrent call that adds a product of it now waits, and then finds no such supplier.
    await trx.selectFrom('supplier').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
    const current = await findSupplier(trx, id)
    if (!current) return refuse('notFound')
    const { products } = current
    if (products > 0 || (await isNamed(trx, id))) return refuse('record.inUse', { products })
    const before = withForm(SUPPLIER_FIELDS, current)
    await recordChange(trx, { kind: 'supplier', id, before, after: null, author })
    await trx.deleteFrom('supplier').where('id', '=', id).execute()
    return {}
  })
}
