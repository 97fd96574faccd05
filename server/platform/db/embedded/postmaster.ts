import { setTimeout as pause } from 'node:timers/promises'
import { readPostmasterFile } from './postmaster-file.ts'
import { startProgram, type Programs } from './programs.ts'
import type { ServerLog } from './server-log.ts'
import { asArguments, type Settings } from './settings.ts'

/** Where a server finds its files and its socket, and what it runs with. */
export type ServerPlan = {
  clusterDir: string
  socketDir: string
  settings: Settings
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
    await pause(10)
  }
}
