import { expect, test } from 'vitest'
import { changesTo, isSameView, isStoredCompact, storeCompact, toViewQuery } from './use-list-state.ts'

const NOW = { query: { q: 'maito 1 l', sort: '-price', enabled: 'true' }, columns: ['id', 'type'] }

test('a view is the same in whatever order its filters were chosen', () => {
  const other = { query: { enabled: 'true', sort: '-price', q: 'maito 1 l' }, columns: ['id', 'type'] }
  expect(toViewQuery(NOW)).toBe(toViewQuery(other))
  expect(isSameView('sort=-price&q=a', 'q=a&sort=-price')).toBe(true)
  expect(isSameView('q=a', 'q=b')).toBe(false)
})

test('a view’s query has only characters that the server accepts', () => {
  expect(toViewQuery(NOW)).toMatch(/^(?:[\w.~*+,:;=&-]|%[0-9A-Fa-f]{2})*$/)
})

test('choosing a view removes other filters and restores its own', () => {
  expect(changesTo('supplier_id=1001', NOW)).toEqual({
    q: undefined,
    sort: undefined,
    enabled: undefined,
    columns: undefined,
    supplier_id: '1001',
  })
  expect(changesTo(toViewQuery(NOW), { query: {} })).toEqual({ ...NOW.query, columns: 'id,type' })
})

test('low rows are remembered on this device until the usual ones are chosen', () => {
  expect(isStoredCompact()).toBe(false)
  storeCompact(true)
  expect(isStoredCompact()).toBe(true)
  storeCompact(false)
  expect(isStoredCompact()).toBe(false)
})
