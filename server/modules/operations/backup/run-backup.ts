import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { loggableError } from '#server/platform/log/loggable-error.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { backupName, removeHalfDone, removeOldBackups, writeBackupFile } from './backup-files.ts'
import { signingKey } from './backup-signature.ts'
import { backupDirectory, openShared, readCliEnvironment } from './cli-environment.ts'
import { type CliCommand, readArguments, EXIT_BROKEN_SHOP } from './command-line.ts'
import { createBackup } from './create-backup.ts'
import { encryptCopy } from './encrypt-copy.ts'
import { removeOldJournals } from './payment-journal.ts'
import { printRestoreSummary } from './run-restore.ts'
import { removeOldProofs, verifyBackup } from './verify-backup.ts'

type BackupStart = { startedAt: Date; file: string }
type BackupFile = { bytes: number; isVerified: boolean }

/** Does the work and records its result in the shop's own database, where monitoring reads it. */
async function noteBackup(db: Db, { startedAt, file }: BackupStart, write: () => Promise<BackupFile>): Promise<void> {
  // A backup before an update is taken by the new version, of a database with the old schema.
  if (!(await canBeNoted(db))) return void (await write())
  const started = { started_at: startedAt, file }
  const { id } = await db.insertInto('backup_run').values(started).returning('id').executeTakeFirstOrThrow()
  const end = (outcome: { bytes: number; is_verified: boolean } | { failure: string }) =>
    db
      .updateTable('backup_run')
      .set({ ...outcome, ended_at: new Date() })
      .where('id', '=', id)
      .execute()
  try {
    const { bytes, isVerified } = await write()
    await end({ bytes, is_verified: isVerified })
  } catch (error) {
    await end({ failure: loggableError(error).message })
    throw error
  }
}

async function canBeNoted(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isThere: boolean }>`SELECT to_regclass('backup_run') IS NOT NULL AS "isThere"`.execute(
    db,
  )
  return rows[0]?.isThere === true
}

/** Exits with 3 when the backup is good and its contents break an invariant. */
async function backup(args: string[]): Promise<void> {
  const { files, isOn } = readArguments(args, { switches: ['unproved', 'nightly'], max: 1 })
  const cliEnvironment = readCliEnvironment()
  const { config } = cliEnvironment
  const key = signingKey(config)
  if (!key) console.log('Not signed: PUOTI_SECRET is not set, so a restore of this backup needs --unsigned.')
  const startedAt = new Date()
  const file = files[0] ? resolve(files[0]) : join(backupDirectory(cliEnvironment), backupName(startedAt))
  const database = await openShared(cliEnvironment, { shop: 'any' })
  try {
    await noteBackup(database.kysely, { startedAt, file }, async () => {
      const bytes = await writeBackupFile(file, createBackup(database.pool, key))
      console.log(`${file}: ${bytes} bytes in ${secondsSince(startedAt)} s.`)
      const copy = async () => config.backupRecipient && encryptCopy(file, config.backupRecipient)
      if (isOn('unproved')) {
        await copy()
        return { bytes, isVerified: false }
      }
      const signature = { keys: key ? [key] : [], isUnsignedAllowed: !key }
      const proved = await verifyBackup(file, { now: new Date(), signature })
      printRestoreSummary(proved)
      if (proved.broken.length > 0) process.exitCode = EXIT_BROKEN_SHOP
      await copy()
      console.log(`Written, restored and compared in ${secondsSince(startedAt)} s.`)
      return { bytes, isVerified: true }
    })
    if (isOn('nightly')) await removeOld(backupDirectory(cliEnvironment), startedAt)
  } finally {
    await database.close()
  }
}

async function removeOld(directory: string, now: Date): Promise<void> {
  for (const name of await removeOldBackups(directory)) console.log(`Removed ${name}: too old.`)
  await removeOldJournals(directory, now)
  await removeHalfDone(directory, now)
  await removeOldProofs(now)
}

const secondsSince = (at: Date) => ((Date.now() - at.getTime()) / 1000).toFixed(1)

export const backupCommand: CliCommand = {
  name: 'backup',
  summary: 'Writes a backup, whether the shop runs or not, and checks it by restoring it into a temporary database.',
  usage: '[FILE]',
  options: [
    ['--unproved', 'Skips that check.'],
    ['--nightly', 'Removes old backups and journals afterwards.'],
  ],
  run: backup,
}
