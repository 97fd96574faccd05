import { type RawBuilder, sql } from 'kysely'
import { centsFromEuros } from '#domain/money.ts'
import { CHECKOUT_MS } from '#domain/orders/order-limits.ts'
import { ORDER_STATUSES, orderCan, statusesThat } from '#domain/orders/order.ts'
import { type AttemptState, ENDED_UNPAID } from '#domain/payments/attempt-states.ts'
import { mayPayAgainAt } from '#domain/payments/payment-attempt.ts'
import {
  NEWCOMER_COUNTS_AS,
  QUEUE_LIMIT_MS,
  REGULAR_FOR_MS,
  TIMEOUTS_COUNT_FOR_MS,
  UNPAID_COUNTS_FOR_MS,
} from '#domain/payments/payment-timeouts.ts'
import type { PaymentWay } from '#domain/payments/payment-way.ts'
import { shortOrderNumber } from '#domain/payments/reference-number.ts'
import { newIdempotencyKey } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { leaseEnd } from '#server/modules/payments/terminal-operations/leases.ts'
import { areOutdated } from '#server/platform/company/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import { isUniqueViolation } from '#server/platform/db/transaction.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { type Attempt, atTerminalUntil } from './attempts.ts'
import { isApp, isOfWay, hasRefund, OPEN_AT_TERMINAL } from './claim-terminal.ts'
import { newestCorrection, refreshVat } from './refresh-vat.ts'

/** What the shopper saw and agreed to pay. */
export type ExpectedOrder = { order_id: number; total_amount: number; terms_version?: number | undefined }
export type PaymentInput = {
  userId: number
  owner: string
  /** One of the shopper's pre-orders; without it, the order at checkout. */
  preorderId?: number | undefined
  seen: ExpectedOrder | undefined
  /** Without it, a terminal if the store has one. */
  way?: PaymentWay | undefined
}

/** Literals, so that the planner can choose a partial index. */
export const PAYABLE = sql.join(statusesThat(orderCan.pay).map(status => sql.lit(status)))
const PAYABLE_PREORDERS = sql.join(
  ORDER_STATUSES.filter(status => orderCan.pay({ status, isPreorder: true })).map(status => sql.lit(status)),
)

/**
 * Writes the intent to pay before anything is sent to a terminal: one commit sets the order to pending and inserts the attempt.
 * Unique indexes guard against races; on a violation it is retried.
 */
export async function beginPayment(context: Context, input: PaymentInput) {
  for (let tries = 1; ; tries++) {
    try {
      return await inRefusableTransaction(context.db, trx => writeIntent(context, trx, input))
    } catch (error) {
      // The shopper is paying another order.
      if (isUniqueViolation(error, 'attempt_one_per_user')) return refuse('order.paymentPending')
      if (tries === 5 || !isUniqueViolation(error)) throw error
    }
  }
}

async function writeIntent(context: Context, trx: Trx, input: PaymentInput) {
  const { userId, owner, preorderId, seen, way } = input
  const now = context.now()
  const { currency } = context.config
  const serviceId = newIdempotencyKey()
  const claimSql = preorderId === undefined ? claimOrderSql(userId, seen) : claimPreorderSql(userId, preorderId)
  const intent = await insertIntent(trx, { userId, owner, serviceId, currency, claimSql, way })
  if (!intent) return refuse('order.none')
  if (seen && centsFromEuros(seen.total_amount) !== intent.total_cents) return refuse('order.changed')
  const gone = notSold(intent)
  if (gone) return gone
  if (isTooOld(intent)) return refuse('order.changed')
  if (preorderId === undefined && intent.newest_terms === null && intent.needs_terms)
    return refuse('order.termsMissing')
  if (areOutdated(seen?.terms_version, intent.newest_terms)) return refuse('order.termsChanged')
  // The rest of a pre-order after a withdrawal may be goods that cost nothing.
  if (intent.total_cents === 0) return refuse('order.nothingToPay')
  const early = mustWait(intent)
  if (early) return early
  if (!isAtTerminal(intent) || !context.terminals.byProvider(intent.provider)) return refuse('order.terminalMissing')
  const priced = { id: intent.order_id, pricedAt: intent.created_at, correctedAt: intent.corrected_at }
  await refreshVat(trx, { ...priced, now })
  return attemptFrom(intent, { userId, serviceId, currency })
}

