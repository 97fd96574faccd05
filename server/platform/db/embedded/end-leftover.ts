import { rmSync } from 'node:fs'
import { postmasterFilePath, readPostmasterFile } from './postmaster-file.ts'
import { comesTrue, isServerOf, sendSignal, serversOf } from './server-processes.ts'
import { socketLockPath } from './socket-dir.ts'

const PATIENCE_MS = 5_000

/**
 * Ends what an earlier server of this cluster left behind, processes and lock files. Only the owner of the data directory may
 * call it, between two servers: then everything that it finds is orphaned.
 */
export async function endLeftover(clusterDir: string, log: (line: string) => void): Promise<void> {
  const leftover = readPostmasterFile(clusterDir)
  if (leftover && isServerOf(clusterDir, leftover.pid)) {
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
    if (await comesTrue(() => !isServerOf(clusterDir, pid), PATIENCE_MS)) return
  }
}

/** A busy server process doesn't notice that its postmaster was killed, and keeps the next one from starting. */
async function killOrphans(clusterDir: string): Promise<void> {
  const orphans = serversOf(clusterDir)
  for (const pid of orphans) sendSignal(pid, 'SIGKILL')
  await comesTrue(() => !orphans.some(pid => isServerOf(clusterDir, pid)), PATIENCE_MS)
}

/** The pid in them may by now belong to another program, or to a zombie: PostgreSQL would take it for a server. */
function removeLocks(clusterDir: string, socketDir: string): void {
  rmSync(postmasterFilePath(clusterDir), { force: true })
  rmSync(socketLockPath(socketDir || clusterDir), { force: true })
}
