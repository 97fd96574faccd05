import { OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { cancelCheckoutOrder } from '#server/modules/orders/checkout/cancel-order.ts'
import { lockPublishedStore } from '#server/modules/stores/public-stores/queries.ts'
import { recordVisit } from '#server/modules/stores/visits/record-visit.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** A user whose row is locked, with the current store and the requested one. */
type StoreChange = { userId: number; from: number | null; to: number | null }

/** Makes the store the active one; a checkout order of another store is cancelled. Returns a refusal, or undefined. */
export async function changeStore(db: Trx, context: Context, change: StoreChange) {
  if (change.to !== null && !(await lockPublishedStore(db, change.to))) return refuse('store.notFound')
  if (change.to !== change.from) {
    if (await isPaying(db, change.userId)) return refuse('store.paymentPending')
    await cancelCheckoutOrder(db, { userId: change.userId, at: context.now(), kind: 'store_changed' })
    await db.updateTable('app_user').set({ active_store_id: change.to }).where('id', '=', change.userId).execute()
  }
  if (change.to !== null)
    await recordVisit(db, { userId: change.userId, storeId: change.to, at: context.now(), by: 'store' })
  return undefined
}

/** An open attempt may still take money: the store can't change. */
const isPaying = (db: Trx, userId: number) =>
  db
    .selectFrom('payment_attempt')
    .select('id')
    .where('user_id', '=', userId)
    .where('state', 'in', OPEN_STATES)
    .executeTakeFirst()
