import { expect, test } from 'vitest'
import { createScanQueue, type ScanOutcome } from './scan-queue.ts'

function queueOf(asking: string[]) {
  const taken: string[] = []
  const { push, release } = createScanQueue()
  const scan = (code: string) =>
    push((): ScanOutcome => {
      taken.push(code)
      return asking.includes(code) ? 'asks' : 'done'
    })
  return { push: scan, release, taken }
}

test('codes are taken in the order they come', () => {
  const { push, taken } = queueOf([])
  for (const code of ['1', '2', '3']) push(code)
  expect(taken).toEqual(['1', '2', '3'])
})

test('codes that come while a question is open wait, and none is lost', () => {
  const { push, release, taken } = queueOf(['1', '3'])
  for (const code of ['1', '2', '3', '4']) push(code)
  expect(taken).toEqual(['1'])
  release()
  expect(taken).toEqual(['1', '2', '3'])
  release()
  expect(taken).toEqual(['1', '2', '3', '4'])
})

test('an answer without a question changes nothing', () => {
  const { push, release, taken } = queueOf([])
  release()
  push('1')
  expect(taken).toEqual(['1'])
})
