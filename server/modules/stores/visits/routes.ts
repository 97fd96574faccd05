import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { findVisits } from './visit-log.ts'

export const visitRoutes = ({ db }: Context): Handlers<typeof contract.visits> => ({
  list: ({ params, query }) => findVisits(db, { ...query, ...params }),
})
