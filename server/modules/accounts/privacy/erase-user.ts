import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { nameOfRemoved } from '#domain/accounts/personal-data.ts'
import { wasTaken } from '#server/modules/accounts/access-changes/reapply-revocations.ts'
import { cancelCheckoutOrder } from '#server/modules/orders/checkout/cancel-order.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import { freeCapacity, isOpenWithdrawal } from '#server/modules/preorders/booking/queries.ts'
import { revokeDoorCodes } from '#server/modules/stores/doors/code-rows.ts'
import { noteAccessChange, noteForAddress } from '#server/platform/access-changes/note-access-change.ts'
import { recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { forgetPoints } from '#server/platform/http/rate-limiter.ts'
import type { Database, Trx } from '#server/platform/schema/tables.ts'
import { hashedPhone } from '#server/platform/secrets/secrets.ts'
import { redactTexts, type RedactedPerson } from './redact-texts.ts'
import type { WaitingPreorder } from './removal-blockers.ts'

type InTransaction = Context & { db: Trx }

/** `by`: the admin who removes another user. */
type UserErasure = { userId: number; waiting: readonly WaitingPreorder[]; askedBy: RequestedBy; by?: number }

const FOREIGN_KEY_VIOLATION = '23503'

/** A number that was only entered may belong to another person; one that was blocked with this user counts as theirs. */
const OWN_PHONE = sql<string | null>`CASE WHEN is_verified OR EXISTS (
  SELECT FROM blocked_phone WHERE blocked_phone.user_id = app_user.id AND blocked_phone.phone = app_user.phone) THEN phone END`

/**
 * Erases a person in one transaction: everything that the register of personal data doesn't retain. The caller has locked the
 * user's row and checked that nothing hinders it. `waiting`: booked pre-orders, which are cancelled.
 */
export async function eraseUser(context: InTransaction, { userId, waiting, askedBy, by }: UserErasure): Promise<void> {
  const { db: trx } = context
  const at = context.now()
  const {
    created_at,
    ownPhone,
    is_admin: isAdmin,
    blocked_at: blockedAt,
    ...user
  } = await trx
    .selectFrom('app_user')
    .select(['id', 'email', 'created_at', 'is_admin', 'blocked_at', OWN_PHONE.as('ownPhone')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const person = { ...user, phone: ownPhone }
  const lost = { isAdmin, isBlocked: blockedAt !== null }
  await retainAccessChanges(context, { ...user, ...lost, by: by ?? userId, at })
  const erased = { user_id: userId, user_created_at: created_at, erased_at: at, requested_by: askedBy }
  await trx
    .insertInto('erased_user')
    .values(erased)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await eraseOrders(trx, { userId, waiting, askedBy, at })
  await redactTexts(trx, person)
  await eraseTraces(context, { ...person, isBlocked: lost.isBlocked })
  await eraseRow(trx, userId, at)
  context.log.info({ userId }, 'a user was erased')
}

const OWN_ROWS = [
  'push_device',
  'session',
  'disabled_session',
  'passkey',
  'login_link',
  'removal_code',
  'phone_verification',
  'visit',
  'unknown_code_report',
  'saved_view_position',
  'duty_contact',
  'alert_call',
  'letter_choice',
  'user_right',
] as const

/** Erases everything except the orders and the user's own row. */
async function eraseTraces(
  context: InTransaction,
  { id, email, phone, isBlocked }: RedactedPerson & { isBlocked: boolean },
): Promise<void> {
  const { db: trx } = context
  await endReach(trx, id, context.now())
  for (const table of OWN_ROWS) await trx.deleteFrom(table).where('user_id', '=', id).execute()
  // Shared views stay: they belong to the shop.
  await trx.deleteFrom('saved_view').where('user_id', '=', id).where('is_shared', '=', false).execute()
  await trx.deleteFrom('sms_cooldown').where('kind', '=', 'user').where('key', '=', String(id)).execute()
  await hideBlockedPhones(context, { id, phone, isBlocked })
  await trx
    .deleteFrom('invitation')
    .where(({ or, eb }) => or([eb('user_id', '=', id), eb('email', '=', email)]))
    .execute()
  const reached = [email, ...(phone === null ? [] : [phone])]
  await trx.deleteFrom('development_mail').where('recipient', 'in', reached).execute()
  await context.outbox.forget(trx, reached)
  await forgetPoints(context, [String(id), ...reached])
}

/** Deletes the notifications about this person only, but no message and no recall that others receive too, and revokes the door codes. */
async function endReach(trx: Trx, id: number, at: Date): Promise<void> {
  await sql`DELETE FROM push_notification WHERE reference IS NOT NULL AND message_id IS NULL AND id IN (
    SELECT delivery.notification_id FROM outbox_message delivery
    JOIN push_device device ON device.id = delivery.device_id
    WHERE device.user_id = ${id}::integer AND delivery.recall_buyer_id IS NULL)`.execute(trx)
  await revokeDoorCodes(trx, { userIds: [id] }, at)
}

type BlockedPerson = Omit<RedactedPerson, 'email'> & { isBlocked: boolean }

/** Keeps a blocked number blocked, as its hash: otherwise a blocked user could sign up again with it. */
async function hideBlockedPhones(context: InTransaction, { id, phone, isBlocked }: BlockedPerson) {
  const { db: trx, secrets, now } = context
  const blocked = await trx
    .deleteFrom('blocked_phone')
    .where(({ or, eb }) => or([eb('user_id', '=', id), eb('phone', '=', phone ?? '')]))
    .returningAll()
    .execute()
  // No other account could verify the number of a blocked account: if it became free, the block could be bypassed.
  if (isBlocked && phone !== null && blocked.every(row => row.phone !== phone))
    blocked.push({ phone, user_id: id, created_at: now() })
  if (blocked.length === 0) return
  const hidden = blocked.map(row => ({ ...row, phone: hashedPhone(secrets, row.phone), user_id: null }))
  await trx
    .insertInto('blocked_phone')
    .values(hidden)
    .onConflict(conflict => conflict.doNothing())
    .execute()
}

/** Deletes the row, unless other rows reference it: then anonymises it. The foreign keys determine which. */
async function eraseRow(trx: Trx, userId: number, at: Date): Promise<void> {
  await sql`SAVEPOINT before_removal`.execute(trx)
  try {
    await trx
      .deleteFrom('app_user')
      .where('id', '=', userId)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('saved_view').whereRef('saved_view.user_id', '=', 'app_user.id'))),
      )
      // A lock must still receive the revocation of the code.
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('door_code').whereRef('door_code.user_id', '=', 'app_user.id'))),
      )
      .execute()
  } catch (error) {
    if (!(error instanceof DatabaseError) || error.code !== FOREIGN_KEY_VIOLATION) throw error
    await sql`ROLLBACK TO SAVEPOINT before_removal`.execute(trx)
  }
  await trx
    .updateTable('app_user')
    .set({
      email: nameOfRemoved(userId),
      phone: null,
      is_verified: false,
      is_admin: false,
      phone_unique_warning: false,
      blocked_at: null,
      active_store_id: null,
      active_preorder_event_id: null,
      last_login_at: null,
      mails_receipts: false,
      created_at: at,
      removed_at: at,
    })
    .where('id', '=', userId)
    .execute()
}

