import { resolve } from 'node:path'
import { markStagingCopy } from '#server/platform/schema/staging-copy.ts'
import { describeOtherTime, readBackupFile, type BackupSums } from './backup-files.ts'
import { checkingKeys, refuseUnsigned } from './backup-signature.ts'
import { describeJournals, refuseChangedJournals } from './check-journals.ts'
import {
  backupDirectory,
  type CliEnvironment,
  openExclusive,
  describePlace,
  readCliEnvironment,
} from './cli-environment.ts'
import { type CliCommand, readArguments, UsageError } from './command-line.ts'
import { type AdminEntry, listAdmins } from './list-admins.ts'
import { readBackupHeader } from './restore-backup.ts'
import { type VerifiedBackup, restoreChecked } from './verify-backup.ts'

const formatEuros = (cents: string | undefined) => (Number(cents) / 100).toFixed(2)

const sumsText = ({ users, stores, products, orders, payments, paid_cents, refunded_cents }: BackupSums) =>
  `${users} users, ${stores} stores, ${products} products, ${orders} orders, ${payments} payments of ${formatEuros(paid_cents)}, ${formatEuros(refunded_cents)} refunded`

/** Prints the result of a restore. */
export function printRestoreSummary({ head, tables, rows, sums, jobs, broken }: VerifiedBackup): void {
  console.log(`Taken at ${head.taken_at} of the schema ${head.schema}.`)
  console.log(
    `Restored ${rows} rows of ${tables} tables, the same as when backed up; ${jobs} emails and SMS wait to be sent.`,
  )
  console.log(`${sumsText(sums)}.`)
  if (broken.length === 0) console.log('All invariants of money and stock hold.')
  else console.warn(`When it was backed up, the shop violated these invariants:\n  ${broken.join('\n  ')}`)
}

/** Prints what the restore ended; nothing for a move. */
function printEnded({ ended }: VerifiedBackup): void {
  if (!ended) return
  console.log(`Ended ${ended.sessions} sessions, and all login links, codes and devices: users log in again.`)
  if (ended.cancelled > 0)
    console.log(`Cancelled ${ended.cancelled} messages to all users whose time passed since the backup.`)
}

/** Whoever could change the backup may have made themselves an admin: the operator compares the list with the people. */
function printAdmins(admins: readonly AdminEntry[]): void {
  console.log(`${admins.length} admins:`)
  for (const { email, isExplained } of admins)
    console.log(`  ${email}${isExplained ? '' : ': the audit log has no entry that made this account an admin'}`)
  if (admins.some(({ isExplained }) => !isExplained))
    console.warn(
      'Ask who made these accounts admins before you start the shop. The back office removes the right again.',
    )
}

async function restore(args: string[]): Promise<void> {
  const { files, isOn } = readArguments(args, { switches: ['move', 'unsigned'], max: 1 })
  if (!files[0]) throw new UsageError('Name the backup: puoti restore FILE')
  const file = resolve(files[0])
  const cliEnvironment = readCliEnvironment()
  if (!isNamed(cliEnvironment)) throw new UsageError(NO_DATABASE_MESSAGE)
  // Before a database is created for it.
  const signature = { keys: checkingKeys(cliEnvironment.config), isUnsignedAllowed: isOn('unsigned') }
  const head = await readBackupHeader(readBackupFile(file))
  refuseUnsigned(head, signature)
  const journals = { config: cliEnvironment.config, directory: backupDirectory(cliEnvironment) }
  if (!isOn('unsigned')) await refuseChangedJournals(journals)
  const warning = describeOtherTime(file, head)
  if (warning !== undefined) console.warn(warning)
  console.log(`Restoring ${file} into ${describePlace(cliEnvironment)}.`)
  const database = await openExclusive(cliEnvironment)
  try {
    const restored = await restoreChecked(database, file, { now: new Date(), isMove: isOn('move'), signature })
    if (cliEnvironment.config.isStaging) await markStagingCopy(database.kysely, new Date())
    printRestoreSummary(restored)
    printEnded(restored)
    printAdmins(await listAdmins(database.kysely))
    console.log((await describeJournals(database.kysely, journals)).join('\n'))
    console.log(
      'Before the shop sells again, run puoti reconcile: it asks the terminals what was paid since the backup.',
    )
  } finally {
    await database.close()
  }
}

const NO_DATABASE_MESSAGE =
  'Name the database: set PUOTI_DATA_DIR (a directory without a database) or DATABASE_URL (an empty database), as the shop will have it.'

/**
 * The default directory does not count as named: a program run by hand, without the shop's settings, would fill it instead of the
 * shop's own.
 */
const isNamed = ({ config: { databaseUrl, dataDir } }: CliEnvironment) =>
  databaseUrl !== undefined || dataDir !== undefined

export const restoreCommand: CliCommand = {
  name: 'restore',
  summary: 'Fills the empty database of DATABASE_URL, or of PUOTI_DATA_DIR, from a backup.',
  usage: 'FILE',
  options: [
    ['--move', 'The shop has been stopped since the backup and continues here: users stay logged in.'],
    ['--unsigned', 'Accepts a backup without a signature or with that of an unknown secret, and changed journals.'],
  ],
  run: restore,
}
