import { formatDateTime, formatTime, isoDate } from '#domain/format/date-format.ts'
import { weekdayText } from '#domain/format/day-names.ts'
import { dayText as dayOfMonthText } from '#domain/format/day-text.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { isoWeekday, zonedTime } from '#domain/zoned-time.ts'

/** The day (yyyy-mm-dd) in a store's time zone; Finland's for all stores together. */
export const todayAt = (timeZone: string = SHOP_TIME_ZONE): string => zonedTime(new Date(), timeZone).date

/** A valid calendar day that the server accepts; anything else in the address means today. */
export function readDay(text: string | null, today: string): string {
  const isDay = text !== null && /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)
  if (!isDay) return today
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? today : text
}

/** How many months the selection offers; the address accepts older ones. */
const MONTHS_BACK = 36

/** The month (yyyy-mm) that is `months` later. */
export function plusMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** This month and those before it, newest first; includes the chosen one, however old it is. */
export function monthsToChoose(thisMonth: string, chosen: string): string[] {
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => plusMonths(thisMonth, -back))
  return months.includes(chosen) ? months : [...months, chosen].toSorted().toReversed()
}

/** “pe 20.11.2026” */
export const dayText = (date: string, language: string): string =>
  `${weekdayText(date, language, 'short')} ${dayOfMonthText(date)}`

/** The time of day, with the date unless that is today. */
export function momentText(at: string, timeZone: string, now: Date): string {
  const moment = new Date(at)
  const isToday = isoDate(moment, timeZone) === isoDate(now, timeZone)
  return isToday ? formatTime(moment, timeZone) : formatDateTime(moment, timeZone)
}

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7] as const

/** The ISO weekday of a moment, as a translation key. */
export const getWeekday = (at: string, timeZone: string) =>
  WEEKDAYS[isoWeekday(isoDate(new Date(at), timeZone)) - 1] ?? 1
