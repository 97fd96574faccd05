import type { FastifyReply } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { type RateLimit, RATE_LIMITS } from './rate-limits.ts'
import { refuse, type Refusal } from './refusal.ts'
import { RecentMap } from './refused-keys.ts'

/** Whether there was a point left to take, how many are taken, and when the window ends. */
type ConsumePointResult = { allowed: boolean; points: number; until: Date }

/** Limits of different sizes may count the same calls. */
const memoryKey = (context: Context, limit: RateLimit, stored: string) => `${stored} ${getPoints(context, limit)}`

/** Until when a key has no point left, from this server's memory; undefined: only the database has the count. */
function refusedAlready(context: Context, limit: RateLimit, stored: string): Date | undefined {
  const { refusedKeys, now } = context
  const key = memoryKey(context, limit, stored)
  const until = refusedKeys.get(key)
  if (until === undefined || until > now()) return until
  refusedKeys.delete(key)
  return undefined
}

/**
 * Takes a point; all instances count together. Only a keyed hash of the key is stored. After a refusal the key is refused from
 * memory until its window ends: a flood of refused calls costs the database nothing.
 */
export async function consumePoint(context: Context, limit: RateLimit, key: string): Promise<ConsumePointResult> {
  const stored = storedKey(context, limit, key)
  const points = getPoints(context, limit)
  const { freeBelow = 0 } = limit
  const until = refusedAlready(context, limit, stored)
  if (until !== undefined) return { allowed: false, points: points + 1, until }
  const now = context.now()
  const row = await context.db
    .insertInto('rate_limit')
    .values({
      key: stored,
      points: freeBelow > 0 ? 0 : 1,
      expires_at: new Date(now.getTime() + limit.windowSeconds * 1000),
    })
    .onConflict(conflict =>
      conflict.column('key').doUpdateSet(({ ref, eb }) => {
        const isOver = eb('rate_limit.expires_at', '<=', now)
        return {
          // Capped, so that no flood makes the number too large for its column. Never lower than before: a smaller limit may
          // count the same calls.
          points: eb
            .case()
            .when(isOver)
            .then(ref('excluded.points'))
            .else(
              eb.fn<number>('greatest', [
                'rate_limit.points',
                eb.fn<number>('least', [
                  eb(
                    'rate_limit.points',
                    '+',
                    eb.case().when('rate_limit.points', '<', freeBelow).then(0).else(1).end(),
                  ),
                  eb.val(points + 1),
                ]),
              ]),
            )
            .end(),
          expires_at: eb.case().when(isOver).then(ref('excluded.expires_at')).else(ref('rate_limit.expires_at')).end(),
        }
      }),
    )
    .returning(['points', 'expires_at'])
    .executeTakeFirstOrThrow()
  const consumed = { allowed: row.points <= points, points: row.points, until: row.expires_at }
  if (!consumed.allowed) context.refusedKeys.set(memoryKey(context, limit, stored), consumed.until)
  return consumed
}

export const getPoints = ({ config }: Context, limit: Pick<RateLimit, 'points' | 'budget'>) =>
  Math.max(1, Math.floor(limit.points * (limit.budget ? 1 : config.rateLimitFactor)))

/** The limits that have no point left. Takes none. */
export async function usedUp(
  context: Context,
  limits: readonly (readonly [limit: RateLimit, key: string])[],
): Promise<RateLimit[]> {
  const keyed = limits.map(([limit, key]) => ({ limit, key: storedKey(context, limit, key) }))
  const rows = await context.db
    .selectFrom('rate_limit')
    .select(['key', 'points'])
    .where(
      'key',
      'in',
      keyed.map(({ key }) => key),
    )
    .where('expires_at', '>', context.now())
    .execute()
  const consumed = new Map(rows.map(({ key, points }) => [key, points]))
  return keyed
    .filter(({ limit, key }) => (consumed.get(key) ?? 0) >= getPoints(context, limit))
    .map(({ limit }) => limit)
}

/** Deletes everything that was counted for these: an erased person's address, number or id. */
export async function forgetPoints(context: Context, keys: readonly string[]): Promise<void> {
  const counted = Object.values<RateLimit>(RATE_LIMITS).flatMap(limit =>
    keys.map(key => ({ limit, stored: storedKey(context, limit, key) })),
  )
  for (const { limit, stored } of counted) context.refusedKeys.delete(memoryKey(context, limit, stored))
  const stored = counted.map(each => each.stored)
  await context.db.deleteFrom('rate_limit').where('key', 'in', stored).execute()
}

export const storedKey = ({ secrets }: Context, { name }: RateLimit, key: string) =>
  secrets.hmac('rate limit', `${name}\n${key}`).toString('base64url')

type CountedLimit = [limit: RateLimit, key: string]

/** Refuses with 429 and Retry-After a caller that this server has refused before, until then. Takes no point and reads no table. */
export function refusedFromMemory(
  context: Context,
  reply: FastifyReply,
  limits: readonly CountedLimit[],
): Refusal<'rate.limited'> | undefined {
  for (const [limit, key] of limits) {
    const until = refusedAlready(context, limit, storedKey(context, limit, key))
    if (until !== undefined) return refusedUntil(reply, { until, now: context.now() })
  }
  return undefined
}

/**
 * Takes a point of each limit in turn, or refuses with 429 and Retry-After. A caller that is refused already takes no point of
 * another.
 */
export async function refusedByRate(
  context: Context,
  reply: FastifyReply,
  limits: readonly CountedLimit[],
): Promise<Refusal<'rate.limited'> | undefined> {
  const remembered = refusedFromMemory(context, reply, limits)
  if (remembered) return remembered
  for (const [limit, key] of limits) {
    const consumed = await consumePoint(context, limit, key)
    if (!consumed.allowed) return refusedUntil(reply, { until: consumed.until, now: context.now() })
  }
  return undefined
}

/** Sets Retry-After if the refusal has a `retry_at`: an instant in ISO 8601. */
export function setRetryAfter(reply: FastifyReply, { refusal, now }: { refusal: Refusal; now: Date }): void {
  const until = refusal.extra?.['retry_at']
  if (typeof until === 'string') setSecondsUntil(reply, { until: new Date(until), now })
}

const setSecondsUntil = (reply: FastifyReply, { until, now }: { until: Date; now: Date }) =>
  void reply.header('Retry-After', String(Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000))))

/** The refusal, with the time to retry after. */
function refusedUntil(reply: FastifyReply, at: { until: Date; now: Date }): Refusal<'rate.limited'> {
  setSecondsUntil(reply, at)
  return refuse('rate.limited')
}

const MAX_KEYS = 10_000

/**
 * A limit that this server counts in its own memory, for calls that a purchase waits for: it needs no write, and no query to a
 * busy database. Several servers allow as many times more.
 */
export function localRateLimit(context: Context, limit: RateLimit) {
  // All windows have the same length: the oldest is the first to end.
  const windows = new RecentMap<string, { consumed: number; until: Date }>(MAX_KEYS)
  const max = getPoints(context, limit)
  const getWindow = (key: string, now: Date) => {
    const window = windows.get(key)
    if (window && window.until > now) return window
    const started = { consumed: 0, until: new Date(now.getTime() + limit.windowSeconds * 1000) }
    windows.set(key, started)
    return started
  }
  /** Takes a point, or refuses with 429 and Retry-After. */
  return (reply: FastifyReply, key: string): Refusal<'rate.limited'> | undefined => {
    const now = context.now()
    const window = getWindow(key, now)
    window.consumed += 1
    return window.consumed > max ? refusedUntil(reply, { until: window.until, now }) : undefined
  }
}
