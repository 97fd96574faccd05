import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import {
  alcoholTime,
  isWithin,
  MAX_PRESENCE_MS,
  mayPayAlcohol,
  presenceEnd,
  type StaffedHours,
  staffedTime,
} from './staffed-time.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const ZONE = 'Europe/Helsinki'
const daily = (opensAt: string, closesAt: string) => EVERY_DAY.map(weekday => ({ weekday, opensAt, closesAt }))
const staffed = (hours: Partial<StaffedHours> = {}): StaffedHours => ({
  weekly: daily('07:00', '23:00'),
  timeZone: ZONE,
  ...hours,
})
const isSold = (hours: StaffedHours, at: string, isAlcohol = true) =>
  isWithin((isAlcohol ? alcoholTime : staffedTime)(hours, new Date(at)), new Date(at))

// The day before the clocks go forward, that day, a day of summer, the day on which they go back, and the day after.
const NINE_IN_THE_EVENING = [
  ['2026-03-28', '2026-03-28T19:00:00Z'],
  ['2026-03-29', '2026-03-29T18:00:00Z'],
  ['2026-07-01', '2026-07-01T18:00:00Z'],
  ['2026-10-24', '2026-10-24T18:00:00Z'],
  ['2026-10-25', '2026-10-25T19:00:00Z'],
  ['2026-10-26', '2026-10-26T19:00:00Z'],
] as const

describe('alcohol', () => {
  it.each(NINE_IN_THE_EVENING)('is sold until 21:00 on %s', (_day, nine) => {
    const at = (minutes: number) => new Date(Date.parse(nine) + minutes * MINUTE_MS).toISOString()
    expect(isSold(staffed(), at(-1))).toBe(true)
    expect(isSold(staffed(), at(0))).toBe(false)
    expect(isSold(staffed(), at(1))).toBe(false)
    // Twelve hours before: none of these days changes its clock between.
    expect(isSold(staffed(), at(-12 * 60 - 1))).toBe(false)
    expect(isSold(staffed(), at(-12 * 60))).toBe(true)
    // Other goods with a minimum age are sold as long as someone is there.
    expect(isSold(staffed(), at(1), false)).toBe(true)
  })

  it('is sold only while somebody is there', () => {
    const noon = staffed({ weekly: daily('10:00', '12:00') })
    expect(isSold(noon, '2026-07-01T06:59:00Z')).toBe(false)
    expect(isSold(noon, '2026-07-01T07:00:00Z')).toBe(true)
    expect(isSold(noon, '2026-07-01T09:00:00Z')).toBe(false)
    expect(isSold(staffed({ weekly: [] }), '2026-07-01T09:00:00Z')).toBe(false)
  })

  it('is next sold when both begin', () => {
    const evening = staffed({ weekly: daily('20:00', '22:00') })
    expect(alcoholTime(evening, new Date('2026-07-01T18:00:00Z'))).toEqual({
      from: Date.parse('2026-07-02T17:00:00Z'),
      to: Date.parse('2026-07-02T18:00:00Z'),
    })
    expect(alcoholTime(staffed({ weekly: daily('21:00', '23:00') }), new Date('2026-07-01T00:00:00Z'))).toBeUndefined()
  })

  it('may be paid for after 21:00 if it was scanned before, for an hour', () => {
    const may = (now: string, scanned?: string) =>
      mayPayAlcohol(ZONE, { now: new Date(now), scannedAt: scanned === undefined ? undefined : new Date(scanned) })
    expect(may('2026-07-01T17:59:00Z')).toBe(true)
    expect(may('2026-07-01T18:00:00Z')).toBe(false)
    expect(may('2026-07-01T18:01:00Z', '2026-07-01T17:59:00Z')).toBe(true)
    expect(may('2026-07-01T18:01:00Z', '2026-07-01T18:00:00Z')).toBe(false)
    expect(may('2026-07-01T18:59:59Z', '2026-07-01T17:59:00Z')).toBe(true)
    expect(may('2026-07-01T19:00:00Z', '2026-07-01T17:59:00Z')).toBe(false)
    // Scanned yesterday.
    expect(may('2026-07-01T18:01:00Z', '2026-06-30T17:59:00Z')).toBe(false)
  })
})

