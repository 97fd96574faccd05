import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findAdminFood, findShownFood } from './queries.ts'
import { saveFood } from './save-food.ts'

export function foodInformationRoutes(context: Context): Handlers<typeof contract.foodInformation> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    get: async ({ params, language }) =>
      (await findShownFood(db, { productId: params.id, language })) ?? refuse('notFound'),
    getForAdmin: async ({ params }) => (await findAdminFood(db, params.id)) ?? refuse('notFound'),
    update: ({ params, body: { revision, reason, source, ...form }, user }) =>
      saveFood(context, { productId: params.id, revision, form, source, author: author(user, reason) }),
  }
}
