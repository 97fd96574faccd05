import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { findVisit } from './find-visit.ts'
import { notifyVisitor } from './notify-visitor.ts'
import { findVisits } from './visit-log.ts'

export function visitRoutes(context: Context): Handlers<typeof contract.visits> {
  const { db } = context
  return {
    list: ({ params, query, stores }) => findVisits(db, { ...query, ...params, stores }),

    get: async ({ params, language }) => (await findVisit(db, params.id, language)) ?? refuse('notFound'),

    async notify({ params, user, language }) {
      await notifyVisitor(context, { visitId: params.id, adminId: user.userId })
      return (await findVisit(db, params.id, language)) ?? refuse('notFound')
    },
  }
}
