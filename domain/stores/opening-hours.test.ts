import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openingDays, openingState, type OpeningHours } from './opening-hours.ts'

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7]
const daily = (opensAt: string, closesAt: string) => EVERY_DAY.map(weekday => ({ weekday, opensAt, closesAt }))
const helsinki = (hours: Partial<OpeningHours>): OpeningHours => ({ weekly: [], timeZone: 'Europe/Helsinki', ...hours })
const at = (hours: OpeningHours, now: string) => openingState({ ...hours, now: new Date(now) })

describe('a store with daily hours', () => {
  const shop = helsinki({ weekly: daily('08:00', '21:00') })

  it('is open from its opening minute until its closing minute', () => {
    expect(at(shop, '2026-11-20T05:59:59Z')).toEqual({
      open: false,
      opensAt: '08:00',
      closesAt: '21:00',
      nextChange: '2026-11-20T06:00:00.000Z',
    })
    expect(at(shop, '2026-11-20T06:00:00Z')).toMatchObject({ open: true, nextChange: '2026-11-20T19:00:00.000Z' })
    expect(at(shop, '2026-11-20T18:59:59Z').open).toBe(true)
    expect(at(shop, '2026-11-20T19:00:00Z')).toMatchObject({ open: false, nextChange: '2026-11-21T06:00:00.000Z' })
  })

  it('follows daylight saving time', () => {
    expect(at(shop, '2026-07-01T05:00:00Z').open).toBe(true)
    expect(at(shop, '2026-03-28T20:00:00Z').nextChange).toBe('2026-03-29T05:00:00.000Z')
    expect(at(shop, '2026-10-24T20:00:00Z').nextChange).toBe('2026-10-25T06:00:00.000Z')
  })

  it('ignores the seconds that a database adds', () => {
    const stored = helsinki({ weekly: daily('08:00:00', '21:00:00') })
    expect(at(stored, '2026-11-20T07:00:00Z')).toMatchObject({ open: true, opensAt: '08:00', closesAt: '21:00' })
  })
})

describe('hours past midnight', () => {
  const bar = helsinki({ weekly: [{ weekday: 5, opensAt: '18:00', closesAt: '02:00' }] })

  it('belong to the day on which they began', () => {
    const afterMidnight = at(bar, '2026-11-20T23:59:00Z')
    expect(afterMidnight).toEqual({ open: true, nextChange: '2026-11-21T00:00:00.000Z' })
    expect(at(bar, '2026-11-21T00:00:00Z').open).toBe(false)
    expect(at(bar, '2026-11-20T12:00:00Z')).toMatchObject({ open: false, opensAt: '18:00', closesAt: '02:00' })
  })

  it('last an hour longer in the night when the clocks go back', () => {
    const saturday = helsinki({ weekly: [{ weekday: 6, opensAt: '22:00', closesAt: '05:00' }] })
    expect(at(saturday, '2026-10-24T20:00:00Z').nextChange).toBe('2026-10-25T03:00:00.000Z')
    expect(at(saturday, '2026-10-17T20:00:00Z').nextChange).toBe('2026-10-18T02:00:00.000Z')
  })
})

describe('exceptions', () => {
  const weekly = daily('08:00', '21:00')

  it('replace the hours of a weekday, even with a closed day', () => {
    const christmas = helsinki({ weekly, exceptions: [{ date: '2026-12-25', opensAt: null, closesAt: null }] })
    expect(at(christmas, '2026-12-25T10:00:00Z')).toEqual({ open: false, nextChange: '2026-12-26T06:00:00.000Z' })
    const eve = helsinki({ weekly, exceptions: [{ date: '2026-12-24', opensAt: '08:00', closesAt: '12:00' }] })
    expect(at(eve, '2026-12-24T11:00:00Z')).toMatchObject({ open: false, opensAt: '08:00', closesAt: '12:00' })
  })

  it('open a store on a day without hours', () => {
    const once = helsinki({ exceptions: [{ date: '2026-12-24', opensAt: '10:00', closesAt: '11:00' }] })
    expect(at(once, '2026-12-24T08:30:00Z').open).toBe(true)
    expect(at(once, '2026-12-20T08:30:00Z')).toEqual({ open: false, nextChange: '2026-12-24T08:00:00.000Z' })
  })
})

