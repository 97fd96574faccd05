import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { beginPresence, endPresence, listStaffedStores } from './presence.ts'

export const presenceRoutes = (context: Context): Handlers<typeof contract.presence> => ({
  list: ({ user, stores }) => listStaffedStores(context, stores, user.userId),
  begin: ({ params, user }) => beginPresence(context, { storeId: params.id, userId: user.userId }),
  end: ({ params, user }) => endPresence(context, { storeId: params.id, userId: user.userId }),
})
