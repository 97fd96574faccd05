import { sql } from 'kysely'
import type { UnresolvedPayment } from '#contract/payments/unresolved-payments.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { eurosFromCents } from '#domain/money.ts'
import { orderCan } from '#domain/orders/order.ts'
import { IN_DOUBT } from '#domain/payments/attempt-states.ts'
import { adviceFor, manualOutcomes } from '#domain/payments/manual-outcome.ts'
import { UNRESOLVED_QUERY_PERIOD_MS } from '#domain/payments/payment-timeouts.ts'
import { findPaymentApp, getPaymentMethod } from '#domain/payments/terminals/terminal-providers.ts'
import { secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** A payment in doubt as the contract shows it, with what to do about it. */
export function toUnresolvedPaymentResponse(payment: DoubtfulPayment): UnresolvedPayment {
  const { state, status, cancelled_at: cancelledAt, isStillAsked } = payment
  const isOrderWaiting = orderCan.awaitsTerminal({ status, cancelledAt })
  const isRefundUnresolved = payment.refundState === 'UNRESOLVED'
  return {
    id: payment.id,
    state,
    order_id: payment.order_id,
    customer_email: payment.email,
    store: { id: payment.storeId, name: payment.storeName },
    terminal_name: payment.terminalName,
    method: getPaymentMethod(payment.provider),
    app: findPaymentApp(payment.provider),
    amount: eurosFromCents(payment.amount_cents),
    sent_at: payment.sent_at?.toISOString() ?? null,
    advice: adviceFor({ state, isOrderWaiting, isStillAsked, isRefundUnresolved }),
    outcomes: manualOutcomes({ state, isOrderWaiting }),
    refund_id: payment.refundId,
  }
}

type DoubtfulState = (typeof IN_DOUBT)[number]

const STILL_ASKED = sql<boolean>`attempt.created_at > ${secondsFromNow(-UNRESOLVED_QUERY_PERIOD_MS / 1000)}`

/** Payments whose outcome is not known, or not what it should be; oldest first. */
export const findDoubtfulPayments = (db: Db, stores: StoreScope) =>
  doubtfulPayments(db)
    .where(inStores(stores, sql`customer_order.store_id`))
    .execute()

/** The doubtful payment of an order, which never has two. */
export const findOrderDoubtfulPayment = (db: Db, orderId: number) =>
  doubtfulPayments(db).where('attempt.order_id', '=', orderId).executeTakeFirst()

type DoubtfulPayment = Awaited<ReturnType<typeof findDoubtfulPayments>>[number]

const doubtfulPayments = (db: Db) =>
  db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('customer_order', 'customer_order.id', 'attempt.order_id')
    .innerJoin('app_user', 'app_user.id', 'attempt.user_id')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .innerJoin('store', 'store.id', 'terminal.store_id')
    .leftJoin('refund', join =>
      join
        .onRef('refund.attempt_id', '=', 'attempt.id')
        .on('refund.state', 'in', ['INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED']),
    )
    .select(['attempt.id', 'attempt.order_id', 'attempt.amount_cents', 'attempt.sent_at', 'app_user.email'])
    .select(['store.id as storeId', 'store.name as storeName', 'terminal.name as terminalName', 'terminal.provider'])
    .select(['customer_order.status', 'customer_order.cancelled_at', 'refund.id as refundId'])
    .select('refund.state as refundState')
    .select(['attempt.state', STILL_ASKED.as('isStillAsked')])
    .where('attempt.state', 'in', IN_DOUBT)
    .$narrowType<{ state: DoubtfulState }>()
    .orderBy('attempt.id')

/** How long the last query may still run after servers stop asking. */
const LAST_QUESTION_MS = 2 * MINUTE_MS
const MAY_BE_ASKED = sql<boolean>`attempt.created_at > ${secondsFromNow(-(UNRESOLVED_QUERY_PERIOD_MS + LAST_QUESTION_MS) / 1000)}`

/** The state of a payment and its order, and whether a server may be asking about it; undefined when there is no such payment. */
export const findDoubt = (db: Db, attemptId: number) =>
  db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('customer_order', 'customer_order.id', 'attempt.order_id')
    .select(['attempt.state', 'customer_order.status', 'customer_order.cancelled_at', MAY_BE_ASKED.as('mayBeAsked')])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst()
