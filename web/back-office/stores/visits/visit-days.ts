import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { zonedTime } from '#domain/zoned-time.ts'

/** The day (yyyy-mm-dd) in a store's time zone; Finland's for all stores together. */
export const todayAt = (timeZone: string = SHOP_TIME_ZONE): string => zonedTime(new Date(), timeZone).date

/** A valid calendar day that the server accepts; anything else in the address means today. */
export function readDay(text: string | null, today: string): string {
  const isDay = text !== null && /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)
  if (!isDay) return today
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? today : text
}
