import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keptBackups } from './kept-backups.ts'

const at = (text: string) => new Date(`${text}Z`)
const days = (count: number, last = Date.parse('2026-11-22T01:30:00Z')) =>
  Array.from({ length: count }, (_, index) => new Date(last - index * 86_400_000))

describe('which backups are kept', () => {
  test('of two years of nights: a week, five weeks’ last, twelve months’ last', () => {
    const kept = [...keptBackups(days(730))].map(date => date.toISOString().slice(0, 10))
    const week = '2026-11-22 2026-11-21 2026-11-20 2026-11-19 2026-11-18 2026-11-17 2026-11-16'
    const weeks = '2026-11-15 2026-11-08 2026-11-01 2026-10-31 2026-10-25'
    const months =
      '2026-09-30 2026-08-31 2026-07-31 2026-06-30 2026-05-31 2026-04-30 2026-03-31 2026-02-28 2026-01-31 2025-12-31'
    expect(kept.toSorted().toReversed().join(' ')).toBe(`${week} ${weeks} ${months}`)
  })

  test('of several on a day the newest, and the others go', () => {
    const [morning, noon] = [at('2026-11-22T08:00:00'), at('2026-11-22T12:00:00')]
    expect(keptBackups([morning, noon])).toEqual(new Set([noon]))
  })

  test('a shop that slept for a year keeps its old ones: it is their number that counts, not their age', () => {
    expect(keptBackups(days(3, Date.parse('2020-02-03T00:00:00Z'))).size).toBe(3)
  })

  test('the newest is always among them, and never more than 24 are', () => {
    const moments = fc.array(
      fc.date({ min: at('2020-01-01T00:00:00'), max: at('2030-01-01T00:00:00'), noInvalidDate: true }),
    )
    fc.assert(
      fc.property(moments, taken => {
        const kept = keptBackups(taken)
        expect(kept.size).toBeLessThanOrEqual(24)
        const newest = Math.max(...taken.map(Number))
        expect([...kept].some(date => date.getTime() === newest)).toBe(taken.length > 0)
      }),
    )
  })
})
