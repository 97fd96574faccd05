import type { User } from '#contract/accounts/users.ts'
import { type Endpoint, isOfficeAccess } from '#contract/endpoint.ts'
import { StoreScope } from '#domain/accounts/store-scope.ts'
import type { CheckedInput } from '#web/kit/api/call-input.ts'
import { useUser } from './session-provider.tsx'

/** What decides who may make a call. */
export type GuardedEndpoint = Pick<Endpoint, 'access' | 'stores'>

/** The stores in which a user may make a call of the back office; undefined for calls that need no right. */
function getScope({ is_admin: isAdmin, rights }: User, { access }: GuardedEndpoint): StoreScope | undefined {
  const granted = rights.map(({ kind, store_id: storeId }) => ({ kind, storeId }))
  return isOfficeAccess(access) ? StoreScope.ofPerson({ isAdmin, rights: granted }, access) : undefined
}

/** Whether a user may make a call, in this store or, without one, in any. */
export function mayCall(user: User, endpoint: GuardedEndpoint, storeId?: number): boolean {
  const scope = getScope(user, endpoint)
  if (!scope) return true
  return storeId === undefined ? !scope.isEmpty : scope.has(storeId)
}

/** `mayCall` of the signed-in user: what leads to a call that they may not make is not shown. */
export function useMay(): (endpoint: GuardedEndpoint, storeId?: number) => boolean {
  const user = useUser()
  return (endpoint, storeId) => mayCall(user, endpoint, storeId)
}

/** The store that the input of a call names, where the contract declares one. */
export function findStoreId({ stores }: GuardedEndpoint, input: CheckedInput = {}): number | undefined {
  const place = !stores ? undefined : 'store' in stores ? stores.store : 'filter' in stores ? stores.filter : undefined
  const [part, name] = place?.split('.') ?? []
  if (name === undefined || (part !== 'params' && part !== 'query')) return undefined
  const value = input[part]?.[name]
  return value === undefined || value === '' ? undefined : Number(value)
}
