import { type Kysely, sql, type SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#server/platform/schema/tables.ts'

/**
 * Whether goods are perishable, which excludes withdrawal, as marked when they were ordered. For lines without the mark, written
 * by servers of the previous version, the product's mark counts. The query must contain `order_line` and `product` under these
 * names.
 */
export const wasPerishable = sql<boolean>`coalesce(order_line.perishable, product.perishable)`

/** A pre-order with its goods, event and pick-up store, in the shopper's language: the facts of emails. */
export const findEmailData = (db: Kysely<Database>, orderId: number) =>
  db
    .selectFrom('customer_order')
    .innerJoin('app_user', 'app_user.id', 'customer_order.user_id')
    .innerJoin('language', 'language.id', 'app_user.language_id')
    .innerJoin('store', 'store.id', 'customer_order.store_id')
    .innerJoin('preorder_event', 'preorder_event.id', 'customer_order.preorder_event_id')
    .innerJoin('operator', join => join.onTrue())
    .select(['customer_order.id', 'customer_order.total_cents', 'customer_order.replaces_order_id'])
    .select(['app_user.email', 'language.code as language', 'preorder_event.names'])
    .select(['store.name as storeName', 'store.address as storeAddress', 'store.time_zone as timeZone'])
    .select(['preorder_event.start_date as startDate', 'preorder_event.end_date as endDate'])
    .select(['preorder_event.order_until as orderUntil', 'operator.name as operatorName', 'operator.business_id'])
    .select(['operator.address as operatorAddress', 'operator.email as operatorEmail', 'operator.phone'])
    .select(order =>
      jsonArrayFrom(
        order
          .selectFrom('order_line')
          .innerJoin('product', 'product.id', 'order_line.product_id')
          .innerJoin('product_version', 'product_version.id', 'order_line.product_version_id')
          .select(['order_line.product_id', 'order_line.quantity_thousandths', 'order_line.total_cents'])
          .select(['order_line.rate_basis_points', 'product_version.names', 'product_version.unit'])
          .select(['product.least_age', wasPerishable.as('perishable')])
          .whereRef('order_line.order_id', '=', 'customer_order.id')
          .orderBy('order_line.id'),
      ).as('lines'),
    )
    .where('customer_order.id', '=', orderId)
    .executeTakeFirstOrThrow()
export type EmailData = Awaited<ReturnType<typeof findEmailData>>

/**
 * Whether a withdrawal waits for an admin: to remove delivered goods from the store, or to refund what was paid. If it cancelled
 * the order before delivery, nothing is left to do, even if it is not marked as settled. The query must contain
 * `preorder_withdrawal` and `customer_order` under these names.
 */
export const isOpenWithdrawal = sql<SqlBool>`(preorder_withdrawal.settled_at IS NULL
  AND (customer_order.cancelled_at IS NULL OR customer_order.status = 'preorder_delivered'))`
