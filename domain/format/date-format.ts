import { zonedTime } from '#domain/zoned-time.ts'

/** dd.MM.yyyy */
export function formatDate(date: Date, timeZone: string): string {
  const [year, month, day] = zonedTime(date, timeZone).date.split('-')
  return `${day}.${month}.${year}`
}

/** yyyy-MM-dd */
export function isoDate(date: Date, timeZone: string): string {
  return zonedTime(date, timeZone).date
}

/** HH:mm */
export function formatTime(date: Date, timeZone: string): string {
  return zonedTime(date, timeZone).time
}

/** dd.MM.yyyy HH:mm */
export function formatDateTime(date: Date, timeZone: string): string {
  return `${formatDate(date, timeZone)} ${formatTime(date, timeZone)}`
}

/** A deadline. Midnight is written as the end of the day before, dd.MM.yyyy 24:00, so that it is not read as the next day. */
export const formatDeadline = (date: Date, timeZone: string): string =>
  formatTime(date, timeZone) === '00:00'
    ? `${formatDate(new Date(date.getTime() - 1), timeZone)} 24:00`
    : formatDateTime(date, timeZone)

/** HH:mm, with the date (dd.MM.yyyy) when it is not `now`'s. */
export function formatTimeNear(at: Date, now: Date, timeZone: string): string {
  const isToday = formatDate(at, timeZone) === formatDate(now, timeZone)
  return isToday ? formatTime(at, timeZone) : formatDateTime(at, timeZone)
}
