import { sql } from 'kysely'
import type { Input } from '#contract/endpoint.ts'
import type { orders } from '#contract/orders/orders.ts'
import { eurosFromCents } from '#domain/money.ts'
import { CHECKOUT_MS, MAX_ORDERS_A_DAY } from '#domain/orders/order-limits.ts'
import { orderCan, statusesThat } from '#domain/orders/order.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findSellableProducts } from '#server/modules/catalogue/products/queries.ts'
import { waysOfStore } from '#server/modules/payments/order-payments/claim-terminal.ts'
import { areTermsMissing } from '#server/platform/company/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { anyId, secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import { inOneStatement, inTransaction, isUniqueViolation } from '#server/platform/db/transaction.ts'
import { getPoints } from '#server/platform/http/rate-limit.ts'
import { inRefusableTransaction, isRefusal, type Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'
import {
  type OrderItemInput,
  type PricedLine,
  type PricedOrder,
  priceOrder,
  type PricingRefusal,
} from './price-order.ts'
import { findCurrentOrder, type OrderHead, type OrderLineRow } from './queries.ts'

type PlaceRequestedOrderInput = Input<typeof orders.place, 'body'> & { placePreorder: PlacePreorder }

/** Places a shopper's basket, of the store's shelves or of a pre-order event. */
export async function placeRequestedOrder(context: Context, user: SignedIn, input: PlaceRequestedOrderInput) {
  const { preorder_event_id: eventId, replaces_order_id: replacesOrderId, orderItems: items } = input
  if (items.length === 0) return refuse('order.empty')
  if (input.store_id !== undefined && user.activeStoreId !== null && input.store_id !== user.activeStoreId)
    return refuse('store.changed')
  if (eventId == null && replacesOrderId != null) return refuse('request.invalid', { fields: ['replaces_order_id'] })
  return eventId == null
    ? placeOrder(context, user, items)
    : input.placePreorder(context, user, { eventId, replacesOrderId: replacesOrderId ?? null, items })
}

/** Places the basket as an order at checkout in the active store; cancels an earlier order at checkout. */
export async function placeOrder(context: Context, user: SignedIn, items: OrderItemInput[]) {
  const storeId = user.activeStoreId
  if (storeId === null) return refuse('store.required')
  const productIds = items.map(item => item.product_id)
  const products = await findSellableProducts(context.db, { storeId, productIds, date: shopDate(context.now()) })

  const priced = priceOrder(items, products)
  if (isRefusal(priced)) return priced
  const restricted = restrictedProduct(priced)
  if (restricted !== undefined && !(await sellsAgeRestricted(context.db, storeId))) {
    return refuse('order.ageRestricted', { product_id: restricted })
  }
  return saveOrder(context, { userId: user.userId, storeId, priced, at: context.now() })
}

/** The first product that an unstaffed store must not sell unless its operator allows it. */
export const restrictedProduct = ({ lines }: PricedOrder): number | undefined =>
  lines.find(({ product }) => product.minAge !== null)?.product.productId

const sellsAgeRestricted = async (db: Db, storeId: number): Promise<boolean> => {
  const store = await db.selectFrom('store').select('sells_age_restricted').where('id', '=', storeId).executeTakeFirst()
  return store?.sells_age_restricted ?? false
}

/**
 * Replaces an order that is too old to be paid by one of the same goods at today's prices, which the app then shows. Where it can't
 * be placed, the old one stays, for the app to name the goods that are no longer sold.
 */
export async function renewOldOrder(context: Context, user: SignedIn): Promise<void> {
  const lines = await context.db
    .selectFrom('customer_order as old')
    .innerJoin('order_line as line', 'line.order_id', 'old.id')
    .select(['line.product_id', 'line.quantity_thousandths', 'line.amounts_cents'])
    .where('old.user_id', '=', user.userId)
    .where('old.store_id', '=', user.activeStoreId)
    .where('old.status', 'in', REPLACEABLE)
    .where('old.order_type', '=', 'standard')
    .where('old.cancelled_at', 'is', null)
    .where('old.created_at', '<', secondsFromNow(-CHECKOUT_MS / 1000))
    .orderBy('line.id')
    .execute()
  if (lines.length === 0) return
  const items = lines.map(({ product_id, quantity_thousandths, amounts_cents }) => ({
    product_id,
    quantity: quantityFromThousandths(quantity_thousandths),
    ...(amounts_cents && { amounts: amounts_cents.map(eurosFromCents) }),
  }))
  await placeOrder(context, user, items)
}

/** An order that was just saved: it has no payment attempt. */
type PlacedOrder = { head: OrderHead; lines: OrderLineRow[] }

/** An event's goods as a basket; `replacesOrderId`: the booked pre-order to replace. */
export type PreorderBasket = { eventId: number; replacesOrderId: number | null; items: OrderItemInput[] }

/** Places an event's goods as an order at checkout. */
export type PlacePreorder = (
  context: Context,
  user: SignedIn,
  basket: PreorderBasket,
) => Promise<PlacedOrder | PricingRefusal | Refusal<(typeof orders.place)['errors'][number]>>

/** `startDate` is the event's, for the response. */
type OfEvent = { eventId: number; startDate: string; replacesOrderId: number | null }
type OrderToSave = { userId: number; storeId: number; priced: PricedOrder; at: Date; ofEvent?: OfEvent }
/** `maxADay`: how many orders the account may place in a day. */
type NewOrder = OrderToSave & { maxADay: number }

/**
 * Usually the shopper has no other order, and one statement saves this one. An order at checkout is replaced; one that is placed
 * at the same moment violates the unique index, and is replaced by the retry.
 */
export async function saveOrder(context: Context, toSave: OrderToSave) {
  const maxADay = getPoints(context, { points: MAX_ORDERS_A_DAY })
  const order = { ...toSave, maxADay }
  for (let tries = 1; ; tries++) {
    try {
      const placed = await inOneStatement(() => insertOrder(context.db, order))
      return placed ?? (await inRefusableTransaction(context.db, trx => replaceCheckoutOrder(trx, order)))
    } catch (error) {
      if (tries === 5 || !isUniqueViolation(error, 'order_one_checkout_per_user')) throw error
    }
  }
}

async function replaceCheckoutOrder(trx: Trx, order: NewOrder) {
  // Orders of one user are placed one after another, with the lock order of a change of store: first the user, then orders.
  await trx.selectFrom('app_user').select('id').where('id', '=', order.userId).forNoKeyUpdate().execute()
  await cancelCheckoutOrder(trx, { userId: order.userId, at: order.at, kind: 'replaced' })
  return (await insertOrder(trx, order)) ?? placementRefusal(trx, order)
}

/**
 * Inserts the order with its lines in one statement that enforces the rules: the store is still the active one (the user's row is
 * locked against a change) and published, it has terms of purchase if it needs them, and the user has no other order at checkout
 * or at a terminal, and has not reached the daily limit. A recall locks its product's row, so that an order either comes before it
 * or finds it. Returns undefined when a rule is broken.
 */
async function insertOrder(
  db: Db,
  { userId, storeId, priced, ofEvent, maxADay }: NewOrder,
): Promise<PlacedOrder | undefined> {
  const { grossCents, netCents } = priced.totals
  // One value, so that the statement is the same for any number of lines.
  const rows = JSON.stringify(priced.lines.map(toLineRow))
  const productIds = priced.lines.map(({ product }) => product.productId)
  const inserted = await sql<OrderHead>`
    WITH safe AS (
      SELECT product.id FROM product WHERE product.id = ANY (${productIds}::integer[]) AND product.recalled_at IS NULL
      ORDER BY product.id FOR KEY SHARE
    ), placed AS (
      INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, terms_version_id, order_type,
        preorder_event_id, replaces_order_id)
      SELECT app_user.id, store.id, 'checkout', ${grossCents}::integer, ${netCents}::integer,
        (SELECT max(id) FROM terms_version), ${ofEvent ? 'preorder' : 'standard'}, ${ofEvent?.eventId ?? null}::integer,
        ${ofEvent?.replacesOrderId ?? null}::bigint
      FROM app_user JOIN store ON store.id = app_user.active_store_id
      WHERE app_user.id = ${userId} AND store.id = ${storeId} AND store.published
        AND (SELECT count(*) FROM safe) = ${productIds.length}::integer
        AND (NOT store.needs_terms OR EXISTS (SELECT 1 FROM terms_version)) AND NOT EXISTS (
        SELECT 1 FROM customer_order other WHERE other.user_id = ${userId}
          AND other.status IN ('checkout', 'payment_pending') AND other.cancelled_at IS NULL)
        AND (SELECT count(*) FROM customer_order earlier WHERE ${isOfToday(userId)}) < ${maxADay}::integer
      FOR NO KEY UPDATE OF app_user
      RETURNING *
    ), lines AS (
      INSERT INTO order_line (order_id, product_version_id, product_id, quantity_thousandths, amounts_cents,
        unit_price_cents, deposit_cents, total_cents, rate_basis_points, perishable)
      SELECT placed.id, line.* FROM placed, jsonb_to_recordset(${rows}::jsonb) AS line (
        product_version_id integer, product_id integer, quantity_thousandths bigint, amounts_cents integer[],
        unit_price_cents integer, deposit_cents integer, total_cents integer, rate_basis_points integer,
        perishable boolean)
    )
    SELECT placed.id, placed.status, placed.order_type, placed.total_cents, placed.net_cents, placed.updated_at,
      placed.paid_at, placed.cancelled_at, store.id AS "storeId", store.name AS "storeName", app_user.email,
      placed.preorder_event_id, ${ofEvent?.startDate ?? null}::text AS "eventStartDate",
      ${waysOfStore(sql`store`)} AS "paymentWays"
    FROM placed JOIN store ON store.id = placed.store_id JOIN app_user ON app_user.id = placed.user_id`.execute(db)
  const [head] = inserted.rows
  const lines = priced.lines.map(line => ({ ...toLineRow(line), names: line.product.names, unit: line.product.unit }))
  return head && { head, lines }
}

/** Whether `earlier` was placed by the user in the last day. Its rows are the count: replaced orders stay for a day. */
const isOfToday = (userId: number) => {
  const aDayAgo = sql`now() - interval '1 day'`
  // No order was changed before it was placed: the index has the time of the last change.
  return sql<boolean>`(earlier.user_id = ${userId} AND earlier.updated_at > ${aDayAgo} AND earlier.created_at > ${aDayAgo})`
}

/** The refusal of an order beyond the daily limit, with the instant at which the oldest that counts is a day old. */
async function dailyLimitRefusal(trx: Trx, { userId, maxADay }: NewOrder) {
  const { rows } = await sql<{ until: Date }>`
    SELECT earlier.created_at + interval '1 day' AS until
    FROM customer_order earlier WHERE ${isOfToday(userId)}
    ORDER BY earlier.created_at DESC OFFSET ${maxADay - 1} LIMIT 1`.execute(trx)
  return rows[0] && refuse('order.tooManyToday', { retry_at: rows[0].until.toISOString() })
}

const toLineRow = ({ product, ...line }: PricedLine) => ({
  product_version_id: product.versionId,
  product_id: product.productId,
  quantity_thousandths: line.quantityThousandths,
  amounts_cents: line.amountsCents,
  unit_price_cents: product.priceCents,
  deposit_cents: line.depositCents,
  total_cents: line.totalCents,
  rate_basis_points: product.rateBasisPoints,
  perishable: product.perishable,
})

async function placementRefusal(trx: Trx, order: NewOrder) {
  const { userId, storeId, priced } = order
  const recalled = await trx
    .selectFrom('product')
    .select('id')
    .where('id', '=', anyId(priced.lines.map(({ product }) => product.productId)))
    .where('recalled_at', 'is not', null)
    .executeTakeFirst()
  if (recalled) return refuse('order.productRecalled', { product_id: recalled.id })
  const pending = await trx
    .selectFrom('customer_order')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'payment_pending')
    .executeTakeFirst()
  if (pending) return refuse('order.paymentPending')
  const limited = await dailyLimitRefusal(trx, order)
  if (limited) return limited
  return (await areTermsMissing(trx, storeId)) ? refuse('order.termsMissing') : refuse('store.required')
}

