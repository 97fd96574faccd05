import { sql, type Kysely, type Transaction } from 'kysely'
import { shopDate } from '#domain/shop-date.ts'
import type { Context } from '#server/context.ts'
import type { Database } from '#server/db/tables.ts'
import { inRefusableTransaction } from '#server/http/refusable-transaction.ts'
import { isUniqueViolation } from '#server/db/unique-violation.ts'
import { isRefusal, refuse } from '#server/http/refusal.ts'
import type { SignedIn } from '#server/http/session.ts'
import { findSellableProducts } from '../products/queries.ts'
import { cancelCheckoutOrder } from './cancel-order.ts'
import { priceOrder, type OrderItemInput, type PricedLine, type PricedOrder } from './price-order.ts'

/** Makes the basket an order at checkout, in the active store; an earlier order at checkout is cancelled by it. */
export async function placeOrder(context: Context, user: SignedIn, items: OrderItemInput[]) {
  const storeId = user.activeStoreId
  if (storeId === null) return refuse('store.required')
  const productIds = items.map(item => item.product_id)
  const products = await findSellableProducts(context.db, { storeId, productIds, date: shopDate(context.now()) })

  const priced = priceOrder(items, products)
  if (isRefusal(priced)) return priced
  const restricted = priced.lines.find(line => line.product.leastAge !== null)
  if (restricted && !(await sellsAgeRestricted(context.db, storeId))) {
    return refuse('order.ageRestricted', { product_id: restricted.product.productId })
  }
  return saveOrder(context, { userId: user.userId, storeId, priced, at: context.now() })
}

const sellsAgeRestricted = async (db: Kysely<Database>, storeId: number): Promise<boolean> => {
  const store = await db.selectFrom('store').select('sells_age_restricted').where('id', '=', storeId).executeTakeFirst()
  return store?.sells_age_restricted ?? false
}

type NewOrder = { userId: number; storeId: number; priced: PricedOrder; at: Date }

/** An order that comes back from a payment at this moment is met at the unique index: then it is replaced too. */
async function saveOrder(context: Context, order: NewOrder) {
  for (let tries = 1; ; tries++) {
    try {
      return await inRefusableTransaction(context.db, trx => replaceCheckoutOrder(trx, order))
    } catch (error) {
      if (tries === 5 || !isUniqueViolation(error, 'order_one_checkout_per_user')) throw error
    }
  }
}

async function replaceCheckoutOrder(trx: Transaction<Database>, order: NewOrder) {
  // One after another for one user, and in the order in which a change of store locks: first the user, then orders.
  await trx.selectFrom('app_user').select('id').where('id', '=', order.userId).forNoKeyUpdate().execute()
  await cancelCheckoutOrder(trx, { userId: order.userId, at: order.at, reason: 'replaced' })
  const orderId = await insertOrder(trx, order)
  if (orderId === undefined) return refuse(await whyNotPlaced(trx, order.userId))
  await insertLines(trx, orderId, order.priced.lines)
  return { orderId }
}

/**
 * One statement holds the rules: the store is still the active one and published (the user's row is locked against
 * a change of it), and no payment of this user is pending. Undefined when one of them does not hold.
 */
async function insertOrder(
  trx: Transaction<Database>,
  { userId, storeId, priced }: NewOrder,
): Promise<number | undefined> {
  const { grossCents, netCents } = priced.totals
  const inserted = await sql<{ id: number }>`
    INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, terms_version_id)
    SELECT app_user.id, store.id, 'checkout', ${grossCents}::integer, ${netCents}::integer,
      (SELECT max(id) FROM terms_version)
    FROM app_user JOIN store ON store.id = app_user.active_store_id
    WHERE app_user.id = ${userId} AND store.id = ${storeId} AND store.published AND NOT EXISTS (
      SELECT 1 FROM customer_order pending
      WHERE pending.user_id = ${userId} AND pending.status = 'payment_pending' AND pending.cancelled_at IS NULL)
    RETURNING id`.execute(trx)
  return inserted.rows[0]?.id
}

async function whyNotPlaced(trx: Transaction<Database>, userId: number) {
  const pending = await trx
    .selectFrom('customer_order')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'payment_pending')
    .executeTakeFirst()
  return pending ? ('order.paymentPending' as const) : ('store.required' as const)
}

const insertLines = (trx: Transaction<Database>, orderId: number, lines: PricedLine[]) =>
  trx
    .insertInto('order_line')
    .values(
      lines.map(line => ({
        order_id: orderId,
        product_version_id: line.product.versionId,
        product_id: line.product.productId,
        quantity_thousandths: line.quantityThousandths,
        amounts_cents: line.amountsCents,
        unit_price_cents: line.product.priceCents,
        deposit_cents: line.depositCents,
        total_cents: line.totalCents,
        rate_basis_points: line.product.rateBasisPoints,
      })),
    )
    .execute()
