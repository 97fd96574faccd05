import type { FastifyReply } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { type RateLimit, refusedUntil } from '#server/platform/http/rate-limit.ts'
import type { Refusal } from '#server/platform/http/refusal.ts'
import { RecentMap } from '#server/platform/http/refused-keys.ts'

const MANY = 10_000

/**
 * A limit that this server counts in its own memory, for calls that a purchase waits for: it needs no write, and no query to a
 * busy database. Several servers allow as many times more.
 */
export function localRateLimit(context: Context, { points, windowSeconds }: RateLimit) {
  // All windows have the same length: the oldest is the first to end.
  const windows = new RecentMap<string, { taken: number; until: Date }>(MANY)
  const most = Math.max(1, Math.floor(points * context.config.rateLimitFactor))
  const windowOf = (key: string, now: Date) => {
    const known = windows.get(key)
    if (known && known.until > now) return known
    const begun = { taken: 0, until: new Date(now.getTime() + windowSeconds * 1000) }
    windows.set(key, begun)
    return begun
  }
  /** Takes a point, or refuses with 429 and Retry-After. */
  return (reply: FastifyReply, key: string): Refusal<'rate.limited'> | undefined => {
    const now = context.now()
    const window = windowOf(key, now)
    window.taken += 1
    return window.taken > most ? refusedUntil(reply, { until: window.until, now }) : undefined
  }
}
