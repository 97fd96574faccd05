import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'

/** The parts of an order that only admins see. */
export const findHead = (db: Kysely<Database>, orderId: number) =>
  db
    .selectFrom('customer_order')
    .leftJoin('terms_version', 'terms_version.id', 'customer_order.terms_version_id')
    .select(['customer_order.status', 'customer_order.cancelled_at', 'customer_order.user_id'])
    .select(['customer_order.created_at', 'customer_order.terms_version_id', 'terms_version.published_at'])
    .where('customer_order.id', '=', orderId)
    .executeTakeFirst()

/** All payment attempts of an order, oldest first. */
export const findAttemptsOf = (db: Kysely<Database>, orderId: number) =>
  db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .select(['attempt.id', 'attempt.state', 'attempt.string_code', 'attempt.amount_cents', 'attempt.created_at'])
    .select(['attempt.sent_at', 'attempt.abort_requested_at', 'attempt.outcome_at', 'attempt.source'])
    .select(['attempt.transaction_id', 'attempt.receipt_text', 'attempt.merchant_receipt_text'])
    .select('terminal.name as terminal_name')
    .where('attempt.order_id', '=', orderId)
    .orderBy('attempt.id')
    .execute()
export type AttemptRow = Awaited<ReturnType<typeof findAttemptsOf>>[number]

/** The order's history, oldest first. */
export const findEventsOf = (db: Kysely<Database>, orderId: number) =>
  db
    .selectFrom('order_event')
    .leftJoin('app_user', 'app_user.id', 'order_event.user_id')
    .select(['order_event.id', 'order_event.created_at', 'order_event.from_status', 'order_event.to_status'])
    .select(['order_event.actor', 'order_event.reason', 'order_event.user_id', 'app_user.email'])
    .where('order_event.order_id', '=', orderId)
    .orderBy('order_event.id')
    .execute()
export type EventRow = Awaited<ReturnType<typeof findEventsOf>>[number]

/** The shopper's withdrawal from the order. */
export const findWithdrawalOf = (db: Kysely<Database>, orderId: number) =>
  db
    .selectFrom('preorder_withdrawal as withdrawal')
    .leftJoin('app_user as admin', 'admin.id', 'withdrawal.settled_by')
    .select(['withdrawal.made_at', 'withdrawal.product_ids', 'withdrawal.settled_at', 'withdrawal.settled_reason'])
    .select(['admin.id as adminId', 'admin.email'])
    .where('withdrawal.order_id', '=', orderId)
    .executeTakeFirst()
export type WithdrawalRow = NonNullable<Awaited<ReturnType<typeof findWithdrawalOf>>>
