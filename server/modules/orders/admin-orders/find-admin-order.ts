import { sql } from 'kysely'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { eurosFromCents } from '#domain/money.ts'
import { allowedAdminActions } from '#domain/orders/admin-order.ts'
import { findPaymentApp, getPaymentMethod } from '#domain/payments/terminals/terminal-providers.ts'
import { LATE_PAYMENT, LATE_RETURN } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { findAnyOrderResponse } from '#server/modules/orders/checkout/order-response.ts'
import {
  findOrderDoubtfulPayment,
  toUnresolvedPaymentResponse,
} from '#server/modules/payments/unresolved-payments/doubtful-payments.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type FindAdminOrderInput = { orderId: number; language: LanguageCode }

/** Any shopper's order as admins see it; undefined when there is no such order. */
export const findAdminOrder = (context: Context, input: FindAdminOrderInput): Promise<AdminOrder | undefined> =>
  // A payment may begin or end at this moment: the snapshot keeps order, payments and history consistent.
  inSnapshot(context.db, db => findInSnapshot({ ...context, db }, input))

async function findInSnapshot(
  context: Context,
  { orderId, language }: FindAdminOrderInput,
): Promise<AdminOrder | undefined> {
  const { db } = context
  const shown = await findAnyOrderResponse(context, orderId, language)
  const orderRow = await findOrderRow(db, orderId)
  if (!shown || !orderRow) return undefined
  const [attempts, events, doubtful, withdrawal] = await Promise.all([
    findAttempts(db, orderId),
    findEvents(db, orderId),
    findOrderDoubtfulPayment(db, orderId),
    findWithdrawal(db, orderId),
  ])
  const { status, cancelled_at: cancelledAt } = orderRow
  const allowed = allowedAdminActions({ status, cancelledAt, attempts: attempts.map(({ state }) => state) })
  return {
    ...shown,
    customer: { id: orderRow.user_id, email: shown.customer_email },
    created_at: orderRow.created_at.toISOString(),
    terms_version:
      orderRow.terms_version_id !== null && orderRow.published_at !== null
        ? { id: orderRow.terms_version_id, published_at: orderRow.published_at.toISOString() }
        : null,
    is_being_paid: allowed.isBeingPaid,
    steps: allowed.steps,
    can_refund: allowed.refund,
    unresolved: doubtful ? toUnresolvedPaymentResponse(doubtful) : null,
    withdrawal: withdrawal ? toWithdrawalResponse(withdrawal) : null,
    attempts: attempts.map(toAttemptResponse),
    events: events.map(toEventResponse),
  }
}

const toAttemptResponse = ({ amount_cents, provider, service_id, ...attempt }: AttemptRow) => {
  const { late_cents, late_at, late_reason, ...row } = attempt
  return {
    ...row,
    paid_late:
      late_cents === null || late_at === null
        ? null
        : { amount: eurosFromCents(late_cents), at: late_at.toISOString(), reason: late_reason ?? '' },
    method: getPaymentMethod(provider),
    app: findPaymentApp(provider),
    reference: service_id,
    amount: eurosFromCents(amount_cents),
    created_at: row.created_at.toISOString(),
    sent_at: row.sent_at?.toISOString() ?? null,
    abort_requested_at: row.abort_requested_at?.toISOString() ?? null,
    outcome_at: row.outcome_at?.toISOString() ?? null,
  }
}

const toWithdrawalResponse = ({ adminId, email, ...row }: WithdrawalRow) => ({
  ...row,
  made_at: row.made_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  settled_by: adminId !== null && email !== null ? { id: adminId, email } : null,
})

const toEventResponse = (event: EventRow) => ({
  id: event.id,
  at: event.created_at.toISOString(),
  from: event.from_status,
  to: event.to_status,
  actor: event.actor,
  by: event.user_id !== null && event.email !== null ? { id: event.user_id, email: event.email } : null,
  kind: event.kind,
  reason: event.reason,
})

/** The parts of an order that only admins see. */
const findOrderRow = (db: Db, orderId: number) =>
  db
    .selectFrom('customer_order')
    .leftJoin('terms_version', 'terms_version.id', 'customer_order.terms_version_id')
    .select(['customer_order.status', 'customer_order.cancelled_at', 'customer_order.user_id'])
    .select(['customer_order.created_at', 'customer_order.terms_version_id', 'terms_version.published_at'])
    .where('customer_order.id', '=', orderId)
    .executeTakeFirst()

/** All payment attempts of an order, oldest first. */
const findAttempts = (db: Db, orderId: number) =>
  db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .leftJoin('refund_failure as late', join =>
      join
        .onRef('late.merchant_reference', '=', 'attempt.service_id')
        .onRef('late.provider', '=', 'terminal.provider')
        .on('late.event', '=', LATE_PAYMENT)
        // Another server may have returned it at the same moment.
        .on(sql<boolean>`NOT EXISTS (SELECT FROM refund_failure returned
          WHERE returned.merchant_reference = late.merchant_reference AND returned.event = ${LATE_RETURN})`),
    )
    .select(['attempt.id', 'attempt.state', 'attempt.string_code', 'attempt.amount_cents', 'attempt.created_at'])
    .select(['attempt.sent_at', 'attempt.abort_requested_at', 'attempt.outcome_at', 'attempt.source'])
    .select(['attempt.transaction_id', 'attempt.receipt_text', 'attempt.merchant_receipt_text'])
    .select(['terminal.name as terminal_name', 'terminal.provider', 'attempt.service_id'])
    .select(['late.amount_cents as late_cents', 'late.failed_at as late_at', 'late.reason as late_reason'])
    .where('attempt.order_id', '=', orderId)
    .orderBy('attempt.id')
    .execute()
type AttemptRow = Awaited<ReturnType<typeof findAttempts>>[number]

/** The order's history, oldest first. */
const findEvents = (db: Db, orderId: number) =>
  db
    .selectFrom('order_event')
    .leftJoin('app_user', 'app_user.id', 'order_event.user_id')
    .select(['order_event.id', 'order_event.created_at', 'order_event.from_status', 'order_event.to_status'])
    .select(['order_event.actor', 'order_event.kind', 'order_event.reason', 'order_event.user_id', 'app_user.email'])
    .where('order_event.order_id', '=', orderId)
    .orderBy('order_event.id')
    .execute()
type EventRow = Awaited<ReturnType<typeof findEvents>>[number]

/** The shopper's withdrawal from the order. */
const findWithdrawal = (db: Db, orderId: number) =>
  db
    .selectFrom('preorder_withdrawal as withdrawal')
    .leftJoin('app_user as admin', 'admin.id', 'withdrawal.settled_by')
    .select(['withdrawal.made_at', 'withdrawal.product_ids', 'withdrawal.settled_at', 'withdrawal.settled_reason'])
    .select(['admin.id as adminId', 'admin.email'])
    .where('withdrawal.order_id', '=', orderId)
    .executeTakeFirst()
type WithdrawalRow = NonNullable<Awaited<ReturnType<typeof findWithdrawal>>>
