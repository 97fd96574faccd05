import { isoWeekday, plusDays } from '#domain/zoned-time.ts'

/** The public holidays of Finland, and the two eves on which shops also have different hours. */
export const HOLIDAYS = [
  'newYearsDay',
  'epiphany',
  'goodFriday',
  'easterSunday',
  'easterMonday',
  'mayDay',
  'ascensionDay',
  'whitSunday',
  'midsummerEve',
  'midsummerDay',
  'allSaintsDay',
  'independenceDay',
  'christmasEve',
  'christmasDay',
  'boxingDay',
] as const
export type HolidayName = (typeof HOLIDAYS)[number]

export type Holiday = {
  /** yyyy-mm-dd */
  date: string
  name: HolidayName
}

const SATURDAY = 6

/** The holidays of a year, earliest first. */
export function finnishHolidays(year: number): Holiday[] {
  const easter = easterSunday(year)
  const midsummer = saturdayFrom(`${year}-06-20`)
  const days: Record<HolidayName, string> = {
    newYearsDay: `${year}-01-01`,
    epiphany: `${year}-01-06`,
    goodFriday: plusDays(easter, -2),
    easterSunday: easter,
    easterMonday: plusDays(easter, 1),
    mayDay: `${year}-05-01`,
    ascensionDay: plusDays(easter, 39),
    whitSunday: plusDays(easter, 49),
    midsummerEve: plusDays(midsummer, -1),
    midsummerDay: midsummer,
    allSaintsDay: saturdayFrom(`${year}-10-31`),
    independenceDay: `${year}-12-06`,
    christmasEve: `${year}-12-24`,
    christmasDay: `${year}-12-25`,
    boxingDay: `${year}-12-26`,
  }
  return HOLIDAYS.map(name => ({ name, date: days[name] })).toSorted((one, other) => (one.date < other.date ? -1 : 1))
}

/** The holidays in a number of days starting on a date (yyyy-mm-dd). */
export function holidaysFrom(date: string, days: number): Holiday[] {
  const last = plusDays(date, days - 1)
  const years = [...new Set([date, last].map(day => Number(day.slice(0, 4))))]
  return years.flatMap(finnishHolidays).filter(holiday => date <= holiday.date && holiday.date <= last)
}

/** The first Saturday on or after a date. */
const saturdayFrom = (date: string): string => plusDays(date, (SATURDAY - isoWeekday(date) + 7) % 7)

/** The Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): string {
  const golden = year % 19
  const [century, yearOfCentury] = [Math.floor(year / 100), year % 100]
  const moonShift = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - Math.floor(century / 4) - moonShift + 15) % 30
  const weekday = (32 + 2 * (century % 4) + 2 * Math.floor(yearOfCentury / 4) - epact - (yearOfCentury % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * weekday) / 451)
  // Days after 22 March.
  return plusDays(`${year}-03-22`, epact + weekday - 7 * late)
}
