import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { link, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataDirectoryInUseError } from './start-error.ts'

// One owner per data directory. Each owner writes `owner-N.json`, N one above the last; the highest N is the owner. A number is
// taken with link(2), which only one process can win, and only when the holder of the highest is gone. The highest file is never
// deleted (an owner that leaves marks it as left), so that a slow starter can't reuse an old number.
const HEARTBEAT_MS = 2_000
const SILENCE_MS = 8_000

type LockClaim = ProcessIdentity & { released: boolean }
export type HeldOwnership = { release(): Promise<void> }

/** Becomes the only owner of the directory. Throws DataDirectoryInUseError when a living process owns it. */
export async function claimOwnership(dataDir: string): Promise<HeldOwnership> {
  for (;;) {
    const highest = (await claimNumbers(dataDir)).at(-1) ?? 0
    const owner = highest === 0 ? undefined : await readClaim(claimPath(dataDir, highest))
    if (owner && !owner.released && (await isOwnerAlive(owner, claimPath(dataDir, highest)))) {
      throw new DataDirectoryInUseError(dataDir, owner.pid)
    }
    if (await claimNumber(dataDir, highest + 1)) return maintainClaim(dataDir, highest + 1)
  }
}

/** True when this process holds the number and it is the highest. */
async function claimNumber(dataDir: string, number: number): Promise<boolean> {
  const draft = await writeDraft(dataDir, false)
  try {
    await link(draft, claimPath(dataDir, number))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  } finally {
    await rm(draft, { force: true })
  }
  if ((await claimNumbers(dataDir)).at(-1) === number) return true
  await rm(claimPath(dataDir, number), { force: true })
  return false
}

async function maintainClaim(dataDir: string, number: number): Promise<HeldOwnership> {
  const path = claimPath(dataDir, number)
  const older = (await claimNumbers(dataDir)).filter(other => other < number)
  await Promise.all(older.map(other => rm(claimPath(dataDir, other), { force: true })))
  const heartbeat = setInterval(() => void utimes(path, new Date(), new Date()).catch(() => undefined), HEARTBEAT_MS)
  heartbeat.unref()
  return {
    async release() {
      clearInterval(heartbeat)
      await rename(await writeDraft(dataDir, true), path)
    },
  }
}

/** Where the process itself isn't visible, the heartbeat on its file decides. */
async function isOwnerAlive(owner: ProcessIdentity, path: string): Promise<boolean> {
  const seen = isAlive(owner)
  if (seen !== 'unknown') return seen
  const before = await touchedMs(path)
  for (let waitedMs = 0; waitedMs < SILENCE_MS && Date.now() - before < SILENCE_MS; waitedMs += 100) {
    await sleep(100)
    if ((await touchedMs(path)) !== before) return true
  }
  return false
}

async function touchedMs(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0
}

/** Undefined for a claim that is gone or was truncated by a power cut. */
async function readClaim(path: string): Promise<LockClaim | undefined> {
  try {
    const found: LockClaim = JSON.parse(await readFile(path, 'utf8'))
    return found
  } catch {
    return undefined
  }
}

async function writeDraft(dataDir: string, released: boolean): Promise<string> {
  const draft = join(dataDir, `owner-draft-${randomUUID()}`)
  await writeFile(draft, JSON.stringify({ ...thisProcess(), released: released } satisfies LockClaim))
  return draft
}

async function claimNumbers(dataDir: string): Promise<number[]> {
  const names = await readdir(dataDir)
  return names
    .map(name => Number(/^owner-(\d+)\.json$/.exec(name)?.[1] ?? 0))
    .filter(number => number > 0)
    .toSorted((a, b) => a - b)
}

function claimPath(dataDir: string, number: number): string {
  return join(dataDir, `owner-${number}.json`)
}

/**
 * Distinguishes a process from every other, also from a later one with the same pid. Null where the system doesn't provide a
 * value.
 */
type ProcessIdentity = {
  pid: number
  startTicks: string | null
  bootId: string | null
  pidNamespace: string | null
  host: string
}

export function thisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    startTicks: readStartTicks(process.pid),
    bootId: readOrNull(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: readOrNull(() => readlinkSync('/proc/self/ns/pid')),
    host: hostname(),
  }
}

/**
 * Whether that process lives; 'unknown' when it isn't visible from here: another machine, another container, no /proc. A
 * different boot id proves nothing: in a container a sandboxed service sees the machine's boot id, and another program the
 * container's.
 */
function isAlive(identity: ProcessIdentity): boolean | 'unknown' {
  const thisOwner = thisProcess()
  const isSeen = (['host', 'bootId', 'pidNamespace'] as const).every(place => identity[place] === thisOwner[place])
  if (!isSeen) return 'unknown'
  if (!pidExists(identity.pid)) return false
  if (identity.startTicks === null) return 'unknown'
  return readStartTicks(identity.pid) === identity.startTicks
}

/** Whether any process has this pid, whichever user owns it. */
function pidExists(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Clock ticks from boot to the start of the process; a zombie counts as gone. */
function readStartTicks(pid: number): string | null {
  const status = readOrNull(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The program's name is in brackets and may contain anything; the fields after it are plain.
  const fields = status?.slice(status.lastIndexOf(')') + 2).split(' ')
  return fields === undefined || fields[0] === 'Z' ? null : (fields[19] ?? null)
}

function readOrNull<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
