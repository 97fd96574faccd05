import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { zonedTime } from '#domain/zoned-time.ts'

/** The day (yyyy-mm-dd) that a store's clock shows; of all stores together, Finland's. */
export const todayAt = (timeZone: string = SHOP_TIME_ZONE): string => zonedTime(new Date(), timeZone).date

/** A day that the calendar has, and the server takes; whatever else an address may say is today. */
export function readDay(text: string | null, today: string): string {
  const isDay = text !== null && /^(?:19|2\d)\d{2}-\d{2}-\d{2}$/.test(text)
  if (!isDay) return today
  const date = new Date(`${text}T00:00:00Z`)
  return Number.isNaN(date.getTime()) || date.toISOString().slice(0, 10) !== text ? today : text
}
