import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { basename } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const hasProc = existsSync('/proc/self/cwd')

/** Whether the process is a PostgreSQL server of this cluster. A zombie isn't one. */
export function isServerOf(clusterDir: string, pid: number): boolean {
  if (!hasProc)
    return spawnSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout.includes(clusterDir)
  const program = readLink(`/proc/${pid}/exe`)?.replace(/ \(deleted\)$/, '')
  return program !== undefined && basename(program) === 'postgres' && readLink(`/proc/${pid}/cwd`) === clusterDir
}

/** The postmaster and all its child processes; none where there is no /proc to find them. */
export function serversOf(clusterDir: string): number[] {
  if (!hasProc) return []
  const pids = readdirSync('/proc')
    .map(Number)
    .filter(pid => pid > 0)
  return pids.filter(pid => isServerOf(clusterDir, pid))
}

export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone; the caller checks that itself.
  }
}

/** True as soon as the condition holds, false when it doesn't within `patienceMs`. */
export async function comesTrue(condition: () => boolean, patienceMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < patienceMs; waitedMs += 20) {
    if (condition()) return true
    await pause(20)
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
