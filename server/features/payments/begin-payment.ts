import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { centsFromEuros } from '#domain/money.ts'
import { HOLDS_TERMINAL, type AttemptState } from '#domain/attempt-states.ts'
import { QUEUE_LIMIT_MS } from '#domain/payment-attempt.ts'
import { orderCan, statusesThat } from '#domain/order.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { inRefusableTransaction } from '#server/http/refusable-transaction.ts'
import { refuse } from '#server/http/refusal.ts'
import { refreshVat } from './refresh-vat.ts'
import { atTerminalUntil, leaseEnd, secondsFromNow, type Attempt } from './attempts.ts'

/** What the shopper saw and agreed to pay. */
export type Seen = { order_id: number; total_amount: number }
export type PaymentWish = { userId: number; owner: string; seen: Seen | undefined }

/** As literals, so that the plan sees which partial index serves. */
const HELD_STATES = sql.join(HOLDS_TERMINAL.map(state => sql.lit(state)))

/**
 * Writes the intent to pay before any terminal hears of it: the order is pending and the attempt is a row, in one
 * commit. The fences are unique indexes; who meets one looks again.
 */
export async function beginPayment(context: Context, wish: PaymentWish) {
  for (let tries = 1; ; tries++) {
    try {
      return await inRefusableTransaction(context.db, trx => writeIntent(context, trx, wish))
    } catch (error) {
      if (tries === 5 || !isUniqueViolation(error)) throw error
    }
  }
}

async function writeIntent(context: Context, trx: Transaction<Database>, { userId, owner, seen }: PaymentWish) {
  const now = context.now()
  // First the user, as for a change of store: the other way round the two would wait for each other.
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forKeyShare().execute()
  const order = await takeCheckoutOrder(trx, userId, seen)
  if (!order) return refuse('order.none')
  const seenCents = seen && centsFromEuros(seen.total_amount)
  if (seen && seenCents !== order.total_cents) return refuse('order.changed')
  await refreshVat(trx, { id: order.id, pricedAt: order.created_at, now })
  return insertAttempt(trx, { context, owner, userId, order })
}

const PAYABLE = statusesThat(orderCan.pay)

/** checkout → payment_pending, for the order that the shopper saw or the one there is. */
async function takeCheckoutOrder(trx: Transaction<Database>, userId: number, seen: Seen | undefined) {
  let order = trx
    .updateTable('customer_order')
    .set({ status: 'payment_pending', updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('status', 'in', PAYABLE)
    .where('order_type', '=', 'standard')
    .where('cancelled_at', 'is', null)
  if (seen) order = order.where('id', '=', seen.order_id)
  return order.returning(['id', 'store_id', 'total_cents', 'created_at']).executeTakeFirst()
}

type NewAttempt = {
  context: Context
  owner: string
  userId: number
  order: { id: number; store_id: number; total_cents: number }
}

/** At the store's terminal with the shortest line; QUEUED when someone is there, INTENT when it is free. */
async function insertAttempt(trx: Transaction<Database>, attempt: NewAttempt) {
  const { context, owner, userId, order } = attempt
  const serviceId = randomUUID().replaceAll('-', '')
  const { currency } = context.config
  const inserted = await sql<InsertedRow>`
    INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
      order_status_before, owner, lease_until, deadline_at)
    SELECT ${order.id}::integer, ${userId}::integer, line.id, ${serviceId}, ${order.total_cents}::integer, ${currency},
      CASE WHEN line.waiting > 0 THEN 'QUEUED' ELSE 'INTENT' END, 'checkout', ${owner}, ${leaseEnd()},
      CASE WHEN line.waiting > 0 THEN ${secondsFromNow(QUEUE_LIMIT_MS / 1000)} ELSE ${atTerminalUntil()} END
    FROM (
      SELECT terminal.id, (
        SELECT count(*) FROM payment_attempt held
        WHERE held.terminal_id = terminal.id AND held.state IN ('QUEUED', ${HELD_STATES})) AS waiting
      FROM terminal WHERE terminal.store_id = ${order.store_id}
      ORDER BY waiting, terminal.id LIMIT 1) AS line
    RETURNING id, terminal_id, state, deadline_at,
      (SELECT provider FROM terminal WHERE terminal.id = terminal_id) AS provider`.execute(trx)
  const [row] = inserted.rows
  if (!row || !context.terminals.byProvider(row.provider)) return refuse('order.terminalMissing')
  return attemptFrom(row, { ...attempt, currency, serviceId })
}

type Begun = Omit<NewAttempt, 'context' | 'owner'> & { currency: string; serviceId: string }
type InsertedRow = {
  id: number
  terminal_id: number
  provider: string
  state: AttemptState
  deadline_at: Date
}

const attemptFrom = (row: InsertedRow, { userId, order, currency, serviceId }: Begun): Attempt => ({
  id: row.id,
  orderId: order.id,
  userId,
  storeId: order.store_id,
  provider: row.provider,
  state: row.state,
  payment: { serviceId, terminalId: row.terminal_id, amountCents: order.total_cents, currency },
  sentAt: null,
  deadlineAt: row.deadline_at,
  abortRequestedAt: null,
  stringCode: null,
})

/** The next in line takes the terminal: QUEUED → INTENT, if nobody is there or before it. */
export async function takeTerminal(context: Context, attempt: Attempt, owner: string): Promise<boolean> {
  try {
    const taken = await sql<{ deadline_at: Date }>`
      UPDATE payment_attempt AS mine
      SET state = 'INTENT', deadline_at = ${atTerminalUntil()}, lease_until = ${leaseEnd()}
      WHERE mine.id = ${attempt.id} AND mine.state = 'QUEUED' AND mine.owner = ${owner}
        AND mine.abort_requested_at IS NULL AND NOT EXISTS (
          SELECT 1 FROM payment_attempt ahead
          WHERE ahead.terminal_id = mine.terminal_id AND (ahead.state IN (${HELD_STATES})
            OR (ahead.state = 'QUEUED' AND ahead.id < mine.id)))
      RETURNING deadline_at`.execute(context.db)
    const [row] = taken.rows
    if (row) Object.assign(attempt, { state: 'INTENT', deadlineAt: row.deadline_at })
    return row !== undefined
  } catch (error) {
    if (isUniqueViolation(error, 'attempt_one_per_terminal')) return false
    throw error
  }
}