type SecretsInTransaction = Pick<Context, 'secrets'> & { db: Trx }

/** An account that is about to be erased. `by`: the user who removes it. */
type RemovedAccount = { id: number; email: string; isAdmin: boolean; isBlocked: boolean; by: number; at: Date }

/**
 * Before an account is erased: a later account with its address starts with the same block, and without the right that was taken
 * from it, now or earlier. Nothing else stays linked to the address.
 */
async function retainAccessChanges(context: SecretsInTransaction, leaving: RemovedAccount): Promise<void> {
  const { db } = context
  const { id, email, isAdmin, isBlocked, by, at } = leaving
  const isTaken = isAdmin ? by !== id : await wasTaken(context, { id, email })
  if (isAdmin) {
    const author = { userId: by, at }
    await recordChange(db, { kind: 'user', id, before: { is_admin: true }, after: { is_admin: false }, author })
  }
  await db.updateTable('access_change').set({ subject: null }).where('user_id', '=', id).execute()
  if (isTaken) await noteForAddress(context, { kind: 'admin_revoked', userId: id, at })
  else if (isAdmin) await noteAccessChange(db, { kind: 'admin_resigned', userId: id, at })
  if (isBlocked) await noteForAddress(context, { kind: 'blocked', userId: id, at })
}

export type RequestedBy = Database['erased_user']['requested_by']
type EraseOrdersInput = { userId: number; waiting: readonly WaitingPreorder[]; askedBy: RequestedBy; at: Date }

/** The actors in the order's events. */
const ACTOR_BY_REQUESTER = { user: 'shopper', admin: 'admin', 'clean-up': 'clean-up' } as const satisfies Record<
  RequestedBy,
  string
>

/**
 * Deletes the orders that were never paid; those that were paid, or have a payment attempt, stay in the books without a person.
 * So do goods that an admin has yet to take back from the store.
 */
async function eraseOrders(trx: Trx, { userId, waiting, askedBy, at }: EraseOrdersInput): Promise<void> {
  await cancelCheckoutOrder(trx, { userId, at, kind: 'account_removed' })
  await cancelWaiting(trx, { userId, waiting, askedBy, at })
  const never = sql<number>`SELECT id FROM customer_order WHERE user_id = ${userId}::integer
    AND paid_at IS NULL AND NOT EXISTS (SELECT FROM payment_attempt WHERE order_id = customer_order.id)
    AND NOT EXISTS (SELECT FROM preorder_withdrawal WHERE order_id = customer_order.id AND ${isOpenWithdrawal})`
  await sql`UPDATE customer_order SET replaces_order_id = NULL
    WHERE user_id = ${userId}::integer AND replaces_order_id IS NOT NULL`.execute(trx)
  await sql`DELETE FROM outbox_message USING receipt, customer_order orders
    WHERE outbox_message.receipt_id = receipt.id AND receipt.order_id = orders.id AND orders.user_id = ${userId}::integer`.execute(
    trx,
  )
  await sql`DELETE FROM preorder_withdrawal WHERE order_id IN (${never})`.execute(trx)
  // Also deletes their lines and events.
  await sql`DELETE FROM customer_order WHERE id IN (${never})`.execute(trx)
}

/** Cancels the booked pre-orders, and frees their goods for other shoppers. */
async function cancelWaiting(trx: Trx, { userId, waiting, askedBy, at }: EraseOrdersInput): Promise<void> {
  if (waiting.length === 0) return
  const ids = waiting.map(({ id }) => id)
  await trx
    .updateTable('customer_order')
    .set({ cancelled_at: at, updated_at: at })
    .where('id', '=', anyId(ids))
    .execute()
  const event = { kind: 'account_removed', from: 'preorder_booked', to: 'cancelled', at } as const
  const by = { actor: ACTOR_BY_REQUESTER[askedBy], userId: askedBy === 'user' ? userId : null }
  await recordOrderEvents(
    trx,
    ids.map(orderId => ({ orderId, ...event, ...by })),
  )
  for (const { id, eventId } of waiting.toSorted((one, other) => one.eventId - other.eventId))
    await freeCapacity(trx, { id, eventId })
}
