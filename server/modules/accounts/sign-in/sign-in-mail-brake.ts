import { sql } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import { pointsOf, RATE_LIMITS, storedKey, takePoint } from '#server/platform/http/rate-limit.ts'

/** A mail that would wait longer is not sent. */
const MAX_WAIT_MS = 12 * 3_600_000

/** More than any limit: a call takes no point at all. */
const NEVER_COUNTED = 1_000_000

type MailRequest = {
  email: string
  /** An IPv4 address or an IPv6 /48. */
  network: string
  /** Whether the mail is sent at all. */
  isAllowed: boolean
}

/** `isUrgent`: the mail is sent before others. `waitMs`: not before this time has passed; undefined: it is not sent. */
type MailTurn = { isUrgent: boolean; waitMs: number | undefined }

/**
 * The turn of a sign-in mail. One to an address that has signed in before is sent at once, before all others. Those to new
 * addresses, of which a stranger can invent any number, have a limit in the whole shop: beyond it they wait in order. Networks that
 * ask for many such addresses have a queue of their own, so that others don't wait behind them. The statements are the same for
 * every address.
 */
export async function claimMailTurn(context: Context, { email, network, isAllowed }: MailRequest): Promise<MailTurn> {
  const isKnown = await hasSignedIn(context, email)
  const isFree = isKnown || !isAllowed
  const ofNew = { ...RATE_LIMITS.newAddressesPerNetwork, freeBelow: isFree ? NEVER_COUNTED : 0 }
  const ofNetwork = await takePoint(context, ofNew, network)
  const waitMs = await claimTurn(context, { queue: ofNetwork.allowed ? 'few' : 'many', isFree })
  if (!isAllowed) return { isUrgent: isKnown, waitMs: undefined }
  if (isKnown) return { isUrgent: true, waitMs: 0 }
  if (waitMs > 0)
    context.log.warn({ waitMs }, 'a sign-in mail to a new address waits: too many were asked for in an hour')
  return { isUrgent: false, waitMs: waitMs > MAX_WAIT_MS ? undefined : waitMs }
}

const hasSignedIn = async ({ db }: Context, email: string): Promise<boolean> =>
  (await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('last_login_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/**
 * How long the next mail of a queue has to wait. The row of the queue expires when all its points are back: each mail moves that
 * time on by its share of the window. A free one moves nothing.
 */
async function claimTurn(context: Context, { queue, isFree }: { queue: string; isFree: boolean }): Promise<number> {
  const limit = RATE_LIMITS.newAddressMails
  const windowMs = limit.windowSeconds * 1000
  const shareMs = isFree ? 0 : windowMs / pointsOf(context, limit)
  const now = context.now()
  const after = (ms: number) => new Date(now.getTime() + ms)
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO rate_limit AS queue (key, points, expires_at) VALUES (${storedKey(context, limit, queue)}, 0, ${after(shareMs)})
    ON CONFLICT (key) DO UPDATE SET expires_at =
      greatest(queue.expires_at, least(greatest(queue.expires_at, ${now}::timestamptz)
        + make_interval(secs => ${shareMs / 1000}::double precision), ${after(MAX_WAIT_MS + 2 * windowMs)}::timestamptz))
    RETURNING expires_at`.execute(context.db)
  const [row] = rows
  if (!row) throw new Error('an insert without a row')
  return Math.max(0, row.expires_at.getTime() - now.getTime() - windowMs)
}
