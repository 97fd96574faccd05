import { sql } from 'kysely'
import { allowedAdminActions, type AdminStep } from '#domain/orders/admin-order.ts'
import type { OrderStatus } from '#domain/orders/order.ts'
import { shopDate } from '#domain/shop-date.ts'
import { newIdempotencyKey } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { approveInPerson } from '#server/modules/orders/age-approvals/decide-approval.ts'
import { createReceipt } from '#server/modules/orders/receipts/create-receipts.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import { refreshVat } from '#server/modules/payments/order-payments/refresh-vat.ts'
import { type Author, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** `from` is the status that the admin saw; `origin`: the origin of links in emails. */
type StatusChange = {
  orderId: number
  from: OrderStatus
  to: AdminStep
  author: Author & { reason: string }
  origin: string
}

/** What else a change of a pre-order's status requires, in the same transaction. */
export type AfterPreorderChange = (
  context: Context,
  trx: Trx,
  change: StatusChange & { eventId: number },
) => Promise<void>

/**
 * Changes an order's status as far as an admin may. The lock on the order's row serialises this with payments: one that begins at
 * the same time either finds the order changed, or is found in progress here.
 */
export const changeStatus = (context: Context, change: StatusChange, afterPreorderChange: AfterPreorderChange) =>
  inRefusableTransaction(context.db, async trx => {
    const { orderId, from, to } = change
    const order = await lockOrder(trx, orderId)
    if (!order) return refuse('notFound')
    const attempts = await trx.selectFrom('payment_attempt').select('state').where('order_id', '=', orderId).execute()
    const { status, cancelled_at: cancelledAt } = order
    const allowed = allowedAdminActions({ status, cancelledAt, attempts: attempts.map(({ state }) => state) })
    if (allowed.isBeingPaid) return refuse('order.paymentPending')
    if (status !== from) return refuse('order.statusChanged', { current: status })
    // An order of 0 € can't be paid.
    const isFree = to === 'complete' && order.total_cents === 0
    if (isFree || !allowed.steps.includes(to)) return refuse('order.statusForbidden')
    const { userId, at } = change.author
    if (to === 'complete' && !(await approveInPerson(trx, { orderId, userId, at })))
      return refuse('order.approvalNeeded')
    if (to === 'complete' && !(await writePaidOtherwise(context, trx, { order, ...change }))) {
      return refuse('order.terminalMissing')
    }
    await writeStatus(trx, { status, ...change })
    if (order.preorder_event_id !== null)
      await afterPreorderChange(context, trx, { ...change, eventId: order.preorder_event_id })
    return {}
  })

/** Locks the shopper first, then the order, as a payment does: the opposite order would deadlock. */
async function lockOrder(trx: Trx, orderId: number) {
  const { rows } = await sql`
    SELECT id FROM app_user WHERE id = (SELECT user_id FROM customer_order WHERE id = ${orderId}) FOR KEY SHARE`.execute(
    trx,
  )
  if (rows.length === 0) return undefined
  return trx.selectFrom('customer_order').selectAll().where('id', '=', orderId).forNoKeyUpdate().executeTakeFirst()
}
type LockedOrder = NonNullable<Awaited<ReturnType<typeof lockOrder>>>

/**
 * Every complete order has the attempt that paid it. For one that was paid in another way this is a MANUAL attempt, which is
 * never sent to a terminal. The attempt needs a terminal's row: preferably of one that takes the store's payments, since closings
 * leave out what test terminals took. False when the store has no terminal.
 */
async function writePaidOtherwise(
  { config }: Context,
  trx: Trx,
  { order, author }: { order: LockedOrder; author: Author },
): Promise<boolean> {
  const { rows } = await sql`
    INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
      order_status_before, deadline_at, outcome_at, string_code, source)
    SELECT ${order.id}, ${order.user_id}, terminal.id, ${newIdempotencyKey()}, ${order.total_cents},
      ${config.currency}, 'MANUAL', ${order.status}, now(), now(), 'SUCCESS', 'admin'
    FROM terminal JOIN store ON store.id = terminal.store_id WHERE store.id = ${order.store_id}
    ORDER BY (terminal.provider = 'test') = (store.payment_mode = 'test') DESC, terminal.retired_at IS NOT NULL, terminal.id
    LIMIT 1
    RETURNING id`.execute(trx)
  if (rows.length === 0) return false
  await refreshVat(trx, { orderId: order.id, today: shopDate(author.at) })
  return true
}

/** Writes the order, its receipt once it is complete, its history and the audit log. Pre-orders never change a store's stock. */
async function writeStatus(trx: Trx, change: StatusChange & { status: OrderStatus }) {
  const { orderId, status, to, author } = change
  const { userId, at, reason } = author
  await trx
    .updateTable('customer_order')
    .set({
      updated_at: at,
      ...(to === 'cancelled' ? { cancelled_at: at } : { status: to }),
      ...(to === 'complete' && { paid_at: at }),
    })
    .where('id', '=', orderId)
    .execute()
  await createReceipt(trx, orderId)
  const event = { kind: 'status_changed', from: status, to, actor: 'admin', userId, reason, at } as const
  await recordOrderEvents(trx, [{ orderId, ...event }])
  await recordChange(trx, { kind: 'order', id: orderId, before: { status }, after: { status: to }, author })
}

type SettleWithdrawalInput = { orderId: number; author: Author & { reason: string } }

/** Records, once, that an admin has handled a shopper's withdrawal: the goods were removed, or their price refunded. */
export const settleWithdrawal = (context: Context, { orderId, author }: SettleWithdrawalInput) =>
  inRefusableTransaction(context.db, async trx => {
    const { userId, at, reason } = author
    const settled = await trx
      .updateTable('preorder_withdrawal')
      .set({ settled_at: at, settled_by: userId, settled_reason: reason })
      .where('order_id', '=', orderId)
      .where('settled_at', 'is', null)
      .executeTakeFirst()
    if (settled.numUpdatedRows === 0n) {
      const made = trx.selectFrom('preorder_withdrawal').select('order_id').where('order_id', '=', orderId)
      return refuse((await made.executeTakeFirst()) ? 'preorder.withdrawalSettled' : 'notFound')
    }
    const change = { before: { withdrawal: 'open' }, after: { withdrawal: 'settled' } }
    await recordChange(trx, { kind: 'order', id: orderId, ...change, author })
    return {}
  })
