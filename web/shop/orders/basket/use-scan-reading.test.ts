import { expect, test } from 'vitest'
import { createScanQueue, type ScanOutcome } from './use-scan-reading.ts'

function createQueue(asking: string[]) {
  const taken: string[] = []
  const { push, release } = createScanQueue()
  const scan = (code: string) =>
    push((): ScanOutcome => {
      taken.push(code)
      return asking.includes(code) ? 'asks' : 'done'
    })
  return { push: scan, release, taken }
}

test('scans are processed in their order', () => {
  const { push, taken } = createQueue([])
  for (const code of ['1', '2', '3']) push(code)
  expect(taken).toEqual(['1', '2', '3'])
})

test('scans wait while a question is open, and none is lost', () => {
  const { push, release, taken } = createQueue(['1', '3'])
  for (const code of ['1', '2', '3', '4']) push(code)
  expect(taken).toEqual(['1'])
  release()
  expect(taken).toEqual(['1', '2', '3'])
  release()
  expect(taken).toEqual(['1', '2', '3', '4'])
})

test('releasing the queue without a question changes nothing', () => {
  const { push, release, taken } = createQueue([])
  release()
  push('1')
  expect(taken).toEqual(['1'])
})
