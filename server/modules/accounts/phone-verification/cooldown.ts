const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** How long to wait after the first, second, third and each further SMS. */
const WAITS_MS = [MINUTE_MS, 5 * MINUTE_MS, HOUR_MS, DAY_MS] as const
const QUIET_MS = DAY_MS

/** The SMS state of a phone or a user: how many were sent in a row, and when the next one is allowed. */
export type Cooldown = { sentCount: number; until: Date }

const waitAfter = (sentCount: number): number =>
  sentCount === 0 ? 0 : (WAITS_MS[Math.min(sentCount, WAITS_MS.length) - 1] ?? DAY_MS)

/** The cooldown after another SMS at `now`. After a day without SMS the waits start over. */
export function afterSending(known: Cooldown | undefined, now: Date): Cooldown {
  const lastSentMs = known ? known.until.getTime() - waitAfter(known.sentCount) : -Infinity
  const isQuiet = now.getTime() - lastSentMs >= QUIET_MS
  const sentCount = known && !isQuiet ? Math.min(known.sentCount + 1, WAITS_MS.length) : 1
  return { sentCount, until: new Date(now.getTime() + waitAfter(sentCount)) }
}

/** The latest end of the running cooldowns; undefined when an SMS may be sent now. */
export function cooldownEnd(known: readonly Cooldown[], now: Date): Date | undefined {
  const ends = known.map(({ until }) => until.getTime()).filter(end => end > now.getTime())
  return ends.length > 0 ? new Date(Math.max(...ends)) : undefined
}
