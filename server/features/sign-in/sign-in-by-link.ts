import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refuse } from '#server/http/refusal.ts'
import { sha256 } from '#server/secrets.ts'
import { lockUserById, startSignedIn, type Browser } from './start-signed-in.ts'

const LARGEST_ID = 2_147_483_647

/** The three parts of the link's path, as they came. */
export type LinkPath = { userId: string; timestamp: string; hash: string }

/** Signs in by a mailed link: once, in time, and only with all three parts as they were mailed. */
export async function signInByLink(context: Context, path: LinkPath, browser: Browser) {
  const link = readLink(path)
  if (!link) return refuse('login.invalidLink')
  return inTransaction(context.db, async db => {
    const user = await lockUserById(db, link.userId)
    const claimed = await db
      .updateTable('login_link')
      .set({ used_at: context.now() })
      .where('link_sha256', '=', link.sha256)
      .where('user_id', '=', link.userId)
      .where('issued_ms', '=', link.issuedMs)
      .where('used_at', 'is', null)
      .where('expires_at', '>', context.now())
      .returning('id')
      .executeTakeFirst()
    return user && claimed ? startSignedIn({ ...context, db }, user, browser) : refuse('login.invalidLink')
  })
}

function readLink({ userId, timestamp, hash }: LinkPath) {
  const isWellFormed = /^[1-9]\d{0,9}$/.test(userId) && /^\d{1,15}$/.test(timestamp) && /^[\w-]{43}$/.test(hash)
  if (!isWellFormed || Number(userId) > LARGEST_ID) return undefined
  return { userId: Number(userId), issuedMs: Number(timestamp), sha256: sha256(hash) }
}
