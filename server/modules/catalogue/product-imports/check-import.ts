import { sql } from 'kysely'
import type { ProductInput } from '#contract/catalogue/admin-products.ts'
import type { productImports } from '#contract/catalogue/product-imports.ts'
import type { Input } from '#contract/endpoint.ts'
import { areOwnHeads } from '#domain/catalogue/imports/import-headings.ts'
import { type ImportProblem, readRow, type RowRead } from '#domain/catalogue/imports/import-row.ts'
import { firstCharacters, displayText } from '#domain/catalogue/imports/sheet-cells.ts'
import type { Cell } from '#domain/format/csv.ts'
import { comparisonKey } from '#domain/format/normalise-text.ts'
import { shopDate } from '#domain/shop-date.ts'
import { codeHolders, toCodeRows } from '#server/modules/catalogue/admin-products/save-codes.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Layouts } from '#server/platform/db/find-scale-label-layouts.ts'
import { recordset } from '#server/platform/db/sql-fragments.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { type Choice, headingsFinder, rememberColumns, isExample } from './choose-headings.ts'
import { readKnownGoods, type ImportContext, readImportContext, type ImportOptions } from './import-context.ts'
import { matchProducts } from './match-names.ts'
import { UnreadableFile } from './open-xlsx.ts'
import { getImport } from './queries.ts'
import { type FindHeadings, openTable, type Table } from './table-rows.ts'
import { type JudgedRow, validateRow } from './validate-row.ts'

/** `choice`: the columns that an admin chose. */
type Upload = ImportOptions & { file: Buffer; name: string; choice?: Choice | undefined }

/** The admin's choices for an import, as the API receives them. */
export const readCheckQuery = ({
  name,
  create_suppliers: createSuppliers = false,
  supplier_of_all: supplierOfAll,
  offer_in: offerIn,
  stock_in: stockIn,
  columns,
  heading_row: headingRow,
}: Input<typeof productImports.check, 'query'>): Omit<Upload, 'file'> => ({
  name,
  createSuppliers,
  supplierOfAll,
  offerIn,
  stockIn,
  choice: columns === undefined ? undefined : { columns, headingRow },
})

/** Checks a file and stores what an import of it would do, row by row. Changes no product. */
export const checkImport = ({ db }: Context, upload: Upload, author: Author) =>
  orUnreadable(async () => {
    // Before the transaction: a file that takes long to read holds no lock in the database.
    const file = await readFile(upload.file, headingsFinder(db, upload.choice))
    if (upload.choice) await rememberColumns(db, { cells: file.headings, columns: file.columns })
    return inTransaction(db, trx => check(trx, { ...upload, file }, author))
  })

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

type ParsedRow = { row: number; read: RowRead; cells: readonly Cell[] }
type ReadTable = Pick<Table, 'columns' | 'ignored'> & {
  headings: readonly Cell[]
  examples: number
  htmlTexts: number
  parsedRows: ParsedRow[]
}

/** Limit of the text length in the fields of all rows: they are all in memory at once. */
const MAX_TEXT_LENGTH = 40_000_000

async function readFile(file: Buffer, find: FindHeadings): Promise<ReadTable> {
  const { columns, ignored, headings, rows } = await openTable(file, find)
  const parsedRows: ParsedRow[] = []
  let examples = 0
  let htmlTexts = 0
  let length = 0
  for await (const chunk of rows)
    for (const { row, cells } of chunk) {
      if (isExample(cells, headings.cells)) {
        examples++
        continue
      }
      const read = readRow(cells, columns, headings.cells)
      for (const value of read.values.values()) if (typeof value === 'string') length += value.length
      htmlTexts += read.htmlTexts
      if (length > MAX_TEXT_LENGTH) throw new UnreadableFile('tooLarge')
      parsedRows.push({ row, read, cells })
    }
  return { columns, ignored, headings: headings.cells, examples, htmlTexts, parsedRows }
}

