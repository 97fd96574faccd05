import type { Store } from '#contract/stores/stores.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'

const NEAR_METRES = 200

type Order = { distances: ReadonlyMap<number, number>; lastUsedId: number | undefined }
type Sortable = Pick<Store, 'id' | 'name'>

/** The nearest first; without distances the last used one first and the rest by name. */
export function sortStores<S extends Sortable>(stores: readonly S[], { distances, lastUsedId }: Order): S[] {
  const place = ({ id }: S) => distances.get(id) ?? (distances.size === 0 && id === lastUsedId ? -1 : Infinity)
  return stores.toSorted((a, b) => {
    const [placeA, placeB] = [place(a), place(b)]
    return placeA === placeB ? byFinnishName(a, b) : placeA - placeB
  })
}

/** The store that the shopper is in, as far as a phone can detect: the only one within 200 m. */
export function onlyStoreNear<S extends Sortable>(
  stores: readonly S[],
  distances: ReadonlyMap<number, number>,
): S | undefined {
  const near = stores.filter(({ id }) => (distances.get(id) ?? Infinity) <= NEAR_METRES)
  return near.length === 1 ? near[0] : undefined
}
