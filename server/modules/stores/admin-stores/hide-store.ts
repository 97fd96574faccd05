import { sql, type Transaction } from 'kysely'
import { orderCan, statusesThat } from '#domain/orders/order.ts'
import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { revokeDoorCodes } from '#server/modules/stores/doors/code-rows.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { recordOrderEvents } from '#server/platform/order-history/record-order-events.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Trx = Transaction<Database>

const isPayingIn = (trx: Trx, storeId: number) =>
  trx
    .selectFrom('payment_attempt')
    .innerJoin('customer_order', 'customer_order.id', 'payment_attempt.order_id')
    .select('payment_attempt.id')
    .where('customer_order.store_id', '=', storeId)
    .where('payment_attempt.state', 'in', OPEN_STATES)
    .limit(1)
    .executeTakeFirst()

const CANCELLABLE = statusesThat(orderCan.replace)

async function cancelCheckouts(trx: Trx, storeId: number, { userId, at }: Author): Promise<void> {
  const cancelled = await trx
    .updateTable('customer_order')
    .set({ cancelled_at: at, updated_at: at })
    .where('store_id', '=', storeId)
    .where('status', 'in', CANCELLABLE)
    .where('cancelled_at', 'is', null)
    .returning('id')
    .execute()
  const event = { kind: 'store_hidden', from: 'checkout', to: 'cancelled', actor: 'admin', userId, at } as const
  if (cancelled.length > 0)
    await recordOrderEvents(
      trx,
      cancelled.map(({ id }) => ({ orderId: id, ...event })),
    )
}

/** Locks the shoppers who have chosen the store: placing an order and paying lock the same row. */
const lockShoppers = (trx: Trx, storeId: number) =>
  trx.selectFrom('app_user').select('id').where('active_store_id', '=', storeId).orderBy('id').forUpdate().execute()

/**
 * Locks a store that is about to be hidden from shoppers, and the shoppers who have chosen it: from now on it can't be chosen,
 * and no order can be placed or payment begun there. Locks the shoppers first, then the store, in the order of the shoppers' own
 * requests.
 */
export async function lockStoreAndShoppers(trx: Trx, storeId: number): Promise<void> {
  await lockShoppers(trx, storeId)
  await sql`SELECT id FROM store WHERE id = ${storeId} FOR UPDATE`.execute(trx)
  // Shoppers who chose it in between.
  await lockShoppers(trx, storeId)
}

/**
 * Cleans up after a store that shoppers no longer see: it is no longer any shopper's active store, its door codes are revoked,
 * and orders at checkout are cancelled. Refuses while a payment is in progress there. The caller has locked the store and the
 * shoppers.
 */
export async function leaveSight(trx: Trx, storeId: number, author: Author) {
  if (await isPayingIn(trx, storeId)) return refuse('store.paymentsOpen')
  await cancelCheckouts(trx, storeId, author)
  await revokeDoorCodes(trx, { storeId }, author.at)
  await trx.updateTable('app_user').set({ active_store_id: null }).where('active_store_id', '=', storeId).execute()
  return undefined
}
