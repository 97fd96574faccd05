import { DAY_MS } from '#domain/durations.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { daysIn, type ReportPeriod } from './reports.ts'

/** What a period is compared with: the period before it, and the same one a year earlier. */
export type ComparedPeriods = { before: ReportPeriod; yearBefore: ReportPeriod }

const DAYS_OF_A_WEEK = 7
/** 52 weeks: the same weekdays, almost the same dates. */
const DAYS_OF_A_YEAR = 52 * DAYS_OF_A_WEEK
const MONTHS_OF_A_YEAR = 12

const isMonthEnd = (day: string) => plusDays(day, 1).endsWith('-01')

/** Whole months, or months until today. The first days of a month are compared by their weekdays. */
const isOfMonths = (period: ReportPeriod, today: string) =>
  period.from.endsWith('-01') && daysIn(period) > DAYS_OF_A_WEEK && (isMonthEnd(period.until) || period.until === today)

const monthNumber = (day: string) => Number(day.slice(0, 4)) * MONTHS_OF_A_YEAR + Number(day.slice(5, 7)) - 1

/** The same day of an earlier month: its last day for the last day of a month, or where the month is too short. */
function minusMonths(day: string, months: number): string {
  const month = monthNumber(day) - months
  const toDay = (date: number, plusMonth = 0) =>
    new Date(Date.UTC(Math.floor(month / MONTHS_OF_A_YEAR), (month % MONTHS_OF_A_YEAR) + plusMonth, date))
      .toISOString()
      .slice(0, 10)
  const end = toDay(0, 1)
  const same = `${end.slice(0, 8)}${day.slice(8)}`
  return isMonthEnd(day) || same > end ? end : same
}

const shiftPeriod = ({ from, until }: ReportPeriod, days: number): ReportPeriod => ({
  from: plusDays(from, -days),
  until: plusDays(until, -days),
})

/**
 * Months are compared with the months before, and of the year before. Other days are compared with as many days on the same
 * weekdays: a Saturday sells more than a Monday.
 */
export function comparedPeriods(period: ReportPeriod, today: string): ComparedPeriods {
  if (!isOfMonths(period, today)) {
    const weeks = Math.ceil(daysIn(period) / DAYS_OF_A_WEEK)
    return { before: shiftPeriod(period, weeks * DAYS_OF_A_WEEK), yearBefore: shiftPeriod(period, DAYS_OF_A_YEAR) }
  }
  const { from, until } = period
  const back = (months: number): ReportPeriod => ({
    from: minusMonths(from, months),
    until: minusMonths(until, months),
  })
  return { before: back(monthNumber(until) - monthNumber(from) + 1), yearBefore: back(MONTHS_OF_A_YEAR) }
}

/** From one day to another, in days. */
export const daysBetween = (from: string, until: string): number => (Date.parse(until) - Date.parse(from)) / DAY_MS
