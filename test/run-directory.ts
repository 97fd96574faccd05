import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { clusterDirOf } from '#server/platform/db/embedded/data-dir.ts'
import { readPostmasterFile } from '#server/platform/db/embedded/postmaster-file.ts'

const MEMORY = '/dev/shm'
const ROOM_BYTES = 4e9

/** For what no disk must keep: memory where a machine has enough of it, since a disk takes half a second for the files of a database. */
export const IN_MEMORY = hasRoom() ? MEMORY : '/tmp'

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > ROOM_BYTES
}

/** A directory for what a run writes, with its process in the name; those that killed runs of the kind left behind go. */
export function makeRunDirectory(kind: string, parent = '/tmp'): string {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^puoti-${kind}-(\\d+)-\\w{6}$`).exec(name)?.[1]
    if (pid !== undefined && !lives(Number(pid))) removeDeserted(join(parent, name))
  }
  return mkdtempSync(join(parent, `puoti-${kind}-${process.pid}-`))
}

/** Under another name, which no run takes for that of a killed one; gives it. Nothing may use the directory any more. */
export function keepRunDirectory(directory: string): string {
  const kept = directory.replace(/-\d+-(\w{6})$/, '-kept-$1')
  renameSync(directory, kept)
  return kept
}

function removeDeserted(directory: string): void {
  const database = readPostmasterFile(clusterDirOf(directory))
  if (database && lives(database.pid)) return
  try {
    rmSync(directory, { recursive: true, force: true })
  } catch {
    // Somebody else's, or another run is at it.
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // One of somebody else's can not be asked, but lives.
    return (error as NodeJS.ErrnoException).code === 'EPERM' // what `kill` throws has a code
  }
}
