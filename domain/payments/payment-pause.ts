const MINUTE_MS = 60_000

/**
 * By how many payments in a row ended because nobody was at the terminal: how long the account waits before it may begin
 * another. The first walk to the terminal may take too long for anyone, so it costs nothing.
 */
const PAUSES_MS = [0, 0, 2 * MINUTE_MS, 10 * MINUTE_MS, 30 * MINUTE_MS, 120 * MINUTE_MS] as const
const LONGEST_MS = 120 * MINUTE_MS

/** After so long without one they are forgotten. A payment that succeeds forgives them at once. */
export const TIMEOUTS_COUNT_FOR_MS = 24 * 60 * MINUTE_MS

/** How long after the last of so many payments in a row that nobody came to. */
export const pauseAfterTimeoutsMs = (timeouts: number): number => PAUSES_MS[timeouts] ?? LONGEST_MS

/** When an account may pay again; undefined: now. `lastTimeoutAt` is the end of the last of them. */
export function mayPayAgainAt(timeouts: number, lastTimeoutAt: Date | null, now: Date): Date | undefined {
  const at = (lastTimeoutAt?.getTime() ?? 0) + pauseAfterTimeoutsMs(timeouts)
  return lastTimeoutAt !== null && at > now.getTime() ? new Date(at) : undefined
}
