import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { decidePayment } from './decide-payment.ts'
import { findDoubtfulPayments, toUnresolvedPaymentResponse } from './doubtful-payments.ts'

export function unresolvedPaymentRoutes(context: Context): Handlers<typeof contract.unresolvedPayments> {
  return {
    list: async ({ stores }) => (await findDoubtfulPayments(context.db, stores)).map(toUnresolvedPaymentResponse),
    decide: ({ params, body, user }) => decidePayment(context, { attemptId: params.id, userId: user.userId, ...body }),
  }
}
