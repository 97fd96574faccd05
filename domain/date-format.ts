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
