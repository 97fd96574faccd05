import { sql, type SqlBool } from 'kysely'

/**
 * Whether a withdrawal waits for an admin: to remove delivered goods from the store, or to refund what was paid. If it cancelled
 * the order before delivery, nothing is left to do, even if it is not marked as settled. The query must contain
 * `preorder_withdrawal` and `customer_order` under these names.
 */
export const isOpenWithdrawal = sql<SqlBool>`(preorder_withdrawal.settled_at IS NULL
  AND (customer_order.cancelled_at IS NULL OR customer_order.status = 'preorder_delivered'))`
