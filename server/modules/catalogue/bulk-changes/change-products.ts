import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import type { BulkDone, BulkRow } from '#contract/catalogue/bulk-changes.ts'
import type { LanguageCode } from '#contract/values.ts'
import { type ChangedFields, fieldsAfter, fieldsBefore, type FieldsChange } from '#domain/catalogue/bulk-change.ts'
import type { MadeChange } from '#domain/catalogue/grid/grid-change.ts'
import { productProblems, type FieldProblem } from '#domain/catalogue/product-form.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findAdminProducts, toProductInput } from '#server/modules/catalogue/admin-products/queries.ts'
import { saveChangedProducts } from '#server/modules/catalogue/admin-products/save-products.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import { readLayouts, type LabelLayouts } from '#server/modules/catalogue/products/find-scale-label-layouts.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { jsonRecordset, anyId } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

type ChangeRequest = { ids: readonly number[]; change: FieldsChange; language: LanguageCode; at: Date }

/** What a change would do, without doing it. */
export async function previewChange({ db }: Context, request: ChangeRequest) {
  const unknown = await unknownName(db, request.change)
  if (unknown) return unknown
  const plan = await planChanges(db, { ...request, day: shopDate(request.at) })
  return plan.rows.length > 0 ? toBulkDone(plan, null) : refuse('notFound')
}

/** Changes all products that stay valid, as shown in a preview, through the same code as a single save. */
export async function changeProducts(
  { db }: Context,
  { preview_hash, ...request }: Omit<ChangeRequest, 'at'> & { preview_hash: string },
  author: Author,
) {
  return inRefusableTransaction(db, async trx => {
    const unknown = await unknownName(trx, request.change)
    if (unknown) return unknown
    await lockProducts(trx, request.ids)
    const plan = await planChanges(trx, { ...request, day: shopDate(author.at) })
    if (plan.preview_hash !== preview_hash) return refuse('record.changed')
    const changing = plan.rows.filter(({ row }) => row.outcome === 'changed')
    if (changing.length === 0) return toBulkDone(plan, null)
    const { ids, conflicts } = await saveChangedProducts(trx, changing, author)
    if (conflicts.size > 0) throw new Error('a change that touches no codes took some')
    await bumpCatalogue(trx, 'all')
    const saved = new Set(ids)
    const rows = changing
      .filter(({ before }) => saved.has(before.id))
      .map(({ before, undo }) => ({ product_id: before.id, revision: before.revision + 1, before: undo }))
    return toBulkDone(plan, await storeForUndo(trx, { rows, change: request.change }, author))
  })
}

/** Locks in the order of ids, so that two concurrent changes of the same products do not deadlock. */
export const lockProducts = (trx: Trx, ids: readonly number[]) =>
  trx.selectFrom('product').select('id').where('id', '=', anyId(ids)).orderBy('id').forNoKeyUpdate().execute()

/** Refuses a supplier, VAT class, group or store that does not exist; locks a supplier or group until the commit. */
async function unknownName(db: Db, change: FieldsChange) {
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

/** `before`: what an undo needs of a product. `revision`: the one that the change made. */
export type UndoRow = { product_id: number; revision: number; before: object }
type UndoRecord = { rows: readonly UndoRow[]; change: MadeChange }

/** Returns the id by which the whole change can be undone. */
export async function storeForUndo(trx: Trx, { rows, change }: UndoRecord, author: Author): Promise<number> {
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
  await sql`
    INSERT INTO bulk_change_row (bulk_change_id, product_id, revision, before)
    SELECT ${id}, product_id, revision, before
    FROM ${jsonRecordset(rows, 'product_id integer, revision integer, before jsonb')}`.execute(trx)
  return id
}

type BulkResult = { rows: readonly { row: BulkRow }[]; preview_hash: string }

export function toBulkDone({ rows: planned, preview_hash }: BulkResult, id: number | null): BulkDone {
  const rows = planned.map(({ row }) => row)
  const count = (outcome: string) => rows.filter(row => row.outcome === outcome).length
  return { id, preview_hash, changed: count('changed'), same: count('same'), invalid: count('invalid'), rows }
}

/** The result of a change for one product. */
type PlannedRow = { before: AdminProduct; form: ProductInput; undo: ChangedFields; row: BulkRow }
type ChangePlan = { rows: PlannedRow[]; preview_hash: string }
type PlannedChange = { ids: readonly number[]; change: FieldsChange; language: LanguageCode; day: string }

/** Plans the change of all existing products, in the order of the ids. */
async function planChanges(db: Db, { ids, change, language, day }: PlannedChange): Promise<ChangePlan> {
  const products = await findAdminProducts(db, ids, day)
  const getName = await findNames(db, change, language)
  const found = [...new Set(ids)].flatMap(id => products.get(id) ?? [])
  const planning = { change, language, getName, layouts: await readLayouts(db) }
  const rows = found.map(product => planRow(product, planning))
  return { rows, preview_hash: hashStates(found.map(({ id, revision }) => `${id}:${revision}`)) }
}

/** The same text for the same products in the same state, which is their revision and what else a change depends on. */
export const hashStates = (states: readonly string[]): string =>
  createHash('sha256').update(states.toSorted().join(' ')).digest('base64url')

type PlanRowContext = {
  change: FieldsChange
  language: LanguageCode
  getName: (value: ChangedValue) => BulkRow['from']
  layouts: LabelLayouts
}
type ChangedValue = ChangedFields[keyof ChangedFields]

function planRow(product: AdminProduct, { change, language, getName, layouts }: PlanRowContext): PlannedRow {
  const saved = toProductInput(product)
  const fields = { ...saved, stores: product.stores }
  const changed = fieldsAfter(fields, change)
  const undo = fieldsBefore(fields, changed)
  const form = { ...saved, ...changed }
  const [from, to] = [getName(changedValue(undo)), getName(changedValue(changed))]
  const problems = productProblems(form, layouts, product).map(({ field, problem }: FieldProblem) => ({
    field,
    problem,
  }))
  const outcome =
    JSON.stringify(undo) === JSON.stringify(changed) ? 'same' : problems.length > 0 ? 'invalid' : 'changed'
  const row = {
    product_id: product.id,
    name: textInLanguage(product.names, language),
    from,
    to,
    outcome,
    problems,
  } as const
  return { before: product, form, undo, row: outcome === 'same' ? { ...row, problems: [] } : row }
}

/** The value that a change is about. */
const changedValue = ({ stores, ...plain }: ChangedFields): ChangedValue =>
  stores?.[0]?.offered ?? Object.values(plain)[0] ?? null

/** Returns the names of suppliers, VAT classes and groups; other values unchanged. */
async function findNames(db: Db, { kind }: FieldsChange, language: LanguageCode): Promise<PlanRowContext['getName']> {
  if (kind === 'group') return findGroupNames(db, language)
  const table = kind === 'supplier' ? 'supplier' : kind === 'vatClass' ? 'vat_class' : undefined
  const rows = table ? await db.selectFrom(table).select(['id', 'name']).execute() : []
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return value => {
    if (typeof value === 'number') return table ? (names.get(value) ?? null) : value
    return typeof value === 'boolean' ? value : null
  }
}

async function findGroupNames(db: Db, language: LanguageCode): Promise<PlanRowContext['getName']> {
  const rows = await db.selectFrom('product_group').select(['id', 'names']).execute()
  const names = new Map<unknown, string>(rows.map(row => [row.id, textInLanguage(row.names, language)]))
  return value => names.get(value) ?? null
}
