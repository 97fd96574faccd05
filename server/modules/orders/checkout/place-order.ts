import type { Input } from '#contract/endpoint.ts'
import type { orders } from '#contract/orders/orders.ts'
import { toRequestedLot } from '#domain/catalogue/lot.ts'
import { eurosFromCents } from '#domain/money.ts'
import { CHECKOUT_MS } from '#domain/orders/order-limits.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { HoursInterval } from '#domain/stores/opening-hours.ts'
import { alcoholTime, mayPayAlcohol, staffedTime } from '#domain/stores/staffed-time.ts'
import { findLotRules } from '#server/modules/catalogue/products/find-lot-rules.ts'
import { findSellableProducts } from '#server/modules/catalogue/products/queries.ts'
import { findAlcoholScans, recordAlcoholScans } from '#server/modules/stores/staffed-time/alcohol-scans.ts'
import { findStaffedHours } from '#server/modules/stores/staffed-time/find-staffed-hours.ts'
import type { Context } from '#server/platform/context.ts'
import { secondsFromNow } from '#server/platform/db/sql-fragments.ts'
import { isRefusal, type Refusal, refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import { REPLACEABLE } from './cancel-order.ts'
import { type OrderItemInput, type PricedOrder, priceOrder, type PricingRefusal } from './price-order.ts'
import { type PlacedOrder, saveOrder } from './save-order.ts'

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

  const hasLots = items.some(item => toRequestedLot(item) !== undefined)
  const lotRules = hasLots ? await findLotRules(context.db, { storeId, now: context.now() }) : undefined
  const priced = priceOrder({ items, products, lotRules })
  if (isRefusal(priced)) return priced
  const unsellable = await refusedByAgeLimit(context, { userId: user.userId, storeId, priced })
  if (unsellable) return unsellable
  return saveOrder(context, { userId: user.userId, storeId, priced, at: context.now() })
}

/** The first product that a store must not sell unless its operator allows it. */
export const restrictedProduct = ({ lines }: PricedOrder): number | undefined =>
  lines.find(({ product }) => product.minAge !== null)?.product.productId

const soldFrom = (time: HoursInterval | undefined) => (time ? new Date(time.from).toISOString() : null)

type BasketToPlace = { userId: number; storeId: number; priced: PricedOrder }

/** Why a basket's goods with a minimum age can't be sold now, and when they can; undefined if they can, or there are none. */
async function refusedByAgeLimit(context: Context, { userId, storeId, priced }: BasketToPlace) {
  const product_id = restrictedProduct(priced)
  if (product_id === undefined) return undefined
  const now = context.now()
  const staff = await findStaffedHours(context.db, storeId, now)
  if (!staff?.sellsAgeRestricted) return refuse('order.ageRestricted', { product_id })
  if (!staff.isStaffed)
    return refuse('order.ageUnstaffed', { product_id, sold_from: soldFrom(staffedTime(staff.hours, now)) })
  const alcoholIds = priced.lines.filter(({ product }) => product.alcohol).map(({ product }) => product.productId)
  const productIds = [...new Set(alcoholIds)]
  if (productIds.length === 0) return undefined
  // Who orders it now has it in hand now.
  await recordAlcoholScans(context, { userId, storeId, productIds })
  const scans = await findAlcoholScans(context.db, { userId, storeId, productIds })
  const lateId = productIds.find(id => !mayPayAlcohol(staff.timeZone, { scannedAt: scans.get(id), now }))
  if (lateId === undefined) return undefined
  return refuse('order.alcoholHours', { product_id: lateId, sold_from: soldFrom(alcoholTime(staff.hours, now)) })
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
    .select(['line.lot', 'line.best_before', 'line.use_by'])
    .where('old.user_id', '=', user.userId)
    .where('old.store_id', '=', user.activeStoreId)
    .where('old.status', 'in', REPLACEABLE)
    .where('old.order_type', '=', 'standard')
    .where('old.cancelled_at', 'is', null)
    .where('old.created_at', '<', secondsFromNow(-CHECKOUT_MS / 1000))
    .orderBy('line.id')
    .execute()
  if (lines.length === 0) return
  const items = lines.map(({ product_id, quantity_thousandths, amounts_cents, lot, best_before, use_by }) => ({
    product_id,
    quantity: quantityFromThousandths(quantity_thousandths),
    ...(amounts_cents && { amounts: amounts_cents.map(eurosFromCents) }),
    ...(lot !== null && { lot }),
    ...(best_before !== null && { best_before }),
    ...(use_by !== null && { use_by }),
  }))
  await placeOrder(context, user, items)
}

/** An event's goods as a basket; `replacesOrderId`: the booked pre-order to replace. */
export type PreorderBasket = { eventId: number; replacesOrderId: number | null; items: OrderItemInput[] }

/** Places an event's goods as an order at checkout. */
export type PlacePreorder = (
  context: Context,
  user: SignedIn,
  basket: PreorderBasket,
) => Promise<PlacedOrder | PricingRefusal | Refusal<(typeof orders.place)['errors'][number]>>
