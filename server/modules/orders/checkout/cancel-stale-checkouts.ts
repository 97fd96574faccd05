import { orderCan, statusesThat } from '#domain/orders/order.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'

/** An order that stays at checkout without a change is cancelled after this time. */
const CHECKOUT_MS = 24 * 3_600_000

const REPLACEABLE = statusesThat(orderCan.replace)

/** Cancels at most `most` orders that have been at checkout for CHECKOUT_MS without a change; returns how many. */
export const cancelStaleCheckouts = (context: Context, most: number): Promise<number> =>
  inTransaction(context.db, async db => {
    const now = context.now()
    const staleSince = new Date(now.getTime() - CHECKOUT_MS)
    const stale = await db
      .selectFrom('customer_order')
      .select('id')
      .where('status', 'in', REPLACEABLE)
      .where('cancelled_at', 'is', null)
      .where('updated_at', '<', staleSince)
      // In the order of the index of these few among all orders: by id, the planner would walk all of them.
      .orderBy('updated_at')
      .limit(most)
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
