import { CHECKOUT_MS } from '#domain/orders/order-limits.ts'
import { orderCan, statusesThat } from '#domain/orders/order.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'

const REPLACEABLE_STATUSES = statusesThat(orderCan.replace)

/** Cancels at most `max` orders at checkout that were placed more than CHECKOUT_MS ago; returns how many. */
export const cancelStaleCheckouts = (context: Context, max: number): Promise<number> =>
  inTransaction(context.db, async db => {
    const now = context.now()
    const staleSince = new Date(now.getTime() - CHECKOUT_MS)
    const stale = await db
      .selectFrom('customer_order')
      .select('id')
      .where('status', 'in', REPLACEABLE_STATUSES)
      .where('cancelled_at', 'is', null)
      .where('created_at', '<', staleSince)
      // In the order of the index of these few among all orders: by id, the planner would walk all of them.
      .orderBy('created_at')
      .limit(max)
      .forUpdate()
      // An order that is being paid or changed at this moment is not stale.
      .skipLocked()
      .execute()
    if (stale.length === 0) return 0
    await db
      .updateTable('customer_order')
      .set({ cancelled_at: now, updated_at: now })
      .where(
        'id',
        'in',
        stale.map(({ id }) => id),
      )
      .execute()
    const event = { kind: 'expired', from: 'checkout', to: 'cancelled', actor: 'clean-up', at: now } as const
    await recordOrderEvents(
      db,
      stale.map(({ id }) => ({ orderId: id, ...event })),
    )
    return stale.length
  })
