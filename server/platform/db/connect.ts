import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import { Pool, type PoolClient, type PoolConfig } from 'pg'
import { columnTypes } from './column-types.ts'
import { isConnectionError } from './connection-error.ts'
import { startEmbeddedDatabase } from './embedded/start-embedded-database.ts'
import { preparingPool } from './prepared-statements.ts'
import { DatabaseStartError } from './start-error.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/** The oldest that we try, and that PostgreSQL still mends. */
const OLDEST_VERSION = 150_000
const START_PATIENCE_MS = 30_000
/** connection-error.ts knows the words. */
const NO_WRITES = 'The server takes no writes: it is a standby'
const CLOSE_PATIENCE_MS = 3_000

export type DatabaseHandle = {
  pool: Pool
  kysely: Kysely<Database>
  /** The same embedded server for another of its roles; where a URL says the role, nothing. */
  asRole?: (role: string) => DatabaseHandle
  /** Ends the connections, and then the embedded server if there is one. */
  close(): Promise<void>
}

export type DatabaseOptions = {
  databaseUrl?: string | undefined
  /** No pooler stands before the server of the URL. */
  isDirect?: boolean
  dataDir: string
  log: (line: string) => void
  /** How long the server of the URL may take to answer for the first time. */
  patienceMs?: number
}

/** The server of the URL, or else the embedded one of the data directory. Throws DatabaseStartError with a sentence to print. */
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
 * A pool and Kysely on a server that runs. `viaPooler`: a pooler may stand before it, where prepared statements get lost;
 * `viaAddress`: another server may come to stand behind the same address.
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
  return { pool, kysely, close: () => endWithin(pool, CLOSE_PATIENCE_MS) }
}

/**
 * After a failover an address may lead to the standby for a while, or to a primary that became one: nobody could buy there.
 * What libpq calls target_session_attrs=read-write.
 */
function refuseStandby(client: PoolClient, done: (error?: Error) => void): void {
  client.query<{ transaction_read_only: string }>('show transaction_read_only', (error, result) => {
    // Its type does not say that there is no result when there is an error.
    if (error) done(error)
    else done(result.rows[0]?.transaction_read_only === 'on' ? new Error(NO_WRITES) : undefined)
  })
}

/** A lost connection raises `error` on its client, idle or in use, and nobody listening would end the process. */
function surviveLostConnections(pool: Pool, log: (line: string) => void): void {
  // At the end the server may be stopped before it has read our good-bye: no news.
  const tell = (error: Error) => pool.ending || log(`A database connection was lost: ${error.message}`)
  pool.on('error', () => undefined)
  pool.on('connect', client => {
    client.on('error', tell)
    // The server's farewell reaches the query under way and the client seems well until its socket closes: ended here,
    // the pool gives it to nobody else.
    client.connection.on('errorMessage', (message: unknown) => isConnectionError(message) && void client.end())
  })
}

type ServerOptions = DatabaseOptions & { databaseUrl: string }

async function openServer({ databaseUrl, isDirect = false, log, ...more }: ServerOptions): Promise<DatabaseHandle> {
  const { patienceMs = START_PATIENCE_MS } = more
  const handle = connectTo({ connectionString: databaseUrl }, log, { viaPooler: !isDirect, viaAddress: true })
  try {
    await checkVersion(handle.pool, log, patienceMs)
    return handle
  } catch (error) {
    await handle.close()
    throw error
  }
}

async function checkVersion(pool: Pool, log: (line: string) => void, patienceMs: number): Promise<void> {
  const version = await patientVersion(pool, log, patienceMs)
  if (version >= OLDEST_VERSION) return
  throw new DatabaseStartError(
    `The server of DATABASE_URL is PostgreSQL ${Math.floor(version / 10_000)}; it must be 15 or newer.`,
  )
}

/** As a number: 180004 is 18.4. A server that is starting at the same moment as we are gets half a minute. */
async function patientVersion(pool: Pool, log: (line: string) => void, patienceMs: number): Promise<number> {
  const deadline = Date.now() + patienceMs
  for (let attempt = 1; ; attempt++) {
    try {
      const { rows } = await pool.query<{ server_version_num: string }>('show server_version_num')
      return Number(rows[0]?.server_version_num)
    } catch (error) {
      const why = error instanceof Error ? error.message || error.name : String(error)
      if (!isConnectionError(error) || Date.now() >= deadline)
        throw new DatabaseStartError(`The server of DATABASE_URL can't be used: ${why}`, { cause: error })
      if (attempt === 1) log(`The server of DATABASE_URL does not answer yet (${why}); trying for half a minute.`)
      await pause(500)
    }
  }
}

/** Waits for what is under way, but not for a client that somebody keeps: the server ends that one. */
async function endWithin(pool: Pool, patienceMs: number): Promise<void> {
  if (pool.ending) return
  const giveUp = new AbortController()
  const late = pause(patienceMs, undefined, { signal: giveUp.signal }).catch(() => undefined)
  await Promise.race([pool.end(), late])
  giveUp.abort()
}
