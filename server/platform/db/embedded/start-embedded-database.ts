import { realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client, type PoolConfig } from 'pg'
import { claimOwnership } from '#server/platform/db/owner-lock.ts'
import { DatabaseStartError } from '#server/platform/db/start-error.ts'
import { createCluster, openServerLog, SUPERUSER_NAME } from './cluster.ts'
import {
  clusterDirectory,
  prepareDataDir,
  makeSocketDir,
  SOCKET_PORT,
  removeSocketDir,
  socketLockPath,
} from './data-dir.ts'
import {
  type Postmaster,
  postmasterFilePath,
  readPostmasterFile,
  type ServerPlan,
  POSTGRES_SETTINGS,
  type PostgresSettings,
  startPostmaster,
  comesTrue,
  isServerProcess,
  sendSignal,
  findServerPids,
} from './postmaster.ts'
import { type SystemAccount, databaseAccount, findPrograms } from './programs.ts'

export const DATABASE_NAME = 'puoti'

type EmbeddedOptions = { dataDir: string; log: LogLine; settings?: PostgresSettings }
export type EmbeddedDatabase = {
  connection: PoolConfig
  /** True when this start created the database. */
  firstStart: boolean
  stop(): Promise<void>
}

/**
 * Starts the PostgreSQL of the data directory and keeps it running until `stop`. Throws DataDirectoryInUseError when another
 * process owns the directory, DatabaseStartError when it doesn't start.
 */
export async function startEmbeddedDatabase({ dataDir, log, settings }: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const account = databaseAccount(clusterDirectory(dataDir))
  prepareDataDir(dataDir, account)
  const ownDir = realpathSync(dataDir)
  const ownership = await claimOwnership(ownDir)
  try {
    const { plan, firstStart } = await plannedServer(ownDir, account, { ...POSTGRES_SETTINGS, ...settings })
    const stopServer = await runServer(plan, log)
    const connection = { host: plan.socketDir, port: SOCKET_PORT, user: SUPERUSER_NAME, database: DATABASE_NAME }
    return { connection, firstStart, stop: runOnce(() => stopServer().finally(() => ownership.release())) }
  } catch (error) {
    await ownership.release()
    throw error
  }
}

/** Returns a function that stops the server. Leaves nothing behind when it throws. */
async function runServer(plan: ServerPlan, log: LogLine): Promise<() => Promise<void>> {
  const leave = () => {
    plan.serverLog.close()
    removeSocketDir(plan.socketDir)
  }
  const supervisor = await superviseServer(plan, log).catch((error: unknown) => {
    leave()
    throw error
  })
  const stop = () => supervisor.stop().finally(leave)
  try {
    await ensureDatabase({ host: plan.socketDir, port: SOCKET_PORT, user: SUPERUSER_NAME })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function plannedServer(dataDir: string, account: SystemAccount | undefined, settings: PostgresSettings) {
  const clusterDir = clusterDirectory(dataDir)
  const programs = await findPrograms(dataDir, account)
  const serverLog = openServerLog(join(dataDir, 'postgresql.log'))
  const firstStart = await createCluster(clusterDir, programs, serverLog)
  const leftover = readPostmasterFile(clusterDir)
  if (leftover) removeSocketDir(leftover.socketDir)
  const socketDir = makeSocketDir(clusterDir, account)
  const plan: ServerPlan = { clusterDir, socketDir, settings, programs, serverLog }
  return { plan, firstStart }
}

/** Also after a start that was killed between creating the cluster and creating the database in it. */
async function ensureDatabase(connection: { host: string; port: number; user: string }): Promise<void> {
  const client = new Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE_NAME])
    if (rowCount === 0) await client.query(`create database ${DATABASE_NAME}`)
  } finally {
    await client.end()
  }
}

function runOnce(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}

// A killed server's processes hold its shared memory for a second or two; longer than this is another problem.
const FIRST_START_TIMEOUT_MS = 15_000
const FAST_SHUTDOWN_MS = 20_000
const IMMEDIATE_SHUTDOWN_MS = 5_000
const MAX_PAUSE_MS = 2_000

type LogLine = (line: string) => void
type Supervisor = { stop(): Promise<void> }

