import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { findDistances, storeList } from './queries.ts'

export function storeRoutes(context: Context): Handlers<typeof contract.stores> {
  return {
    list: storeList(context),
    distances: ({ query }) => findDistances(context.db, query),
  }
}
