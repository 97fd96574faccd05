import { expect, test } from 'vitest'
import {
  backupLevel,
  backupState,
  booksLevel,
  outboxLevel,
  paymentsLevel,
  smsLevel,
  highestLevel,
} from './shop-status.ts'

const now = new Date('2026-03-02T10:00:00Z')
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
const backup = { isScheduled: true, lastAt: hoursAgo(6), failedAt: null }

test('a backup from last night is healthy, and one from the night before is too old', () => {
  expect(backupState(backup, now)).toBe('well')
  expect(backupState({ ...backup, lastAt: hoursAgo(26) }, now)).toBe('well')
  expect(backupState({ ...backup, lastAt: hoursAgo(26.1) }, now)).toBe('old')
  expect(backupLevel('old', true)).toBe('off')
  expect(backupLevel('old', false)).toBe('warning')
})

test('a failed backup is reported until a later one succeeds', () => {
  expect(backupState({ ...backup, failedAt: hoursAgo(1) }, now)).toBe('failed')
  expect(backupState({ ...backup, failedAt: hoursAgo(7) }, now)).toBe('well')
  expect(backupState({ ...backup, lastAt: null, failedAt: hoursAgo(1) }, now)).toBe('failed')
  expect(backupLevel('failed', true)).toBe('off')
})

test('a shop before its first night and one without backups differ in state, and both need a look', () => {
  expect(backupState({ ...backup, lastAt: null }, now)).toBe('never')
  expect(backupState({ isScheduled: false, lastAt: null, failedAt: null }, now)).toBe('none')
  for (const state of ['never', 'none'] as const) expect(backupLevel(state, true)).toBe('warning')
})

test('a waiting message is late after one minute and needs action after five', () => {
  expect([0, 60, 61, 300, 301].map(outboxLevel)).toEqual(['ok', 'ok', 'warning', 'warning', 'off'])
})

test('a payment being checked needs a look, and one unresolved or unknown for over 3 minutes needs action', () => {
  const clear = { unknown: 0, unresolved: 0, oldestUnknownSeconds: 0 }
  expect(paymentsLevel(clear)).toBe('ok')
  expect(paymentsLevel({ ...clear, unknown: 1, oldestUnknownSeconds: 180 })).toBe('warning')
  expect(paymentsLevel({ ...clear, unknown: 1, oldestUnknownSeconds: 181 })).toBe('off')
  expect(paymentsLevel({ ...clear, unresolved: 1 })).toBe('off')
})

test('the books are healthy while no check fails and the last check is recent', () => {
  expect(booksLevel({ violations: 0, checkedAt: hoursAgo(1 / 6) }, now)).toBe('ok')
  expect(booksLevel({ violations: 0, checkedAt: hoursAgo(1) }, now)).toBe('warning')
  expect(booksLevel({ violations: 0, checkedAt: null }, now)).toBe('warning')
  expect(booksLevel({ violations: 2, checkedAt: now }, now)).toBe('off')
})

test('SMS codes are healthy while at least half are used, or too few were sent to judge', () => {
  const levels = [
    [0, 0],
    [19, 0],
    [20, 9],
    [20, 10],
    [500, 249],
  ].map(([sent = 0, used = 0]) => smsLevel({ sent, used }))
  expect(levels).toEqual(['ok', 'ok', 'off', 'ok', 'off'])
})

test('the overall status is the worst one of its parts', () => {
  expect(highestLevel([])).toBe('ok')
  expect(highestLevel(['ok', 'warning', 'ok'])).toBe('warning')
  expect(highestLevel(['warning', 'off', 'ok'])).toBe('off')
})
