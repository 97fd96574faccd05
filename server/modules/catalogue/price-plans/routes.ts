import type { contract } from '#contract/index.ts'
import { shopDate } from '#domain/shop-date.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { addPlan, removePlan } from './change-plans.ts'
import { findPlans } from './queries.ts'

export function pricePlanRoutes(context: Context): Handlers<typeof contract.pricePlans> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: async ({ params }) => (await findPlans(db, params.id, shopDate(now()))) ?? refuse('notFound'),
    add: ({ params: { id }, body: { reason, ...plan }, user }) =>
      addPlan(context, { productId: id, plan }, author(user, reason)),
    remove: ({ params: { id, plan_id: planId }, user }) => removePlan(context, { productId: id, planId }, author(user)),
  }
}
