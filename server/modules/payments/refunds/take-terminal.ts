import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { leaseEnd } from '#server/modules/payments/payments/attempts.ts'
import { hasRefund, OPEN_AT_TERMINAL } from '#server/modules/payments/payments/take-terminal.ts'
import type { Refund } from './refund-rows.ts'

/**
 * INTENT → SENT: the refund takes its terminal, which may receive it from now on. Committed before the first byte is sent, and
 * only by the server that holds the refund at that moment; returns `lost` to any other, which must send nothing. Returns `busy`
 * while a payment or another refund is there: shoppers go first.
 */
export async function takeTerminalForRefund(db: Kysely<Database>, refund: Refund, owner: string) {
  // Without a lock first, since this is checked several times a second.
  if (await isTaken(db, refund)) return 'busy'
  const taken = await inTransaction(db, trx => markSent(trx, refund, owner))
  if (typeof taken === 'string') return taken
  Object.assign(refund, { state: 'SENT', sentAt: taken.sent_at })
  return 'sent'
}

async function markSent(trx: Transaction<Database>, refund: Refund, owner: string) {
  const { terminalId } = refund.payment
  // Payments that begin hold a share lock on this row: the later of the two sees the other, which the check before could not.
  await trx.selectFrom('terminal').select('id').where('id', '=', terminalId).forNoKeyUpdate().execute()
  if (await isTaken(trx, refund)) return 'busy'
  const marked = await trx
    .updateTable('refund')
    .set({ state: 'SENT', sent_at: sql`now()`, lease_until: leaseEnd() })
    .where('id', '=', refund.id)
    .where('owner', '=', owner)
    .where('state', '=', 'INTENT')
    .returning('sent_at')
    .executeTakeFirst()
  if (!marked) return 'lost'
  await trx.updateTable('terminal').set({ refund_id: refund.id }).where('id', '=', terminalId).execute()
  return marked
}

async function isTaken(db: Kysely<Database>, { id, payment: { terminalId } }: Refund): Promise<boolean> {
  const payment = db
    .selectFrom('payment_attempt')
    .select('id')
    .where('terminal_id', '=', terminalId)
    // Payments in line go first.
    .where('state', 'in', OPEN_AT_TERMINAL)
    .limit(1)
  if (await payment.executeTakeFirst()) return true
  // The refund's own id, after the response to a commit was lost, is not another refund.
  const other = db.selectFrom('terminal').select('id').where('id', '=', terminalId).where(hasRefund)
  return (await other.where('refund_id', '<>', id).executeTakeFirst()) !== undefined
}
