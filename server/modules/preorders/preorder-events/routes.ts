import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { createFindAvailableItems } from './available-items.ts'
import { listEvents } from './list-events.ts'

export function preorderEventRoutes(context: Context): Handlers<typeof contract.preorderEvents> {
  const findAvailableItems = createFindAvailableItems(context)
  return {
    list: ({ user, language }) =>
      listEvents(context, { userId: user.userId, activeStoreId: user.activeStoreId, language }),
    remaining: async ({ params: { id: eventId }, user: { userId } }) =>
      (await findAvailableItems({ eventId, userId })) ?? refuse('notFound'),
  }
}