/**
 * CTEs of the order that is taken: checkout → payment_pending, for the order that the shopper saw, or else the one at checkout;
 * stores the terms that were shown.
 */
const claimOrderSql = (userId: number, seen: ExpectedOrder | undefined) => sql`
    payer AS (
      SELECT id FROM app_user WHERE id = ${userId} FOR KEY SHARE
    ), taken AS (
      UPDATE customer_order SET status = 'payment_pending', updated_at = now(), terms_version_id = coalesce(
        (SELECT id FROM terms_version WHERE id = ${seen?.terms_version ?? null}::integer), terms_version_id)
      FROM payer
      WHERE customer_order.user_id = payer.id AND status IN (${PAYABLE}) AND order_type = 'standard'
        AND cancelled_at IS NULL AND customer_order.id = coalesce(${seen?.order_id ?? null}::bigint, customer_order.id)
      RETURNING customer_order.*, 'checkout' AS status_before
    )`

/**
 * CTEs of the pre-order that is taken: booked or delivered → payment_pending. Locks the row first, since an admin may deliver the
 * order at this moment: `status_before` must be the status that it returns to.
 */
const claimPreorderSql = (userId: number, orderId: number) => sql`
    payer AS (
      SELECT id FROM app_user WHERE id = ${userId} FOR KEY SHARE
    ), payable AS (
      SELECT preorder.id, preorder.status FROM payer JOIN customer_order preorder ON preorder.user_id = payer.id
      WHERE preorder.id = ${orderId} AND preorder.status IN (${PAYABLE_PREORDERS})
        AND preorder.order_type = 'preorder' AND preorder.cancelled_at IS NULL
      FOR NO KEY UPDATE OF preorder
    ), taken AS (
      UPDATE customer_order SET status = 'payment_pending', updated_at = now()
      FROM payable WHERE customer_order.id = payable.id
      RETURNING customer_order.*, payable.status AS status_before
    )`

type NewAttempt = {
  userId: number
  owner: string
  serviceId: string
  currency: string
  claimSql: RawBuilder<unknown>
  way: PaymentWay | undefined
}

/**
 * Sends the order to payment: inserts its attempt at the store's terminal with the shortest queue, QUEUED if the terminal is in
 * use, INTENT if it is free. Locks the user first, as a change of store does: the opposite order would deadlock.
 */
async function insertIntent(trx: Trx, attempt: NewAttempt): Promise<IntentRow | undefined> {
  const { userId, owner, serviceId, currency, claimSql } = attempt
  const written = await sql<IntentRow>`
    WITH missed AS (${timeoutsSql(userId)}), ${claimSql}, chosen_terminal AS (
      SELECT terminal.id, NOT ${isApp} AS holds_terminal, (
        SELECT count(*) FROM payment_attempt held
        WHERE held.terminal_id = terminal.id AND held.holds_terminal AND held.state IN ${OPEN_AT_TERMINAL})
        + (${hasRefund})::integer AS waiting
      FROM terminal JOIN store ON store.id = terminal.store_id
      WHERE store.id = (SELECT store_id FROM taken)
        AND (terminal.provider = 'test') = (store.payment_mode = 'test')
        AND terminal.retired_at IS NULL AND store.archived_at IS NULL AND ${isOfWay(attempt.way)}
      ORDER BY ${isApp}, waiting, terminal.id LIMIT 1
      -- Serialises with a refund that takes this terminal and with changes of its settings.
      FOR SHARE OF terminal
    ), attempt AS (
      INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
        order_status_before, owner, lease_until, deadline_at, holds_terminal, unpaid_before)
      SELECT taken.id, taken.user_id, chosen_terminal.id, ${serviceId}, taken.total_cents, ${currency},
        CASE WHEN chosen_terminal.waiting > 0 THEN 'QUEUED' ELSE 'INTENT' END, taken.status_before, ${owner}, ${leaseEnd()},
        CASE WHEN chosen_terminal.waiting > 0 THEN ${secondsFromNow(QUEUE_LIMIT_MS / 1000)}
          ELSE ${atTerminalUntil(sql`chosen_terminal.holds_terminal`)} END,
        chosen_terminal.holds_terminal, missed.unpaid_before
      FROM taken, chosen_terminal, missed WHERE taken.total_cents > 0
      RETURNING id, terminal_id, state, deadline_at
    )
    SELECT taken.id AS order_id, taken.order_type, taken.store_id, taken.total_cents, taken.created_at,
      attempt.id, attempt.terminal_id, attempt.state, attempt.deadline_at, terminal.provider, missed.*,
      (SELECT max(id) FROM terms_version) AS newest_terms,
      (SELECT needs_terms FROM store WHERE id = taken.store_id), ${newestCorrection} AS corrected_at,
      ${stillSold}
    FROM taken CROSS JOIN missed LEFT JOIN attempt ON true LEFT JOIN terminal ON terminal.id = attempt.terminal_id`.execute(
    trx,
  )
  return written.rows[0]
}

