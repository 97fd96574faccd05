import { sql } from 'kysely'
import type { productImports } from '#contract/catalogue/product-imports.ts'
import type { Input } from '#contract/endpoint.ts'
import { findFormat } from '#domain/catalogue/imports/foreign-formats.ts'
import { rowShaper } from '#domain/catalogue/imports/foreign-rows.ts'
import { correctRow, type ImportChoices, type ImportCorrection } from '#domain/catalogue/imports/import-choices.ts'
import { areOwnHeadings } from '#domain/catalogue/imports/import-headings.ts'
import { type ImportProblem, readRow, type RowRead } from '#domain/catalogue/imports/import-row.ts'
import { firstCharacters, displayText } from '#domain/catalogue/imports/sheet-cells.ts'
import type { CsvCell } from '#domain/format/csv.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { headingsFinder, isExample, previewFile } from './choose-headings.ts'
import { readKnownGoods, type ImportContext, readImportContext } from './import-context.ts'
import { beginProgress, lockImport, reportProgress } from './import-rows.ts'
import { matchProducts } from './match-names.ts'
import { UnreadableFile } from './open-xlsx.ts'
import { getImport } from './queries.ts'
import { RowClaims } from './row-claims.ts'
import { type FindHeadings, openTable, type ImportTable } from './table-rows.ts'
import { type ValidatedRow, validateRow } from './validate-row.ts'

type ImportUpload = { file: Buffer; name: string; choices: ImportChoices }

/** The admin's choices for an import, as the API receives them. */
export const toChoices = ({
  create_suppliers: createSuppliers,
  default_supplier_id: defaultSupplierId,
  default_vat_class_id: defaultVatClassId,
  net_prices: netPrices,
  default_stores: offerIn,
  stock_store: stockIn,
  columns,
  heading_row: headingRow,
}: Omit<Input<typeof productImports.check, 'query'>, 'name'>): ImportChoices => ({
  createSuppliers,
  defaultSupplierId,
  defaultVatClassId,
  netPrices,
  offerIn,
  stockIn,
  columns,
  headingRow,
})

/** Checks a file and stores what an import of it would do, row by row. Changes no product. */
export const checkImport = (context: Context, { file, name, choices }: ImportUpload, author: Author) =>
  orUnreadable(async () => {
    // Before it is stored: a file that can't be read leaves nothing.
    const read = await readFile(file, headingsFinder(context.db, choices), [])
    const id = await storeFile(context.db, { file, name }, author)
    return storeCheck(context, { id, choices, corrections: [], file: read }, author)
  })

/** Stores a file that was not checked yet, and returns its columns with its first rows. */
export const uploadFile = (context: Context, upload: Omit<ImportUpload, 'choices'>, author: Author) =>
  orUnreadable(async () => {
    const preview = await previewFile(context.db, upload.file)
    return { ...preview, id: await storeFile(context.db, upload, author) }
  })

