import { instantOf, zonedTime } from '#domain/zoned-time.ts'

/**
 * The time zone of a store for a while: from `since` on (null: always) up to `until` (null: still). No moment of it belongs to
 * a day before `firstDay`, on which the clock before it ended: days never come twice, wherever a store's clock is set to.
 */
export type StoreClock = { since: Date | null; until: Date | null; timeZone: string; firstDay: string | null }

const later = (one: string, other: string | null) => (other !== null && other > one ? other : one)

/** The store's day (yyyy-mm-dd) at a moment of one of its clocks. */
export const dayOfClock = ({ timeZone, firstDay }: Pick<StoreClock, 'timeZone' | 'firstDay'>, at: Date): string =>
  later(zonedTime(at, timeZone).date, firstDay)

/** The moment at which a day begins by the clocks of a store, which are in the order of time. */
export function dayStart(clocks: readonly StoreClock[], day: string): Date {
  for (const { since, until, timeZone, firstDay } of clocks) {
    const midnight = new Date(instantOf(day, 0, timeZone))
    const start = since && (since > midnight || (firstDay !== null && firstDay >= day)) ? since : midnight
    if (until === null || start < until) return start
  }
  throw new Error('the last clock of a store has no end')
}
