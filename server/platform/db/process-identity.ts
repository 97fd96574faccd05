import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Distinguishes a process from every other, also from a later one with the same pid. Null where the system doesn't provide a
 * value.
 */
export type ProcessIdentity = {
  pid: number
  startTicks: string | null
  bootId: string | null
  pidNamespace: string | null
  host: string
}

export function thisProcess(): ProcessIdentity {
  return {
    pid: process.pid,
    startTicks: startTicksOf(process.pid),
    bootId: quietly(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()),
    pidNamespace: quietly(() => readlinkSync('/proc/self/ns/pid')),
    host: hostname(),
  }
}

/**
 * Whether that process lives; 'unknown' when it isn't visible from here: another machine, another container, no /proc. A
 * different boot id proves nothing: in a container a sandboxed service sees the machine's boot id, and a program beside it the
 * container's.
 */
export function isAlive(identity: ProcessIdentity): boolean | 'unknown' {
  const here = thisProcess()
  const isSeen = (['host', 'bootId', 'pidNamespace'] as const).every(place => identity[place] === here[place])
  if (!isSeen) return 'unknown'
  if (!pidExists(identity.pid)) return false
  if (identity.startTicks === null) return 'unknown'
  return startTicksOf(identity.pid) === identity.startTicks
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
function startTicksOf(pid: number): string | null {
  const stat = quietly(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The program's name is in brackets and may contain anything; the fields after it are plain.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields === undefined || fields[0] === 'Z' ? null : (fields[19] ?? null)
}

function quietly<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null
  }
}
