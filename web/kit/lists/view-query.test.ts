import { expect, test } from 'vitest'
import { changesTo, isSameView, viewQueryOf } from './view-query.ts'

const NOW = { query: { q: 'maito 1 l', sort: '-price', enabled: 'true' }, columns: ['id', 'type'] }

test('a view is the same whatever the order in which it was filtered', () => {
  const other = { query: { enabled: 'true', sort: '-price', q: 'maito 1 l' }, columns: ['id', 'type'] }
  expect(viewQueryOf(NOW)).toBe(viewQueryOf(other))
  expect(isSameView('sort=-price&q=a', 'q=a&sort=-price')).toBe(true)
  expect(isSameView('q=a', 'q=b')).toBe(false)
})

test('a view has only characters that the server keeps', () => {
  expect(viewQueryOf(NOW)).toMatch(/^(?:[\w.~*+,:;=&-]|%[0-9A-Fa-f]{2})*$/)
})

test('choosing a view takes off what is not in it, and brings back what it was made of', () => {
  expect(changesTo('supplier_id=1001', NOW)).toEqual({
    q: undefined,
    sort: undefined,
    enabled: undefined,
    columns: undefined,
    supplier_id: '1001',
  })
  expect(changesTo(viewQueryOf(NOW), { query: {} })).toEqual({ ...NOW.query, columns: 'id,type' })
})
