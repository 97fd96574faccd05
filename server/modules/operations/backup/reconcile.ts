import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { retryWhileDatabaseIsDown } from '#server/platform/db/retry-while-database-is-down.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { openSecrets } from '#server/platform/secrets/secrets.ts'
import { limitConcurrency } from '#server/platform/workers/concurrency.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { backupDirectory, openShared, readCliEnvironment } from './cli-environment.ts'
import { type CliCommand, readArguments } from './command-line.ts'
import { type JournalEntry, readJournals } from './payment-journal.ts'

const TERMINALS_AT_ONCE = 20
const ASKED_AT_ONCE = 1000

/** A payment that was sent after the backup, and its terminal's answer about it. */
type ReconciledEntry = { entry: JournalEntry; answer: TerminalAnswer }

/**
 * Asks the terminals about every payment in the journals that is not in the database: those that a restore has lost. The shop
 * itself asks about open payments in the database when it starts. Writes nothing.
 */
export async function reconcilePayments(
  db: Db,
  terminals: PaymentTerminals,
  journal: readonly JournalEntry[],
): Promise<ReconciledEntry[]> {
  const lost = await unknownTo(db, journal)
  const runLimited = limitConcurrency(TERMINALS_AT_ONCE)
  // Each terminal gets one request at a time: it may be taking a payment at this moment.
  const byTerminal = [...Map.groupBy(lost, entry => entry.terminal_id).values()]
  const results = await Promise.all(byTerminal.map(entries => runLimited(() => queryInTurn(terminals, entries))))
  return results.flat().toSorted((a, b) => a.entry.at.localeCompare(b.entry.at))
}

async function queryInTurn(terminals: PaymentTerminals, entries: readonly JournalEntry[]): Promise<ReconciledEntry[]> {
  const results: ReconciledEntry[] = []
  for (const entry of entries) {
    const { service_id: serviceId, terminal_id: terminalId, amount_cents: amountCents, currency } = entry
    const payment = { serviceId, terminalId, amountCents, currency }
    const terminal = terminals.byProvider(entry.provider)
    // No order is known that a reserved payment would be taken for.
    const answer = await (terminal?.readStatus ?? terminal?.status)?.call(terminal, payment)
    results.push({ entry, answer: answer ?? { kind: 'unreachable' } })
  }
  return results
}

async function unknownTo(db: Db, journal: readonly JournalEntry[]): Promise<JournalEntry[]> {
  const reported = new Set<string>()
  for (let from = 0; from < journal.length; from += ASKED_AT_ONCE) {
    const ids = journal.slice(from, from + ASKED_AT_ONCE).map(entry => entry.service_id)
    const rows = await db.selectFrom('payment_attempt').select('service_id').where('service_id', 'in', ids).execute()
    for (const { service_id } of rows) reported.add(service_id)
  }
  return journal.filter(entry => !reported.has(entry.service_id))
}

const FOUND_PAYMENTS = 3

/** Exits with 3 when there is one. */
async function printLostPayments(args: string[]): Promise<void> {
  readArguments(args, {})
  const cliEnvironment = readCliEnvironment()
  const journal = await readJournals(backupDirectory(cliEnvironment))
  const database = await openShared(cliEnvironment, { shop: 'current' })
  try {
    const secrets = await retryWhileDatabaseIsDown(() => openSecrets(database.kysely, cliEnvironment.config))
    const log = { warn: () => undefined }
    const needs = { config: cliEnvironment.config, db: database.kysely, secrets, log }
    const terminals = chooseTerminals(needs)
    printResults(journal, await reconcilePayments(database.kysely, terminals, journal))
    terminals.close?.()
  } finally {
    await database.close()
  }
}

function printResults(journal: readonly JournalEntry[], results: readonly ReconciledEntry[]): void {
  const paid = results.filter(({ answer }) => answer.kind === 'approved')
  const unsure = results.filter(({ answer }) => answer.kind === 'unreachable' || answer.kind === 'in_progress')
  console.log(`${journal.length} payments in the journals; ${results.length} of them are not in the database.`)
  if (paid.length > 0) console.log(`Paid, and lost by the restore:\n${paid.map(formatLine).join('\n')}`)
  if (unsure.length > 0)
    console.log(`Not known; run it again, or check at the terminal:\n${unsure.map(formatLine).join('\n')}`)
  const cents = paid.reduce((sum, { entry }) => sum + entry.amount_cents, 0)
  console.log(`${paid.length} payments of ${(cents / 100).toFixed(2)} were paid and are not in the database.`)
  if (paid.length > 0) process.exitCode = FOUND_PAYMENTS
}

function formatLine({ entry, answer }: ReconciledEntry): string {
  const transaction = answer.kind === 'approved' ? answer.transactionId : answer.kind
  const amount = `${(entry.amount_cents / 100).toFixed(2)} ${entry.currency}`
  return `  ${entry.at}  terminal ${entry.terminal_id}  ${amount}  ${transaction}  ${entry.service_id}`
}

export const reconcileCommand: CliCommand = {
  name: 'reconcile',
  summary:
    'After a restore: lists each payment that a terminal took and that is not in the database. Writes nothing; can be repeated.',
  usage: '',
  options: [],
  run: printLostPayments,
}
