import type { Kysely } from 'kysely'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { PaymentTerminals } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { limitConcurrency } from '#server/platform/workers/concurrency.ts'
import type { JournalEntry } from './payment-journal.ts'

const TERMINALS_AT_ONCE = 20
const ASKED_AT_ONCE = 1000

/** A payment that was sent after the backup, and its terminal's answer about it. */
export type Asked = { entry: JournalEntry; answer: TerminalAnswer }

/**
 * Asks the terminals about every payment in the journals that is not in the database: those that a restore has lost. The shop
 * itself asks about open payments in the database when it starts. Writes nothing.
 */
export async function reconcile(
  db: Kysely<Database>,
  terminals: PaymentTerminals,
  journal: readonly JournalEntry[],
): Promise<Asked[]> {
  const lost = await unknownTo(db, journal)
  const take = limitConcurrency(TERMINALS_AT_ONCE)
  // Each terminal gets one request at a time: it may be taking a payment at this moment.
  const byTerminal = [...Map.groupBy(lost, entry => entry.terminal_id).values()]
  const asked = await Promise.all(byTerminal.map(entries => take(() => askInTurn(terminals, entries))))
  return asked.flat().toSorted((a, b) => a.entry.at.localeCompare(b.entry.at))
}

async function askInTurn(terminals: PaymentTerminals, entries: readonly JournalEntry[]): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const entry of entries) {
    const { service_id: serviceId, terminal_id: terminalId, amount_cents: amountCents, currency } = entry
    const payment = { serviceId, terminalId, amountCents, currency }
    const answer = await terminals.byProvider(entry.provider)?.status(payment)
    asked.push({ entry, answer: answer ?? { kind: 'unreachable' } })
  }
  return asked
}

async function unknownTo(db: Kysely<Database>, journal: readonly JournalEntry[]): Promise<JournalEntry[]> {
  const known = new Set<string>()
  for (let from = 0; from < journal.length; from += ASKED_AT_ONCE) {
    const ids = journal.slice(from, from + ASKED_AT_ONCE).map(entry => entry.service_id)
    const rows = await db.selectFrom('payment_attempt').select('service_id').where('service_id', 'in', ids).execute()
    for (const { service_id } of rows) known.add(service_id)
  }
  return journal.filter(entry => !known.has(entry.service_id))
}
