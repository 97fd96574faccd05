import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toInstant, isoWeekday, plusDays, zonedTime } from '#domain/zoned-time.ts'
import { formatDate, formatDateTime, formatTime, isoDate } from './format/date-format.ts'

const HELSINKI = 'Europe/Helsinki'
const iso = (ms: number) => new Date(ms).toISOString()

describe('formatted dates and times', () => {
  it('follow the time zone, not the machine', () => {
    const newYear = new Date('2025-12-31T22:05:09Z')
    expect(formatDate(newYear, HELSINKI)).toBe('01.01.2026')
    expect(isoDate(newYear, HELSINKI)).toBe('2026-01-01')
    expect(formatTime(newYear, HELSINKI)).toBe('00:05')
    expect(formatDateTime(newYear, 'UTC')).toBe('31.12.2025 22:05')
    expect(formatDate(newYear, 'America/New_York')).toBe('31.12.2025')
  })

  it('show midnight as 00 and follow daylight saving time', () => {
    expect(formatTime(new Date('2026-06-30T21:00:00Z'), HELSINKI)).toBe('00:00')
    expect(formatTime(new Date('2026-01-15T22:00:00Z'), HELSINKI)).toBe('00:00')
  })
})

describe('a wall clock time as an instant', () => {
  it('follows winter and summer time', () => {
    expect(iso(toInstant('2026-01-15', 8 * 60, HELSINKI))).toBe('2026-01-15T06:00:00.000Z')
    expect(iso(toInstant('2026-07-15', 8 * 60, HELSINKI))).toBe('2026-07-15T05:00:00.000Z')
    expect(iso(toInstant('2026-07-15', 24 * 60, HELSINKI))).toBe('2026-07-15T21:00:00.000Z')
  })

  it('moves forward if it is skipped, and is the first of two if it is repeated', () => {
    expect(iso(toInstant('2026-03-29', 3 * 60 + 30, HELSINKI))).toBe('2026-03-29T01:30:00.000Z')
    expect(iso(toInstant('2026-10-25', 3 * 60 + 30, HELSINKI))).toBe('2026-10-25T00:30:00.000Z')
    expect(iso(toInstant('2026-10-25', 4 * 60, HELSINKI))).toBe('2026-10-25T02:00:00.000Z')
  })

  it('is the time that a clock then shows, in any zone', () => {
    const zone = fc.constantFrom(HELSINKI, 'UTC', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Kiritimati')
    const noonOnwards = fc.integer({ min: 12 * 60, max: 23 * 60 + 59 }) // clear of the nightly clock changes
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20_000 }), noonOnwards, zone, (day, minutes, timeZone) => {
        const date = plusDays('2000-01-01', day)
        const shown = zonedTime(toInstant(date, minutes, timeZone), timeZone)
        const time = iso(minutes * 60_000).slice(11, 16)
        expect([shown.date, shown.time]).toEqual([date, time])
      }),
      { numRuns: 300 },
    )
  })
})

describe('calendar days', () => {
  it('step over months and leap days', () => {
    expect(plusDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(plusDays('2026-01-01', -1)).toBe('2025-12-31')
  })

  it('are numbered from Monday as 1 to Sunday as 7', () => {
    expect(isoWeekday('2026-11-16')).toBe(1)
    expect(isoWeekday('2026-11-22')).toBe(7)
  })
})