/** Cancels the user's order at checkout. While a payment is pending only the terminal's answer can end it. */
export async function cancelOrder(context: Context, userId: number) {
  const cancellation = { userId, at: context.now(), kind: 'cancelled' } as const
  const cancelledId = await inTransaction(context.db, trx => cancelCheckoutOrder(trx, cancellation))
  if (cancelledId !== undefined) return { orderId: cancelledId }
  return refuse((await findCurrentOrder(context.db, userId)) ? 'order.paymentPending' : 'order.none')
}

const REPLACEABLE = statusesThat(orderCan.replace)

/** Cancels the user's order at checkout, if there is one, and records the cause in its history; returns its id. */
export async function cancelCheckoutOrder(
  trx: Trx,
  {
    userId,
    at,
    kind,
  }: { userId: number; at: Date; kind: 'cancelled' | 'replaced' | 'store_changed' | 'account_removed' },
): Promise<number | undefined> {
  const cancelled = await trx
    .updateTable('customer_order')
    .set({ cancelled_at: at, updated_at: at })
    .where('user_id', '=', userId)
    .where('status', 'in', REPLACEABLE)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!cancelled) return undefined
  const event = { from: 'checkout', to: 'cancelled', actor: 'shopper', userId, kind, at } as const
  await recordOrderEvents(trx, [{ orderId: cancelled.id, ...event }])
  return cancelled.id
}
