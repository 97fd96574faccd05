import type { Transaction } from 'kysely'
import { preorderSteps } from '#domain/preorders/preorder-steps.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { inRefusableTransaction } from '#server/platform/http/refusable-transaction.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { WithdrawalEnd } from './withdrawal-mail.ts'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'
import { freeCapacity } from './capacity.ts'
import { findPreorder, type PreorderRow } from './find-preorders.ts'
import { holdPreorder } from './hold-preorder.ts'
import { situationOf } from './show-preorder.ts'
import { splitOffRest, type WaitingStatus } from './split-off.ts'
import { tellWithdrawn } from './tell-withdrawn.ts'

type Trx = Transaction<Database>
/** `productIds`: the goods as the shopper saw them when withdrawing. `origin`: the origin of the shop's pages. */
type Withdrawal = { userId: number; orderId: number; productIds: readonly number[]; origin: string }

/**
 * Withdraws from the contract of the user's own pre-order, once, until fourteen days after payment. Covers every product that was
 * not perishable and was not refunded already: exactly those that the shopper saw. An unpaid pre-order is cancelled, and its
 * goods become available to others; its perishable goods become a separate pre-order in its place, so that the terminal asks for
 * those only. The operator does what is left: removes delivered goods from the store, and refunds what was paid. The shopper gets
 * an email in any case. Refused while a payment is in progress or in doubt.
 */
export const withdrawPreorder = (context: Context, wish: Withdrawal) =>
  inRefusableTransaction(context.db, async trx => {
    const { userId, orderId, productIds } = wish
    // The lock on the order serialises this with payments: one that begins at the same time comes after, or is found in progress.
    const held = await holdPreorder(trx, { userId, orderId })
    const preorder = held && (await findPreorder(trx, orderId))
    if (!preorder) return refuse('notFound')
    if (preorder.status === 'payment_pending') return refuse('order.paymentPending')
    const at = context.now()
    if (!isSameSet(productIds, preorder.withdrawableIds) || !preorderSteps(situationOf(preorder), at).withdraw)
      return refuse('preorder.cannotWithdraw')

    const end = await endOf(trx, preorder)
    // Nothing is left to do only if the goods are neither in the store nor paid.
    const settled_at = preorder.status === 'preorder_booked' ? at : null
    const withdrawal = { order_id: orderId, user_id: userId, product_ids: preorder.withdrawableIds, made_at: at }
    await trx
      .insertInto('preorder_withdrawal')
      .values({ ...withdrawal, settled_at })
      .execute()
    const status = waitingStatusOf(preorder)
    const split = { id: orderId, userId, withdrawnIds: productIds, at }
    const restId = end === 'split' && status ? await splitOffRest(trx, { ...split, status }) : undefined
    await tellWithdrawn(context, trx, { ...wish, end, restId, at })
    if (status) await cancel(trx, preorder, { status, restId, at })
    return {}
  })

const isSameSet = (some: readonly number[], others: readonly number[]): boolean =>
  new Set(some).size === others.length && others.every(each => some.includes(each))

const waitingStatusOf = ({ status }: PreorderRow): WaitingStatus | undefined =>
  status === 'preorder_booked' || status === 'preorder_delivered' ? status : undefined

async function endOf(trx: Trx, { id, status, withdrawableIds }: PreorderRow): Promise<WithdrawalEnd> {
  if (status === 'complete') return 'paid'
  const rest = await trx
    .selectFrom('order_line')
    .select(({ fn }) => fn.sum<number | null>('total_cents').as('cents'))
    .where('order_id', '=', id)
    .where('product_id', 'not in', withdrawableIds)
    .executeTakeFirstOrThrow()
  // A rest of 0 € can't be paid: it is cancelled with the others.
  return (rest.cents ?? 0) === 0 ? 'cancelled' : 'split'
}

type Cancelling = { status: WaitingStatus; restId: number | undefined; at: Date }

/** Cancels the order except for its rest. Updates the event's rows last, since bookings wait for them. */
async function cancel(
  trx: Trx,
  { id, user_id: userId, eventId }: PreorderRow,
  { status, restId, at }: Cancelling,
): Promise<void> {
  const cancelled = { cancelled_at: at, updated_at: at }
  await trx.updateTable('customer_order').set(cancelled).where('id', '=', id).execute()
  const event = { from: status, to: 'cancelled', actor: 'shopper', userId, at } as const
  await recordOrderEvents(trx, [{ orderId: id, ...event, reason: 'withdrawn from by the shopper' }])
  await freeCapacity(trx, { id, eventId, restId })
}
