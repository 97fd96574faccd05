import type { contract } from '#contract/index.ts'
import { toPlace, distanceMetres } from '#domain/stores/coordinates.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { findPositions, storeList } from './queries.ts'

export function storeRoutes(context: Context): Handlers<typeof contract.stores> {
  return {
    list: storeList(context),
    distances: async ({ query }) => {
      const stores = await findPositions(context.db)
      return stores
        .flatMap(store => {
          const place = toPlace(store)
          return place ? [{ id: store.id, distance: distanceMetres(query, place) }] : []
        })
        .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
    },
  }
}
