import { type GrantedRight, STORE_RIGHTS, type StoreRight } from './store-rights.ts'

/** A kind of right with the stores in which a person has it; null: in all stores, also in later ones. */
export type RightStores = { kind: StoreRight; storeIds: readonly number[] | null }

/** Rights by kind: at most one entry for each kind, in the order of the kinds. A right in all stores includes those in single stores. */
export const toRightStores = (rights: readonly GrantedRight[]): RightStores[] =>
  STORE_RIGHTS.flatMap(kind => {
    const sameKind = rights.filter(right => right.kind === kind)
    if (sameKind.length === 0) return []
    const ids = sameKind.flatMap(({ storeId }) => storeId ?? [])
    return [{ kind, storeIds: ids.length < sameKind.length ? null : [...new Set(ids)].toSorted((a, b) => a - b) }]
  })

export const toGrantedRights = (rights: readonly RightStores[]): GrantedRight[] =>
  rights.flatMap(({ kind, storeIds }): GrantedRight[] =>
    storeIds === null ? [{ kind, storeId: null }] : storeIds.map(storeId => ({ kind, storeId })),
  )

/** The rights without repetitions, and without single stores where a kind is in all of them. */
export const normaliseRights = (rights: readonly GrantedRight[]): GrantedRight[] =>
  toGrantedRights(toRightStores(rights))

export const isSameRights = (one: readonly GrantedRight[], other: readonly GrantedRight[]): boolean =>
  JSON.stringify(toRightStores(one)) === JSON.stringify(toRightStores(other))

/** Whether a person with these rights may already do what a right allows. */
export const isCovered = (rights: readonly GrantedRight[], { kind, storeId }: GrantedRight): boolean =>
  rights.some(right => right.kind === kind && (right.storeId === null || right.storeId === storeId))
