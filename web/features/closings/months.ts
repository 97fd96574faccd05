import { dayText as dayOfMonthText } from '#domain/day-text.ts'

/** How far back a month can be chosen in a press; the address reaches further. */
const MONTHS_BACK = 36

/** The month (yyyy-mm) so many months later. */
export function plusMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** This month and those before it, newest first; the chosen one is among them however old it is. */
export function monthsToChoose(thisMonth: string, chosen: string): string[] {
  const months = Array.from({ length: MONTHS_BACK }, (_, back) => plusMonths(thisMonth, -back))
  return months.includes(chosen) ? months : [...months, chosen].toSorted().toReversed()
}

/** “November 2026”, as the language writes it. */
export function monthText(month: string, language: string): string {
  const text = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
}

/** “pe 20.11.2026” */
export function dayText(date: string, language: string): string {
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
  return `${weekday} ${dayOfMonthText(date)}`
}
