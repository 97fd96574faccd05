import type { UnresolvedPayment } from '#contract/payments/unresolved-payments.ts'
import { adviceFor, manualOutcomes } from '#domain/payments/manual-outcome.ts'
import { eurosFromCents } from '#domain/money.ts'
import { orderCan } from '#domain/orders/order.ts'
import type { DoubtfulPayment } from './queries.ts'

/** A payment in doubt as the contract shows it, with what to do about it. */
export function showUnresolvedPayment(payment: DoubtfulPayment): UnresolvedPayment {
  const { state, status, cancelled_at: cancelledAt, isStillAsked } = payment
  const isOrderWaiting = orderCan.hearTerminal({ status, cancelledAt })
  const isRefundUnresolved = payment.refundState === 'UNRESOLVED'
  return {
    id: payment.id,
    state,
    order_id: payment.order_id,
    customer_email: payment.email,
    store: { id: payment.storeId, name: payment.storeName },
    terminal_name: payment.terminalName,
    amount: eurosFromCents(payment.amount_cents),
    sent_at: payment.sent_at?.toISOString() ?? null,
    advice: adviceFor({ state, isOrderWaiting, isStillAsked, isRefundUnresolved }),
    outcomes: manualOutcomes({ state, isOrderWaiting }),
    refund_id: payment.refundId,
  }
}
