import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { clusterDirectory } from '#server/platform/db/embedded/data-dir.ts'
import { readPostmasterFile } from '#server/platform/db/embedded/postmaster.ts'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4e9

/**
 * For temporary files: memory where a machine has enough of it, because a disk takes half a second for the files of a database.
 */
export const IN_MEMORY = hasRoom() ? MEMORY : '/tmp'

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES
}

/** Creates a directory for a run's files, with its pid in the name; removes those that killed runs of this kind left behind. */
export function makeRunDirectory(kind: string, parent = '/tmp'): string {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^puoti-${kind}-(\\d+)-\\w{6}$`).exec(name)?.[1]
    if (pid !== undefined && !lives(Number(pid))) removeDeserted(join(parent, name))
  }
  return mkdtempSync(join(parent, `puoti-${kind}-${process.pid}-`))
}

/**
 * Renames the directory so that no run treats it as a killed run's; returns the new path. The directory must no longer be in use.
 */
export function retainRunDirectory(directory: string): string {
  const retained = directory.replace(/-\d+-(\w{6})$/, '-kept-$1')
  renameSync(directory, retained)
  return retained
}

function removeDeserted(directory: string): void {
  const database = readPostmasterFile(clusterDirectory(directory))
  if (database && lives(database.pid)) return
  try {
    rmSync(directory, { recursive: true, force: true })
  } catch {
    // It belongs to another user, or another run is removing it.
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // A process of another user can not be signalled, but is alive.
    return (error as NodeJS.ErrnoException).code === 'EPERM' // what `kill` throws has a code
  }
}
