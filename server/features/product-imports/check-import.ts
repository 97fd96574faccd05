import { readRow } from '#domain/import-row.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/context.ts'
import { recordset } from '#server/db/recordset.ts'
import type { Database } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refuse } from '#server/http/refusal.ts'
import { sql, type Transaction } from 'kysely'
import type { Author } from '../audit/record-change.ts'
import { Claims } from './claim-codes.ts'
import { judgeRow, type Judged } from './judge-row.ts'
import { readKnownNames, type KnownNames, type Wishes } from './known-names.ts'
import { matchProducts } from './match-products.ts'
import { showImport } from './queries.ts'
import { openTable, type Table } from './table-rows.ts'
import { isExample } from './template.ts'
import { UnreadableFile } from './unreadable-file.ts'

type Trx = Transaction<Database>
export type Upload = Wishes & { file: Buffer; name: string }

/** Looks at a file and keeps what an import of it would do, row by row. Changes no product. */
export async function checkImport({ db }: Context, upload: Upload, author: Author) {
  try {
    return await inTransaction(db, trx => check(trx, upload, author))
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    const { problem, column } = error
    return refuse('import.unreadable', { problem, ...(column && { column }) })
  }
}

async function check(trx: Trx, { file, name, ...wishes }: Upload, author: Author) {
  const table = await openTable(file)
  const day = shopDate(author.at)
  const known = await readKnownNames(trx, { ...wishes, day })
  const { id } = await trx
    .insertInto('product_import')
    .values({
      file_name: name,
      ignored_columns: table.ignored,
      offer_in: [...known.offerIn],
      checked_by: author.userId,
      checked_at: author.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const examples = await checkRows(trx, { id, table, known, day })
  if (examples > 0) await trx.updateTable('product_import').set({ examples }).where('id', '=', id).execute()
  return showImport(trx, id)
}

type Checking = { id: number; table: Table; known: KnownNames; day: string }

/** Gives how many rows were examples. */
async function checkRows(trx: Trx, { id, table, known, day }: Checking): Promise<number> {
  const claims = new Claims()
  let examples = 0
  for await (const chunk of table.rows) {
    const filled = chunk.filter(({ cells }) => !isExample(cells, table.columns))
    examples += chunk.length - filled.length
    const reads = filled.map(({ cells }) => readRow(cells, table.columns))
    const matches = await matchProducts(trx, reads, day)
    const judged = filled.flatMap(({ row }, at) => {
      const [read, match] = [reads[at], matches[at]]
      return read && match ? [claims.take(judgeRow({ row, read, match, known }))] : []
    })
    await keepRows(trx, id, judged)
  }
  await claims.markTaken(trx, id)
  return examples
}

async function keepRows(trx: Trx, importId: number, judged: readonly Judged[]): Promise<void> {
  const rows = judged.map(({ row, form: _form, ...rest }) => ({ row_number: row, ...rest }))
  await sql`
    INSERT INTO product_import_row
      (product_import_id, row_number, result, name, product_id, revision, new_supplier, changes, problems)
    SELECT ${importId}, row_number, result, name, product_id, revision, new_supplier, changes, problems
    FROM ${recordset(rows, 'row_number integer, result text, name text, product_id integer, revision integer, new_supplier text, changes jsonb, problems jsonb')}`.execute(
    trx,
  )
}
