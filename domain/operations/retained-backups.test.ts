import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import { selectRetainedBackups } from './retained-backups.ts'

const at = (text: string) => new Date(`${text}Z`)
const days = (count: number, last = Date.parse('2026-11-22T01:30:00Z')) =>
  Array.from({ length: count }, (_, index) => new Date(last - index * DAY_MS))

describe('the backups that are kept', () => {
  test('are, of two years of nights, those of a week and the last of five weeks and of twelve months', () => {
    const retained = [...selectRetainedBackups(days(730))].map(date => date.toISOString().slice(0, 10))
    const week = '2026-11-22 2026-11-21 2026-11-20 2026-11-19 2026-11-18 2026-11-17 2026-11-16'
    const weeks = '2026-11-15 2026-11-08 2026-11-01 2026-10-31 2026-10-25'
    const months =
      '2026-09-30 2026-08-31 2026-07-31 2026-06-30 2026-05-31 2026-04-30 2026-03-31 2026-02-28 2026-01-31 2025-12-31'
    expect(retained.toSorted().toReversed().join(' ')).toBe(`${week} ${weeks} ${months}`)
  })

  test('include only the newest of several on a day', () => {
    const [morning, noon] = [at('2026-11-22T08:00:00'), at('2026-11-22T12:00:00')]
    expect(selectRetainedBackups([morning, noon])).toEqual(new Set([noon]))
  })

  test('are limited by number and not by age, so that a shop keeps its old ones after a long pause', () => {
    expect(selectRetainedBackups(days(3, Date.parse('2020-02-03T00:00:00Z'))).size).toBe(3)
  })

  test('always include the newest, and are never more than 24', () => {
    const moments = fc.array(
      fc.date({ min: at('2020-01-01T00:00:00'), max: at('2030-01-01T00:00:00'), noInvalidDate: true }),
    )
    fc.assert(
      fc.property(moments, backups => {
        const retained = selectRetainedBackups(backups)
        expect(retained.size).toBeLessThanOrEqual(24)
        const newest = Math.max(...backups.map(Number))
        expect([...retained].some(date => date.getTime() === newest)).toBe(backups.length > 0)
      }),
    )
  })
})
