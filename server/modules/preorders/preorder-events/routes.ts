import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { itemsLeft } from './items-left.ts'
import { listEvents } from './list-events.ts'

export function preorderEventRoutes(context: Context): Handlers<typeof contract.preorderEvents> {
  const findItemsLeft = itemsLeft(context)
  return {
    list: ({ user, language }) =>
      listEvents(context, { userId: user.userId, activeStoreId: user.activeStoreId, language }),
    left: async ({ params: { id: eventId }, user: { userId } }) =>
      (await findItemsLeft({ eventId, userId })) ?? refuse('notFound'),
  }
}
