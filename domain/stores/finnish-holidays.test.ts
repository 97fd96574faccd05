import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isoWeekday } from '#domain/zoned-time.ts'
import { finnishHolidays, holidaysFrom } from './finnish-holidays.ts'

const on = (year: number, name: string) => finnishHolidays(year).find(holiday => holiday.name === name)?.date

describe('Finnish holidays', () => {
  it.each([
    [1961, '1961-04-02'],
    [2000, '2000-04-23'],
    [2008, '2008-03-23'],
    [2011, '2011-04-24'],
    [2024, '2024-03-31'],
    [2025, '2025-04-20'],
    [2026, '2026-04-05'],
    [2027, '2027-03-28'],
    [2038, '2038-04-25'],
    [2049, '2049-04-18'],
    [2285, '2285-03-22'],
  ])('include Easter of %i', (year, date) => {
    expect(on(year, 'easterSunday')).toBe(date)
  })

  it('are listed by date, with the movable ones as in almanacs', () => {
    expect(finnishHolidays(2026).map(({ date, name }) => `${date} ${name}`)).toEqual([
      '2026-01-01 newYearsDay',
      '2026-01-06 epiphany',
      '2026-04-03 goodFriday',
      '2026-04-05 easterSunday',
      '2026-04-06 easterMonday',
      '2026-05-01 mayDay',
      '2026-05-14 ascensionDay',
      '2026-05-24 whitSunday',
      '2026-06-19 midsummerEve',
      '2026-06-20 midsummerDay',
      '2026-10-31 allSaintsDay',
      '2026-12-06 independenceDay',
      '2026-12-24 christmasEve',
      '2026-12-25 christmasDay',
      '2026-12-26 boxingDay',
    ])
    expect(on(2025, 'midsummerDay')).toBe('2025-06-21')
    expect(on(2025, 'allSaintsDay')).toBe('2025-11-01')
    expect(on(2022, 'allSaintsDay')).toBe('2022-11-05')
  })

  it('keep their weekdays and date ranges in every year', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1900, max: 2400 }), year => {
        const [easter = '', midsummer = '', saints = ''] = ['easterSunday', 'midsummerDay', 'allSaintsDay'].map(name =>
          on(year, name),
        )
        expect([easter, midsummer, saints].map(isoWeekday)).toEqual([7, 6, 6])
        expect(isoWeekday(on(year, 'ascensionDay') ?? '')).toBe(4)
        expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true)
        expect(midsummer >= `${year}-06-20` && midsummer <= `${year}-06-26`).toBe(true)
        expect(saints >= `${year}-10-31` && saints <= `${year}-11-06`).toBe(true)
      }),
    )
  })

  it('are found across the turn of the year, with the first and the last day included', () => {
    const names = (date: string, days: number) => holidaysFrom(date, days).map(({ name }) => name)
    expect(names('2026-12-26', 7)).toEqual(['boxingDay', 'newYearsDay'])
    expect(names('2026-12-27', 5)).toEqual([])
  })
})
