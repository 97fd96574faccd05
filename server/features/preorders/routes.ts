import type { preorders } from '#contract/preorders.ts'
import type { Context } from '#server/context.ts'
import { publicOrigin } from '#server/http/address.ts'
import { localRateLimit } from '#server/http/local-rate-limit.ts'
import type { Handlers } from '#server/http/mount.ts'
import { RATE_LIMITS } from '#server/http/rate-limit.ts'
import { fewAtOnce } from '#server/one-at-a-time.ts'
import { bookPreorder } from './book-preorder.ts'
import { cancelPreorder } from './cancel-preorder.ts'

/** Of a server's twenty connections: the others go on with everything else while thousands book. */
const BOOKINGS_AT_ONCE = 8

type Booking = Pick<Handlers<typeof preorders>, 'book' | 'cancel'>

export function preorderRoutes(context: Context): Booking {
  const booking = localRateLimit(context, RATE_LIMITS.ordersPerUser)
  const inTurn = fewAtOnce(BOOKINGS_AT_ONCE)
  return {
    async book({ user: { userId }, body: seen, request, reply }) {
      const limited = booking(reply, String(userId))
      return limited ?? inTurn(() => bookPreorder(context, { userId, seen, origin: publicOrigin(request) }))
    },

    async cancel({ user: { userId }, params, request, reply }) {
      const limited = booking(reply, String(userId))
      return limited ?? cancelPreorder(context, { userId, orderId: params.id, origin: publicOrigin(request) })
    },
  }
}