type OrderTaken = StillSold &
  Timeouts & {
    order_id: number
    order_type: 'standard' | 'preorder'
    store_id: number
    total_cents: number
    created_at: Date
    newest_terms: number | null
    needs_terms: boolean
    corrected_at: Date | null
  }
type AtTerminal = { id: number; terminal_id: number; state: AttemptState; deadline_at: Date; provider: string }
/** The order, and its attempt if the store has a terminal. */
type IntentRow = OrderTaken & (AtTerminal | { [Column in keyof AtTerminal]: null })

const isAtTerminal = (intent: IntentRow): intent is OrderTaken & AtTerminal => intent.id !== null

type AttemptInput = { userId: number; serviceId: string; currency: string }

type BegunAttemptRow = Pick<
  OrderTaken & AtTerminal,
  'id' | 'order_id' | 'store_id' | 'provider' | 'state' | 'terminal_id' | 'total_cents' | 'deadline_at'
>

export const attemptFrom = (intent: BegunAttemptRow, { userId, serviceId, currency }: AttemptInput): Attempt => ({
  id: intent.id,
  orderId: intent.order_id,
  userId,
  storeId: intent.store_id,
  provider: intent.provider,
  state: intent.state,
  payment: {
    serviceId,
    terminalId: intent.terminal_id,
    amountCents: intent.total_cents,
    currency,
    reference: shortOrderNumber(intent.order_id),
  },
  sentAt: null,
  deadlineAt: intent.deadline_at,
  cancelRequestedAt: null,
  stringCode: null,
})

/** A product of an order that the store may no longer sell, or no longer sells. */
type Unsellable = { product_id: number; reason: 'unavailable' | 'ageRestricted' | 'recalled' }

/** Columns of an order whose payment begins; `taken` is its row. */
type StillSold = { unsellable: Unsellable[]; is_store_published: boolean }

const IS_RESTRICTED = sql`(product.min_age IS NOT NULL AND NOT store.sells_age_restricted)`
const IS_RECALLED = sql`(product.recalled_at IS NOT NULL)`
const IS_GONE = sql`NOT (product.enabled AND coalesce(store_stock.offered, false))`
/** A product of an order at checkout that can't be sold any more. */
export const IS_UNSELLABLE = sql<boolean>`(${IS_RECALLED} OR ${IS_RESTRICTED} OR ${IS_GONE})`

/**
 * Whether an order at checkout can still be sold: products, offers and store may have changed in the day that it may wait there.
 * A pre-order is a booking: its goods are handed over whatever happened to product, event or store, unless they were recalled or
 * the store may no longer sell such goods.
 */
