import { type Endpoint, isOfficeAccess, type StoreBound, type StoreRecord } from '#contract/endpoint.ts'
import type { ErrorCode } from '#contract/error-codes.ts'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import { refuse, type Refusal } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import type { StoresOfRecords } from './store-finder.ts'

/** A call whose input is validated. */
type CheckedCall = { user: SignedIn | undefined; params?: unknown; query?: unknown; body?: unknown }

/**
 * The stores that a call may concern. A call about a store in which the caller has no such right is refused as if the store, or its
 * record, did not exist.
 */
export async function checkStores(
  declared: Endpoint,
  call: CheckedCall,
  { db, storesOfRecords }: { db: Db; storesOfRecords: StoresOfRecords },
): Promise<StoreScope | Refusal> {
  const { access, stores: bound } = declared
  if (!call.user || !bound || !isOfficeAccess(access)) return StoreScope.all
  const scope = StoreScope.ofPerson(call.user, access)
  if ('filter' in bound) return bound.filter === 'all' ? scope : scope.narrowedTo(readIds(call, bound.filter)[0])
  if ('shopWide' in bound || scope.ids === 'all') return scope
  const stores = await findStores(bound, call, (record, id) => storesOfRecords[record](db, id))
  const namesOne = stores.length > 0 || 'otherwise' in bound
  const isAllowed = namesOne && stores.every(id => id !== undefined && scope.has(id))
  return isAllowed ? scope : refuse(missingCode(declared))
}

/**
 * Whether the caller is at least a keeper of all stores that an admitted call concerns; of what belongs to the whole shop, of any
 * store. `stores`: what `checkStores` returned.
 */
export async function isKeeperThere(
  declared: Endpoint,
  call: CheckedCall & { stores: StoreScope },
  { db, storesOfRecords }: { db: Db; storesOfRecords: StoresOfRecords },
): Promise<boolean> {
  const { stores: bound } = declared
  if (!call.user) return false
  const scope = StoreScope.ofPerson(call.user, 'keeper')
  if (scope.ids === 'all' || scope.isEmpty) return !scope.isEmpty
  if (!bound || 'shopWide' in bound) return true
  if ('filter' in bound) return call.stores.ids !== 'all' && call.stores.ids.every(id => scope.has(id))
  const ids = await findStores(bound, call, (record, id) => storesOfRecords[record](db, id))
  return ids.every(id => id !== undefined && scope.has(id))
}

type FindStore = (record: StoreRecord, id: number) => Promise<number | undefined>
type NamedBound = Extract<StoreBound, { store: unknown } | { record: unknown }>

async function findStores(bound: NamedBound, call: CheckedCall, find: FindStore) {
  if ('record' in bound) return Promise.all(readIds(call, bound.at).map(id => find(bound.record, id)))
  return [...readIds(call, bound.store), ...(bound.also ? readIds(call, bound.also) : [])]
}

/** The ids at a place of the input, such as `body.store_ids`; none where an optional one is absent. */
function readIds(call: CheckedCall, place: string): number[] {
  let value: unknown = call
  // Each part of the input is a plain record that the endpoint's schema has validated.
  for (const name of place.split('.')) value = (value as Record<string, unknown> | undefined)?.[name]
  return [value].flat().filter(id => typeof id === 'number')
}

/** The endpoint's response to a record that doesn't exist. */
export const missingCode = ({ errors }: Pick<Endpoint, 'errors'>): ErrorCode =>
  errors.find(code => code.toLowerCase().endsWith('notfound')) ?? 'notFound'
