import { spawnSync } from 'node:child_process'
import { readFileSync, existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join, basename } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ServerLog } from './cluster.ts'
import { type Programs, startProgram } from './programs.ts'

/** Where a server finds its files and its socket, and what it runs with. */
export type ServerPlan = {
  clusterDir: string
  socketDir: string
  settings: PostgresSettings
  programs: Programs
  serverLog: ServerLog
}

/** One running PostgreSQL server process, from its start to its end. */
export type Postmaster = {
  pid: number | undefined
  /** True once it accepts connections; false when it ended before that. */
  ready: Promise<boolean>
  /** Resolves with what ended it: a signal's name or an exit code. */
  ended: Promise<string>
  signal(signal: NodeJS.Signals): void
}

export function startPostmaster({ clusterDir, socketDir, settings, programs, serverLog }: ServerPlan): Postmaster {
  const args = ['-D', clusterDir, '-k', socketDir, ...asArguments(settings)]
  const child = startProgram(programs, 'postgres', { args, logFd: serverLog.fd })
  let isRunning = true
  const ended = new Promise<string>(resolve => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
    child.once('error', error => resolve(error.message))
  }).finally(() => {
    isRunning = false
  })
  return {
    pid: child.pid,
    ready: becomesReady(clusterDir, () => (isRunning ? child.pid : undefined)),
    ended,
    signal: signal => void child.kill(signal),
  }
}

/** Crash recovery may take long; as long as the process lives, it is in progress. */
async function becomesReady(clusterDir: string, runningPid: () => number | undefined): Promise<boolean> {
  for (;;) {
    const pid = runningPid()
    if (pid === undefined) return false
    const file = readPostmasterFile(clusterDir)
    if (file?.pid === pid && file.isReady) return true
    await sleep(10)
  }
}

/** What a running PostgreSQL writes about itself into its data directory. */
type PostmasterFile = { pid: number; socketDir: string; isReady: boolean }

export function readPostmasterFile(clusterDir: string): PostmasterFile | undefined {
  try {
    const lines = readFileSync(postmasterFilePath(clusterDir), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

export function postmasterFilePath(clusterDir: string): string {
  return join(clusterDir, 'postmaster.pid')
}

/** Settings of a PostgreSQL server, by their names in PostgreSQL's manual. */
export type PostgresSettings = Record<string, string>

/** For a small machine that may lose power at any moment: durable, no network, modest memory. */
export const POSTGRES_SETTINGS: PostgresSettings = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  cluster_name: 'puoti',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // The shop makes its own backups, without log shipping.
  wal_level: 'minimal',
  max_wal_senders: '0',
  min_wal_size: '32MB',
  max_wal_size: '256MB',
  shared_buffers: '64MB',
  max_connections: '60',
  // What a small shop reads is in memory: an index is cheaper than a scan from some dozens of rows on.
  random_page_cost: '1.1',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  huge_pages: 'off',
  autovacuum: 'on',
  // A prepared statement keeps the plan it got for an empty table until the table is analysed: in a new shop, soon.
  autovacuum_naptime: '15s',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_line_prefix: '%m [%p] ',
  log_checkpoints: 'off',
  // Statements and error details contain what shoppers typed: they stay out of the log.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

function asArguments(settings: PostgresSettings): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

const hasProc = existsSync('/proc/self/cwd')

/** Whether the process is a PostgreSQL server of this cluster. A zombie isn't one. */
export function isServerProcess(clusterDir: string, pid: number): boolean {
  if (!hasProc)
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(clusterDir)
  const program = readLink(`/proc/${pid}/exe`)?.replace(/ \(deleted\)$/, '')
  return program !== undefined && basename(program) === 'postgres' && readLink(`/proc/${pid}/cwd`) === clusterDir
}

/** The postmaster and all its child processes; none where there is no /proc to find them. */
export function findServerPids(clusterDir: string): number[] {
  if (!hasProc) return []
  const pids = readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0)
  return pids.filter(pid => isServerProcess(clusterDir, pid))
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone; the caller checks that itself.
  }
}

/** True as soon as the condition holds, false when it doesn't within `patienceMs`. */
export async function comesTrue(condition: () => boolean, timeoutMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 20) {
    if (condition()) return true
    await sleep(20)
  }
  return condition()
}

function readLink(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
