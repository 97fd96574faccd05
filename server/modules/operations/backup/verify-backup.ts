import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DAY_MS } from '#domain/durations.ts'
import {
  FinalOutcomes,
  type Violation,
  checkInvariants,
} from '#server/modules/operations/invariants/check-invariants.ts'
import { connectTo, type DatabaseHandle } from '#server/platform/db/connect.ts'
import { startEmbeddedDatabase } from '#server/platform/db/embedded/start-embedded-database.ts'
import { readBackupFile } from './backup-files.ts'
import { restoreBackup, type RestoreResult, type RestoreOptions } from './restore-backup.ts'

const ignoreLog = () => undefined
const TEMPORARY_DIRECTORY = '/tmp'
const PROOF_PREFIX = 'puoti-proof-'

const SHOWN_ROWS = 5
const brokenText = ({ id, description, rows }: Violation) =>
  `${id}: ${description}; not so: ${JSON.stringify(rows.slice(0, SHOWN_ROWS))}`

/** A restored backup, and which invariants of money and stock the shop broke when it was backed up. */
export type VerifiedBackup = RestoreResult & { broken: string[] }

/** Restores a backup from a file and checks every invariant. Throws BackupError when a row differs. */
export async function restoreChecked(
  database: DatabaseHandle,
  file: string,
  options: RestoreOptions,
): Promise<VerifiedBackup> {
  const restored = await restoreBackup(database.pool, readBackupFile(file), options)
  // Judged at the time of the backup: what has become late since waits for the shop to start.
  const at = new Date(restored.head.taken_at)
  const found = await checkInvariants({ db: database.kysely, log: { error: ignoreLog } }, new FinalOutcomes(), {
    whole: true,
    at,
  })
  return { ...restored, broken: found.filter(({ rows }) => rows.length > 0).map(brokenText) }
}

/** Verifies a backup by restoring it, into a separate database that is then deleted. */
export async function verifyBackup(file: string, options: RestoreOptions): Promise<VerifiedBackup> {
  const dataDir = await mkdtemp(join(TEMPORARY_DIRECTORY, PROOF_PREFIX))
  try {
    // The database is deleted after this call, so nothing needs to wait for the disk.
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
    const embedded = await startEmbeddedDatabase({ dataDir, log: ignoreLog, settings })
    const database = connectTo(embedded.connection, ignoreLog)
    try {
      return await restoreChecked(database, file, options)
    } finally {
      await database.close().finally(() => embedded.stop())
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** An interrupted verification leaves the whole shop on the disk: removes those of a day ago or more. */
export async function removeOldProofs(now: Date): Promise<void> {
  for (const name of (await readdir(TEMPORARY_DIRECTORY)).filter(each => each.startsWith(PROOF_PREFIX))) {
    const { mtimeMs } = await stat(join(TEMPORARY_DIRECTORY, name))
    if (now.getTime() - mtimeMs > DAY_MS) await rm(join(TEMPORARY_DIRECTORY, name), { recursive: true, force: true })
  }
}
