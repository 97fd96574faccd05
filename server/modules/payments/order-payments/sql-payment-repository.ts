import { sql, type RawBuilder } from 'kysely'
import { centsFromEuros } from '#domain/money.ts'
import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { UNRESOLVED_ASKED_FOR_MS } from '#domain/payments/payment-timeouts.ts'
import type { PaymentWay } from '#domain/payments/payment-way.ts'
import { SHOP_TIME_ZONE, shopDate } from '#domain/shop-date.ts'
import { ALL_TERMINAL_PROVIDERS, newIdempotencyKey } from '#server/adapters/payment-terminal/payment-terminal.ts'
import {
  claimLapsed,
  type LeasedTable,
  releaseLeases,
  renewLeases,
  leaseEnd,
} from '#server/modules/payments/terminal-operations/leases.ts'
import type { Context } from '#server/platform/context.ts'
import { compiledOnce } from '#server/platform/db/compiled.ts'
import { secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import { inOneStatement, isUniqueViolation } from '#server/platform/db/transaction.ts'
import {
  getAttempt,
  listAttempts,
  findOpenAttempt,
  markSent,
  recordState,
  requestCancel,
  type Attempt,
  atTerminalUntil,
} from './attempts.ts'
import { beginPayment, attemptFrom, IS_UNSELLABLE, PAYABLE, type PaymentInput, timeoutsSql } from './begin-payment.ts'
import { isApp, isOfWay, nextInQueue, claimTerminal, hasRefund, OPEN_AT_TERMINAL } from './claim-terminal.ts'
import type { PaymentRepository } from './payment-repository.ts'
import { CORRECTION_IN_FLIGHT_MS } from './refresh-vat.ts'
import { settleAttempt } from './settle-attempt.ts'

const DRIVEN_STATES = sql.join([...OPEN_STATES, 'UNRESOLVED'].map(state => sql.lit(state)))

/** A server drives these to their outcome; an unresolved one for two days after it began, then an admin must decide. */
export const LEASED_ATTEMPTS: LeasedTable = {
  name: 'payment_attempt',
  isDriven: sql`(state IN (${DRIVEN_STATES}) AND (state <> 'UNRESOLVED'
    OR created_at > ${secondsFromNow(-UNRESOLVED_ASKED_FOR_MS / 1000)}))`,
  cancelRequestedAt: sql`abort_requested_at`,
}

/** The payment repository in the shop's database. */
export const sqlPaymentRepository = (context: Context): PaymentRepository => {
  const { db } = context
  return {
    beginAtOnce: input => beginAtOnce(context, input),
    begin: input => beginPayment(context, input),
    find: attemptId => getAttempt(db, attemptId),
    findOpen: userId => findOpenAttempt(db, userId),
    claimTerminal: (attemptId, owner) => claimTerminal(db, attemptId, owner),
    nextInQueue: owner => nextInQueue(db, owner),
    markSent: (attemptId, owner) => markSent(db, attemptId, owner),
    recordState: (attemptId, state) => recordState(db, attemptId, state),
    settle: (attempt, outcome) => settleAttempt(context, attempt, outcome),
    requestCancel: userId => requestCancel(db, userId),
    renewLeases: (owner, driven) => renewLeases(db, LEASED_ATTEMPTS, { owner, driven }),
    releaseLeases: owner => releaseLeases(db, LEASED_ATTEMPTS, owner),
    claimLapsed: async owner => listAttempts(db, await claimLapsed(db, LEASED_ATTEMPTS, owner)),
  }
}

type BegunPaymentRow = {
  id: number
  order_id: number
  store_id: number
  total_cents: number
  terminal_id: number
  provider: string
  deadline_at: Date
  sent_at: Date
}

type Values = {
  userId: number
  orderId: number
  totalCents: number
  termsVersion: number | null
  owner: string
  serviceId: string
  currency: string
  today: string
  /** The kinds of terminals that this server reaches. */
  providers: readonly string[]
  way: PaymentWay | undefined
}

/** Whether `priced`, an order, has today's VAT rates: see refresh-vat.ts. */
const hasRatesOfToday = (today: string): RawBuilder<boolean> => sql`
  (priced.created_at AT TIME ZONE ${sql.lit(SHOP_TIME_ZONE)})::date = ${today}::date
  AND NOT EXISTS (SELECT FROM vat_class
    WHERE corrected_at + make_interval(secs => ${sql.lit(CORRECTION_IN_FLIGHT_MS / 1000)}) > priced.created_at)`

/** Locks rows in the order of begin-payment.ts: user, order, terminal. */
const begun = compiledOnce((db, values: Values) => ({
  compile: () =>
    sql<BegunPaymentRow>`
    WITH missed AS (${timeoutsSql(values.userId)}), payer AS (
      SELECT id FROM app_user WHERE id = ${values.userId} FOR KEY SHARE
    ), priced AS (
      SELECT mine.* FROM payer JOIN customer_order mine ON mine.user_id = payer.id
      WHERE mine.id = ${values.orderId} AND mine.total_cents = ${values.totalCents}::bigint AND mine.status IN (${PAYABLE})
        AND mine.order_type = 'standard' AND mine.cancelled_at IS NULL
      FOR NO KEY UPDATE OF mine
    ), free AS (
      SELECT terminal.id, terminal.provider, NOT ${isApp} AS holds_terminal FROM priced JOIN store ON store.id = priced.store_id
        JOIN terminal ON terminal.store_id = store.id CROSS JOIN missed
      WHERE store.published AND store.archived_at IS NULL AND terminal.retired_at IS NULL
        AND terminal.provider = ANY(${values.providers}::text[])
        -- An app only if it was chosen: where the terminal is in use, a shopper who chose nothing queues there.
        AND ${isOfWay(values.way)} AND (NOT ${isApp} OR ${values.way ?? null}::text IS NOT NULL)
        AND (terminal.provider = 'test') = (store.payment_mode = 'test')
        AND NOT ${hasRefund} AND NOT EXISTS (
          SELECT FROM payment_attempt held WHERE held.terminal_id = terminal.id AND held.holds_terminal AND held.state IN ${OPEN_AT_TERMINAL})
        AND missed.timeouts = 0
        AND CASE WHEN EXISTS (SELECT FROM terms_version)
          THEN coalesce(${values.termsVersion}::integer = (SELECT max(id) FROM terms_version), true)
          ELSE NOT store.needs_terms END
        AND ${hasRatesOfToday(values.today)}
        AND NOT EXISTS (
          SELECT FROM order_line line JOIN product ON product.id = line.product_id
          LEFT JOIN store_stock ON store_stock.store_id = store.id AND store_stock.product_id = product.id
          WHERE line.order_id = priced.id AND ${IS_UNSELLABLE})
      ORDER BY terminal.id LIMIT 1
      FOR SHARE OF terminal
    ), taken AS (
      UPDATE customer_order SET status = 'payment_pending', updated_at = now(), terms_version_id = coalesce(
        (SELECT id FROM terms_version WHERE id = ${values.termsVersion}::integer), customer_order.terms_version_id)
      FROM priced, free WHERE customer_order.id = priced.id
      RETURNING customer_order.id, customer_order.user_id, customer_order.store_id, customer_order.total_cents
    ), attempt AS (
      INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
        order_status_before, owner, lease_until, deadline_at, sent_at, holds_terminal)
      SELECT taken.id, taken.user_id, free.id, ${values.serviceId}, taken.total_cents, ${values.currency}, 'INTENT',
        'checkout', ${values.owner}, ${leaseEnd()}, ${atTerminalUntil(sql`free.holds_terminal`)}, now(),
        free.holds_terminal
      FROM taken, free
      RETURNING id, terminal_id, deadline_at, sent_at
    )
    SELECT attempt.*, taken.id AS order_id, taken.store_id, taken.total_cents, free.provider
    FROM attempt, taken, free`.compile(db),
}))

/**
 * Writes, in one statement and one commit, that an order is being paid and that the payment may be at its terminal from now on:
 * the usual case, in which the order is as the shopper saw it and a terminal is free. Returns undefined when anything is unusual;
 * then nothing was written, and beginPayment does it step by step, or returns why not.
 *
 * The caller must send it within SEND_WITHIN_MS of its call, or never. If this server dies before that, another one asks the
 * terminal, and waits for the in-flight window.
 */
async function beginAtOnce(
  context: Context,
  { userId, owner, preorderId, seen, way }: PaymentInput,
): Promise<Attempt | undefined> {
  const totalCents = seen && centsFromEuros(seen.total_amount)
  if (!seen || totalCents === undefined || preorderId !== undefined) return undefined
  const serviceId = newIdempotencyKey()
  const { currency } = context.config
  const values: Values = {
    userId,
    orderId: seen.order_id,
    totalCents,
    termsVersion: seen.terms_version ?? null,
    owner,
    serviceId,
    currency,
    today: shopDate(context.now()),
    providers: ALL_TERMINAL_PROVIDERS.filter(provider => context.terminals.byProvider(provider)),
    way,
  }
  const [row] = await inOneStatement(() => begun(context.db, values)).catch((error: unknown): BegunPaymentRow[] => {
    // Another payment of the shopper, of the order or at the terminal began at this moment.
    if (isUniqueViolation(error)) return []
    throw error
  })
  return row && { ...attemptFrom({ ...row, state: 'INTENT' }, values), sentAt: row.sent_at }
}
