import { formatDate, formatDateTime, isoDate } from './format/date-format.ts'
import { toInstant } from './zoned-time.ts'

/** VAT rates begin at midnight in Finland, regardless of the server's time zone. */
export const SHOP_TIME_ZONE = 'Europe/Helsinki'

/** The day (yyyy-mm-dd) whose VAT rates apply at a moment. */
export const shopDate = (at: Date): string => isoDate(at, SHOP_TIME_ZONE)

/** The moment at which a day (yyyy-mm-dd) begins in Finland. */
export const shopMidnight = (day: string): Date => new Date(toInstant(day, 0, SHOP_TIME_ZONE))

/** The day of an instant (ISO 8601) in Finland: dd.MM.yyyy. */
export const shopDayText = (at: string): string => formatDate(new Date(at), SHOP_TIME_ZONE)

/** An instant (ISO 8601) for the back office: dd.MM.yyyy HH:mm, in Finland. */
export const shopTimeText = (at: string): string => formatDateTime(new Date(at), SHOP_TIME_ZONE)
