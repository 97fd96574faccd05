import { sql, type Transaction } from 'kysely'
import { readRow, type ImportProblem, type RowRead } from '#domain/catalogue/import-row.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { recordset } from '#server/platform/db/recordset.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { Claims } from './claim-codes.ts'
import { readKnownNames, type KnownNames, type Wishes } from './known-names.ts'
import { matchProducts } from './match-products.ts'
import { showImport } from './queries.ts'
import { openTable } from './table-rows.ts'
import { isExample } from './template.ts'
import { UnreadableFile } from './unreadable-file.ts'
import { validateRow, type Judged } from './validate-row.ts'

type Trx = Transaction<Database>
export type Upload = Wishes & { file: Buffer; name: string }

/** Checks a file and stores what an import of it would do, row by row. Changes no product. */
export async function checkImport({ db }: Context, upload: Upload, author: Author) {
  try {
    // Before the transaction: a file that takes long to read holds no lock in the database.
    const file = await readFile(upload.file)
    return await inTransaction(db, trx => check(trx, { ...upload, file }, author))
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { problem, column } = error
    return refuse('import.unreadable', { problem, ...(column && { column }) })
  }
}

type Said = { row: number; read: RowRead }
type Read = { ignored: string[]; examples: number; said: Said[] }

/** Limit of the text length in the fields of all rows: they are all in memory at once. */
const MOST_TEXT = 40_000_000

async function readFile(file: Buffer): Promise<Read> {
  const { columns, ignored, rows } = await openTable(file)
  const said: Said[] = []
  let examples = 0
  let length = 0
  for await (const chunk of rows)
    for (const { row, cells } of chunk) {
      if (isExample(cells, columns)) {
        examples++
        continue
      }
      const read = readRow(cells, columns)
      for (const value of read.values.values()) if (typeof value === 'string') length += value.length
      if (length > MOST_TEXT) throw new UnreadableFile('tooLarge')
      said.push({ row, read })
    }
  return { ignored, examples, said }
}

async function check(trx: Trx, { file, name, ...wishes }: Wishes & { file: Read; name: string }, author: Author) {
  const day = shopDate(author.at)
  const known = await readKnownNames(trx, { ...wishes, day })
  const { id } = await trx
    .insertInto('product_import')
    .values({
      file_name: name,
      ignored_columns: file.ignored,
      examples: file.examples,
      offer_in: [...known.offerIn],
      checked_by: author.userId,
      checked_at: author.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await checkRows(trx, { id, said: file.said, known, day })
  return showImport(trx, id)
}

type Checking = { id: number; said: readonly Said[]; known: KnownNames; day: string }
const BATCH = 500

async function checkRows(trx: Trx, { id, said, known, day }: Checking): Promise<void> {
  const claims = new Claims(known.layouts)
  for (let from = 0; from < said.length; from += BATCH) {
    const batch = said.slice(from, from + BATCH)
    const reads = batch.map(({ read }) => read)
    const matches = await matchProducts(trx, reads, { day, layouts: known.layouts })
    const judged = batch.flatMap(({ row, read }, at) => {
      const match = matches[at]
      return match ? [claims.take(validateRow({ row, read, match, known }))] : []
    })
    await keepRows(trx, id, judged)
  }
  await claims.markTaken(trx, id)
}

async function keepRows(trx: Trx, importId: number, judged: readonly Judged[]): Promise<void> {
  const rows = judged.map(({ row, form: _form, ...rest }) => ({
    row_number: row,
    ...rest,
    name: rest.name.toWellFormed(),
    problems: rest.problems.map(wellFormed),
  }))
  await sql`
    INSERT INTO product_import_row
      (product_import_id, row_number, result, name, product_id, revision, new_supplier, changes, problems)
    SELECT ${importId}, row_number, result, name, product_id, revision, new_supplier, changes, problems
    FROM ${recordset(rows, 'row_number integer, result text, name text, product_id integer, revision integer, new_supplier text, changes jsonb, problems jsonb')}`.execute(
    trx,
  )
}

/** Problems contain the beginning of a cell, which may end in half a surrogate pair. */
const wellFormed = (problem: ImportProblem): ImportProblem =>
  problem.value === undefined ? problem : { ...problem, value: problem.value.toWellFormed() }
