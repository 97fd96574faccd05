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
/** `productIds`: the goods as the shopper saw them when withdrawing. `origin`: where the shop's pages are. */
type Withdrawal = { userId: number; orderId: number; productIds: readonly number[]; origin: string }

/**
 * Withdraws from the contract of one's own pre-order, once, until fourteen days after it was paid. It covers every product
 * that was not perishable and was not given back already: exactly those that the shopper saw. A pre-order that is not paid is
 * cancelled, and others can have the goods; what is perishable in it becomes a pre-order of its own in its place, so that the
 * terminal asks for that alone. The operator sees to what is left to do: of what was delivered, takes the goods out of the store;
 * of what was paid, gives their price back. The shopper has it by mail in any case. Not while a payment is under way or in doubt.
 */
export const withdrawPreorder = (context: Context, wish: Withdrawal) =>
  inRefusableTransaction(context.db, async trx => {
    const { userId, orderId, productIds } = wish
    // Who holds the order decides alone: a payment that begins at the same time comes after, or is found under way.
    const held = await holdPreorder(trx, { userId, orderId })
    const preorder = held && (await findPreorder(trx, orderId))
    if (!preorder) return refuse('notFound')
    if (preorder.status === 'payment_pending') return refuse('order.paymentPending')
    const at = context.now()
    if (!isSameSet(productIds, preorder.withdrawableIds) || !preorderSteps(situationOf(preorder), at).withdraw)
      return refuse('preorder.cannotWithdraw')

    const end = await endOf(trx, preorder)
    // Only of what is not in the store nor paid there is nothing left to do.
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
  // What costs nothing can't be paid: it goes with the others.
  return (rest.cents ?? 0) === 0 ? 'cancelled' : 'split'
}

type Cancelling = { status: WaitingStatus; restId: number | undefined; at: Date }

/** Nothing is left of it but the rest. Those who book wait for the event's rows: they are the last. */
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
