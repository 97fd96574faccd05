import { formatDateTime, formatTime, isoDate } from '#domain/format/date-format.ts'

const wholes = new Intl.NumberFormat('fi-FI')

export const countText = (count: number) => wholes.format(count)

/** The time of day, with the date unless that is today. */
export function momentText(at: string, timeZone: string, now: Date): string {
  const moment = new Date(at)
  const isToday = isoDate(moment, timeZone) === isoDate(now, timeZone)
  return isToday ? formatTime(moment, timeZone) : formatDateTime(moment, timeZone)
}
