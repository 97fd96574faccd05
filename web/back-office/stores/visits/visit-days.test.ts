import { expect, test } from 'vitest'
import { readDay } from './visit-days.ts'

const TODAY = '2026-11-22'

test.each([
  ['2026-11-20', '2026-11-20'],
  ['2024-02-29', '2024-02-29'],
  ['2026-02-29', TODAY],
  ['2026-13-01', TODAY],
  ['0001-01-01', TODAY],
  ['yesterday', TODAY],
  ['', TODAY],
  [null, TODAY],
])('the day %s of the address is read as %s', (said, day) => {
  expect(readDay(said, TODAY)).toBe(day)
})
