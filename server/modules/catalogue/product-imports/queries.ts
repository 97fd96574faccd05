import { sql } from 'kysely'
import type { ImportResult, ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { ImportProblem } from '#domain/catalogue/imports/import-row.ts'
import type { FieldChange } from '#domain/field-changes.ts'
import { findPage, type Paging } from '#server/platform/db/lists/find-page.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { countImages, findMissingChoices } from './row-facts.ts'

type ReferenceField = 'supplier_id' | 'vat_class_id' | 'group_id' | 'offered_in'
type RecordNames = Record<ReferenceField, ReadonlyMap<unknown, string>>

const byId = (rows: readonly { id: number; name: string }[]) =>
  new Map<unknown, string>(rows.map(({ id, name }) => [id, name]))

/** The names of the ids in changes. */
async function namesIn(db: Db, language: LanguageCode): Promise<RecordNames> {
  const findNames = async (table: 'supplier' | 'vat_class' | 'store') =>
    byId(await db.selectFrom(table).select(['id', 'name']).execute())
  const groups = await db.selectFrom('product_group').select(['id', 'names']).execute()
  return {
    group_id: byId(groups.map(({ id, names }) => ({ id, name: textInLanguage(names, language) }))),
    supplier_id: await findNames('supplier'),
    vat_class_id: await findNames('vat_class'),
    offered_in: await findNames('store'),
  }
}

const isNamed = (field: string): field is ReferenceField =>
  ['supplier_id', 'vat_class_id', 'group_id', 'offered_in'].includes(field)

type NewNames = { new_supplier: string | null; new_group: string | null }

/** Replaces ids by names, for readers. */
function nameChange({ field, from, to }: FieldChange, row: NewNames, names: RecordNames): FieldChange {
  if (!isNamed(field)) return { field, from, to }
  const findName = (id: unknown) => names[field].get(id) ?? JSON.stringify(id)
  const displayValue = (value: unknown) =>
    value === null ? null : Array.isArray(value) ? value.map(findName) : findName(value)
  const added = field === 'supplier_id' ? row.new_supplier : field === 'group_id' ? row.new_group : null
  return { field, from: displayValue(from), to: added ?? displayValue(to) }
}

/** The results of rows that are to be saved, or were. */
export const TO_SAVE = ['new', 'changed'] as const

const OFFER_CHANGED_PATH = sql.lit('$[*] ? (@.field == "offered_in" && @.to.size() > 0)')

async function countRows(db: Db, importId: number) {
  const counts = await db
    .selectFrom('product_import_row')
    .select(['result', 'outcome', ({ fn }) => fn.countAll<number>().as('rows')])
    .where('product_import_id', '=', importId)
    .select(
      sql<number>`count(*) FILTER (WHERE result = 'new' AND NOT jsonb_path_exists(changes, ${OFFER_CHANGED_PATH}))`.as(
        'nowhere',
      ),
    )
    .groupBy(['result', 'outcome'])
    .execute()
  const sum = (key: 'result' | 'outcome', word: string) =>
    counts.filter(count => count[key] === word).reduce((total, { rows }) => total + rows, 0)
  const countResult = (word: ImportResult) => sum('result', word)
  return {
    not_offered: counts.reduce((total, { nowhere }) => total + nowhere, 0),
    rows: {
      new: countResult('new'),
      changed: countResult('changed'),
      same: countResult('same'),
      invalid: countResult('invalid'),
    },
    outcomes: {
      applied: sum('outcome', 'applied'),
      restored: sum('outcome', 'restored'),
      removed: sum('outcome', 'removed'),
      disabled: sum('outcome', 'disabled'),
      skipped: sum('outcome', 'skipped'),
    },
  }
}

export const newSuppliersQuery = (db: Db, importId: number) =>
  db
    .selectFrom('product_import_row')
    .select('new_supplier')
    .distinct()
    .where('product_import_id', '=', importId)
    .where('result', 'in', TO_SAVE)
    .where('new_supplier', 'is not', null)
    .orderBy('new_supplier')
    .$narrowType<{ new_supplier: string }>()
    .execute()

/** The names of the groups that rows would add. */
export async function findNewGroups(db: Db, importId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('product_import_row')
    .select('new_group')
    .distinct()
    .where('product_import_id', '=', importId)
    .where('result', 'in', TO_SAVE)
    .where('new_group', 'is not', null)
    .orderBy('new_group')
    .$narrowType<{ new_group: string }>()
    .execute()
  return rows.map(({ new_group }) => new_group)
}

async function storeNames(db: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db.selectFrom('store').select('name').where('id', '=', anyId(ids)).orderBy('id').execute()
  return rows.map(({ name }) => name)
}

/** The rows of a checked import that have the id of a product with another name and other codes. */
export async function findOtherProducts(db: Db, importId: number): Promise<{ row: number; problem: ImportProblem }[]> {
  const rows = await db
    .selectFrom('product_import_row')
    .select(['row_number', 'problems'])
    .where('product_import_id', '=', importId)
    .where('result', '=', 'changed')
    .where('outcome', 'is', null)
    .where(sql<boolean>`problems <> '[]'`)
    .orderBy('row_number')
    .execute()
  return rows.flatMap(({ row_number: row, problems }) =>
    problems.filter(({ problem }) => problem === 'otherProduct').map(problem => ({ row, problem })),
  )
}

/** All but the file itself. */
const SHOWN_COLUMNS = [
  'product_import.id',
  'file_name',
  'state',
  'program',
  'skipped_rows',
  'columns',
  'examples',
  'html_texts',
  'ignored_columns',
  'headings',
  'default_stores',
  'stock_store_id',
  'checked_at',
  'applied_at',
  'undone_at',
] as const

/** An import with its counts. */
export async function findImport(db: Db, importId: number): Promise<ProductImport | undefined> {
  const row = await db
    .selectFrom('product_import')
    .leftJoin('product_import_progress as progress', 'progress.product_import_id', 'product_import.id')
    .select(SHOWN_COLUMNS)
    .select(['progress.done', 'progress.total'])
    .select(sql<boolean>`product_import.file IS NOT NULL`.as('has_file'))
    .where('id', '=', importId)
    .executeTakeFirst()
  if (!row) return undefined
  return {
    id: row.id,
    file_name: row.file_name,
    state: row.state,
    program: row.program,
    skipped_rows: row.skipped_rows,
    columns: row.columns,
    is_open: row.has_file && (row.state === 'uploaded' || row.state === 'checked'),
    ...(await countRows(db, importId)),
    examples: row.examples,
    html_texts: row.html_texts,
    other_products: (await findOtherProducts(db, importId)).length,
    missing_choices: await findMissingChoices(db, importId),
    ignored_columns: row.ignored_columns,
    headings: row.headings,
    default_stores: await storeNames(db, row.default_stores),
    stock_store: row.stock_store_id === null ? null : ((await storeNames(db, [row.stock_store_id]))[0] ?? null),
    new_suppliers: (await newSuppliersQuery(db, importId)).map(({ new_supplier }) => new_supplier),
    new_groups: await findNewGroups(db, importId),
    done: row.done ?? 0,
    total: row.total ?? 0,
    images: await countImages(db, importId),
    checked_at: row.checked_at.toISOString(),
    applied_at: row.applied_at?.toISOString() ?? null,
    undone_at: row.undone_at?.toISOString() ?? null,
  }
}

/** A page of the imports, the newest first. */
export async function findImports(db: Db, paging: Paging): Promise<{ items: ProductImport[]; total: number }> {
  const { items, total } = await findPage(
    {
      matching: db.selectFrom('product_import').where('state', '<>', 'uploaded'),
      select: rows => rows.select('id'),
      sorts: { id: sql`id` },
      defaultSort: '-id',
      id: sql`id`,
    },
    paging,
  )
  const displayValue: ProductImport[] = []
  for (const { id } of items) displayValue.push(await getImport(db, id))
  return { items: displayValue, total }
}

/** The import, which must exist: throws otherwise. */
export async function getImport(db: Db, importId: number): Promise<ProductImport> {
  const found = await findImport(db, importId)
  if (!found) throw new Error(`The import ${importId} is not there`)
  return found
}

type RowsQuery = Paging & { result?: ImportResult | undefined; language: LanguageCode }

/** A page of an import's rows; undefined: there is no such import. */
export async function findImportRows(db: Db, importId: number, { result, language, ...paging }: RowsQuery) {
  const imported = db.selectFrom('product_import').select('id').where('id', '=', importId)
  if (!(await imported.executeTakeFirst())) return undefined
  let matching = db.selectFrom('product_import_row').where('product_import_id', '=', importId)
  if (result) matching = matching.where('result', '=', result)
  const { items, total } = await findPage(
    {
      matching,
      select: rows => rows.selectAll(),
      sorts: { row: sql`row_number` },
      defaultSort: 'row',
      id: sql`row_number`,
    },
    paging,
  )
  const names = await namesIn(db, language)
  return {
    total,
    items: items.map((row): ImportRow => ({
      row: row.row_number,
      result: row.result,
      name: row.name,
      product_id: row.product_id,
      changes: row.changes.map(change => nameChange(change, row, names)),
      problems: row.problems,
      outcome: row.outcome,
      cells: row.cells,
    })),
  }
}
