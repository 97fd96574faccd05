import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  statSync,
  chownSync,
  mkdtempSync,
  rmdirSync,
  rmSync,
} from 'node:fs'
import { join } from 'node:path'
import { SetupError } from '#server/platform/db/start-error.ts'
import { databaseAccount, isReachableBy, type SystemAccount } from './programs.ts'

const SYSTEM_DATA_DIR = '/var/lib/puoti'

/** `data` in the repository, or a system directory when the database's account can't reach the repository (under /root). */
export function defaultDataDir(repoRoot: string): string {
  const dataDir = join(repoRoot, 'data')
  const account = databaseAccount(clusterDirectory(dataDir))
  return account === undefined || isReachableBy(account, repoRoot) ? dataDir : SYSTEM_DATA_DIR
}

export function clusterDirectory(dataDir: string): string {
  return join(dataDir, 'postgresql')
}

/**
 * Creates the data directory where needed and checks that this process can write it and the database's account can pass through
 * it.
 */
export function prepareDataDir(dataDir: string, account: SystemAccount | undefined): void {
  try {
    mkdirSync(dataDir, { recursive: true })
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new SetupError(
      `The data directory ${dataDir} can't be written by this user. Start as its owner, or set PUOTI_DATA_DIR to another directory.`,
      { cause: error },
    )
  }
  if (account) openForPassing(dataDir, account)
  else refuseForeignCluster(dataDir)
}

function openForPassing(dataDir: string, account: SystemAccount): void {
  if (!isReachableBy(account, dataDir)) chmodSync(dataDir, statSync(dataDir).mode | 0o011)
  if (isReachableBy(account, dataDir)) return
  throw new SetupError(
    `The data directory ${dataDir} lies where ${account.name}, the account that runs the database when root starts the shop, can't reach it. Set PUOTI_DATA_DIR to another directory.`,
  )
}

function refuseForeignCluster(dataDir: string): void {
  const ownerUid = statSync(clusterDirectory(dataDir), { throwIfNoEntry: false })?.uid
  if (ownerUid === undefined || ownerUid === process.getuid?.()) return
  throw new SetupError(
    `The database in ${dataDir} belongs to another user (${ownerUid}). Start as the user who started it first, or set PUOTI_DATA_DIR to another directory.`,
  )
}

export const SOCKET_PORT = 5432

const SOCKET_NAME = `.s.PGSQL.${SOCKET_PORT}`
const MAX_SOCKET_PATH_BYTES = 107
const SHORT_DIR = /^\/tmp\/puoti-socket-\w{6}$/

/**
 * The cluster's own directory, accessible only to its owner; a short one under /tmp where the path would be too long for a
 * socket.
 */
export function makeSocketDir(clusterDir: string, account: SystemAccount | undefined): string {
  if (Buffer.byteLength(join(clusterDir, SOCKET_NAME)) <= MAX_SOCKET_PATH_BYTES) return clusterDir
  const short = mkdtempSync('/tmp/puoti-socket-')
  if (account) chownSync(short, account.uid, account.gid)
  return short
}

/** PostgreSQL's lock file for its socket. */
export function socketLockPath(socketDir: string): string {
  return join(socketDir, `${SOCKET_NAME}.lock`)
}

/** Removes a short directory and only the socket's files in it; does nothing to a cluster's directory. */
export function removeSocketDir(socketDir: string): void {
  if (!SHORT_DIR.test(socketDir)) return
  try {
    for (const path of [join(socketDir, SOCKET_NAME), socketLockPath(socketDir)]) rmSync(path, { force: true })
    rmdirSync(socketDir)
  } catch {
    // An empty directory left under /tmp is harmless.
  }
}
