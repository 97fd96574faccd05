import { MINUTE_MS, DAY_MS } from '#domain/durations.ts'

export type ZonedTime = {
  /** yyyy-mm-dd */
  date: string
  /** HH:mm */
  time: string
  /** The wall clock time interpreted as UTC, in milliseconds. */
  wallMs: number
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** The wall clock date and time of a time zone at an instant. */
export function zonedTime(instant: Date | number, timeZone: string): ZonedTime {
  const parts = getFormatter(timeZone).formatToParts(instant)
  const part = (type: string) => parts.find(each => each.type === type)?.value ?? ''
  const date = `${part('year').padStart(4, '0')}-${part('month')}-${part('day')}`
  const time = `${part('hour')}:${part('minute')}`
  return { date, time, wallMs: Date.parse(`${date}T${time}:${part('second')}Z`) }
}

/**
 * The instant (ms) at which the wall clock shows a date and a time ('24:00' and later are on the next day).
 * A time that daylight saving skips moves later by the skipped amount; of a time that occurs twice the first is used.
 */
export function toInstant(date: string, minutesOfDay: number, timeZone: string): number {
  const wallMs = Date.parse(`${date}T00:00:00Z`) + minutesOfDay * MINUTE_MS
  const before = wallMs - offsetMs(wallMs - DAY_MS, timeZone)
  const after = wallMs - offsetMs(wallMs + DAY_MS, timeZone)
  // The wall clock has whole seconds.
  const seconds = Math.floor(wallMs / 1000)
  const shown = [before, after].filter(instant => zonedTime(instant, timeZone).wallMs === seconds * 1000)
  return shown.length > 0 ? Math.min(...shown) : before
}

/** The date (yyyy-mm-dd) some days later. */
export function plusDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Monday is 1, Sunday 7. */
export function isoWeekday(date: string): number {
  return new Date(`${date}T00:00:00Z`).getUTCDay() || 7
}

function offsetMs(instant: number, timeZone: string): number {
  return zonedTime(instant, timeZone).wallMs - Math.floor(instant / 1000) * 1000
}

function getFormatter(timeZone: string): Intl.DateTimeFormat {
  const cached = formatters.get(timeZone)
  if (cached) return cached
  const two = '2-digit' as const
  const fields = { year: 'numeric', month: two, day: two, hour: two, minute: two, second: two } as const
  const made = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', ...fields })
  formatters.set(timeZone, made)
  return made
}

const MINUTES_OF_AN_HOUR = 60
const END_OF_DAY = 24 * MINUTES_OF_AN_HOUR

/** Parses a typed time of day: 9, 9.30, 9:30, 0930, 24. Returns HH:mm, `24:00` for midnight at the end; else undefined. */
export function readTimeOfDay(text: string): string | undefined {
  const plain = text.trim()
  const [, hours = '', minutes = '00'] =
    /^(\d{1,2})(?:[.:,]([0-5]\d))?$/.exec(plain) ?? /^(\d{1,2})([0-5]\d)$/.exec(plain) ?? []
  if (hours === '') return undefined
  if (Number(hours) * MINUTES_OF_AN_HOUR + Number(minutes) > END_OF_DAY) return undefined
  return `${hours.padStart(2, '0')}:${minutes}`
}
