import { sql, type Kysely } from 'kysely'
import { IN_DOUBT } from '#domain/payments/attempt-states.ts'
import { UNRESOLVED_ASKED_FOR_MS } from '#domain/payments/payment-attempt.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { secondsFromNow } from '#server/modules/payments/payments/attempts.ts'

export type DoubtfulState = (typeof IN_DOUBT)[number]

const STILL_ASKED = sql<boolean>`attempt.created_at > ${secondsFromNow(-UNRESOLVED_ASKED_FOR_MS / 1000)}`

/** Payments whose outcome is not known, or not what it should be; oldest first. */
export const findDoubtfulPayments = (db: Kysely<Database>) => doubtfulPayments(db).execute()

/** The doubtful payment of an order, which never has two. */
export const findDoubtfulPaymentOf = (db: Kysely<Database>, orderId: number) =>
  doubtfulPayments(db).where('attempt.order_id', '=', orderId).executeTakeFirst()

export type DoubtfulPayment = Awaited<ReturnType<typeof findDoubtfulPayments>>[number]

const doubtfulPayments = (db: Kysely<Database>) =>
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
    .select(['store.id as storeId', 'store.name as storeName', 'terminal.name as terminalName'])
    .select(['customer_order.status', 'customer_order.cancelled_at', 'refund.id as refundId'])
    .select('refund.state as refundState')
    .select(['attempt.state', STILL_ASKED.as('isStillAsked')])
    .where('attempt.state', 'in', IN_DOUBT)
    .$narrowType<{ state: DoubtfulState }>()
    .orderBy('attempt.id')

/** The state of a payment and its order; undefined when there is no such payment. */
export const findDoubt = (db: Kysely<Database>, attemptId: number) =>
  db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('customer_order', 'customer_order.id', 'attempt.order_id')
    .select(['attempt.state', 'customer_order.status', 'customer_order.cancelled_at'])
    .where('attempt.id', '=', attemptId)
    .executeTakeFirst()