const stillSold = sql<StillSold>`(SELECT store.published FROM store WHERE store.id = taken.store_id) AS is_store_published,
      (SELECT coalesce(jsonb_agg(jsonb_build_object('product_id', product.id,
          'reason', CASE WHEN ${IS_RECALLED} THEN 'recalled' WHEN ${IS_RESTRICTED} THEN 'ageRestricted' ELSE 'unavailable' END) ORDER BY line.id), '[]')
        FROM order_line line JOIN product ON product.id = line.product_id JOIN store ON store.id = taken.store_id
        LEFT JOIN store_stock ON store_stock.store_id = store.id AND store_stock.product_id = product.id
        WHERE line.order_id = taken.id AND (${IS_RECALLED} OR ${IS_RESTRICTED} OR (taken.order_type = 'standard' AND ${IS_GONE}))) AS unsellable`

/** Its prices no longer hold, so the shopper must see today's first. A pre-order keeps the prices of its booking. */
export const isTooOld = ({
  order_type,
  created_at,
  at,
}: Pick<OrderTaken, 'order_type' | 'created_at' | 'at'>): boolean =>
  order_type === 'standard' && at.getTime() - created_at.getTime() > CHECKOUT_MS

/** Why the order can't be paid unchanged; the app names the products. */
function notSold(order: StillSold & { order_type: 'standard' | 'preorder' }) {
  const store_closed = order.order_type === 'standard' && !order.is_store_published
  const { unsellable } = order
  return unsellable.length > 0 || store_closed ? refuse('order.changed', { unsellable, store_closed }) : undefined
}

/**
 * The shopper's payments that timed out since the last successful one at a terminal, the account's rank in a queue (lower is
 * earlier), and the database's current time.
 */
export type Timeouts = { timeouts: number; last_timeout_at: Date | null; unpaid_before: number; at: Date }

const ENDED = sql.join(ENDED_UNPAID.map(state => sql.lit(state)))
const since = (ms: number) => secondsFromNow(-ms / 1000)

/**
 * The body of a CTE, which callers name `missed`: one row of `Timeouts`. `timeouts` counts ABORTED attempts, which the shop stopped when their time ran out; not those that the
 * shopper or the bank ended (cancelled, declined). `unpaid_before` counts all of these, if the terminal may have had them, and more for
 * an account that has not paid at a terminal lately. A payment in an app proves nothing: it can be made from anywhere.
 */
export const timeoutsSql = (userId: number) => sql`
      WITH paid_there AS (
      SELECT max(paid.outcome_at) AS last_at FROM payment_attempt paid
      WHERE paid.user_id = ${userId} AND paid.state IN ('APPROVED', 'MANUAL') AND paid.holds_terminal
        AND paid.outcome_at > ${since(REGULAR_FOR_MS)}
      )
      SELECT count(*) FILTER (WHERE ended.state = 'ABORTED')::integer AS timeouts,
        max(ended.outcome_at) FILTER (WHERE ended.state = 'ABORTED') AS last_timeout_at,
        count(*) FILTER (WHERE ended.sent_at IS NOT NULL AND ended.outcome_at > ${since(UNPAID_COUNTS_FOR_MS)})::integer
          + CASE WHEN (SELECT last_at FROM paid_there) IS NULL THEN ${sql.lit(NEWCOMER_COUNTS_AS)} ELSE 0 END AS unpaid_before,
        now() AS at
      FROM payment_attempt ended
      WHERE ended.user_id = ${userId} AND ended.state IN (${ENDED}) AND ended.holds_terminal
        AND ended.outcome_at > greatest(${since(TIMEOUTS_COUNT_FOR_MS)}, (SELECT last_at FROM paid_there))`

/**
 * An account whose payments keep timing out must wait before it may hold a terminal again: a payer who is not in the store would
 * keep the terminal from the shoppers who are.
 */
export function mustWait({ timeouts, last_timeout_at, at }: Timeouts) {
  const mayPayAt = mayPayAgainAt(timeouts, last_timeout_at, at)
  return mayPayAt && refuse('order.waitToPay', { may_pay_at: mayPayAt.toISOString() })
}
