import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { recentItems } from './recent-items.ts'
import { findLimitedBookings, showEvents, showItems } from './show-events.ts'

export function preorderEventRoutes(context: Context): Handlers<typeof contract.preorderEvents> {
  const itemsOf = recentItems(context)
  return {
    list: ({ user, language }) =>
      showEvents(context, { userId: user.userId, activeStoreId: user.activeStoreId, language }),

    async left({ params, user }) {
      const items = await itemsOf(params.id)
      if (!items) return refuse('notFound')
      const booked = await findLimitedBookings(context, user.userId, [{ id: params.id, items }])
      return showItems(items, booked.get(params.id))
    },
  }
}
