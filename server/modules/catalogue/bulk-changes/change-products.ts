import { type Kysely, sql, type Transaction } from 'kysely'
import type { BulkDone } from '#contract/catalogue/bulk-changes.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { BulkChange } from '#domain/catalogue/bulk-change.ts'
import { shopDate } from '#domain/shop-date.ts'
import { saveChangedProducts } from '#server/modules/catalogue/admin-products/save-products.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { bumpCatalogue } from '#server/platform/catalogue-version/catalogue-version.ts'
import type { Context } from '#server/platform/context.ts'
import { recordset } from '#server/platform/db/recordset.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { type Plan, planChanges, type PlannedRow } from './plan-changes.ts'

type Wanted = { ids: readonly number[]; change: BulkChange; language: LanguageCode; at: Date }

/** What a change would do, without doing it. */
export async function previewChange({ db }: Context, wanted: Wanted) {
  const unknown = await unknownName(db, wanted.change)
  if (unknown) return unknown
  const plan = await planChanges(db, { ...wanted, day: shopDate(wanted.at) })
  return plan.rows.length > 0 ? told(plan, null) : refuse('notFound')
}

/** Changes all products that stay valid, as shown in a preview, through the same code as a single save. */
export async function changeProducts(
  { db }: Context,
  { seen, ...wanted }: Omit<Wanted, 'at'> & { seen: string },
  author: Author,
) {
  return inRefusableTransaction(db, async trx => {
    const unknown = await unknownName(trx, wanted.change)
    if (unknown) return unknown
    await lockProducts(trx, wanted.ids)
    const plan = await planChanges(trx, { ...wanted, day: shopDate(author.at) })
    if (plan.seen !== seen) return refuse('record.changed')
    const changing = plan.rows.filter(({ row }) => row.outcome === 'changed')
    if (changing.length === 0) return told(plan, null)
    const { ids, taken } = await saveChangedProducts(trx, changing, author)
    if (taken.size > 0) throw new Error('a change that touches no codes took some')
    await bumpCatalogue(trx, 'all')
    const saved = new Set(ids)
    const rows = changing.filter(({ before }) => saved.has(before.id))
    return told(plan, await keepForUndo(trx, { rows, change: wanted.change }, author))
  })
}

/** Locks in the order of ids, so that two concurrent changes of the same products do not deadlock. */
export const lockProducts = (trx: Transaction<Database>, ids: readonly number[]) =>
  trx.selectFrom('product').select('id').where('id', '=', anyOf(ids)).orderBy('id').forNoKeyUpdate().execute()

/** Refuses a supplier, VAT class, group or store that does not exist; locks a supplier or group until the commit. */
async function unknownName(db: Kysely<Database>, change: BulkChange) {
  const found =
    change.kind === 'supplier'
      ? db.selectFrom('supplier').select('id').where('id', '=', change.supplier_id).forKeyShare()
      : change.kind === 'vatClass'
        ? db.selectFrom('vat_class').select('id').where('id', '=', change.vat_class_id)
        : change.kind === 'group' && change.group_id !== null
          ? db.selectFrom('product_group').select('id').where('id', '=', change.group_id).forKeyShare()
          : change.kind === 'offered'
            ? db.selectFrom('store').select('id').where('id', '=', change.store_id)
            : undefined
  if (!found || (await found.executeTakeFirst())) return undefined
  return refuse('form.invalid', { problems: [{ field: change.kind, problem: 'unknown' }] })
}

type Kept = { rows: readonly PlannedRow[]; change: BulkChange }

/** Returns the id by which the whole change can be undone. */
async function keepForUndo(trx: Transaction<Database>, { rows, change }: Kept, author: Author): Promise<number> {
  const { id } = await trx
    .insertInto('bulk_change')
    .values({
      change: JSON.stringify(change),
      user_id: author.userId,
      created_at: author.at,
      products: rows.length,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kept = rows.map(({ before, undo }) => ({ product_id: before.id, revision: before.revision + 1, before: undo }))
  await sql`
    INSERT INTO bulk_change_row (bulk_change_id, product_id, revision, before)
    SELECT ${id}, product_id, revision, before
    FROM ${recordset(kept, 'product_id integer, revision integer, before jsonb')}`.execute(trx)
  return id
}

function told({ rows: planned, seen }: Plan, id: number | null): BulkDone {
  const rows = planned.map(({ row }) => row)
  const count = (outcome: string) => rows.filter(row => row.outcome === outcome).length
  return { id, seen, changed: count('changed'), same: count('same'), invalid: count('invalid'), rows }
}
