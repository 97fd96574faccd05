/** 2026-12-04 as 04.12.2026. */
export const dayText = (date: string): string => date.split('-').toReversed().join('.')

/** 2026-12-04 as 4.12. of a year that is clear. */
export const shortDayText = (date: string): string => `${Number(date.slice(8))}.${Number(date.slice(5, 7))}.`

/** An hour of the day: `08–09`. */
export function hourText(hour: number): string {
  const [from, until] = [hour, hour + 1].map(each => String(each).padStart(2, '0'))
  return `${from}–${until}`
}

const AS_PEOPLE = /^(\d{1,2})[.,/ -]+(\d{1,2})[.,/ -]+(\d{4})$/
const RUN_TOGETHER = /^(\d\d)(\d\d)(\d{4})$/
const AS_MACHINES = /^(\d{4})-(\d\d)-(\d\d)$/

/** Parses a date typed as in Finland (4.12.2026, 04122026) or as yyyy-mm-dd. Returns yyyy-mm-dd; undefined if invalid. */
export function readDayText(text: string): string | undefined {
  const plain = text.trim()
  const [, day, month, year] = AS_PEOPLE.exec(plain) ?? RUN_TOGETHER.exec(plain) ?? []
  const date = year === undefined ? plain : [year, month?.padStart(2, '0'), day?.padStart(2, '0')].join('-')
  if (!AS_MACHINES.test(date)) return undefined
  const time = Date.parse(`${date}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date) ? date : undefined
}

/** A range of dates, which may break after the dash; or the date if both are the same. */
export const daysText = ({ start_date, end_date }: { start_date: string; end_date: string }): string =>
  start_date === end_date ? dayText(start_date) : `${dayText(start_date)}–${dayText(end_date)}`
