import { expect, test } from 'vitest'
import { imageBoard, type ProductImages } from './image-board.ts'

const some = (...ids: number[]): ProductImages =>
  ids.map(id => ({ id, width: 1, height: 1, files: [], label_languages: [], source: null }))
const begin = (...ids: number[]) => {
  const board = imageBoard(some(...ids))
  return { ...board, ids: () => board.displayed().map(({ id }) => id) }
}

test('a moved image is shown at its new place at once, and an older response doesn’t move it back', () => {
  const board = begin(1, 2, 3)
  const idsToSend = board.move(2, 0)
  board.receive(some(1, 2, 3))
  expect(board.ids()).toEqual([3, 1, 2])
  expect(idsToSend()).toEqual([3, 1, 2])
  board.receive(some(3, 1, 2))
  expect(board.ids()).toEqual([3, 1, 2])
})

test('an image added after a move comes last in the order that is sent', () => {
  const board = begin(1, 2)
  const idsToSend = board.move(0, 1)
  board.receive(some(1, 2, 9))
  expect(board.ids()).toEqual([2, 1, 9])
  expect(idsToSend()).toEqual([2, 1, 9])
})

test('an image removed after a move is still included in the order that is sent', () => {
  const board = begin(1, 2, 3)
  const idsToSend = board.move(0, 2)
  const removed = board.remove(2)
  expect(board.ids()).toEqual([3, 1])
  expect(idsToSend()).toEqual([2, 3, 1])
  board.receive(some(2, 3, 1))
  expect(board.ids()).toEqual([3, 1])
  removed()
  board.receive(some(3, 1))
  expect(board.ids()).toEqual([3, 1])
})

test('when two images are removed at once, the response to the first doesn’t bring the second back', () => {
  const board = begin(1, 2, 3)
  const [first, second] = [board.remove(1), board.remove(2)]
  first()
  board.receive(some(2, 3))
  expect(board.ids()).toEqual([3])
  second()
  board.receive(some(3))
  expect(board.ids()).toEqual([3])
})

test('a move that the server rejected is reverted', () => {
  const board = begin(1, 2)
  board.move(0, 1)()
  board.receive(board.received())
  expect(board.ids()).toEqual([1, 2])
})

test('tasks run one after another', async () => {
  const board = begin()
  const done: string[] = []
  let open = () => {}
  const gate = new Promise<void>(resolve => (open = resolve))
  const first = board.inTurn(() => gate.then(() => void done.push('first')))
  const second = board.inTurn(async () => void done.push('second'))
  open()
  await Promise.all([first, second])
  expect(done).toEqual(['first', 'second'])
})
