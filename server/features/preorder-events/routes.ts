import type { contract } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/mount.ts'
import { refuse } from '#server/http/refusal.ts'
import { recentItems } from './recent-items.ts'
import { showEvents, showItems } from './show-events.ts'

export function preorderEventRoutes(context: Context): Handlers<typeof contract.preorderEvents> {
  const itemsOf = recentItems(context)
  return {
    list: ({ user, language }) => showEvents(context, { activeStoreId: user.activeStoreId, language }),

    async left({ params }) {
      const items = await itemsOf(params.id)
      return items ? showItems(items) : refuse('notFound')
    },
  }
}
