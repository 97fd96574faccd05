import { dayText } from '#domain/format/day-text.ts'
import { shopTimeText } from '#domain/shop-date.ts'

const DAY = /^\d{4}-\d\d-\d\d$/
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

/** Formats a date or an instant as the shop displays it; returns any other text unchanged. */
export function dateOrText(text: string): string {
  if (DAY.test(text)) return dayText(text)
  return INSTANT.test(text) ? shopTimeText(text) : text
}
