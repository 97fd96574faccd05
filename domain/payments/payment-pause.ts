const MINUTE_MS = 60_000

/**
 * How long an account must wait before its next payment, by the number of consecutive payments that timed out at the
 * terminal. The first timeout has no pause, since any shopper's walk to the terminal may take too long.
 */
const PAUSES_MS = [0, 0, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS] as const
const LONGEST_MS = 120 * MINUTE_MS

/** Timeouts are reset after this time without another one, and at once by a successful payment. */
export const TIMEOUTS_COUNT_FOR_MS = 24 * 60 * MINUTE_MS

/** The pause after this number of consecutive timeouts, counted from the last one. */
export const pauseAfterTimeoutsMs = (timeouts: number): number => PAUSES_MS[timeouts] ?? LONGEST_MS

/** When an account may pay again; undefined: now. `lastTimeoutAt` is the end of the last timeout. */
export function mayPayAgainAt(timeouts: number, lastTimeoutAt: Date | null, now: Date): Date | undefined {
  const at = (lastTimeoutAt?.getTime() ?? 0) + pauseAfterTimeoutsMs(timeouts)
  return lastTimeoutAt !== null && at > now.getTime() ? new Date(at) : undefined
}
