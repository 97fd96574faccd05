import type { SelectQueryBuilder } from 'kysely'
import { DAY_MS } from '#domain/durations.ts'
import type { OrderEventKind } from '#domain/orders/order.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { timeAgo, type RemoveStale } from '#server/platform/retention.ts'
import type { Database } from '#server/platform/schema/tables.ts'

/**
 * Orders that were cancelled before any attempt to pay them, with their lines and history: accounting does not need them. An
 * order that a terminal may have received stays, and so does one with an acknowledged withdrawal.
 */
export const unpaidOrders: RemoveStale = (context, max) =>
  deleteNeverPaid(context, max, stale =>
    stale.where('stale.updated_at', '<', timeAgo(context, context.retention.unpaid_order_days * DAY_MS)),
  )

/** A shopper can do this any number of times, and each order has a row per product. */
const BY_SHOPPER = ['replaced', 'cancelled', 'store_changed'] as const satisfies readonly OrderEventKind[]

/** The same after a day, if the shopper cancelled it at checkout: by another order, another store, or on purpose. */
export const abandonedCheckouts: RemoveStale = (context, max) =>
  deleteNeverPaid(context, max, stale =>
    stale
      .where('stale.updated_at', '<', timeAgo(context, DAY_MS))
      .where('stale.status', '=', 'checkout')
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('order_event').whereRef('order_id', '=', 'stale.id').where('kind', 'in', BY_SHOPPER)),
      ),
  )

type StaleOrders = SelectQueryBuilder<Database & { stale: Database['customer_order'] }, 'stale', { id: number }>

const deleteNeverPaid = (context: Context, max: number, narrow: (stale: StaleOrders) => StaleOrders) =>
  inTransaction(context.db, async trx => {
    const cancelled = trx
      .selectFrom('customer_order as stale')
      .select('stale.id')
      .where('stale.cancelled_at', 'is not', null)
      .where('stale.paid_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('payment_attempt').whereRef('order_id', '=', 'stale.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('preorder_withdrawal').whereRef('order_id', '=', 'stale.id'))),
      )
    const stale = await narrow(cancelled).limit(max).forUpdate().skipLocked().execute()
    if (stale.length === 0) return 0
    const ids = anyId(stale.map(({ id }) => id))
    // Orders that replaced these lose the reference.
    const newer = trx.updateTable('customer_order').set({ replaces_order_id: null })
    await newer.where('replaces_order_id', '=', ids).execute()
    await trx.deleteFrom('customer_order').where('id', '=', ids).execute()
    return stale.length
  })
