import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { endLinks } from './sign-in-by-code.ts'
import { type BrowserCall, lockUserById, startSignedIn } from './start-signed-in.ts'

const MAX_ID = 2_147_483_647

/** The three parts of the link's path, not validated. */
type LinkPath = { userId: string; timestamp: string; hash: string }

/**
 * Signs in by a mailed link: once, before it expires, and only if all three parts match. `mark`: the visitor mark of the browser
 * that opened it. Takes no lock until such a link is found: the work doesn't reveal whether an account exists.
 */
export async function signInByLink(
  context: Context,
  { mark, ...path }: LinkPath & { mark: string },
  browser: BrowserCall,
) {
  const link = readLink(path)
  if (!link || !(await openLink(context, link).executeTakeFirst())) return refuse('login.invalidLink')
  return inTransaction(context.db, async db => {
    const user = await lockUserById(db, link.userId)
    // Another call may have used the link while this one waited for the row lock.
    const open = await openLink({ ...context, db }, link).executeTakeFirst()
    if (!user || !open) return refuse('login.invalidLink')
    await db.deleteFrom('login_link').where('id', '=', open.id).execute()
    await endLinks(db, user.id, [sha256(mark), ...(open.browser_sha256 ? [open.browser_sha256] : [])])
    return startSignedIn({ ...context, db }, user, browser)
  })
}

const openLink = ({ db, now }: Context, link: { userId: number; issuedMs: number; sha256: Buffer }) =>
  db
    .selectFrom('login_link')
    .select(['id', 'browser_sha256'])
    .where('link_sha256', '=', link.sha256)
    .where('user_id', '=', link.userId)
    .where('issued_ms', '=', link.issuedMs)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now())

function readLink({ userId, timestamp, hash }: LinkPath) {
  const isWellFormed = /^[1-9]\d{0,9}$/.test(userId) && /^\d{1,15}$/.test(timestamp) && /^[\w-]{43}$/.test(hash)
  if (!isWellFormed || Number(userId) > MAX_ID) return undefined
  return { userId: Number(userId), issuedMs: Number(timestamp), sha256: sha256(hash) }
}
