import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { addView, changeView, removeView, reorderViews } from './change-views.ts'
import { findViews, mayReadList } from './queries.ts'

export function viewRoutes(context: Context): Handlers<typeof contract.views> {
  return {
    // A shared view may name what its author looked for.
    list: async ({ query: { list }, user }) =>
      mayReadList(user, list) ? findViews(context.db, user.userId, list) : [],
    create: ({ body, user }) => addView(context, user.userId, body),
    update: ({ params, body, user }) => changeView(context, user.userId, { ...params, ...body }),
    remove: ({ params, user }) => removeView(context, user.userId, params.id),
    reorder: ({ body, user }) => reorderViews(context, user.userId, body),
  }
}
