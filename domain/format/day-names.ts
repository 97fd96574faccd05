type NameWidth = 'long' | 'short'

const weekdayFormats = new Map<string, Intl.DateTimeFormat>()

/** The weekday of a date (yyyy-mm-dd) in a language: tiistai; short: ti. */
export function weekdayText(day: string, language: string, width: NameWidth): string {
  const key = `${language} ${width}`
  const format = weekdayFormats.get(key) ?? new Intl.DateTimeFormat(language, { weekday: width, timeZone: 'UTC' })
  weekdayFormats.set(key, format)
  return format.format(new Date(`${day}T00:00:00Z`))
}

/** A date in words, with its weekday: torstai 24. joulukuuta 2026. */
export const longDayText = (day: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`))

/** A Monday. */
const FIRST_MONDAY = '2024-01-01'

/** The name of a weekday (Monday is 1), capitalised for a heading or label. */
export const weekdayName = (weekday: number, language: string): string =>
  capitaliseFirst(weekdayText(`${FIRST_MONDAY.slice(0, -1)}${weekday}`, language, 'long'), language)

/** A month (yyyy-mm) as a heading: November 2026. */
export function monthText(month: string, language: string): string {
  const format = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return capitaliseFirst(format.format(new Date(`${month}-01T00:00:00Z`)), language)
}

const capitaliseFirst = (text: string, language: string) => text.charAt(0).toLocaleUpperCase(language) + text.slice(1)
