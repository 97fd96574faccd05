import { sql } from 'kysely'
import { HOUR_MS } from '#domain/durations.ts'
import type { Context } from '#server/platform/context.ts'
import { getPoints, storedKey, consumePoint } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS, type RateLimit } from '#server/platform/http/rate-limits.ts'

/** A mail that would wait longer is not sent. */
const MAX_WAIT_MS = 12 * HOUR_MS

/** More than any limit: a call takes no point at all. */
const NEVER_COUNTED = 1_000_000

type MailRequest = {
  email: string
  /** An IPv4 address or an IPv6 /48. */
  network: string
  /** Whether the address has signed in before in the browser of this request. */
  isReturning: boolean
  /** Whether the mail is sent at all. */
  isAllowed: boolean
}

/** `isUrgent`: the mail is sent before others. `waitMs`: not before this time has passed; undefined: it is not sent. */
type MailTurn = { isUrgent: boolean; waitMs: number | undefined }

/**
 * The turn of a sign-in mail. Beyond a limit in the whole shop mails wait in order: those to new addresses, of which a stranger
 * can invent any number, beyond a low one, and those to addresses that have signed in before beyond a wide one. Networks that
 * request many mails have queues of their own, and so have browsers in which the address has signed in, so that others don't
 * wait behind strangers. Which queue a request joins and what it counts for doesn't depend on whether the address is known:
 * otherwise the delay of a caller's own mail would reveal it. The statements are the same for every address.
 */
export async function claimMailTurn(context: Context, request: MailRequest): Promise<MailTurn> {
  const isKnown = await hasSignedIn(context, request.email)
  const queue = await findQueue(context, request)
  const isFree = !request.isAllowed
  const newTurn = await claimTurn(context, RATE_LIMITS.newAddressMails, { queue, isFree })
  const knownTurn = await claimTurn(context, RATE_LIMITS.knownAddressMails, { queue, isFree })
  if (!request.isAllowed) return { isUrgent: isKnown, waitMs: undefined }
  const waitMs = isKnown ? knownTurn : newTurn
  if (waitMs > 0) context.log.warn({ waitMs }, 'a sign-in mail waits: too many were asked for in an hour')
  return { isUrgent: isKnown, waitMs: waitMs > MAX_WAIT_MS ? undefined : waitMs }
}

/** A returning browser doesn't count for its network: a store's own network has many. */
async function findQueue(context: Context, { network, isReturning, isAllowed }: MailRequest): Promise<string> {
  const isFree = isReturning || !isAllowed
  const limit = { ...RATE_LIMITS.mailsPerNetwork, freeBelow: isFree ? NEVER_COUNTED : 0 }
  const { allowed } = await consumePoint(context, limit, network)
  if (isReturning) return 'returning'
  return allowed ? 'few' : 'many'
}

const hasSignedIn = async ({ db }: Context, email: string): Promise<boolean> =>
  (await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('last_login_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/**
 * How long the next mail of a queue has to wait by this limit. The row of the queue expires when all its points are back: each
 * mail moves that time on by its share of the window. A free one moves nothing, and neither does one that would wait for more than
 * MAX_WAIT_MS: else the queue would stay full of mails that were never sent. `points` marks such a mail.
 */
async function claimTurn(
  context: Context,
  limit: RateLimit,
  { queue, isFree }: { queue: string; isFree: boolean },
): Promise<number> {
  const windowMs = limit.windowSeconds * 1000
  const shareMs = isFree ? 0 : windowMs / getPoints(context, limit)
  const now = context.now()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const next = sql`greatest(queue.expires_at, ${now}::timestamptz) + make_interval(secs => ${shareMs / 1000}::double precision)`
  const isTooLate = sql`${next} > ${after(MAX_WAIT_MS + windowMs)}::timestamptz`
  const { rows } = await sql<{ expires_at: Date; points: number }>`
    INSERT INTO rate_limit AS queue (key, points, expires_at) VALUES (${storedKey(context, limit, queue)}, 0, ${after(shareMs)})
    ON CONFLICT (key) DO UPDATE SET
      points = CASE WHEN ${isTooLate} THEN 1 ELSE 0 END,
      expires_at = CASE WHEN ${isTooLate} THEN queue.expires_at ELSE ${next} END
    RETURNING expires_at, points`.execute(context.db)
  const [row] = rows
  if (!row) throw new Error('an insert without a row')
  return row.points > 0 ? Number.POSITIVE_INFINITY : Math.max(0, row.expires_at.getTime() - now.getTime() - windowMs)
}
