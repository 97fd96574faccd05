import { expect, test } from 'vitest'
import { inShownOrder, moved } from './image-order.ts'

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('what is moved from %i to %i pushes the others together', (from, to, expected) => {
  expect(moved(['a', 'b', 'c'], from, to)).toEqual(expected)
})

test('an answer keeps the order that the reader has made since, and puts last what the reader has not seen', () => {
  const ids = (...all: number[]) => all.map(id => ({ id }))
  expect(inShownOrder(ids(1, 2, 3), ids(3, 1, 2))).toEqual(ids(3, 1, 2))
  expect(inShownOrder(ids(1, 2, 9, 8), ids(2, 1, 7))).toEqual(ids(2, 1, 9, 8))
})
