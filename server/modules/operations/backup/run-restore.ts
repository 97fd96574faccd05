import { resolve } from 'node:path'
import { markStagingCopy } from '#server/platform/schema/staging-copy.ts'
import { readBackupFile } from './backup-files.ts'
import { openAlone, placeOf, readCliEnvironment, type CliEnvironment } from './cli-environment.ts'
import { type Command, readArguments, UsageError } from './command-line.ts'
import { notifyEnded, printRestoreSummary } from './print-restore-summary.ts'
import { readBackupHead } from './restore-backup.ts'
import { restoreChecked } from './verify-backup.ts'

async function restore(args: string[]): Promise<void> {
  const { files, isOn } = readArguments(args, { switches: ['move'], most: 1 })
  if (!files[0]) throw new UsageError('Name the backup: puoti restore FILE')
  const file = resolve(files[0])
  const cliEnvironment = readCliEnvironment()
  if (!isNamed(cliEnvironment)) throw new UsageError(WHERETO)
  // Before a database is created for it.
  await readBackupHead(readBackupFile(file))
  console.log(`Restoring ${file} into ${placeOf(cliEnvironment)}.`)
  const database = await openAlone(cliEnvironment)
  try {
    const restored = await restoreChecked(database, file, { now: new Date(), isMove: isOn('move') })
    if (cliEnvironment.config.isStaging) await markStagingCopy(database.kysely, new Date())
    printRestoreSummary(restored)
    notifyEnded(restored)
    console.log(
      'Before the shop sells again, run puoti reconcile: it asks the terminals what was paid since the backup.',
    )
  } finally {
    await database.close()
  }
}

const WHERETO =
  'Name the database: set PUOTI_DATA_DIR (a directory without a database) or DATABASE_URL (an empty database), as the shop will have it.'

/**
 * The default directory does not count as named: a program run by hand, without the shop's settings, would fill it beside the
 * shop's own.
 */
const isNamed = ({ config: { databaseUrl, dataDir } }: CliEnvironment) =>
  databaseUrl !== undefined || dataDir !== undefined

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Fills the empty database of DATABASE_URL, or of PUOTI_DATA_DIR, from a backup.',
  usage: 'FILE',
  options: [['--move', 'The shop has been stopped since the backup and continues here: users stay logged in.']],
  run: restore,
}
