import { expect, test } from 'vitest'
import { byFinnishName } from './finnish-order.ts'

test('names sort in Finnish order, with whole numbers by value', () => {
  const names = ['Ääniraita', 'omena', 'Öljy 10 dl', 'Zucchini', 'Öljy 2 dl', 'Ale']
  const sorted = names.map(name => ({ name })).toSorted(byFinnishName)
  expect(sorted.map(({ name }) => name)).toEqual(['Ale', 'omena', 'Zucchini', 'Ääniraita', 'Öljy 2 dl', 'Öljy 10 dl'])
})
