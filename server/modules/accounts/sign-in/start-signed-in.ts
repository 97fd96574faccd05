import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { endSession, endSessionsOf, readCookie, SESSION_COOKIE, startSession } from '#server/platform/http/session.ts'
import { giveDevicesTo, takeDevicesAlong } from '#server/modules/messaging/push-devices/carry-devices.ts'
import { showUser } from '#server/modules/accounts/profile/queries.ts'
import { grantAdmin } from './grant-admin.ts'
import { keepKnownBrowser } from './known-browser.ts'

/** The browser that signs in. */
export type Browser = { request: FastifyRequest; reply: FastifyReply }

/** A user whose row is locked. */
export type LockedUser = { id: number; email: string; blocked_at: Date | null; is_admin: boolean }

type InTransaction = Context & { db: Transaction<Database> }

/** Locks the user's row, so that links and codes of one user are used one at a time. */
export const lockUserById = (db: Transaction<Database>, id: number) =>
  db
    .selectFrom('app_user')
    .select(['id', 'email', 'blocked_at', 'is_admin'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/**
 * The last step of every sign-in: replaces the browser's old session with a new one and marks the browser as known. The context's
 * db is the transaction. A disabled user is refused and loses all sessions.
 */
export async function startSignedIn(context: InTransaction, user: LockedUser, { request, reply }: Browser) {
  if (user.blocked_at !== null) {
    await endSessionsOf(context.db, user.id)
    return refuse('login.disabled')
  }
  request.callerId = user.id
  // A user who was warned that their number has an account, and still signs in with the new one, may try another number.
  const signedIn = { last_login_at: context.now(), phone_unique_warning: false }
  await context.db.updateTable('app_user').set(signedIn).where('id', '=', user.id).execute()
  await grantAdmin(context, user)
  const former = readCookie(request, SESSION_COOKIE)
  const devices = await takeDevicesAlong(context.db, { token: former, userId: user.id })
  await endSession(context, request, reply)
  const token = await startSession(context, user.id, reply)
  await giveDevicesTo(context.db, token, devices)
  keepKnownBrowser(context.secrets, { request, reply }, user.email)
  return { csrf_token: csrfToken(context.secrets, token), user: await showUser(context, user.id) }
}
