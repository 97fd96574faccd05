import { expect, test } from 'vitest'
import { toQuery, toFilterChanges, takingOff } from './filter-button.tsx'

const STORE = { name: 'store', label: 'Store', options: [], usual: '3' }
const LEVEL = { name: 'level', label: 'Stock', options: [], alongWith: { store: '3' } }
const FILTERS = [STORE, LEVEL, { name: 'enabled', label: 'Status', options: [] }]

test('choosing a filter also sets the filter it depends on, unless the address sets it', () => {
  expect(toFilterChanges(LEVEL, 'low', {})).toEqual({ store: '3', level: 'low' })
  expect(toFilterChanges(LEVEL, 'low', { store: '4' })).toEqual({ level: 'low' })
  expect(toFilterChanges(LEVEL, '', {})).toEqual({ level: '' })
  expect(toFilterChanges(STORE, '4', { level: 'low' })).toEqual({ store: '4' })
})

test('removing a filter also removes the filters that depend on it, and no others', () => {
  expect(takingOff('store', FILTERS)).toEqual({ store: undefined, level: undefined })
  expect(takingOff('level', FILTERS)).toEqual({ level: undefined })
})

test('filters missing in the address get their defaults', () => {
  expect(toQuery({ q: 'milk' }, FILTERS)).toEqual({ q: 'milk', store: '3' })
  expect(toQuery({ store: '4', level: 'low' }, FILTERS)).toEqual({ store: '4', level: 'low' })
})
