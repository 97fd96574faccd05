import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AdminProduct, ProductInput } from '#contract/catalogue/admin-products.ts'
import type { BulkRow } from '#contract/catalogue/bulk-changes.ts'
import type { LanguageCode } from '#contract/values.ts'
import { fieldsAfter, fieldsBefore, type BulkChange, type ChangedFields } from '#domain/catalogue/bulk-change.ts'
import { productProblems, type FieldProblem } from '#domain/catalogue/product-form.ts'
import { findAdminProducts } from '#server/modules/catalogue/admin-products/queries.ts'
import { readLayouts, type Layouts } from '#server/platform/db/label-layouts.ts'
import { textIn } from '#server/platform/languages/text-in.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Db = Kysely<Database>

/** The result of a change for one product. */
export type PlannedRow = { before: AdminProduct; form: ProductInput; undo: ChangedFields; row: BulkRow }
export type Plan = { rows: PlannedRow[]; seen: string }
type Wanted = { ids: readonly number[]; change: BulkChange; language: LanguageCode; day: string }

/** Plans the change of all existing products, in the order of the ids. */
export async function planChanges(db: Db, { ids, change, language, day }: Wanted): Promise<Plan> {
  const products = await findAdminProducts(db, ids, day)
  const nameOf = await findNames(db, change, language)
  const found = [...new Set(ids)].flatMap(id => products.get(id) ?? [])
  const planning = { change, language, nameOf, layouts: await readLayouts(db) }
  const rows = found.map(product => planRow(product, planning))
  return { rows, seen: seenOf(found) }
}

/** The same text for the same products in the same revisions. */
function seenOf(products: readonly AdminProduct[]): string {
  const lines = products.map(({ id, revision }) => `${id}:${revision}`).toSorted()
  return createHash('sha256').update(lines.join(' ')).digest('base64url')
}

/** The last saved form of a product, without the stores, which a form may omit. */
export function formOf({ stores: _stay, supplier, ...fields }: AdminProduct): ProductInput {
  return { ...fields, supplier_id: supplier.id }
}

type Planning = {
  change: BulkChange
  language: LanguageCode
  nameOf: (value: Value) => BulkRow['from']
  layouts: Layouts
}
type Value = ChangedFields[keyof ChangedFields]

function planRow(product: AdminProduct, { change, language, nameOf, layouts }: Planning): PlannedRow {
  const saved = formOf(product)
  const fields = { ...saved, stores: product.stores }
  const changed = fieldsAfter(fields, change)
  const undo = fieldsBefore(fields, changed)
  const form = { ...saved, ...changed }
  const [from, to] = [nameOf(shown(undo)), nameOf(shown(changed))]
  const problems = productProblems(form, layouts).map(({ field, problem }: FieldProblem) => ({ field, problem }))
  const outcome =
    JSON.stringify(undo) === JSON.stringify(changed) ? 'same' : problems.length > 0 ? 'invalid' : 'changed'
  const row = { product_id: product.id, name: textIn(product.names, language), from, to, outcome, problems } as const
  return { before: product, form, undo, row: outcome === 'same' ? { ...row, problems: [] } : row }
}

/** The value that a change is about. */
const shown = ({ stores, ...plain }: ChangedFields): Value => stores?.[0]?.offered ?? Object.values(plain)[0] ?? null

/** Returns the names of suppliers, VAT classes and groups; other values unchanged. */
async function findNames(db: Db, { kind }: BulkChange, language: LanguageCode): Promise<Planning['nameOf']> {
  if (kind === 'group') return findGroupNames(db, language)
  const table = kind === 'supplier' ? 'supplier' : kind === 'vatClass' ? 'vat_class' : undefined
  const rows = table ? await db.selectFrom(table).select(['id', 'name']).execute() : []
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return value => {
    if (typeof value === 'number') return table ? (names.get(value) ?? null) : value
    return typeof value === 'boolean' ? value : null
  }
}

async function findGroupNames(db: Db, language: LanguageCode): Promise<Planning['nameOf']> {
  const rows = await db.selectFrom('product_group').select(['id', 'names']).execute()
  const names = new Map<unknown, string>(rows.map(row => [row.id, textIn(row.names, language)]))
  return value => names.get(value) ?? null
}
