import type { Transaction } from 'kysely'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { refusedByRate, RATE_LIMITS } from '#server/http/rate-limit.ts'
import { refuse } from '#server/http/refusal.ts'
import { readCode, sha256 } from '#server/secrets.ts'
import { isLoginCode } from './login-code.ts'
import { lockUserByEmail, startSignedIn, type Browser } from './start-signed-in.ts'

const MOST_TRIES = 5

/** `mark`: the visitor mark of the browser in which the code was typed. */
export type TypedCode = { email: string; code: string; mark: string }

/** Signs in by the mailed code, in the browser that asked for it. A wrong one counts against every code it could have been. */
export async function signInByCode(context: Context, typed: TypedCode, browser: Browser) {
  const digits = readCode(typed.code)
  if (digits === undefined) return refuse('login.invalidCode')
  return inTransaction(context.db, async db => {
    const user = await lockUserByEmail(db, typed.email)
    const links = user ? await openLinks(db, context, { userId: user.id, mark: typed.mark }) : []
    if (!user || links.length === 0) return refuse('login.invalidCode')
    // Counted only where a guess could be right: nobody else can use up the tries of the person who asked.
    const limited = await refusedByRate({ ...context, db }, browser.reply, [[RATE_LIMITS.codePerAccount, user.email]])
    if (limited) return limited
    const isRight = links.some(({ link_sha256: linkHash, code_hmac }) =>
      isLoginCode(context.secrets, { linkHash, digits }, code_hmac),
    )
    if (isRight) return startSignedIn({ ...context, db }, user, browser)
    await countTry(
      db,
      links.map(({ id }) => id),
    )
    return refuse('login.invalidCode')
  })
}

const openLinks = (db: Transaction<Database>, context: Context, { userId, mark }: { userId: number; mark: string }) =>
  db
    .selectFrom('login_link')
    .select(['id', 'link_sha256', 'code_hmac'])
    .where('user_id', '=', userId)
    .where('browser_sha256', '=', sha256(mark))
    .where('code_tries', '<', MOST_TRIES)
    .where('used_at', 'is', null)
    .where('expires_at', '>', context.now())
    .execute()

const countTry = (db: Transaction<Database>, ids: number[]) =>
  db
    .updateTable('login_link')
    .set(({ eb }) => ({ code_tries: eb('code_tries', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
