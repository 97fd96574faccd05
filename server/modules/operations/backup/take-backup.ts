import { createHash } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { formerJobs } from '#server/platform/outbox/former-outboxes.ts'
import {
  type BackupHead,
  type BackupTail,
  END_OF_ROWS,
  FORMAT,
  FORMAT_VERSION,
  type TableFoot,
  type TableHead,
} from './backup-format.ts'
import { copyOutOf, sequencesNow, shopSums, type ShopTable, shopTables, speakPlainly } from './shop-tables.ts'

const line = (part: BackupHead | TableHead | TableFoot | BackupTail) => Buffer.from(`${JSON.stringify(part)}\n`)

/**
 * The whole shop at one moment, piece by piece, while it continues to sell: one snapshot, which blocks no other transaction. The
 * caller should pass each piece on before it requests the next, so that the whole is never in memory.
 */
export async function* takeBackup(pool: Pool): AsyncGenerator<Buffer> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
    await speakPlainly(client)
    const tables = await shopTables(client)
    yield line(await headOf(client, tables))
    for (const table of tables) yield* tablePieces(client, table)
    yield line(await tailOf(client))
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // Closes the connection, which may be in the middle of an operation.
    client.release(true)
    throw error
  }
}

async function headOf(client: PoolClient, tables: ShopTable[]): Promise<BackupHead> {
  const { rows } = await client.query<{ at: string; schema: string; postgresql: string }>(
    `SELECT to_char(now(), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS at, current_setting('server_version') AS postgresql,
      (SELECT max(name) FROM kysely_migration) AS schema`,
  )
  const { at = '', schema = '', postgresql = '' } = rows[0] ?? {}
  const names = tables.map(({ name }) => name)
  return { format: FORMAT, version: FORMAT_VERSION, taken_at: at, schema, postgresql, tables: names }
}

async function* tablePieces(client: PoolClient, table: ShopTable): AsyncGenerator<Buffer> {
  yield line({ table: table.name, columns: table.columns })
  const hash = createHash('sha256')
  const rows = client.query(copyTo(copyOutOf(table)))
  for await (const piece of rows as AsyncIterable<Buffer>) {
    hash.update(piece)
    yield piece
  }
  yield Buffer.from(END_OF_ROWS)
  yield line({ rows: rows.rowCount, sha256: hash.digest('hex') })
}

/** The number and hash of a table's rows as a backup would contain them. */
export async function footOf(client: PoolClient, table: ShopTable): Promise<TableFoot> {
  const hash = createHash('sha256')
  const rows = client.query(copyTo(copyOutOf(table)))
  for await (const piece of rows as AsyncIterable<Buffer>) hash.update(piece)
  return { rows: rows.rowCount, sha256: hash.digest('hex') }
}

const tailOf = async (client: PoolClient): Promise<BackupTail> => ({
  end: true,
  sequences: await sequencesNow(client),
  jobs: await formerJobs(client),
  sums: await shopSums(client),
})
