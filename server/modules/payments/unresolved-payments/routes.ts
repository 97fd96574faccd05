import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { decidePayment } from './decide-payment.ts'
import { findDoubtfulPayments } from './queries.ts'
import { showUnresolvedPayment } from './show-unresolved-payment.ts'

export function unresolvedPaymentRoutes(context: Context): Handlers<typeof contract.unresolvedPayments> {
  return {
    list: async () => (await findDoubtfulPayments(context.db)).map(showUnresolvedPayment),
    decide: ({ params, body, user }) => decidePayment(context, { attemptId: params.id, userId: user.userId, ...body }),
  }
}
