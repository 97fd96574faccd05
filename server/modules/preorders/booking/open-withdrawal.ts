import { sql, type SqlBool } from 'kysely'

/**
 * Whether a withdrawal waits for an admin: to take what was delivered out of the store, or to give back what was paid. Of an
 * order that it cancelled before the delivery nothing is left to do, whoever wrote it. Wants `preorder_withdrawal` and
 * `customer_order` in the query, by these names.
 */
export const isOpenWithdrawal = sql<SqlBool>`(preorder_withdrawal.settled_at IS NULL
  AND (customer_order.cancelled_at IS NULL OR customer_order.status = 'preorder_delivered'))`
