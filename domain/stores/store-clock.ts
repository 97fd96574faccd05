import { toInstant, zonedTime } from '#domain/zoned-time.ts'

/**
 * A period in which a store has one time zone: from `since` (null: from the beginning) to `until` (null: ongoing). No moment
 * of it belongs to a day before `firstDay`, on which the previous period ended, so that no day occurs twice.
 */
export type StoreClock = { since: Date | null; until: Date | null; timeZone: string; firstDay: string | null }

const laterDay = (one: string, other: string | null) => (other !== null && other > one ? other : one)

/** The store's day (yyyy-mm-dd) at a moment in one of the periods. */
export const dayOfClock = ({ timeZone, firstDay }: Pick<StoreClock, 'timeZone' | 'firstDay'>, at: Date): string =>
  laterDay(zonedTime(at, timeZone).date, firstDay)

/** The moment at which a store's day begins; `clocks` are in chronological order. */
export function dayStart(clocks: readonly StoreClock[], day: string): Date {
  for (const { since, until, timeZone, firstDay } of clocks) {
    const midnight = new Date(toInstant(day, 0, timeZone))
    const start = since && (since > midnight || (firstDay !== null && firstDay >= day)) ? since : midnight
    if (until === null || start < until) return start
  }
  throw new Error('the last clock of a store has no end')
}
