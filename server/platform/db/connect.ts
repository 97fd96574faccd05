import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { type CustomTypesConfig, Pool, type PoolClient, type PoolConfig, types } from 'pg'
import { startEmbeddedDatabase } from '#server/platform/db/embedded/start-embedded-database.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'
import { preparingPool } from './prepare-statements.ts'
import { isConnectionError } from './retry-while-database-is-down.ts'
import { DatabaseStartError, SetupError } from './start-error.ts'

/** The oldest version that is tested, and that PostgreSQL still supports. */
const MIN_VERSION = 150_000
const START_TIMEOUT_MS = 30_000
/** `isConnectionError` (retry-while-database-is-down.ts) matches this text. */
const NO_WRITES = 'The server takes no writes: it is a standby'
const CLOSE_TIMEOUT_MS = 3_000

export type DatabaseHandle = {
  pool: Pool
  kysely: Db
  /** The same embedded server under another of its roles; undefined where a URL defines the role. */
  asRole?: (role: string) => DatabaseHandle
  /** Closes the connections, and then stops the embedded server if there is one. */
  close(): Promise<void>
}

type DatabaseOptions = {
  databaseUrl?: string | undefined
  /** There is no pooler in front of the server of the URL. */
  isDirect?: boolean
  dataDir: string
  log: (line: string) => void
  /** How long the server of the URL may take to answer for the first time. */
  timeoutMs?: number
}

/**
 * Opens the server of the URL, or else the embedded one of the data directory. Throws DatabaseStartError with a sentence to
 * print.
 */
export async function openDatabase(options: DatabaseOptions): Promise<DatabaseHandle> {
  const { databaseUrl, dataDir, log } = options
  if (databaseUrl !== undefined) return openServer({ ...options, databaseUrl })
  const embedded = await startEmbeddedDatabase({ dataDir, log })
  const handle = connectTo(embedded.connection, log)
  return {
    ...handle,
    asRole: user => connectTo({ ...embedded.connection, user }, log),
    close: () => handle.close().finally(() => embedded.stop()),
  }
}

/**
 * A pool and Kysely for a running server. `viaPooler`: a pooler may be in front of it, which loses prepared statements;
 * `viaAddress`: another server may take over the same address.
 */
export function connectTo(
  connection: PoolConfig,
  log: (line: string) => void,
  { viaPooler = false, viaAddress = false } = {},
): DatabaseHandle {
  const pool = new Pool({
    application_name: 'puoti',
    max: 20,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...(viaAddress && { verify: refuseStandby }),
    types: columnTypes,
    ...connection,
  })
  surviveLostConnections(pool, log)
  const kysely = new Kysely<Database>({
    dialect: new PostgresDialect({ pool: viaPooler ? pool : preparingPool(pool) }),
  })
  return { pool, kysely, close: () => endWithin(pool, CLOSE_TIMEOUT_MS) }
}

/**
 * After a failover an address may lead for a while to the standby, or to a primary that became one, where no purchase is
 * possible. libpq calls this target_session_attrs=read-write.
 */
function refuseStandby(client: PoolClient, done: (error?: Error) => void): void {
  client.query<{ transaction_read_only: string }>('show transaction_read_only', (error, result) => {
    // The type doesn't express that there is no result when there is an error.
    if (error) done(error)
    else done(result.rows[0]?.transaction_read_only === 'on' ? new Error(NO_WRITES) : undefined)
  })
}

/** A lost connection emits `error` on its client, idle or in use; without a listener, the process would end. */
function surviveLostConnections(pool: Pool, log: (line: string) => void): void {
  // During shutdown the server may stop before it has read the client's termination message: not worth a log line.
  const logLoss = (error: Error) => pool.ending || log(`A database connection was lost: ${error.message}`)
  pool.on('error', () => undefined)
  pool.on('connect', client => {
    client.on('error', logLoss)
    // The server's shutdown message goes to the running query, and the client seems healthy until its socket closes. Ending it
    // here keeps the pool from reusing it.
    client.connection.on('errorMessage', (message: unknown) => isConnectionError(message) && void client.end())
  })
}

type ServerOptions = DatabaseOptions & { databaseUrl: string }

async function openServer({ databaseUrl, isDirect = false, log, ...more }: ServerOptions): Promise<DatabaseHandle> {
  const { timeoutMs: patienceMs = START_TIMEOUT_MS } = more
  const handle = connectTo({ connectionString: databaseUrl }, log, { viaPooler: !isDirect, viaAddress: true })
  try {
    await checkVersion(handle.pool, log, patienceMs)
    if (isDirect) await refusePooler(handle.pool)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function checkVersion(pool: Pool, log: (line: string) => void, timeoutMs: number): Promise<void> {
  const version = await patientVersion(pool, log, timeoutMs)
  if (version >= MIN_VERSION) return
  throw new SetupError(
    `The server of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; it must be 15 or newer.`,
  )
}

/**
 * A pooler reports process ids of its own to its clients, not those of PostgreSQL. Behind one that changes connections between
 * transactions, prepared statements would fail in the middle of a purchase.
 */
async function refusePooler(pool: Pool): Promise<void> {
  const client: PoolClient & { processID?: number | null } = await pool.connect()
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    if (rows[0]?.pid === client.processID) return
  } finally {
    client.release()
  }
  throw new SetupError(
    'PUOTI_DATABASE_DIRECT is on, and a pooler answers at DATABASE_URL: set PUOTI_DATABASE_DIRECT=off, or let DATABASE_URL name PostgreSQL itself.',
  )
}

/** As a number: 180004 is 18.4. A server that is starting at the same time gets half a minute. */
async function patientVersion(pool: Pool, log: (line: string) => void, timeoutMs: number): Promise<number> {
  const deadline = Date.now() + timeoutMs
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
      return Number(rows[0]?.server_version_num)
    } catch (error) {
      const reason = error instanceof Error ? error.message || error.name : String(error)
      if (!isConnectionError(error) || Date.now() >= deadline)
        throw new DatabaseStartError(`The server of DATABASE_URL can't be used: ${reason}`, { cause: error })
      if (attempt === 1) log(`The server of DATABASE_URL does not answer yet (${reason}); trying for half a minute.`)
      await sleep(500)
    }
  }
}

/** Waits for running work, but not for a client that is never released: the server ends that one. */
async function endWithin(pool: Pool, timeoutMs: number): Promise<void> {
  if (pool.ending) return
  const timeout = new AbortController()
  const late = sleep(timeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined)
  await Promise.race([pool.end(), late])
  timeout.abort()
}

const { builtins } = types
// OIDs of array types, which pg's own table doesn't name.
const INT8_ARRAY = 1016
const DATE_ARRAY = 1182

const asText = (text: string) => text

const typeParsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, parseInt8],
  [INT8_ARRAY, text => parseArray(text, parseInt8)],
  [builtins.DATE, asText],
  [DATE_ARRAY, text => parseArray(text, asText)],
])

/** How columns are parsed: bigint to a number, date to 'yyyy-mm-dd', timestamptz to a Date; the rest as pg does. */
const columnTypes: CustomTypesConfig = {
  getTypeParser: (oid, format) => (format !== 'binary' && typeParsers.get(oid)) || types.getTypeParser(oid, format),
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds a whole number beyond what JavaScript counts exactly: ${text}`)
  return value
}

/** Parses a one-dimensional array whose elements need no quotes. */
function parseArray<T>(text: string, parse: (element: string) => T): (T | null)[] {
  const inside = text.slice(1, -1)
  return inside === '' ? [] : inside.split(',').map(element => (element === 'NULL' ? null : parse(element)))
}
