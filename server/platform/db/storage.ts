import { statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import type { Db } from '#server/platform/schema/tables.ts'
import { inTransaction } from './transaction.ts'

/** A disk that this server writes to and can measure; that of a database behind DATABASE_URL is not included. */
type DiskSpace = { name: 'database' | 'backups'; freeBytes: number; totalBytes: number }
export type MeasuredDirectories = { [name in DiskSpace['name']]?: string | undefined }

/** Free space for what the shop writes. */
export type Storage = {
  disks: () => Promise<DiskSpace[]>
  /** Notes an error of the database; one that means a full disk (SQLSTATE 53100) makes `isFull` probe the database again. */
  noteFailure: (error: unknown) => void
  /** True while the database has no room for new rows. Queries it only after such an error, or when its disk has hardly any room. */
  isFull: () => Promise<boolean>
}

const DISK_FULL = '53100'
export const isDiskFull = (error: unknown): boolean => error instanceof DatabaseError && error.code === DISK_FULL

/** When the probe fails for another reason, the last disk-full error counts for this long. */
const FULL_FOR_MS = 30_000
const PROBE_EVERY_MS = 1_000

/** The probe needs 1.4 MB; with less than this, it may fail although no request has failed yet. */
const CRITICAL_FREE_BYTES = 16_000_000

type StorageContext = {
  db: Db
  directories?: MeasuredDirectories
  /** For tests. */
  measureDisks?: (directories: MeasuredDirectories) => Promise<DiskSpace[]>
}

export function openStorage({ db, directories = {}, measureDisks = measureAll }: StorageContext): Storage {
  let fullAt: number | undefined
  let probing: { at: number; isFull: Promise<boolean> } | undefined

  async function probe(): Promise<boolean> {
    try {
      await allocateTransaction(db)
      fullAt = undefined
      return false
    } catch (error) {
      if (isDiskFull(error)) fullAt = performance.now()
      return fullAt !== undefined && performance.now() - fullAt < FULL_FOR_MS
    }
  }

  async function hasHardlyAny(): Promise<boolean> {
    const disks = await measureDisks(directories)
    return disks.some(({ name, freeBytes }) => name === 'database' && freeBytes < CRITICAL_FREE_BYTES)
  }

  return {
    disks: () => measureDisks(directories),
    noteFailure(error) {
      if (isDiskFull(error)) fullAt = performance.now()
    },
    async isFull() {
      if (fullAt === undefined && !(await hasHardlyAny())) return false
      const now = performance.now()
      if (!probing || now - probing.at > PROBE_EVERY_MS) probing = { at: now, isFull: probe() }
      return probing.isFull
    },
  }
}

/**
 * Allocates 1.4 MB and releases it; throws when there is no space. Updating a small row proves nothing, since it reuses space in
 * existing pages. A temporary table needs no right that the shop's role lacks.
 */
async function allocateTransaction(db: Db): Promise<void> {
  await inTransaction(db, async transaction => {
    await sql`CREATE TEMPORARY TABLE storage_probe ON COMMIT DROP AS
      SELECT repeat('0', 32) AS filler FROM generate_series(1, 20000)`.execute(transaction)
  })
}

async function measureAll(directories: MeasuredDirectories): Promise<DiskSpace[]> {
  const families = [
    ['database', directories.database],
    ['backups', directories.backups],
  ] as const
  const disks = await Promise.all(
    families.map(async ([name, directory]) => {
      // The first backup creates its directory.
      const status = directory === undefined ? undefined : await statfs(directory).catch(() => undefined)
      if (!status) return undefined
      return { name, freeBytes: status.bavail * status.bsize, totalBytes: status.blocks * status.bsize }
    }),
  )
  return disks.filter(disk => disk !== undefined)
}

/** The least free space of the measurable disks; null when none is measurable. */
export async function minFreeBytes(storage: Storage): Promise<number | null> {
  const disks = await storage.disks()
  return disks.length === 0 ? null : Math.min(...disks.map(({ freeBytes }) => freeBytes))
}
