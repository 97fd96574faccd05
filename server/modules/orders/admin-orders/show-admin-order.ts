import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { adminMay } from '#domain/orders/admin-order.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import { showAnyOrder } from '#server/modules/orders/checkout/show-order.ts'
import { findDoubtfulPaymentOf } from '#server/modules/payments/unresolved-payments/queries.ts'
import { showUnresolvedPayment } from '#server/modules/payments/unresolved-payments/show-unresolved-payment.ts'
import {
  findAttemptsOf,
  findEventsOf,
  findHead,
  findWithdrawalOf,
  type AttemptRow,
  type EventRow,
  type WithdrawalRow,
} from './queries.ts'

type Wanted = { orderId: number; language: LanguageCode }

/** Any shopper's order as admins see it; undefined when there is no such order. */
export const showAdminOrder = (context: Context, wanted: Wanted): Promise<AdminOrder | undefined> =>
  // A payment may begin or end at this moment: the snapshot keeps order, payments and history consistent.
  inSnapshot(context.db, db => show({ ...context, db }, wanted))

async function show(context: Context, { orderId, language }: Wanted): Promise<AdminOrder | undefined> {
  const { db } = context
  const shown = await showAnyOrder(context, orderId, language)
  const head = await findHead(db, orderId)
  if (!shown || !head) return undefined
  const [attempts, events, doubtful, withdrawal] = await Promise.all([
    findAttemptsOf(db, orderId),
    findEventsOf(db, orderId),
    findDoubtfulPaymentOf(db, orderId),
    findWithdrawalOf(db, orderId),
  ])
  const { status, cancelled_at: cancelledAt } = head
  const may = adminMay({ status, cancelledAt, attempts: attempts.map(({ state }) => state) })
  return {
    ...shown,
    customer: { id: head.user_id, email: shown.customer_email },
    created_at: head.created_at.toISOString(),
    terms_version:
      head.terms_version_id !== null && head.published_at !== null
        ? { id: head.terms_version_id, published_at: head.published_at.toISOString() }
        : null,
    is_being_paid: may.isBeingPaid,
    steps: may.steps,
    can_refund: may.refund,
    unresolved: doubtful ? showUnresolvedPayment(doubtful) : null,
    withdrawal: withdrawal ? showWithdrawal(withdrawal) : null,
    attempts: attempts.map(showAttempt),
    events: events.map(showEvent),
  }
}

const showAttempt = ({ amount_cents, ...row }: AttemptRow) => ({
  ...row,
  amount: eurosFromCents(amount_cents),
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  abort_requested_at: row.abort_requested_at?.toISOString() ?? null,
  outcome_at: row.outcome_at?.toISOString() ?? null,
})

const showWithdrawal = ({ adminId, email, ...row }: WithdrawalRow) => ({
  ...row,
  made_at: row.made_at.toISOString(),
  settled_at: row.settled_at?.toISOString() ?? null,
  settled_by: adminId !== null && email !== null ? { id: adminId, email } : null,
})

const showEvent = (event: EventRow) => ({
  id: event.id,
  at: event.created_at.toISOString(),
  from: event.from_status,
  to: event.to_status,
  actor: event.actor,
  by: event.user_id !== null && event.email !== null ? { id: event.user_id, email: event.email } : null,
  reason: event.actor === 'admin' ? wordsOfPerson(event.reason) : null,
})

// What the shop itself writes before an admin's reason.
const PREFIX =
  /^(payment attempt \d+: \w+, by the word of an admin|refund \d+ of [\d.]+ \w+: \w+(, by the word of an admin)?): /

const wordsOfPerson = (reason: string | null) => reason?.replace(PREFIX, '') ?? null
