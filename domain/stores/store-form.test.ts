import { describe, expect, test } from 'vitest'
import { isDay } from '#domain/format/iso-day.ts'
import { isTimeZone, type StoreForm, storeProblems } from './store-form.ts'

const SOUND: StoreForm = {
  name: 'Kylän puoti',
  address: 'Kylätie 1',
  phone: null,
  help_fi: null,
  help_sv: null,
  help_en: null,
  latitude: 60.2,
  longitude: 23,
  time_zone: 'Europe/Helsinki',
  weekly: [
    { weekday: 1, opensAt: '08:00', closesAt: '24:00' },
    { weekday: 5, opensAt: '18:00', closesAt: '02:00' },
    { weekday: 6, opensAt: '00:00', closesAt: '00:00' },
  ],
  exceptions: [
    { date: '2026-12-24', opensAt: null, closesAt: null },
    { date: '2026-12-31', opensAt: '10:00', closesAt: '15:00' },
  ],
  staffedWeekly: [],
  staffedExceptions: [],
}
const wrongIn = (form: Partial<StoreForm>) =>
  storeProblems({ ...SOUND, ...form }).map(({ field, problem }) => `${field} ${problem}`)

describe('a store form', () => {
  test('is valid with hours past midnight, around the clock, and days off', () => {
    expect(wrongIn({})).toEqual([])
  })

  test('may have an international phone number', () => {
    expect(wrongIn({ phone: '+358401234567' })).toEqual([])
    expect(wrongIn({ phone: '040 1234567' })).toEqual(['phone phone'])
  })

  test('needs a name and an address of limited length', () => {
    expect(wrongIn({ name: '  ', address: 'x'.repeat(201) })).toEqual(['name required', 'address tooLong'])
  })

  test('needs valid coordinates and an existing time zone', () => {
    expect(wrongIn({ latitude: Number.NaN, longitude: 181, time_zone: 'Finland/Home' })).toEqual([
      'latitude latitude',
      'longitude longitude',
      'time_zone timeZone',
    ])
  })

  test('may lack a position, but not half of one', () => {
    expect(wrongIn({ latitude: null, longitude: null })).toEqual([])
    expect(wrongIn({ latitude: 60, longitude: null })).toEqual(['longitude required'])
    expect(wrongIn({ latitude: null })).toEqual(['latitude required'])
  })

  test('accepts one pair of times per weekday, of which only the end may be 24:00', () => {
    const day = (weekday: number, opensAt: string, closesAt: string) => ({ weekday, opensAt, closesAt })
    expect(wrongIn({ weekly: [day(1, '24:00', '02:00'), day(2, '9', '10:00'), day(3, '', '')] })).toEqual([
      'hours.1 time',
      'hours.2 time',
      'hours.3 time',
    ])
    expect(wrongIn({ weekly: [day(1, '08:00', '10:00'), day(1, '12:00', '14:00')] })).toEqual(['hours.1 repeated'])
  })

  test('accepts each date once, with both times or none', () => {
    const off = { opensAt: null, closesAt: null }
    expect(
      wrongIn({
        exceptions: [
          { date: '2026-02-30', ...off },
          { date: '2026-12-24', ...off },
          { date: '2026-12-24', ...off },
          { date: '2026-12-25', opensAt: '10:00', closesAt: null },
        ],
      }),
    ).toEqual(['exceptions.2026-02-30 date', 'exceptions.2026-12-24 repeated', 'exceptions.2026-12-25 time'])
  })
})

test('only time zones in the calendar’s own list are valid', () => {
  expect(['Europe/Helsinki', 'UTC'].filter(isTimeZone)).toEqual(['Europe/Helsinki', 'UTC'])
  // PostgreSQL interprets the offsets with the opposite sign.
  expect(['', 'Nowhere', '+03:00', '-0500', 'europe/helsinki'].filter(isTimeZone)).toEqual([])
})

test('only days that exist in the calendar are valid', () => {
  expect(['2028-02-29', '2026-02-29', '2026-13-01', '26-1-1', ''].map(isDay)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})
