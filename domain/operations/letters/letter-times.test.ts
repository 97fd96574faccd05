import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import type { OpeningHours } from '#domain/stores/opening-hours.ts'
import { isoWeekday, zonedTime } from '#domain/zoned-time.ts'
import { findDueDay, LETTER_KINDS, type LetterPlace } from './letter-times.ts'

const timeZone = 'Europe/Helsinki'
const daily = (opensAt: string, closesAt: string): OpeningHours => ({
  weekly: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, opensAt, closesAt })),
  timeZone,
})
const at = (...stores: OpeningHours[]): LetterPlace => ({ stores, timeZone })
const due = (place: LetterPlace, time: string) => findDueDay('evening', place, new Date(time))

describe('the letter of the evening', () => {
  test('is due a quarter of an hour after the last store closes, until midnight', () => {
    const place = at(daily('08:00', '18:00'), daily('09:00', '20:00'))
    expect(due(place, '2026-11-30T20:14:00+02:00')).toBeUndefined()
    expect(due(place, '2026-11-30T20:15:00+02:00')).toBe('2026-11-30')
    expect(due(place, '2026-11-30T23:59:59+02:00')).toBe('2026-11-30')
    expect(due(place, '2026-12-01T00:00:00+02:00')).toBeUndefined()
  })

  test.each([
    ['always open', { weekly: [], alwaysOpen: true, timeZone }],
    ['open past midnight', daily('10:00', '02:00')],
    ['open until 23', daily('06:00', '23:00')],
    ['without hours', { weekly: [], timeZone }],
  ])('of a store that is %s is due at ten', (_, hours) => {
    expect(due(at(hours), '2026-11-30T21:59:00+02:00')).toBeUndefined()
    expect(due(at(hours), '2026-11-30T22:00:00+02:00')).toBe('2026-11-30')
  })

  test('is not written on a day on which all stores are closed', () => {
    const closed = { ...daily('08:00', '18:00'), exceptions: [{ date: '2026-12-06' }] }
    expect(due(at(closed), '2026-12-06T23:00:00+02:00')).toBeUndefined()
    expect(due(at(closed, daily('10:00', '16:00')), '2026-12-06T23:00:00+02:00')).toBe('2026-12-06')
    expect(due(at({ ...closed, weekly: [], alwaysOpen: true }), '2026-12-06T23:00:00+02:00')).toBeUndefined()
    expect(due(at(), '2026-12-05T23:00:00+02:00')).toBeUndefined()
  })

  test('is due by the clock of the wall on both days of a change', () => {
    const place = at(daily('08:00', '18:00'))
    expect(due(place, '2026-03-29T18:14:00+03:00')).toBeUndefined()
    expect(due(place, '2026-03-29T18:15:00+03:00')).toBe('2026-03-29')
    expect(due(place, '2026-10-25T18:14:00+02:00')).toBeUndefined()
    expect(due(place, '2026-10-25T18:15:00+02:00')).toBe('2026-10-25')
  })
})

test('the letter of the week is due from seven on Monday until midnight', () => {
  const monday = (time: string) => findDueDay('monday', at(), new Date(time))
  expect(monday('2026-11-30T06:59:00+02:00')).toBeUndefined()
  expect(monday('2026-11-30T07:00:00+02:00')).toBe('2026-11-30')
  expect(monday('2026-11-30T23:59:00+02:00')).toBe('2026-11-30')
  expect(monday('2026-12-01T07:00:00+02:00')).toBeUndefined()
})

const hour = fc.integer({ min: 0, max: 23 }).map(value => `${String(value).padStart(2, '0')}:00`)
const hours = fc.record({
  weekly: fc.uniqueArray(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), opensAt: hour, closesAt: hour }), {
    selector: ({ weekday }) => weekday,
  }),
  alwaysOpen: fc.boolean(),
  timeZone: fc.constantFrom(timeZone, 'Europe/Stockholm'),
})

test('servers that look every minute of a day write at most one letter of it, and one that looks late writes the same', () => {
  fc.assert(
    fc.property(
      fc.array(hours, { minLength: 1, maxLength: 3 }),
      fc.integer({ min: 0, max: 730 }),
      fc.constantFrom(...LETTER_KINDS),
      (stores, day, kind) => {
        const place = at(...stores)
        const from = Date.parse('2026-01-01T00:00:00Z') + day * DAY_MS
        const found: string[] = []
        for (let now = from; now < from + DAY_MS + 2 * HOUR_MS; now += 15 * MINUTE_MS) {
          const moment = new Date(now)
          const letter = findDueDay(kind, place, moment)
          if (letter === undefined) continue
          expect(letter).toBe(zonedTime(moment, timeZone).date)
          if (kind === 'monday') expect(isoWeekday(letter)).toBe(1)
          // Once due, it stays due until midnight.
          const later = new Date(now + 15 * MINUTE_MS)
          if (zonedTime(later, timeZone).date === letter) expect(findDueDay(kind, place, later)).toBe(letter)
          found.push(letter)
        }
        expect(new Set(found).size).toBeLessThanOrEqual(2)
      },
    ),
  )
})
