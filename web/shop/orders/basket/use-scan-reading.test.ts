import { expect, test } from 'vitest'
import { createScanQueue, notSoldUntil, type ScanOutcome } from './use-scan-reading.ts'

function createQueue(questions: string[]) {
  const codes: string[] = []
  const { push, release } = createScanQueue()
  const scan = (code: string) =>
    push((): ScanOutcome => {
      codes.push(code)
      return questions.includes(code) ? 'asks' : 'done'
    })
  return { push: scan, release, codes }
}

test('scans are processed in their order', () => {
  const { push, codes } = createQueue([])
  for (const code of ['1', '2', '3']) push(code)
  expect(codes).toEqual(['1', '2', '3'])
})

test('scans wait while a question is open, and none is lost', () => {
  const { push, release, codes } = createQueue(['1', '3'])
  for (const code of ['1', '2', '3', '4']) push(code)
  expect(codes).toEqual(['1'])
  release()
  expect(codes).toEqual(['1', '2', '3'])
  release()
  expect(codes).toEqual(['1', '2', '3', '4'])
})

test('releasing the queue without a question changes nothing', () => {
  const { push, release, codes } = createQueue([])
  release()
  push('1')
  expect(codes).toEqual(['1'])
})

const SPAN = { from: '2026-11-25T06:00:00Z', until: '2026-11-25T21:00:00Z' }
const STORE = { staffed: SPAN, alcohol_sold: { ...SPAN, until: '2026-11-25T19:00:00Z' }, time_zone: 'Europe/Helsinki' }
const at = (time: string) => new Date(`2026-11-25T${time}:00+02:00`)

test.each([
  ['20:59', undefined, undefined],
  ['21:00', '', undefined],
  ['21:01', '', undefined],
  ['07:59', SPAN.from, SPAN.from],
  ['23:00', '', ''],
])('at %s alcohol and other goods with a minimum age are sold, or are not', (time, alcohol, other) => {
  expect(notSoldUntil({ saleTime: 'alcohol_sold' }, STORE, at(time))).toBe(alcohol)
  expect(notSoldUntil({ saleTime: 'staffed' }, STORE, at(time))).toBe(other)
  expect(notSoldUntil({}, STORE, at(time))).toBeUndefined()
})
