import type { preorders } from '#contract/preorders.ts'
import type { Context } from '#server/context.ts'
import { publicOrigin } from '#server/http/address.ts'
import { localRateLimit } from '#server/http/local-rate-limit.ts'
import type { Handlers } from '#server/http/mount.ts'
import { RATE_LIMITS } from '#server/http/rate-limit.ts'
import { bookPreorder } from './book-preorder.ts'
import { cancelPreorder } from './cancel-preorder.ts'

type Booking = Pick<Handlers<typeof preorders>, 'book' | 'cancel'>

export function preorderRoutes(context: Context): Booking {
  const booking = localRateLimit(context, RATE_LIMITS.ordersPerUser)
  return {
    async book({ user: { userId }, body: seen, request, reply }) {
      const limited = booking(reply, String(userId))
      return limited ?? bookPreorder(context, { userId, seen, origin: publicOrigin(request) })
    },

    async cancel({ user: { userId }, params, request, reply }) {
      const limited = booking(reply, String(userId))
      return limited ?? cancelPreorder(context, { userId, orderId: params.id, origin: publicOrigin(request) })
    },
  }
}