async function check(
  trx: Trx,
  { file, name, ...options }: ImportOptions & { file: ReadTable; name: string },
  author: Author,
) {
  const day = shopDate(author.at)
  const hasOwnIds = file.columns.includes('id') || areOwnHeads(file.headings)
  const context = await readImportContext(trx, { ...options, day, hasOwnIds })
  const { id } = await trx
    .insertInto('product_import')
    .values({
      file_name: name,
      ignored_columns: file.ignored,
      headings: file.headings.map(truncateCell),
      examples: file.examples,
      html_texts: file.htmlTexts,
      offer_in: [...context.offerIn],
      stock_store_id: file.columns.includes('stock') ? (context.stockIn ?? null) : null,
      checked_by: author.userId,
      checked_at: author.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await checkRows(trx, { id, parsedRows: file.parsedRows, context })
  return getImport(trx, id)
}

type CheckRowsInput = { id: number; parsedRows: readonly ParsedRow[]; context: ImportContext }
const BATCH = 500

async function checkRows(trx: Trx, { id, parsedRows, context }: CheckRowsInput): Promise<void> {
  const claims = new Claims(context.layouts)
  for (let from = 0; from < parsedRows.length; from += BATCH) {
    const batch = parsedRows.slice(from, from + BATCH)
    const reads = batch.map(({ read }) => read)
    const matches = await matchProducts(trx, reads, context)
    const productIds = matches.flatMap(({ product }) => product?.id ?? [])
    const goods = await readKnownGoods(trx, productIds, context.stockIn)
    const judged = batch.flatMap(({ row, read }, at) => {
      const match = matches[at]
      return match ? [claims.claim(validateRow({ row, read, match, context, goods }))] : []
    })
    await storeRows(trx, id, { judged, batch })
  }
  await claims.markTaken(trx, id)
}

const MAX_CELL_LENGTH = 1_000
/** As text that the database can store. */
const truncateCell = (cell: Cell) => firstCharacters(displayText(cell), MAX_CELL_LENGTH)

type JudgedBatch = { judged: readonly JudgedRow[]; batch: readonly ParsedRow[] }

async function storeRows(trx: Trx, importId: number, { judged, batch }: JudgedBatch): Promise<void> {
  const cells = new Map(batch.map(parsedRows => [parsedRows.row, parsedRows.cells]))
  const rows = judged.map(({ row, form: _form, ...rest }) => ({
    // A row may turn out to be wrong later: when another row has its code, or a product was changed meanwhile.
    cells: rest.result === 'same' ? null : cells.get(row)?.map(truncateCell),
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
    FROM ${recordset(rows, 'row_number integer, result text, name text, product_id integer, revision integer, new_supplier text, new_group text, changes jsonb, problems jsonb, cells jsonb, last_recount_id bigint')}`.execute(
    trx,
  )
}

/** Problems contain the beginning of a cell, which may end in half a surrogate pair. */
const wellFormed = (problem: ImportProblem): ImportProblem =>
  problem.value === undefined ? problem : { ...problem, value: problem.value.toWellFormed() }

type Claim = { row: number; product_id: number | null; field: string }

/** Which row of a file has which product and which codes. A second row with the same ones is wrong. */
class Claims {
  readonly #rowOf = new Map<number, number>()
  readonly #codes = new Map<string, Claim>()
  /** New products without codes, by the key by which the next import finds them. */
  readonly #names = new Map<string, number>()
  readonly #layouts: Layouts

  constructor(layouts: Layouts) {
    this.#layouts = layouts
  }

  claim(judged: JudgedRow): JudgedRow {
    const { row, product_id, form } = judged
    if (!form) return judged
    const name = product_id === null ? getNameKey(form, judged.new_supplier) : undefined
    const earlier =
      product_id === null ? (name === undefined ? undefined : this.#names.get(name)) : this.#rowOf.get(product_id)
    if (earlier !== undefined) return wrong(judged, [{ field: 'id', problem: 'rowRepeated', row: earlier }])
    // A new product has no id yet; its codes are those of its row.
    const codes = toCodeRows(form, { productId: 0, layouts: this.#layouts })
    const problems = codes.flatMap(({ code_key, field }): ImportProblem[] => {
      const other = this.#codes.get(code_key)
      return other ? [{ field, problem: 'repeated', row: other.row }] : []
    })
    if (problems.length > 0) return wrong(judged, problems)
    if (product_id !== null) this.#rowOf.set(product_id, row)
    if (name !== undefined) this.#names.set(name, row)
    for (const { code_key, field } of codes) this.#codes.set(code_key, { row, product_id, field })
    return judged
  }

  /** Marks the rows whose codes belong to products that keep them. A code that a row of the same file releases is free. */
  async markTaken(trx: Trx, importId: number): Promise<void> {
    const holders = await codeHolders(trx, [...this.#codes.keys()])
    const claims = [...holders].flatMap(([code_key, product_id]) => {
      const claim = this.#codes.get(code_key)
      if (!claim || claim.product_id === product_id || this.#rowOf.has(product_id)) return []
      return [{ row: claim.row, problem: { field: claim.field, problem: 'taken' as const, product_id } }]
    })
    await markWrong(trx, importId, claims)
  }
}

/** All names and the supplier; undefined if a code identifies the product. */
function getNameKey({ names, supplier_id, ...codes }: ProductInput, newSupplier: string | null): string | undefined {
  if (codes.ean13 ?? codes.product_code ?? codes.eanCase) return undefined
  const { fi, en, sv } = names
  return JSON.stringify([
    ...[fi, en, sv].map(comparisonKey),
    newSupplier === null ? supplier_id : comparisonKey(newSupplier),
  ])
}

const wrong = (judged: JudgedRow, problems: ImportProblem[]): JudgedRow => ({
  ...judged,
  result: 'wrong',
  changes: [],
  problems,
  form: undefined,
})

/** Marks rows as wrong that were valid before. Without `problem`, a row has the reason among its problems already. */
export async function markWrong(
  trx: Trx,
  importId: number,
  found: readonly { row: number; problem?: ImportProblem }[],
): Promise<void> {
  if (found.length === 0) return
  await sql`
    UPDATE product_import_row AS kept SET result = 'wrong', changes = '[]', problems = problems || r.found
    FROM (SELECT row, coalesce(jsonb_agg(problem) FILTER (WHERE problem IS NOT NULL), '[]') AS found
      FROM ${recordset(found, 'row integer, problem jsonb')} GROUP BY row) r
    WHERE kept.product_import_id = ${importId} AND kept.row_number = r.row`.execute(trx)
}
