import { finnishHolidays, type HolidayName } from '#domain/stores/finnish-holidays.ts'
import { toInstant, isoWeekday, plusDays, zonedTime } from '#domain/zoned-time.ts'

/** By law. */
const WITHDRAWAL_DAYS = 14
/** In `finnishHolidays` for stores' hours; not public holidays. */
const HOLIDAY_EVES: readonly HolidayName[] = ['midsummerEve', 'christmasEve']

/**
 * The first moment after the deadline: the day of the purchase does not count, the last day counts in full, and a last day
 * that is not a working day moves to the next working day.
 */
export function withdrawalUntil(paidAt: Date, timeZone: string): Date {
  let last = plusDays(zonedTime(paidAt, timeZone).date, WITHDRAWAL_DAYS)
  while (!isWorkingDay(last)) last = plusDays(last, 1)
  return new Date(toInstant(plusDays(last, 1), 0, timeZone))
}

function isWorkingDay(date: string): boolean {
  const isHoliday = finnishHolidays(Number(date.slice(0, 4))).some(
    holiday => holiday.date === date && !HOLIDAY_EVES.includes(holiday.name),
  )
  return isoWeekday(date) <= 5 && !isHoliday
}
