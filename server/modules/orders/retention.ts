import { DAY_MS } from '#domain/zoned-time.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { before, type RemoveStale } from '#server/platform/retention.ts'

/**
 * Orders that were cancelled before any attempt to pay them, with their lines and history: accounting does not need them. An
 * order that a terminal may have received stays, and so does one with an acknowledged withdrawal.
 */
export const unpaidOrders: RemoveStale = (context, most) =>
  inTransaction(context.db, async trx => {
    const stale = await trx
      .selectFrom('customer_order as stale')
      .select('stale.id')
      .where('stale.cancelled_at', 'is not', null)
      .where('stale.updated_at', '<', before(context, context.keep.unpaid_order_days * DAY_MS))
      .where('stale.paid_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('payment_attempt').whereRef('order_id', '=', 'stale.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('preorder_withdrawal').whereRef('order_id', '=', 'stale.id'))),
      )
      .limit(most)
      .forUpdate()
      .skipLocked()
      .execute()
    if (stale.length === 0) return 0
    const ids = anyOf(stale.map(({ id }) => id))
    // Orders that replaced these lose the reference.
    const newer = trx.updateTable('customer_order').set({ replaces_order_id: null })
    await newer.where('replaces_order_id', '=', ids).execute()
    await trx.deleteFrom('customer_order').where('id', '=', ids).execute()
    return stale.length
  })
