import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Client, type PoolConfig } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { writeBackupFile } from '#server/modules/operations/backup/backup-files.ts'
import { createBackup } from '#server/modules/operations/backup/create-backup.ts'
import { restoreChecked, type VerifiedBackup } from '#server/modules/operations/backup/verify-backup.ts'
import { connectTo, type DatabaseHandle } from '#server/platform/db/connect.ts'
import { startEmbeddedDatabase, type EmbeddedDatabase } from '#server/platform/db/embedded/start-embedded-database.ts'
import { migrate } from '#server/platform/schema/migrate.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { fillOrders } from './many-orders.ts'

/** About a gigabyte, including lines, attempts and indexes. */
const ORDERS = 1_000_000
const LARGE_TABLES = ['customer_order', 'order_line', 'payment_attempt', 'app_user']
const GIGABYTE = 1e9

export type RestoreTimes = {
  orders: number
  databaseBytes: number
  fileBytes: number
  restored: VerifiedBackup
  /** In seconds: copying the largest tables with their indexes from one server to another, the backup, the restore. */
  copy: number
  backup: number
  restore: number
}

/** Backs up a shop of a gigabyte and restores it into an empty database, on embedded servers configured as for shops. */
export async function benchRestore(log: (line: string) => void): Promise<RestoreTimes> {
  const directory = await mkdtemp('/tmp/puoti-bench-')
  // The account that runs the databases must be able to enter it.
  await chmod(directory, 0o711)
  const servers: EmbeddedDatabase[] = []
  const open = async (name: string) => {
    const server = await startEmbeddedDatabase({ dataDir: join(directory, name), log })
    servers.push(server)
    return { connection: server.connection, handle: connectTo(server.connection, log) }
  }
  try {
    const [shop, empty] = [await open('shop'), await open('empty')]
    const times = await measureTimes({ shop, empty, file: join(directory, 'shop.backup.gz'), log })
    await shop.handle.close()
    await empty.handle.close()
    return times
  } finally {
    for (const server of servers) await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

type Opened = { connection: PoolConfig; handle: DatabaseHandle }
type Work = { shop: Opened; empty: Opened; file: string; log: (line: string) => void }

async function measureTimes({ shop, empty, file, log }: Work): Promise<RestoreTimes> {
  log(`${ORDERS} orders …`)
  await fill(shop)
  log('Copying …')
  const copy = await measureSeconds(() => copyLargest(shop.connection, empty))
  log('Backing up …')
  let fileBytes = 0
  const backup = await measureSeconds(async () => {
    fileBytes = await writeBackupFile(file, createBackup(shop.handle.pool))
  })
  log('Restoring …')
  let restored: VerifiedBackup | undefined
  const restore = await measureSeconds(async () => {
    restored = await restoreChecked(empty.handle, file, { now: new Date() })
  })
  if (!restored) throw new Error('Nothing was restored')
  return { orders: ORDERS, databaseBytes: await measureSize(empty), fileBytes, restored, copy, backup, restore }
}

async function fill({ connection, handle }: Opened): Promise<void> {
  await migrate(handle.pool)
  await seedDemo(handle.kysely, new Date())
  const client = new Client(connection)
  await client.connect()
  await fillOrders(client, ORDERS)
  await client.end()
}

/** The lower bound for a restore: only rows and indexes are copied; nothing is compressed, hashed or compared. */
async function copyLargest(from: PoolConfig, { connection, handle }: Opened): Promise<void> {
  await migrate(handle.pool)
  const [source, target] = [new Client(from), new Client(connection)]
  await Promise.all([source.connect(), target.connect()])
  await target.query('CREATE SCHEMA raw')
  for (const table of LARGE_TABLES) {
    await target.query(`CREATE TABLE raw.${table} (LIKE public.${table} INCLUDING ALL)`)
    const columns = await listColumns(source, table)
    const rows = source.query(copyTo(`COPY ${table} (${columns}) TO STDOUT`))
    await pipeline(rows, target.query(copyFrom(`COPY raw.${table} (${columns}) FROM STDIN`)))
  }
  await target.query('DROP SCHEMA raw CASCADE')
  await Promise.all([source.end(), target.end()])
}

/** Without generated columns. */
async function listColumns(client: Client, table: string): Promise<string> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns WHERE table_schema = 'public' AND table_name = $1
      AND is_generated = 'NEVER' ORDER BY ordinal_position`,
    [table],
  )
  return rows.map(({ column_name }) => column_name).join()
}

async function measureSize({ handle }: Opened): Promise<number> {
  const { rows } = await handle.pool.query<{ bytes: number }>(
    'SELECT pg_database_size(current_database())::double precision AS bytes',
  )
  return rows[0]?.bytes ?? 0
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

export function formatRestoreReport(times: RestoreTimes): string {
  const { orders, databaseBytes, fileBytes, restored, copy, backup, restore } = times
  const perGigabyte = (seconds: number) => (seconds / (databaseBytes / GIGABYTE)).toFixed(0)
  return [
    `A shop of ${orders} orders, ${restored.rows} rows, ${(databaseBytes / GIGABYTE).toFixed(2)} GB in the database and ${(fileBytes / GIGABYTE).toFixed(2)} GB in its backup:`,
    '',
    '| | seconds | for 1 GB of database | to the copy |',
    '| --- | ---: | ---: | ---: |',
    ...Object.entries({
      'the largest tables copied as they are': copy,
      'backup written': backup,
      'restored, each row compared, invariants looked at': restore,
    }).map(
      ([what, seconds]) =>
        `| ${what} | ${seconds.toFixed(0)} | ${perGigabyte(seconds)} | ${(seconds / copy).toFixed(1)} |`,
    ),
  ].join('\n')
}
