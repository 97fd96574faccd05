import { MINUTE_MS } from '#domain/durations.ts'
import { openingDays, type OpeningHours, toMinutes } from '#domain/stores/opening-hours.ts'
import { isoWeekday, toInstant, zonedTime } from '#domain/zoned-time.ts'

/** `evening`: about the day; `monday`: about the week that ended on Sunday. */
export const LETTER_KINDS = ['evening', 'monday'] as const
export type LetterKind = (typeof LETTER_KINDS)[number]

/** The stores that a letter is about, and the clock of its reader. */
export type LetterPlace = { stores: readonly OpeningHours[]; timeZone: string }

/** What was paid at closing time is in the letter. */
const AFTER_CLOSING_MS = 15 * MINUTE_MS
/** Of a store that is open longer, or always, the letter is about the day up to this time. */
const EVENING_ENDS_MINUTES = 22 * 60
const MONDAY_MINUTES = 7 * 60

const MINUTES_PER_DAY = 1440

/** When a store closes on a day; undefined if it is closed all day. One without any hours may sell at any time. */
function findClosing(hours: OpeningHours, day: string): number | undefined {
  const [found] = openingDays(hours, day, 1)
  const hasHours = hours.weekly.length > 0 || hours.alwaysOpen === true || found?.isException === true
  if (!hasHours) return toInstant(day, MINUTES_PER_DAY, hours.timeZone)
  if (!found?.hours) return undefined
  const [opens, closes] = [toMinutes(found.hours.opensAt), toMinutes(found.hours.closesAt)]
  return toInstant(day, closes > opens ? closes : closes + MINUTES_PER_DAY, hours.timeZone)
}

/** When the letter of a day is due, in ms: in the evening once the last store has closed; undefined if all are closed that day. */
function findEvening(day: string, { stores, timeZone }: LetterPlace): number | undefined {
  const closings = stores.flatMap(hours => findClosing(hours, day) ?? [])
  if (closings.length === 0) return undefined
  return Math.min(Math.max(...closings) + AFTER_CLOSING_MS, toInstant(day, EVENING_ENDS_MINUTES, timeZone))
}

/**
 * The day (yyyy-mm-dd) whose letter is due at a moment: from its time on until midnight, so that one that a stopped server missed is
 * sent late on the same day, or not at all. Undefined: none is.
 */
export function findDueDay(kind: LetterKind, place: LetterPlace, now: Date): string | undefined {
  const { date } = zonedTime(now, place.timeZone)
  const monday = isoWeekday(date) === 1 ? toInstant(date, MONDAY_MINUTES, place.timeZone) : undefined
  const dueAt = kind === 'monday' ? monday : findEvening(date, place)
  return dueAt !== undefined && now.getTime() >= dueAt ? date : undefined
}
