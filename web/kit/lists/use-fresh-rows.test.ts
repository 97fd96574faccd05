import { expect, test } from 'vitest'
import { countNew } from './use-fresh-rows.ts'

const rows = (...ids: number[]) => ({ items: ids.map(id => ({ id })), total: 100 + ids.length })
const count = (shown: number[], latest: number[], page = 1) =>
  countNew({ shown: rows(...shown), latest: rows(...latest), page }, ({ id }) => id)

test('new rows of the first page are counted by their ids, and rows that are gone are not', () => {
  expect(count([3, 2, 1], [3, 2, 1])).toBe(0)
  expect(count([3, 2, 1], [5, 4, 3])).toBe(2)
  expect(count([3, 2, 1], [3, 1])).toBe(0)
})

test('on a later page new rows have moved the others there, so the growth of the list counts', () => {
  expect(count([3, 2], [5, 4, 3], 2)).toBe(1)
  expect(count([3, 2, 1], [3], 2)).toBe(0)
})
