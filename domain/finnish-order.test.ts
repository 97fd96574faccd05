import { expect, test } from 'vitest'
import { byFinnishName } from '#domain/finnish-order.ts'

test('names stand as in a Finnish list, whole numbers by size', () => {
  const names = ['Ääniraita', 'omena', 'Öljy 10 dl', 'Zucchini', 'Öljy 2 dl', 'Ale']
  const sorted = names.map(name => ({ name })).toSorted(byFinnishName)
  expect(sorted.map(({ name }) => name)).toEqual(['Ale', 'omena', 'Zucchini', 'Ääniraita', 'Öljy 2 dl', 'Öljy 10 dl'])
})