describe('staffed time', () => {
  it('is what the week, its exceptions and the people in the store make together', () => {
    const now = new Date('2026-07-01T09:00:00Z')
    const presences = [{ from: Date.parse('2026-07-01T09:00:00Z'), to: Date.parse('2026-07-01T11:30:00Z') }]
    expect(staffedTime(staffed({ weekly: daily('10:00', '12:00'), presences }), now)).toEqual({
      from: Date.parse('2026-07-01T07:00:00Z'),
      to: Date.parse('2026-07-01T11:30:00Z'),
    })
    const exceptions = [{ date: '2026-07-01', opensAt: null, closesAt: null }]
    expect(staffedTime(staffed({ exceptions, presences }), now)).toEqual(presences[0])
    expect(staffedTime(staffed({ exceptions }), now)?.from).toBe(Date.parse('2026-07-02T04:00:00Z'))
  })

  it('of a person in the store ends at closing time, at the latest after four hours', () => {
    const open = { weekly: daily('08:00', '20:00'), timeZone: ZONE }
    const end = (now: string) => presenceEnd(open, new Date(now)).toISOString()
    expect(end('2026-07-01T08:00:00Z')).toBe('2026-07-01T12:00:00.000Z')
    expect(end('2026-07-01T16:00:00Z')).toBe('2026-07-01T17:00:00.000Z')
    // Before the store opens, and in one that never closes.
    expect(end('2026-07-01T03:00:00Z')).toBe('2026-07-01T07:00:00.000Z')
    expect(presenceEnd({ ...open, alwaysOpen: true }, new Date('2026-07-01T16:00:00Z')).toISOString()).toBe(
      '2026-07-01T20:00:00.000Z',
    )
  })
})

describe('for any hours and moment', () => {
  const minutes = fc.integer({ min: 0, max: 1439 })
  const time = minutes.map(at => `${String(Math.floor(at / 60)).padStart(2, '0')}:${String(at % 60).padStart(2, '0')}`)
  const weekly = fc.uniqueArray(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), opensAt: time, closesAt: time }), {
    selector: day => day.weekday,
    maxLength: 7,
  })
  const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })
  const timeZone = fc.constantFrom(ZONE, 'Europe/Mariehamn', 'Atlantic/Azores', 'Asia/Kolkata')

  it('alcohol is sold only from 9 to 21 by the store’s clock, and only while somebody is there', () => {
    fc.assert(
      fc.property(weekly, now, timeZone, (week, at, zone) => {
        const hours = { weekly: week, timeZone: zone }
        const isStaffed = isWithin(staffedTime(hours, at), at)
        const clock = zonedTime(at, zone).time
        const isSoldNow = isWithin(alcoholTime(hours, at), at)
        expect(isSoldNow).toBe(isStaffed && clock >= '09:00' && clock < '21:00')
      }),
    )
  })

  it('a presence ends in the future, within four hours, and is staffed time until then', () => {
    fc.assert(
      fc.property(weekly, now, timeZone, (week, at, zone) => {
        const end = presenceEnd({ weekly: week, timeZone: zone }, at).getTime()
        expect(end).toBeGreaterThan(at.getTime())
        expect(end).toBeLessThanOrEqual(at.getTime() + MAX_PRESENCE_MS)
        const presences = [{ from: at.getTime(), to: end }]
        expect(staffedTime({ weekly: [], presences, timeZone: zone }, at)).toEqual(presences[0])
      }),
    )
  })

  it('a scan never lets alcohol be paid for more than an hour after the hours of sale', () => {
    fc.assert(
      fc.property(now, fc.integer({ min: 0, max: 48 }), timeZone, (at, hours, zone) => {
        const scannedAt = new Date(at.getTime() - hours * HOUR_MS)
        const clock = zonedTime(at, zone).time
        if (mayPayAlcohol(zone, { scannedAt, now: at })) expect(clock >= '09:00' && clock < '22:00').toBe(true)
      }),
    )
  })
})
