import { chooseTerminals } from '#server/adapters/choice/choose-terminals.ts'
import { retryWhileDatabaseIsDown } from '#server/platform/db/retry-while-database-is-down.ts'
import { openSecrets } from '#server/platform/secrets/secrets.ts'
import { backupDirectory, openBesideShop, readCliEnvironment } from './cli-environment.ts'
import { type Command, readArguments } from './command-line.ts'
import { readJournals, type JournalEntry } from './payment-journal.ts'
import { reconcile, type Asked } from './reconcile.ts'

const FOUND_PAYMENTS = 3

/** Exits with 3 when there is one. */
async function printLostPayments(args: string[]): Promise<void> {
  readArguments(args, {})
  const cliEnvironment = readCliEnvironment()
  const journal = await readJournals(backupDirectory(cliEnvironment))
  const database = await openBesideShop(cliEnvironment, { shop: 'current' })
  try {
    const secrets = await retryWhileDatabaseIsDown(() => openSecrets(database.kysely, cliEnvironment.config))
    const log = { warn: () => undefined }
    const needs = { config: cliEnvironment.config, db: database.kysely, secrets, log }
    const terminals = chooseTerminals(needs)
    tell(journal, await reconcile(database.kysely, terminals, journal))
    terminals.close?.()
  } finally {
    await database.close()
  }
}

function tell(journal: readonly JournalEntry[], asked: readonly Asked[]): void {
  const paid = asked.filter(({ answer }) => answer.kind === 'approved')
  const unsure = asked.filter(({ answer }) => answer.kind === 'unreachable' || answer.kind === 'in_progress')
  console.log(`${journal.length} payments in the journals; ${asked.length} of them are not in the database.`)
  if (paid.length > 0) console.log(`Paid, and lost by the restore:\n${paid.map(lineOf).join('\n')}`)
  if (unsure.length > 0)
    console.log(`Not known; run it again, or check at the terminal:\n${unsure.map(lineOf).join('\n')}`)
  const cents = paid.reduce((sum, { entry }) => sum + entry.amount_cents, 0)
  console.log(`${paid.length} payments of ${(cents / 100).toFixed(2)} were paid and are not in the database.`)
  if (paid.length > 0) process.exitCode = FOUND_PAYMENTS
}

function lineOf({ entry, answer }: Asked): string {
  const transaction = answer.kind === 'approved' ? answer.transactionId : answer.kind
  const amount = `${(entry.amount_cents / 100).toFixed(2)} ${entry.currency}`
  return `  ${entry.at}  terminal ${entry.terminal_id}  ${amount}  ${transaction}  ${entry.service_id}`
}

export const reconcileCommand: Command = {
  name: 'reconcile',
  summary:
    'After a restore: lists each payment that a terminal took and that is not in the database. Writes nothing; can be repeated.',
  usage: '',
  options: [],
  run: printLostPayments,
}
