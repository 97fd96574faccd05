import type { contract } from '#contract/index.ts'
import { adviceFor, manualOutcomes } from '#domain/manual-outcome.ts'
import { eurosFromCents } from '#domain/money.ts'
import { orderCan } from '#domain/order.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/mount.ts'
import { decidePayment } from './decide-payment.ts'
import { findDoubtfulPayments } from './queries.ts'

export function unresolvedPaymentRoutes(context: Context): Handlers<typeof contract.unresolvedPayments> {
  return {
    async list() {
      const payments = await findDoubtfulPayments(context.db)
      return payments.map(payment => {
        const { state, status, cancelled_at: cancelledAt, isStillAsked } = payment
        const isOrderWaiting = orderCan.hearTerminal({ status, cancelledAt })
        return {
          id: payment.id,
          state,
          order_id: payment.order_id,
          customer_email: payment.email,
          store: { id: payment.storeId, name: payment.storeName },
          terminal_name: payment.terminalName,
          amount: eurosFromCents(payment.amount_cents),
          sent_at: payment.sent_at?.toISOString() ?? null,
          advice: adviceFor({
            state,
            isOrderWaiting,
            isStillAsked,
            isRefundUnresolved: payment.refundState === 'UNRESOLVED',
          }),
          outcomes: manualOutcomes({ state, isOrderWaiting }),
          refund_id: payment.refundId,
        }
      })
    },

    decide: ({ params, body, user }) => decidePayment(context, { attemptId: params.id, userId: user.userId, ...body }),
  }
}
