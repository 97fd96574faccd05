import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { isAgeLimited } from '#server/modules/orders/age-approvals/find-approval.ts'
import { mayLeave } from '#server/modules/payments/order-payments/attempts.ts'
import { areTerminalsDown, storeProviders } from '#server/modules/payments/order-payments/claim-terminal.ts'
import { compiledOnce } from '#server/platform/db/compiled.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

/** The user's own orders whose payment has no known outcome, and for which the shopper no longer waits. */
export const findUnresolvedOrders = (db: Db, userId: number) =>
  db
    .selectFrom('customer_order')
    .innerJoin('store', 'store.id', 'customer_order.store_id')
    .select(['customer_order.id', 'customer_order.total_cents', 'store.id as storeId', 'store.name as storeName'])
    .where('customer_order.user_id', '=', userId)
    .where(from =>
      from.or([
        from('customer_order.status', '=', 'error'),
        from.and([from('customer_order.status', '=', 'payment_pending'), from.exists(selectAbandonedAttempt(from))]),
      ]),
    )
    .where('customer_order.cancelled_at', 'is', null)
    .orderBy('customer_order.id')
    .execute()

const selectAbandonedAttempt = (from: ExpressionBuilder<Database, 'customer_order'>) =>
  from
    .selectFrom('payment_attempt')
    .select('payment_attempt.id')
    .whereRef('payment_attempt.order_id', '=', 'customer_order.id')
    .where('payment_attempt.state', 'in', [...OPEN_STATES])
    .where('payment_attempt.abandoned_at', 'is not', null)

type FindOrderInput = { orderId: number; userId: number }

const ownOrder = compiledOnce((db, { orderId, userId }: FindOrderInput) =>
  ordersToShow(db).where('customer_order.id', '=', orderId).where('customer_order.user_id', '=', userId),
)

/** An order with its store, its shopper, its lines and its newest payment attempt; undefined for another user's. */
export const findOrder = async (db: Db, input: FindOrderInput) => (await ownOrder(db, input))[0]

const currentOrder = compiledOnce((db, { userId }: Pick<FindOrderInput, 'userId'>) =>
  ordersToShow(db)
    .where('customer_order.user_id', '=', userId)
    .where('customer_order.status', 'in', ['payment_pending', 'checkout'])
    .where('customer_order.cancelled_at', 'is', null)
    // A payment that the shopper left is listed with the unresolved orders.
    .where(from => from.or([from('customer_order.status', '=', 'checkout'), from('attempt.abandoned_at', 'is', null)]))
    // Alphabetically, payment_pending comes after checkout.
    .orderBy('customer_order.status', 'desc')
    .limit(1),
)

/**
 * The order whose payment is pending, else the one at checkout. Phones in the queue or at a terminal poll it every few seconds.
 */
export const findCurrentOrder = async (db: Db, userId: number) => (await currentOrder(db, { userId }))[0]

/** Any shopper's order, for admins. */
export const findAnyOrder = (db: Db, orderId: number) =>
  ordersToShow(db).where('customer_order.id', '=', orderId).executeTakeFirst()

/** Any shoppers' orders, unsorted. */
export const findAnyOrders = (db: Db, orderIds: readonly number[]) =>
  ordersToShow(db).where('customer_order.id', '=', anyId(orderIds)).execute()

