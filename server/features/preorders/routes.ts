import type { preorders } from '#contract/preorders.ts'
import type { Context } from '#server/context.ts'
import { localRateLimit } from '#server/http/local-rate-limit.ts'
import type { Handlers } from '#server/http/mount.ts'
import { RATE_LIMITS } from '#server/http/rate-limit.ts'
import { refuse } from '#server/http/refusal.ts'
import { payPreorder } from '../payments/pay-order.ts'
import type { PaymentDesk } from '../payments/payment-desk.ts'
import { showOpenPreorders, showPreorder } from './show-preorder.ts'

type Built = Pick<Handlers<typeof preorders>, 'list' | 'show' | 'pay'>

export function preorderRoutes(context: Context, desk: PaymentDesk): Built {
  const paying = localRateLimit(context, RATE_LIMITS.paymentsPerUser)
  return {
    list: ({ user, language }) => showOpenPreorders(context, { userId: user.userId, isAdmin: user.isAdmin, language }),

    async show({ user, params, language }) {
      const viewer = { userId: user.userId, isAdmin: user.isAdmin, language }
      return (await showPreorder(context, params.id, viewer)) ?? refuse('notFound')
    },

    async pay({ user, params, body, reply }) {
      const limited = paying(reply, String(user.userId))
      if (limited) return limited
      return payPreorder(context, desk, { userId: user.userId, orderId: params.id, totalEuros: body?.total_amount })
    },
  }
}
