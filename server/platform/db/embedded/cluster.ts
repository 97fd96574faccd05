import { once } from 'node:events'
import {
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
} from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseStartError, SetupError } from '#server/platform/db/start-error.ts'
import { type Programs, startProgram } from './programs.ts'

const MAJOR_VERSION = '18'
export const SUPERUSER_NAME = 'puoti'

const INITDB_OPTIONS = [
  `--username=${SUPERUSER_NAME}`,
  '--encoding=UTF8',
  // PostgreSQL's own C.UTF-8: the same order on every machine, whatever its C library.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  // Only the owner can open the socket's directory, and no other access exists.
  '--auth-local=trust',
  '--auth-host=reject',
]

/** Creates the cluster's files when there are none. Returns true when it did. */
export async function createCluster(clusterDir: string, programs: Programs, serverLog: ServerLog): Promise<boolean> {
  if (existsSync(clusterDir)) {
    refuseOtherVersion(clusterDir)
    return false
  }
  // Under another name until it is complete and on disk: a start that is killed half way leaves nothing that blocks the next.
  const draft = `${clusterDir}.new`
  await rm(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  if (programs.account) chownSync(draft, programs.account.uid, programs.account.gid)
  await runInitdb(draft, programs, serverLog)
  await rename(draft, clusterDir)
  syncDirectory(dirname(clusterDir))
  return true
}

async function runInitdb(directory: string, programs: Programs, serverLog: ServerLog): Promise<void> {
  const args = ['-D', directory, ...INITDB_OPTIONS]
  const [code] = await once(startProgram(programs, 'initdb', { args, logFd: serverLog.fd }), 'exit')
  if (code === 0) return
  throw new DatabaseStartError(`The database could not be made in ${dirname(directory)}:\n${serverLog.lastLines(5)}`)
}

function refuseOtherVersion(clusterDir: string): void {
  const version = readFileSync(join(clusterDir, 'PG_VERSION'), 'utf8').trim()
  if (version === MAJOR_VERSION) return
  throw new SetupError(
    `The database in ${clusterDir} is of PostgreSQL ${version}, and this shop brings PostgreSQL ${MAJOR_VERSION}. Restore a backup into an empty data directory.`,
  )
}

function syncDirectory(path: string): void {
  const fd = openSync(path, 'r')
  fsyncSync(fd)
  closeSync(fd)
}

const LIMIT_BYTES = 5_000_000
const CHECK_MS = 60_000

/** The database's log file: once it exceeds 5 MB it is copied to `….1` and truncated. */
export type ServerLog = { fd: number; lastLines(count: number): string; close(): void }

export function openServerLog(path: string): ServerLog {
  // Append mode, so that PostgreSQL's writes land at the new end after the file was truncated.
  const fd = openSync(path, 'a', 0o600)
  const bound = () => {
    if (fstatSync(fd).size <= LIMIT_BYTES) return
    copyFileSync(path, `${path}.1`)
    ftruncateSync(fd, 0)
  }
  bound()
  const timer = setInterval(bound, CHECK_MS)
  timer.unref()
  return {
    fd,
    lastLines: count => readFileSync(path, 'utf8').trimEnd().split('\n').slice(-count).join('\n'),
    close() {
      clearInterval(timer)
      closeSync(fd)
    },
  }
}