const ordersToShow = (db: Db) =>
  db
    .selectFrom('customer_order')
    .innerJoin('store', 'store.id', 'customer_order.store_id')
    .innerJoin('app_user', 'app_user.id', 'customer_order.user_id')
    .leftJoin('preorder_event', 'preorder_event.id', 'customer_order.preorder_event_id')
    .leftJoinLateral(
      from =>
        from
          .selectFrom('payment_attempt')
          .innerJoin('terminal', 'terminal.id', 'payment_attempt.terminal_id')
          .select(['payment_attempt.id as attemptId', 'payment_attempt.state', 'payment_attempt.string_code'])
          .select(['payment_attempt.app_link', 'terminal.provider'])
          .select(['payment_attempt.deadline_at', 'payment_attempt.abort_requested_at', 'payment_attempt.receipt_text'])
          .select(['terminal.name as terminalName', 'payment_attempt.terminal_id', 'payment_attempt.abandoned_at'])
          .select(sql<boolean>`coalesce(${mayLeave}, false)`.as('mayLeave'))
          .whereRef('payment_attempt.order_id', '=', 'customer_order.id')
          .orderBy('payment_attempt.id', 'desc')
          .limit(1)
          .as('attempt'),
      join => join.onTrue(),
    )
    .select(['customer_order.id', 'customer_order.status', 'customer_order.order_type', 'customer_order.total_cents'])
    .select(['customer_order.net_cents', 'customer_order.updated_at', 'customer_order.paid_at'])
    .select(['customer_order.cancelled_at', 'store.id as storeId', 'store.name as storeName', 'app_user.email'])
    .select(['customer_order.preorder_event_id', 'preorder_event.start_date as eventStartDate'])
    .select(['attempt.attemptId', 'attempt.state', 'attempt.string_code', 'attempt.deadline_at'])
    .select(['attempt.abort_requested_at', 'attempt.terminalName', 'attempt.terminal_id', 'attempt.receipt_text'])
    .select(['attempt.abandoned_at', 'attempt.mayLeave', 'attempt.app_link', 'attempt.provider'])
    .select(storeProviders(sql`store`).as('providers'))
    .select(areTerminalsDown(sql`store`).as('isTerminalDown'))
    .select(
      sql<LastPurchase | null>`CASE WHEN customer_order.status IN ('checkout', 'preorder_booked', 'preorder_delivered')
        THEN ${lastPurchase(sql`customer_order.user_id`)} END`.as('lastPurchase'),
    )
    .select(from => jsonArrayFrom(linesOfOrder(from)).as('lines'))

export type LastPurchase = { provider: string; termsVersion: number | null }

/** How a shopper paid last, and the terms of purchase that were accepted with it. A payment that an admin recorded has neither. */
export const lastPurchase = (userId: RawBuilder<unknown>) => sql<LastPurchase | null>`(
  SELECT json_build_object('provider', used.provider, 'termsVersion', paid.terms_version_id)
  FROM (SELECT last.id, last.terms_version_id FROM customer_order last WHERE last.user_id = ${userId} AND last.paid_at IS NOT NULL
    ORDER BY last.paid_at DESC, last.id DESC LIMIT 1) paid
  JOIN payment_attempt tried ON tried.order_id = paid.id AND tried.state = 'APPROVED'
  JOIN terminal used ON used.id = tried.terminal_id)`

/** An order's lines, named by the product versions that the order pins. */
const linesOfOrder = (from: ExpressionBuilder<Database, 'customer_order'>) =>
  from
    .selectFrom('order_line')
    .innerJoin('product_version', 'product_version.id', 'order_line.product_version_id')
    .select(['order_line.product_id', 'order_line.product_version_id', 'order_line.quantity_thousandths'])
    .select(['order_line.unit_price_cents', 'order_line.total_cents', 'order_line.deposit_cents'])
    .select(['order_line.rate_basis_points', 'product_version.names', 'product_version.unit'])
    .select(['order_line.full_price_cents', 'order_line.reduced_percent', 'order_line.lot'])
    .select(['order_line.best_before', 'order_line.use_by'])
    .select(isAgeLimited.as('age_limited'))
    .whereRef('order_line.order_id', '=', 'customer_order.id')

export type OrderRow = NonNullable<Awaited<ReturnType<typeof findOrder>>>
export type OrderLineRow = OrderRow['lines'][number]
export type AttemptOfOrder = Pick<
  OrderRow,
  | 'attemptId'
  | 'state'
  | 'string_code'
  | 'deadline_at'
  | 'abort_requested_at'
  | 'terminalName'
  | 'terminal_id'
  | 'receipt_text'
  | 'abandoned_at'
  | 'mayLeave'
  | 'app_link'
  | 'provider'
>
/** An order without its lines and its payment. */
export type OrderHeader = Omit<OrderRow, 'lines' | keyof AttemptOfOrder>
