import { chownSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'

export const PORT = 5432

const SOCKET = `.s.PGSQL.${PORT}`
const LONGEST_SOCKET_PATH_BYTES = 107
const SHORT_DIR = /^\/tmp\/puoti-socket-\w{6}$/

/**
 * The cluster's own directory, accessible only to its owner; a short one under /tmp where the path would be too long for a
 * socket.
 */
export function makeSocketDir(clusterDir: string, account: Account | undefined): string {
  if (Buffer.byteLength(join(clusterDir, SOCKET)) <= LONGEST_SOCKET_PATH_BYTES) return clusterDir
  const short = mkdtempSync('/tmp/puoti-socket-')
  if (account) chownSync(short, account.uid, account.gid)
  return short
}

/** PostgreSQL's lock file for its socket. */
export function socketLockPath(socketDir: string): string {
  return join(socketDir, `${SOCKET}.lock`)
}

/** Removes a short directory and only the socket's files in it; does nothing to a cluster's directory. */
export function removeSocketDir(socketDir: string): void {
  if (!SHORT_DIR.test(socketDir)) return
  try {
    for (const path of [join(socketDir, SOCKET), socketLockPath(socketDir)]) rmSync(path, { force: true })
    rmdirSync(socketDir)
  } catch {
    // An empty directory left under /tmp is harmless.
  }
}
