import { orderCan, statusesThat } from '#domain/orders/order.ts'
import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import type { StoreOrders } from '#server/modules/stores/admin-stores/archive-store.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

const arePreordersWaiting = async (trx: Trx, storeId: number) =>
  (await trx
    .selectFrom('customer_order')
    .select('id')
    .where('store_id', '=', storeId)
    .where('preorder_event_id', 'is not', null)
    .where('status', 'in', ['preorder_booked', 'preorder_delivered', 'payment_pending', 'error'])
    .where('cancelled_at', 'is', null)
    .limit(1)
    .executeTakeFirst()) !== undefined

const isPayingIn = (trx: Trx, storeId: number) =>
  trx
    .selectFrom('payment_attempt')
    .innerJoin('customer_order', 'customer_order.id', 'payment_attempt.order_id')
    .select('payment_attempt.id')
    .where('customer_order.store_id', '=', storeId)
    .where('payment_attempt.state', 'in', OPEN_STATES)
    .limit(1)
    .executeTakeFirst()

const CANCELLABLE_STATUSES = statusesThat(orderCan.replace)

async function cancelCheckouts(trx: Trx, storeId: number, { userId, at }: Author) {
  if (await isPayingIn(trx, storeId)) return refuse('store.paymentsOpen')
  const cancelled = await trx
    .updateTable('customer_order')
    .set({ cancelled_at: at, updated_at: at })
    .where('store_id', '=', storeId)
    .where('status', 'in', CANCELLABLE_STATUSES)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .execute()
  const event = { kind: 'store_hidden', from: 'checkout', to: 'cancelled', actor: 'admin', userId, at } as const
  if (cancelled.length > 0)
    await recordOrderEvents(
      trx,
      cancelled.map(({ id }) => ({ orderId: id, ...event })),
    )
  return undefined
}

/** What orders do when shoppers no longer see a store. */
export const STORE_ORDERS: StoreOrders = { arePreordersWaiting, cancelCheckouts }