/** Starts the server and restarts it whenever it dies. Throws DatabaseStartError when it doesn't start at all. */
async function superviseServer(plan: ServerPlan, log: LogLine): Promise<Supervisor> {
  const state: ServerState = { current: undefined, isStopping: false, pauseMs: 100 }
  const killWithUs = () => state.current?.signal('SIGINT')
  process.once('exit', killWithUs)
  await startFirst(plan, state, log)
  const watching = watchServer(plan, state, log)
  return {
    async stop() {
      state.isStopping = true
      await shutDown(state)
      await watching
      process.removeListener('exit', killWithUs)
    },
  }
}

type ServerState = { current: Postmaster | undefined; isStopping: boolean; pauseMs: number }

async function startFirst(plan: ServerPlan, state: ServerState, log: LogLine): Promise<void> {
  const deadline = Date.now() + FIRST_START_TIMEOUT_MS
  while (!(await startOnce(plan, state, log))) {
    if (Date.now() > deadline) {
      throw new DatabaseStartError(`The database in ${plan.clusterDir} does not start:\n${plan.serverLog.lastLines(5)}`)
    }
    await sleep(100)
  }
}

async function watchServer(plan: ServerPlan, state: ServerState, log: LogLine): Promise<void> {
  for (;;) {
    const reason = await state.current?.ended
    if (state.isStopping) return
    log(`The database ended by itself (${reason}); starting it again.`)
    while (!state.isStopping && !(await startOnce(plan, state, log))) {
      await sleep(state.pauseMs)
      state.pauseMs = Math.min(state.pauseMs * 1.5, MAX_PAUSE_MS)
    }
    if (!state.isStopping) log('The database is back.')
    state.pauseMs = 100
  }
}

/** True when it runs. A concurrent `stop` either finds the server in `state`, or prevents its start. */
async function startOnce(plan: ServerPlan, state: ServerState, log: LogLine): Promise<boolean> {
  await endLeftover(plan.clusterDir, log)
  if (state.isStopping) return false
  state.current = startPostmaster(plan)
  return state.current.ready
}

/** PostgreSQL's fast shutdown ends its clients and writes everything out; immediate leaves that to the next start. */
async function shutDown({ current }: ServerState): Promise<void> {
  if (!current) return
  const steps = [
    ['SIGINT', FAST_SHUTDOWN_MS],
    ['SIGQUIT', IMMEDIATE_SHUTDOWN_MS],
    ['SIGKILL', IMMEDIATE_SHUTDOWN_MS],
  ] as const
  for (const [signal, timeoutMs] of steps) {
    current.signal(signal)
    if (await endsWithin(current, timeoutMs)) return
  }
}

async function endsWithin(postmaster: Postmaster, timeoutMs: number): Promise<boolean> {
  const timeout = new AbortController()
  const late = sleep(timeoutMs, false, { signal: timeout.signal }).catch(() => false)
  const inTime = await Promise.race([postmaster.ended.then(() => true), late])
  timeout.abort()
  return inTime
}

const TIMEOUT_MS = 5_000

/**
 * Ends what an earlier server of this cluster left behind, processes and lock files. Only the owner of the data directory may
 * call it, between two servers: then everything that it finds is orphaned.
 */
async function endLeftover(clusterDir: string, log: (line: string) => void): Promise<void> {
  const leftover = readPostmasterFile(clusterDir)
  if (leftover && isServerProcess(clusterDir, leftover.pid)) {
    log(`A database server (process ${leftover.pid}) was left behind; stopping it.`)
    await stopInOrder(clusterDir, leftover.pid)
  }
  await killOrphans(clusterDir)
  if (leftover) removeLocks(clusterDir, leftover.socketDir)
}

/** Fast, then immediate shutdown, in PostgreSQL's terms. */
async function stopInOrder(clusterDir: string, pid: number): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    sendSignal(pid, signal)
    if (await comesTrue(() => !isServerProcess(clusterDir, pid), TIMEOUT_MS)) return
  }
}

/** A busy server process doesn't notice that its postmaster was killed, and keeps the next one from starting. */
async function killOrphans(clusterDir: string): Promise<void> {
  const orphans = findServerPids(clusterDir)
  for (const pid of orphans) sendSignal(pid, 'SIGKILL')
  await comesTrue(() => !orphans.some(pid => isServerProcess(clusterDir, pid)), TIMEOUT_MS)
}

/** The pid in them may by now belong to another program, or to a zombie: PostgreSQL would take it for a server. */
function removeLocks(clusterDir: string, socketDir: string): void {
  rmSync(postmasterFilePath(clusterDir), { force: true })
  rmSync(socketLockPath(socketDir || clusterDir), { force: true })
}
