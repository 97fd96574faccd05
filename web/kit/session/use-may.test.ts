import { expect, test } from 'vitest'
import type { Access } from '#contract/endpoint.ts'
import { sampleUser } from '#web/sample-user.ts'
import { findStoreId, type GuardedEndpoint, mayCall } from './use-may.ts'

const bound = (access: Access, stores?: GuardedEndpoint['stores']): GuardedEndpoint => ({
  access,
  ...(stores && { stores }),
})
const MIXED = sampleUser({
  rights: [
    { kind: 'helper', store_id: 1 },
    { kind: 'keeper', store_id: 2 },
    { kind: 'bookkeeper', store_id: null },
  ],
})

test('a call is offered in the stores where a right allows it', () => {
  const storesFor = (access: Access) => [1, 2, 3].filter(id => mayCall(MIXED, bound(access), id))
  expect(storesFor('helper')).toEqual([1, 2])
  expect(storesFor('keeper')).toEqual([2])
  expect(storesFor('bookkeeper')).toEqual([1, 2, 3])
  expect(storesFor('admin')).toEqual([])
  expect(mayCall(MIXED, bound('keeper'))).toBe(true)
  expect(mayCall(MIXED, bound('admin'))).toBe(false)
  expect(mayCall(sampleUser({ is_admin: true }), bound('admin'), 1)).toBe(true)
  expect(mayCall(sampleUser(), bound('staff'))).toBe(false)
  expect(mayCall(sampleUser(), bound('shopper'))).toBe(true)
})

test('the store of a call is read where the contract names it', () => {
  const inParams = bound('helper', { store: 'params.id' })
  expect(findStoreId(inParams, { params: { id: 7 } })).toBe(7)
  expect(findStoreId(bound('keeper', { filter: 'query.store' }), { query: { store: '8' } })).toBe(8)
  expect(findStoreId(bound('keeper', { filter: 'query.store' }), { query: { store: '' } })).toBeUndefined()
  expect(findStoreId(bound('keeper', { filter: 'all' }), { query: { store: '8' } })).toBeUndefined()
  expect(findStoreId(bound('admin'), { params: { id: 7 } })).toBeUndefined()
})
