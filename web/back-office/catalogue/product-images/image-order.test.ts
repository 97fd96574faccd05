import { expect, test } from 'vitest'
import { inDisplayOrder, moveItem } from './image-board.ts'

test.each([
  [0, 2, ['b', 'c', 'a']],
  [2, 0, ['c', 'a', 'b']],
  [1, 1, ['a', 'b', 'c']],
])('moving an image from %i to %i closes the gap', (from, to, expected) => {
  expect(moveItem(['a', 'b', 'c'], from, to)).toEqual(expected)
})

test('a response keeps the reader’s newer order and appends images that the reader hasn’t seen', () => {
  const ids = (...all: number[]) => all.map(id => ({ id }))
  expect(inDisplayOrder(ids(1, 2, 3), ids(3, 1, 2))).toEqual(ids(3, 1, 2))
  expect(inDisplayOrder(ids(1, 2, 9, 8), ids(2, 1, 7))).toEqual(ids(2, 1, 9, 8))
})
