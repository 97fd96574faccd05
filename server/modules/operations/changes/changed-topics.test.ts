import { expect, test } from 'vitest'
import type { StoreRight } from '#domain/accounts/store-rights.ts'
import { type Change, findTopics } from './changed-topics.ts'

const admin = { isAdmin: true, rights: [] }
const inStore = (kind: StoreRight, storeId: number | null = 7) => ({ isAdmin: false, rights: [{ kind, storeId }] })
const order: Change = { source: 'order', storeIds: [7] }

test('an order is told to admins, keepers and bookkeepers of its store, each by what they may read', () => {
  expect(findTopics([order], admin)).toEqual(['adminOrders', 'closings', 'events'])
  expect(findTopics([order], inStore('keeper'))).toEqual(['adminOrders', 'closings', 'events'])
  expect(findTopics([order], inStore('bookkeeper'))).toEqual(['adminOrders', 'closings'])
  expect(findTopics([order], inStore('keeper', null))).toContain('adminOrders')
  expect(findTopics([order], inStore('keeper', 8))).toEqual([])
})

test('a helper, who may read pick lists and age approvals, does not learn when something is sold or somebody comes', () => {
  expect(
    findTopics([order, { source: 'checkout', storeIds: [7] }, { source: 'visit', storeIds: [7] }], inStore('helper')),
  ).toEqual([])
})

test('a keeper of one store who helps in another learns of the sales of the first only', () => {
  const caller = { isAdmin: false, rights: [...inStore('keeper', 8).rights, ...inStore('helper').rights] }
  expect(findTopics([order], caller)).toEqual([])
  expect(findTopics([{ source: 'order', storeIds: [7, 8] }], caller)).toContain('adminOrders')
})

test('stock is told to those who may see it there', () => {
  const moved: Change = { source: 'stock', storeIds: [7] }
  expect(findTopics([moved], inStore('helper'))).toEqual(['products'])
  expect(findTopics([moved], inStore('helper', 8))).toEqual([])
  expect(findTopics([moved], inStore('bookkeeper'))).toEqual([])
})

test('what an admin saves is told by its kind, and the audit log to admins', () => {
  expect(findTopics([{ source: 'record', kind: 'product' }], admin)).toEqual(['auditLog', 'products'])
  expect(findTopics([{ source: 'record', kind: 'product' }], inStore('helper'))).toEqual(['products'])
  expect(findTopics([{ source: 'record', kind: 'user' }], inStore('keeper'))).toEqual([])
  expect(findTopics([{ source: 'record', kind: 'of a later version' }], admin)).toEqual(['auditLog'])
})

test('an alert of the whole shop is told to those who keep all stores', () => {
  const alert: Change = { source: 'alert', storeIds: [0] }
  expect(findTopics([alert], inStore('keeper'))).toEqual([])
  expect(findTopics([alert], inStore('keeper', null))).toContain('alerts')
  expect(findTopics([{ source: 'alert', storeIds: [7] }], inStore('keeper'))).toContain('alerts')
})
