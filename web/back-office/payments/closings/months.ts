import { weekdayText } from '#domain/format/day-names.ts'
import { dayText as dayOfMonthText } from '#domain/format/day-text.ts'

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
