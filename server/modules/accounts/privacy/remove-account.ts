import type { RemovalBlocker } from '#contract/accounts/privacy.ts'
import type { LanguageCode } from '#contract/values.ts'
import { mayAdminister } from '#domain/accounts/admin-right.ts'
import { passkeyGap } from '#domain/accounts/passkey-state.ts'
import { notifyAdmins } from '#server/modules/accounts/access-changes/notify-admins.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import { hasAnyRight } from '#server/platform/rights/rights-of-user.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { lockUser, lockWaiting } from './erase-many.ts'
import { eraseUser } from './erase-user.ts'
import { redactFrom } from './redact-texts.ts'
import { findRemovalBlockers, findWaiting, type WaitingPreorder } from './removal-blockers.ts'
import { mailRemovalCode, refusedByCode } from './removal-code.ts'

/** What the person sees before removing the account. */
export async function getRemoval({ db, now }: Context, userId: number, language: LanguageCode) {
  const user = await db.selectFrom('app_user').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const waiting = await findWaiting(db, userId, now())
  const { paid } = await db
    .selectFrom('customer_order')
    .select(({ fn }) => fn.countAll<number>().as('paid'))
    .where('user_id', '=', userId)
    .where('paid_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return {
    email: user.email,
    paid_orders: paid,
    blockers: await findRemovalBlockers(db, { userId, waiting }),
    preorders: waiting.map(({ id, names, start_date, canCancel }) => ({
      id,
      event: textInLanguage(names, language),
      start_date,
      can_cancel: canCancel,
    })),
  }
}

/** Mails a code to the user, unless something hinders the removal. */
export const requestCode = (context: Context, userId: number) =>
  inTransaction(context.db, async db => {
    const user = await lockUser(db, userId)
    if (!user) return refuse('session.required')
    const blocker = await firstRemovalBlocker(db, { userId, waiting: await findWaiting(db, userId, context.now()) })
    if (blocker) return refuse(blocker)
    await mailRemovalCode({ ...context, db }, user)
    return {}
  })

type AccountRemoval = { userId: number; code: string; cancelIds: readonly number[] }

/**
 * Removes the caller's own account with the mailed code. `cancelIds`: the booked pre-orders that the person saw would be
 * cancelled.
 */
export const removeAccount = (context: Context, { userId, code, cancelIds }: AccountRemoval) =>
  inTransaction(context.db, async db => {
    if (!(await lockUser(db, userId))) return refuse('session.required')
    const waiting = await lockWaiting(db, userId, context.now())
    const blocker = await firstRemovalBlocker(db, { userId, waiting })
    if (blocker) return refuse(blocker)
    if (!isSameSet(waiting, cancelIds)) return refuse('removal.preordersChanged')
    const refused = await refusedByCode({ ...context, db }, userId, code)
    if (refused) return refused
    const { is_admin, email } = await getRights(db, userId)
    await eraseUser({ ...context, db }, { userId, waiting, askedBy: 'user' })
    const at = context.now()
    if (is_admin) await notifyAdmins({ ...context, db }, { event: 'removed', userId, email, author: email, at })
    return {}
  })

/**
 * Removes a user's account on their request, by an admin. Booked pre-orders are cancelled; one that can't be cancelled any more
 * hinders the removal.
 */
export const removeUser = (context: Context, { userId, author }: { userId: number; author: Author }) =>
  inTransaction(context.db, async db => {
    const user = await lockUser(db, userId)
    // The admin's rights may have changed while the call waited for the locks.
    if (!(await isAdmin(db, author.userId))) return refuse('session.adminRequired')
    if (!user) return refuse('notFound')
    const waiting = await lockWaiting(db, userId, context.now())
    const blocker = await firstRemovalBlocker(db, { userId, waiting })
    if (blocker) return refuse(blocker)
    if (userId === author.userId) return refuse('user.yourself')
    const [target, caller] = [await getRights(db, userId), await getRights(db, author.userId)]
    const hasRight = target.is_admin || target.has_right
    // An admin who has signed in by mail only, or added a passkey just now, can't act on one who is protected by a passkey.
    const dates = { caller: caller.first_passkey_at, target: target.first_passkey_at, now: author.at }
    const gap = hasRight ? passkeyGap(dates) : undefined
    if (gap) return refuse(gap === 'needed' ? 'user.passkeyNeeded' : 'user.passkeyNew')
    await eraseUser({ ...context, db }, { userId, waiting, askedBy: 'admin', by: author.userId })
    const reason = author.reason && redactFrom(author.reason, user)
    const removed = { kind: 'user', id: userId, before: { is_removed: false }, after: null } as const
    await recordChange(db, { ...removed, author: { ...author, reason } })
    const { email } = user
    if (target.is_admin)
      await notifyAdmins({ ...context, db }, { event: 'removed', userId, email, author: caller.email, at: author.at })
    return {}
  })

const getRights = (trx: Trx, id: number) =>
  trx
    .selectFrom('app_user')
    .select(['email', 'is_admin', hasAnyRight.as('has_right')])
    .select(({ selectFrom }) =>
      selectFrom('passkey')
        .select(({ fn }) => fn.min('created_at').as('first_passkey_at'))
        .whereRef('passkey.user_id', '=', 'app_user.id')
        .as('first_passkey_at'),
    )
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

async function isAdmin(trx: Trx, id: number): Promise<boolean> {
  const row = await trx
    .selectFrom('app_user')
    .select(['is_admin', 'is_verified', 'blocked_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return false
  return mayAdminister({ isAdmin: row.is_admin, isVerified: row.is_verified, isBlocked: row.blocked_at !== null })
}

const firstRemovalBlocker = async (trx: Trx, whose: { userId: number; waiting: readonly WaitingPreorder[] }) =>
  (await findRemovalBlockers(trx, whose))[0] satisfies RemovalBlocker | undefined

const isSameSet = (waiting: readonly WaitingPreorder[], ids: readonly number[]): boolean =>
  new Set(ids).size === waiting.length && waiting.every(({ id }) => ids.includes(id))
