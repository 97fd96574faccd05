import { expect, test } from 'vitest'
import { daysText } from './day-text.ts'

test('pick-up days are told as days of the shop, the first and the last', () => {
  expect(daysText({ start_date: '2026-12-04', end_date: '2026-12-06' }).replaceAll('\u2060', '')).toBe(
    '04.12.2026–06.12.2026',
  )
  expect(daysText({ start_date: '2026-12-04', end_date: '2026-12-04' })).toBe('04.12.2026')
})
