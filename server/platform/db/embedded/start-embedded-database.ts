import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type PoolConfig } from 'pg'
import { takeOwnership } from '#server/platform/db/owner-lock.ts'
import { databaseAccount, type Account } from './account.ts'
import { createCluster, SUPERUSER } from './cluster.ts'
import { clusterDirOf, prepareDataDir } from './data-dir.ts'
import { readPostmasterFile } from './postmaster-file.ts'
import type { ServerPlan } from './postmaster.ts'
import { findPrograms } from './programs.ts'
import { openServerLog } from './server-log.ts'
import { SETTINGS, type Settings } from './settings.ts'
import { makeSocketDir, PORT, removeSocketDir } from './socket-dir.ts'
import { supervise, type Log } from './supervisor.ts'

export const DATABASE = 'puoti'

export type EmbeddedOptions = { dataDir: string; log: Log; settings?: Settings }
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
  const account = databaseAccount(clusterDirOf(dataDir))
  prepareDataDir(dataDir, account)
  const ownDir = realpathSync(dataDir)
  const ownership = await takeOwnership(ownDir)
  try {
    const { plan, firstStart } = await plannedServer(ownDir, account, { ...SETTINGS, ...settings })
    const stopServer = await runServer(plan, log)
    const connection = { host: plan.socketDir, port: PORT, user: SUPERUSER, database: DATABASE }
    return { connection, firstStart, stop: once(() => stopServer().finally(() => ownership.release())) }
  } catch (error) {
    await ownership.release()
    throw error
  }
}

/** Returns a function that stops the server. Leaves nothing behind when it throws. */
async function runServer(plan: ServerPlan, log: Log): Promise<() => Promise<void>> {
  const leave = () => {
    plan.serverLog.close()
    removeSocketDir(plan.socketDir)
  }
  const supervisor = await supervise(plan, log).catch((error: unknown) => {
    leave()
    throw error
  })
  const stop = () => supervisor.stop().finally(leave)
  try {
    await ensureDatabase({ host: plan.socketDir, port: PORT, user: SUPERUSER })
    return stop
  } catch (error) {
    await stop()
    throw error
  }
}

async function plannedServer(dataDir: string, account: Account | undefined, settings: Settings) {
  const clusterDir = clusterDirOf(dataDir)
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
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [DATABASE])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => (running ??= work())
}
