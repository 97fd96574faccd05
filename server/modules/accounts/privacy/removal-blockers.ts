import type { RemovalBlocker } from '#contract/accounts/privacy.ts'
import { mayAdminister } from '#domain/accounts/admin-right.ts'
import { HOLDS_ORDER } from '#domain/payments/attempt-states.ts'
import { canCancelPreorder } from '#domain/preorders/preorder-event.ts'
import { findOpenPreorders, toSituation } from '#server/modules/preorders/booking/preorder-response.ts'
import { isOpenWithdrawal } from '#server/modules/preorders/booking/queries.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** The states in which a payment may be in progress, or its outcome is unknown. */
const UNDECIDED_STATES = HOLDS_ORDER.filter(state => state !== 'APPROVED' && state !== 'MANUAL')

/** The person's booked and delivered pre-orders, and whether each can still be cancelled. */
export async function findWaiting(db: Db, userId: number, now: Date) {
  const open = await findOpenPreorders(db, userId)
  return open
    .filter(({ status }) => status === 'preorder_booked' || status === 'preorder_delivered')
    .map(row => ({ ...row, canCancel: canCancelPreorder(toSituation(row), now) }))
}
export type WaitingPreorder = Awaited<ReturnType<typeof findWaiting>>[number]

type FindRemovalBlockersInput = { userId: number; waiting: readonly WaitingPreorder[] }

/** Why an account can't be removed now, such as an open payment. */
export async function findRemovalBlockers(
  db: Db,
  { userId, waiting }: FindRemovalBlockersInput,
): Promise<RemovalBlocker[]> {
  const found: RemovalBlocker[] = []
  if (await hasOrderInError(db, userId)) found.push('removal.orderInError')
  else if (await isPaying(db, userId)) found.push('removal.paymentOpen')
  if (waiting.some(({ canCancel }) => !canCancel)) found.push('removal.preordersWaiting')
  if (await hasGoodsToReturn(db, userId)) found.push('removal.withdrawalOpen')
  if (await isLastAdmin(db, userId)) found.push('user.lastAdmin')
  return found
}

const hasOrderInError = (db: Db, userId: number) =>
  db
    .selectFrom('customer_order')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'error')
    .where('cancelled_at', 'is', null)
    .executeTakeFirst()

const isPaying = (db: Db, userId: number) =>
  db
    .selectFrom('payment_attempt')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', UNDECIDED_STATES)
    .executeTakeFirst()

/**
 * Delivered, never paid and withdrawn from: the person must stay known until an admin has handled the goods. A withdrawal from a
 * paid pre-order hinders nothing: its price is refunded through the payment, which stays in the books without a person.
 */
const hasGoodsToReturn = (db: Db, userId: number) =>
  db
    .selectFrom('preorder_withdrawal')
    .innerJoin('customer_order', 'customer_order.id', 'preorder_withdrawal.order_id')
    .select('customer_order.id')
    .where('customer_order.user_id', '=', userId)
    .where('customer_order.status', '=', 'preorder_delivered')
    .where(isOpenWithdrawal)
    .executeTakeFirst()

async function isLastAdmin(db: Db, userId: number): Promise<boolean> {
  const admins = await db
    .selectFrom('app_user')
    .select(['id', 'is_admin', 'is_verified', 'blocked_at'])
    .where('is_admin', '=', true)
    .execute()
  const able = admins.filter(row =>
    mayAdminister({ isAdmin: row.is_admin, isVerified: row.is_verified, isBlocked: row.blocked_at !== null }),
  )
  return able.length === 1 && able[0]?.id === userId
}