/** The columns of a stored file, with its first rows. */
export async function previewStored({ db }: Context, id: number) {
  const found = await db
    .selectFrom('product_import')
    .select(['file', 'choices'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!found) return refuse('notFound')
  const { file, choices } = found
  return file ? { ...(await previewFile(db, file, choices)), id } : refuse('import.notOpen')
}

async function storeFile(db: Db, { file, name }: Omit<ImportUpload, 'choices'>, author: Author): Promise<number> {
  const row = { file_name: name, state: 'uploaded' as const, headings: [], ignored_columns: [], file }
  const { id } = await db
    .insertInto('product_import')
    .values({ ...row, checked_by: author.userId, checked_at: author.at })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type RecheckInput = { id: number; choices: ImportChoices; corrections: readonly ImportCorrection[] }

/** Checks a stored file with other choices, or with more corrections; an import that was saved stays as it is. */
export const recheckImport = (context: Context, { id, choices, corrections }: RecheckInput, author: Author) =>
  orUnreadable(async () => {
    const stored = await context.db
      .selectFrom('product_import')
      .select(['file', 'state', 'choices', 'corrections'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!stored) return refuse('notFound')
    if (!stored.file || stored.state === 'applied' || stored.state === 'undone') return refuse('import.notOpen')
    const options = Object.fromEntries(Object.entries(choices).filter(([, value]) => value !== undefined))
    // Corrections are those of cells by their place: a choice of other columns leaves them.
    const all = [...stored.corrections, ...corrections]
    if (all.length > MAX_CORRECTIONS) return refuse('import.tooManyCorrections')
    const chosen: ImportChoices = { ...stored.choices, ...options }
    const file = await readFile(stored.file, headingsFinder(context.db, chosen), all)
    return storeCheck(context, { id, choices: chosen, corrections: all, file }, author)
  })

const MAX_CORRECTIONS = 2_000

async function storeCheck(context: Context, checking: RecheckInput & { file: ReadTable }, author: Author) {
  const { id, file } = checking
  await beginProgress(context.db, id, file.parsedRows.length)
  return inRefusableTransaction(context.db, async trx => {
    const row = await lockImport(trx, id)
    if (!row || (row.state !== 'uploaded' && row.state !== 'checked')) return refuse('import.notOpen')
    await trx.deleteFrom('product_import_row').where('product_import_id', '=', id).execute()
    return checkFileRows(trx, checking, { author, report: done => reportProgress(context.db, id, done) })
  })
}

/** The result, or why the file can't be read. */
export async function orUnreadable<T>(work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { problem, column, row } = error
    return refuse('import.unreadable', { problem, ...(column && { column }), ...(row && { row }) })
  }
}

type ParsedRow = { row: number; read: RowRead; cells: readonly CsvCell[] }
type ReadTable = Pick<ImportTable, 'columns' | 'ignored'> & {
  headings: readonly CsvCell[]
  program: string | null
  skippedRows: number
  examples: number
  htmlTexts: number
  parsedRows: ParsedRow[]
}

/** Limit of the text length in the fields of all rows: they are all in memory at once. */
const MAX_TEXT_LENGTH = 40_000_000

async function readFile(
  file: Buffer,
  find: FindHeadings,
  corrections: readonly ImportCorrection[],
): Promise<ReadTable> {
  const { columns, ignored, headings, rows } = await openTable(file, find)
  const format = areOwnHeadings(headings.cells) ? undefined : findFormat(headings.cells)
  const shapeRow = format ? rowShaper(format, headings.cells) : undefined
  const table: ReadTable = {
    columns,
    ignored,
    headings: headings.cells,
    program: format?.program ?? null,
    skippedRows: 0,
    examples: 0,
    htmlTexts: 0,
    parsedRows: [],
  }
  let length = 0
  for await (const chunk of rows)
    for (const { row, cells: written } of chunk) {
      if (isExample(written, headings.cells)) {
        table.examples++
        continue
      }
      const shaped = shapeRow ? shapeRow(written) : written
      if (!shaped) {
        table.skippedRows++
        continue
      }
      const cells = correctRow({ row, cells: shaped }, corrections)
      const read = readRow(cells, columns, headings.cells)
      for (const value of read.values.values()) if (typeof value === 'string') length += value.length
      table.htmlTexts += read.htmlTexts
      if (length > MAX_TEXT_LENGTH) throw new UnreadableFile('tooLarge')
      table.parsedRows.push({ row, read, cells })
    }
  return table
}

type ReportProgress = (done: number) => Promise<boolean>

async function checkFileRows(
  trx: Trx,
  { id, choices, corrections, file }: RecheckInput & { file: ReadTable },
  { author, report }: { author: Author; report: ReportProgress },
) {
  const day = shopDate(author.at)
  const hasOwnIds = file.columns.includes('id') || areOwnHeadings(file.headings)
  const context = await readImportContext(trx, { ...choices, day, hasOwnIds })
  await trx
    .updateTable('product_import')
    .set({
      state: 'checked',
      choices: JSON.stringify(choices),
      corrections: JSON.stringify(corrections),
      program: file.program,
      columns: JSON.stringify(file.headings.map((_, at) => file.columns[at] ?? null)),
      skipped_rows: file.skippedRows,
      ignored_columns: file.ignored,
      headings: file.headings.map(truncateCell),
      examples: file.examples,
      html_texts: file.htmlTexts,
      default_stores: [...context.offerIn],
      stock_store_id: file.columns.includes('stock') ? (context.stockIn ?? null) : null,
      checked_by: author.userId,
      checked_at: author.at,
    })
    .where('id', '=', id)
    .execute()
  const isDone = await checkRows(trx, { id, parsedRows: file.parsedRows, context, report })
  return isDone ? getImport(trx, id) : refuse('import.cancelled')
}

type CheckRowsInput = { id: number; parsedRows: readonly ParsedRow[]; context: ImportContext; report: ReportProgress }
const BATCH_SIZE = 500

async function checkRows(trx: Trx, { id, parsedRows, context, report }: CheckRowsInput): Promise<boolean> {
  const claims = new RowClaims(context.layouts)
  for (let from = 0; from < parsedRows.length; from += BATCH_SIZE) {
    const batch = parsedRows.slice(from, from + BATCH_SIZE)
    const reads = batch.map(({ read }) => read)
    const matches = await matchProducts(trx, reads, context)
    const productIds = matches.flatMap(({ product }) => product?.id ?? [])
    const goods = await readKnownGoods(trx, productIds, context.stockIn)
    const validated = batch.flatMap(({ row, read }, at) => {
      const match = matches[at]
      return match ? [claims.claim(validateRow({ row, read, match, context, goods }))] : []
    })
    await storeRows(trx, id, { validated: validated, batch })
    if (!(await report(from + batch.length))) return false
  }
  await claims.markTaken(trx, id)
  return true
}

const MAX_CELL_LENGTH = 1_000
/** As text that the database can store. */
const truncateCell = (cell: CsvCell) => firstCharacters(displayText(cell), MAX_CELL_LENGTH)

type ValidatedBatch = { validated: readonly ValidatedRow[]; batch: readonly ParsedRow[] }

async function storeRows(trx: Trx, importId: number, { validated: judged, batch }: ValidatedBatch): Promise<void> {
  const cells = new Map(batch.map(parsedRows => [parsedRows.row, parsedRows.cells]))
  const rows = judged.map(({ row, form: _form, ...rest }) => ({
    cells: cells.get(row)?.map(truncateCell),
    row_number: row,
    ...rest,
    name: rest.name.toWellFormed(),
    problems: rest.problems.map(wellFormed),
  }))
  await sql`
    INSERT INTO product_import_row
      (product_import_id, row_number, result, name, product_id, revision, new_supplier, new_group, changes, problems, cells, last_recount_id)
    SELECT ${importId}, row_number, result, name, product_id, revision, new_supplier, new_group, changes, problems, cells,
      last_recount_id
    FROM ${jsonRecordset(rows, 'row_number integer, result text, name text, product_id integer, revision integer, new_supplier text, new_group text, changes jsonb, problems jsonb, cells jsonb, last_recount_id bigint')}`.execute(
    trx,
  )
}

/** Problems contain the beginning of a cell, which may end in half a surrogate pair. */
const wellFormed = (problem: ImportProblem): ImportProblem =>
  problem.value === undefined ? problem : { ...problem, value: problem.value.toWellFormed() }
