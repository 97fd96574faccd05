import { expect, test } from 'vitest'
import { imageBoard, type Images } from './image-board.ts'

const some = (...ids: number[]): Images => ids.map(id => ({ id, width: 1, height: 1, files: [] }))
const begin = (...ids: number[]) => {
  const board = imageBoard(some(...ids))
  return { ...board, ids: () => board.shown().map(({ id }) => id) }
}

test('what is moved is shown there at once, and stays there when an older answer comes', () => {
  const board = begin(1, 2, 3)
  const idsToSend = board.move(2, 0)
  board.take(some(1, 2, 3))
  expect(board.ids()).toEqual([3, 1, 2])
  expect(idsToSend()).toEqual([3, 1, 2])
  board.take(some(3, 1, 2))
  expect(board.ids()).toEqual([3, 1, 2])
})

test('an image that was added after a move was made is named last when the move is sent', () => {
  const board = begin(1, 2)
  const idsToSend = board.move(0, 1)
  board.take(some(1, 2, 9))
  expect(board.ids()).toEqual([2, 1, 9])
  expect(idsToSend()).toEqual([2, 1, 9])
})

test('an image that is removed after a move was made is still named when the move is sent', () => {
  const board = begin(1, 2, 3)
  const idsToSend = board.move(0, 2)
  const removed = board.takeOut(2)
  expect(board.ids()).toEqual([3, 1])
  expect(idsToSend()).toEqual([2, 3, 1])
  board.take(some(2, 3, 1))
  expect(board.ids()).toEqual([3, 1])
  removed()
  board.take(some(3, 1))
  expect(board.ids()).toEqual([3, 1])
})

test('of two that are removed at once the second does not come back while the first one’s answer does', () => {
  const board = begin(1, 2, 3)
  const [first, second] = [board.takeOut(1), board.takeOut(2)]
  first()
  board.take(some(2, 3))
  expect(board.ids()).toEqual([3])
  second()
  board.take(some(3))
  expect(board.ids()).toEqual([3])
})

test('what the server did not take is shown as it was', () => {
  const board = begin(1, 2)
  board.move(0, 1)()
  board.take(board.said())
  expect(board.ids()).toEqual([1, 2])
})

test('what is asked for is done one after another', async () => {
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