describe('a store that does not close', () => {
  it('has no hours when it is always open, even if weekly hours are set', () => {
    const kiosk = helsinki({ alwaysOpen: true, weekly: daily('08:00', '09:00') })
    expect(at(kiosk, '2026-11-20T01:00:00Z')).toEqual({ open: true })
  })

  it.each(['24:00', '00:00'])('has no next change when it is open from 00:00 to %s every day', closesAt => {
    const shop = helsinki({ weekly: daily('00:00', closesAt) })
    expect(at(shop, '2026-11-20T22:00:00Z')).toEqual({ open: true, opensAt: '00:00', closesAt })
  })

  it('reports the next change before a closed day', () => {
    const exceptions = [{ date: '2026-11-25', opensAt: null, closesAt: null }]
    const shop = helsinki({ weekly: daily('00:00', '24:00'), exceptions })
    expect(at(shop, '2026-11-20T12:00:00Z').nextChange).toBe('2026-11-24T22:00:00.000Z')
  })
})

describe('a store without hours', () => {
  it('is closed and has no next change', () => {
    expect(at(helsinki({}), '2026-11-20T12:00:00Z')).toEqual({ open: false })
  })
})

describe('today', () => {
  it('is the day in the store’s time zone, not the machine’s', () => {
    const weekly = [
      { weekday: 5, opensAt: '08:00', closesAt: '20:00' },
      { weekday: 6, opensAt: '10:00', closesAt: '15:00' },
    ]
    const saturdayInHelsinki = '2026-11-20T22:30:00Z'
    expect(at(helsinki({ weekly }), saturdayInHelsinki).opensAt).toBe('10:00')
    expect(at({ ...helsinki({ weekly }), timeZone: 'UTC' }, saturdayInHelsinki).opensAt).toBe('08:00')
  })
})

describe('any hours', () => {
  const minutes = fc.integer({ min: 0, max: 1439 })
  const time = minutes.map(value => new Date(value * 60_000).toISOString().slice(11, 16))
  const weekly = fc.uniqueArray(fc.record({ weekday: fc.integer({ min: 1, max: 7 }), opensAt: time, closesAt: time }), {
    selector: day => day.weekday,
    maxLength: 7,
  })
  const now = fc.date({ min: new Date('2026-01-01'), max: new Date('2027-01-01'), noInvalidDate: true })

  it('change at the next change and not a second earlier', () => {
    fc.assert(
      fc.property(weekly, now, (days, moment) => {
        const hours = helsinki({ weekly: days })
        const { open, nextChange } = openingState({ ...hours, now: moment })
        if (nextChange === undefined) return
        const changeAt = Date.parse(nextChange)
        expect(changeAt).toBeGreaterThan(moment.getTime())
        expect(openingState({ ...hours, now: new Date(changeAt) }).open).toBe(!open)
        const justBefore = Math.max(changeAt - 1000, moment.getTime())
        expect(openingState({ ...hours, now: new Date(justBefore) }).open).toBe(open)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a store that is always open', () => {
  const christmas = { date: '2026-12-24', opensAt: null, closesAt: null }
  const shop = helsinki({ alwaysOpen: true, exceptions: [christmas] })

  it('closes for its exceptions, and reports the change only when it is near', () => {
    expect(at(shop, '2026-12-01T10:00:00Z')).toEqual({ open: true })
    expect(at(shop, '2026-12-20T10:00:00Z')).toEqual({ open: true, nextChange: '2026-12-23T22:00:00.000Z' })
    expect(at(shop, '2026-12-24T10:00:00Z')).toEqual({ open: false, nextChange: '2026-12-24T22:00:00.000Z' })
    expect(at(shop, '2026-12-25T10:00:00Z')).toEqual({ open: true })
  })

  it('follows the hours of an exception on that day', () => {
    const short = helsinki({ alwaysOpen: true, exceptions: [{ ...christmas, opensAt: '08:00', closesAt: '12:00' }] })
    expect(at(short, '2026-12-24T09:00:00Z')).toEqual({
      open: true,
      opensAt: '08:00',
      closesAt: '12:00',
      nextChange: '2026-12-24T10:00:00.000Z',
    })
  })
})

it('a calendar lists for each day the weekly hours, an exception, closed, or around the clock', () => {
  const exceptions = [{ date: '2026-12-25', opensAt: null, closesAt: null }]
  const shop = helsinki({ weekly: [{ weekday: 4, opensAt: '08:00:00', closesAt: '21:00:00' }], exceptions })
  const hours = { opensAt: '08:00', closesAt: '21:00' }
  expect(openingDays(shop, '2026-12-24', 3)).toEqual([
    { date: '2026-12-24', hours, isAllDay: false, isException: false },
    { date: '2026-12-25', isAllDay: false, isException: true },
    { date: '2026-12-26', isAllDay: false, isException: false },
  ])
  expect(openingDays({ ...shop, alwaysOpen: true }, '2026-12-24', 2)).toMatchObject([
    { isAllDay: true },
    { isAllDay: false, isException: true },
  ])
})
