import { expect, test } from 'vitest'
import { type OfficeAccess, RIGHTS_FOR, STORE_RIGHTS, type StoreRight } from './store-rights.ts'
import { StoreScope } from './store-scope.ts'

const ACCESSES: OfficeAccess[] = ['admin', 'keeper', 'helper', 'bookkeeper', 'staff']
const inStore = (kind: StoreRight, storeId: number | null) => ({ kind, storeId })
const getIds = (access: OfficeAccess, ...rights: ReturnType<typeof inStore>[]) =>
  StoreScope.ofPerson({ isAdmin: false, rights }, access).ids

test('an admin may do everything everywhere, a person without a right nothing', () => {
  for (const access of ACCESSES) {
    expect(StoreScope.ofPerson({ isAdmin: true, rights: [] }, access).ids).toBe('all')
    expect(StoreScope.ofPerson({ isAdmin: false, rights: [] }, access).isEmpty).toBe(true)
  }
})

test('a keeper may do what helpers and bookkeepers may; no right in a store allows what only admins may', () => {
  expect(Object.keys(RIGHTS_FOR).toSorted()).toEqual(ACCESSES.toSorted())
  const allowed = STORE_RIGHTS.map(kind => [
    kind,
    ACCESSES.filter(access => getIds(access, inStore(kind, 7)).length > 0),
  ])
  expect(Object.fromEntries(allowed)).toEqual({
    keeper: ['keeper', 'helper', 'bookkeeper', 'staff'],
    helper: ['helper', 'staff'],
    bookkeeper: ['bookkeeper', 'staff'],
  })
})

test('rights add up by store, and a right in all stores includes each', () => {
  expect(getIds('bookkeeper', inStore('bookkeeper', 1), inStore('keeper', 2), inStore('helper', 3))).toEqual([1, 2])
  expect(getIds('keeper', inStore('bookkeeper', null), inStore('keeper', 2))).toEqual([2])
  expect(getIds('helper', inStore('helper', 1), inStore('keeper', null))).toBe('all')
})

test('a scope is narrowed to a store of its scope only', () => {
  const scope = StoreScope.ofPerson({ isAdmin: false, rights: [inStore('keeper', 1), inStore('keeper', 2)] }, 'keeper')
  expect([scope.narrowedTo(undefined).ids, scope.narrowedTo(2).ids, scope.narrowedTo(3).ids]).toEqual([[1, 2], [2], []])
  expect([scope.has(1), scope.has(3), scope.only, scope.narrowedTo(2).only]).toEqual([true, false, undefined, 2])
  expect(StoreScope.all.narrowedTo(3).ids).toEqual([3])
})
