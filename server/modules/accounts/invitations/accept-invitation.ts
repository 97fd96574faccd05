import { normaliseRights } from '#domain/accounts/right-stores.ts'
import type { GrantedRight } from '#domain/accounts/store-rights.ts'
import { listStoreNames, saveRights } from '#server/modules/accounts/access-changes/save-rights.ts'
import { toRightsResponse } from '#server/modules/accounts/people/list-people.ts'
import { getUser } from '#server/modules/accounts/profile/queries.ts'
import { findOrAddUser } from '#server/modules/accounts/sign-in/request-link.ts'
import { type BrowserCall, lockUserById, startSignedIn } from '#server/modules/accounts/sign-in/start-signed-in.ts'
import { findSeller } from '#server/modules/stores/seller/queries.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { endUserSessions, rotateSession, setSessionCookie, type SignedIn } from '#server/platform/http/session.ts'
import { rightsForAudit, rightsOfUser } from '#server/platform/rights/rights-of-user.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import { byToken, getState, type InvitationRow, selectInvitations } from './list-invitations.ts'

type FollowedLink = { token: string; caller: SignedIn | undefined }

/** What a link offers to the caller. Reads only. */
export async function findOffer({ db, now }: Context, { token, caller }: FollowedLink) {
  const row = await selectInvitations(db).where(byToken(token)).executeTakeFirst()
  if (!row) return undefined
  const names = await listStoreNames(db, row.rights)
  return {
    state: getState(row, now()),
    email: row.email,
    seller: await findSeller(db),
    rights: toRightsResponse(row.rights, names),
    must_sign_in: await hasOtherOwner(db, row.email, caller),
  }
}

/**
 * Whether the address has an account that has signed in before, and the caller is not signed in to it: an invitation's link lives
 * too long to open an account that has something to protect.
 */
const hasOtherOwner = async (db: Db, email: string, caller: SignedIn | undefined): Promise<boolean> =>
  (await db
    .selectFrom('app_user')
    .select('id')
    .where('email', '=', email)
    .where('last_login_at', 'is not', null)
    .where('id', '!=', caller?.userId ?? 0)
    .executeTakeFirst()) !== undefined

/** Grants the rights of an invitation to the account of its address, once, and signs a new account in. */
export async function acceptInvitation(context: Context, { token, caller }: FollowedLink, browser: BrowserCall) {
  const accepted = await inTransaction(context.db, async db => {
    const inTrx = { ...context, db }
    const locked = await db.selectFrom('invitation').select('id').where(byToken(token)).forUpdate().executeTakeFirst()
    if (!locked) return refuse('invitation.closed')
    const invitation = await selectInvitations(db).where('invitation.id', '=', locked.id).executeTakeFirstOrThrow()
    if (getState(invitation, context.now()) !== 'open') return refuse('invitation.closed')
    if (await hasOtherOwner(db, invitation.email, caller)) return refuse('invitation.signInFirst')
    const { id, blocked_at: blockedAt } = await findOrAddUser(db, context, invitation)
    const isCaller = caller?.userId === id
    if (blockedAt === null) await grantOffer(inTrx, invitation, id)
    if (isCaller) return { userId: id, token: await replaceSession(inTrx, caller) }
    const user = await lockUserById(db, id)
    if (blockedAt === null) await endUserSessions(db, id)
    return user ? startSignedIn(inTrx, user, browser) : refuse('invitation.closed')
  })
  if (isRefusal(accepted) || 'user' in accepted) return accepted
  const { userId, token: sessionToken } = accepted
  if (sessionToken === undefined) return refuse('invitation.signInFirst')
  setSessionCookie(browser.reply, sessionToken)
  return { csrf_token: csrfToken(context.secrets, sessionToken), user: await getUser(context, userId) }
}

/** The sessions that began before their user had the right end; the caller's goes on under a new token. */
async function replaceSession(context: Context & { db: Trx }, { userId, tokenHash }: SignedIn) {
  await endUserSessions(context.db, userId, { but: tokenHash })
  return rotateSession(context, tokenHash)
}

/** Adds the rights to those that the account has. The audit log names who sent the invitation as the author. */
async function grantOffer(
  context: Context & { db: Trx },
  { id: invitationId, rights, invited_by: inviterId }: InvitationRow,
  userId: number,
): Promise<void> {
  const { db } = context
  const at = context.now()
  const row = await db
    .selectFrom('app_user')
    .select(rightsOfUser.as('rights'))
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const before: readonly GrantedRight[] = row.rights ?? []
  const names = await listStoreNames(db, rights)
  // A store may have been removed since.
  const offered = rights.filter(({ storeId }) => storeId === null || names.has(storeId))
  const after = normaliseRights([...before, ...offered])
  await saveRights(context, { userId, before, after, at })
  const author = { userId: inviterId ?? userId, at, reason: `invitation ${invitationId}` }
  const [from, to] = [rightsForAudit(before), rightsForAudit(after)]
  await recordChange(db, { kind: 'user', id: userId, before: from, after: to, author })
  const states = { before: { state: 'open' }, after: { state: 'accepted' } }
  await recordChange(db, { kind: 'invitation', id: invitationId, ...states, author: { userId, at } })
  const accepted = { accepted_at: at, user_id: userId }
  await db.updateTable('invitation').set(accepted).where('id', '=', invitationId).execute()
}
