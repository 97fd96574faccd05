import { centsFromEuros } from '#domain/money.ts'
import { findShortages, acceptsOrders, type EventItem } from '#domain/preorders/preorder-event.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findSellableProducts } from '#server/modules/catalogue/products/queries.ts'
import { type PreorderBasket, restrictedProduct } from '#server/modules/orders/checkout/place-order.ts'
import { priceOrder, type OrderItemInput, type PricedOrder } from '#server/modules/orders/checkout/price-order.ts'
import { saveOrder } from '#server/modules/orders/checkout/save-order.ts'
import type { ExpectedOrder } from '#server/modules/payments/order-payments/begin-payment.ts'
import { recordOrderEvents } from '#server/modules/payments/order-payments/record-order-events.ts'
import {
  findReplaceable,
  toQuantities,
  findEventInStore,
  findOverLimits,
} from '#server/modules/preorders/preorder-events/queries.ts'
import { areOutdated, areTermsMissing, findNewestTerms } from '#server/modules/stores/seller/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { inRefusableTransaction, isRefusal, refuse, type Refusal } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import { notifyBooked } from './notify-shopper.ts'
import { moveCapacity, type EmailData, findEmailData } from './queries.ts'

/**
 * `seen` is the order that the shopper agreed to; `origin` is the origin of the email's link, without a path. `limit` counts the
 * booking in its transaction, so that only one that succeeds counts.
 */
export type BookPreorderInput = {
  userId: number
  seen?: ExpectedOrder | undefined
  origin: string
  limit: LimitBooking
}
type LimitBooking = (trx: Trx) => Promise<Refusal<'rate.limited'> | undefined>

/**
 * Books the pre-order at checkout: takes its goods from what the event can sell, and cancels the pre-order that it replaces, in
 * one transaction. Booking a booked order again returns the same response.
 */
export const bookPreorder = (context: Context, { userId, seen, origin, limit }: BookPreorderInput) =>
  inRefusableTransaction(context.db, async trx => {
    const order = await lockPreorder(trx, { userId, orderId: seen?.order_id })
    if (!order) return refuse('order.none')
    if (order.booked_at) return { id: order.id }
    if (order.cancelled_at || (seen && centsFromEuros(seen.total_amount) !== order.total_cents)) {
      return refuse('order.changed')
    }
    const accepted = seen?.terms_version
    const newest = await findNewestTerms(trx)
    if (await areTermsMissing(trx, order.store_id)) return refuse('order.termsMissing')
    if (areOutdated(accepted, newest)) return refuse('order.termsChanged')
    const at = context.now()
    const letter = await findEmailData(trx, order.id)
    const replaced = await checkBooking(trx, order, { letter, userId, at })
    if (isRefusal(replaced)) return replaced
    const limited = await limit(trx)
    if (limited) return limited

    await writeBooking(trx, order, {
      userId,
      at,
      replacedId: replaced?.id,
      accepted: newest === null ? undefined : accepted,
    })
    await notifyBooked(context, trx, { letter, origin, replacedId: replaced?.id })
    // Last: all bookings wait for these rows until the commit.
    const short = await moveCapacity(trx, { eventId: order.eventId, added: order.id, freed: replaced?.id })
    return short.length > 0 ? soldOut(short) : { id: order.id }
  })

/** Checks again what was checked when the order was placed. Returns the pre-order that it replaces, if there is one. */
async function checkBooking(
  trx: Trx,
  order: LockedPreorder,
  { letter, userId, at }: { letter: EmailData; userId: number; at: Date },
) {
  const { eventId, store_id: storeId } = order
  await lockEvent(trx, eventId)
  const event = await findEventInStore(trx, { eventId, storeId })
  if (!event || !acceptsOrders(event, event.timeZone, at)) return refuse('preorder.closed')
  if (!event.isThere) return refuse('preorder.storeOutside')
  const restricted = letter.lines.find(line => line.min_age !== null)
  if (restricted && !event.sellsAgeRestricted) {
    return refuse('order.ageRestricted', { product_id: restricted.product_id })
  }
  const replaced = await lockReplaced(trx, order, { userId, at })
  if (replaced === null) return refuse('preorder.cannotChange')
  // Goods that are already sold out are refused here, without a lock that others wait for.
  const released = toQuantities(replaced?.lines ?? [])
  const quantities = toQuantities(letter.lines)
  const short = findShortages(quantities, { items: event.items, released })
  if (short.length > 0) return soldOut(short)
  // The user's row is locked, so another booking by the same shopper is either counted here or waits.
  const over = await findOverLimits(trx, {
    userId,
    eventId,
    items: event.items,
    quantities,
    exceptOrderId: replaced?.id,
  })
  return over.length > 0 ? refuse('preorder.perShopper', { items: over.map(toShortageResponse) }) : replaced
}

/** Locks the pre-order to replace; null when it may no longer be replaced. */
async function lockReplaced(
  trx: Trx,
  { replaces_order_id: orderId, eventId }: LockedPreorder,
  { userId, at }: { userId: number; at: Date },
) {
  if (orderId === null) return undefined
  await lockPreorder(trx, { orderId, userId })
  return findReplaceable(trx, { orderId, userId, eventId, now: at })
}

type BookingToWrite = { userId: number; at: Date; replacedId: number | undefined; accepted: number | undefined }

async function writeBooking(
  trx: Trx,
  { id }: LockedPreorder,
  { userId, at, replacedId, accepted }: BookingToWrite,
): Promise<void> {
  await trx
    .updateTable('customer_order')
    .set({ status: 'preorder_booked', booked_at: at, updated_at: at, ...(accepted && { terms_version_id: accepted }) })
    .where('id', '=', id)
    .execute()
  const by = { actor: 'shopper', userId, at } as const
  const booked = { orderId: id, from: 'checkout', to: 'preorder_booked', kind: 'booked', ...by } as const
  if (replacedId === undefined) return void (await recordOrderEvents(trx, [booked]))
  await trx
    .updateTable('customer_order')
    .set({ cancelled_at: at, updated_at: at })
    .where('id', '=', replacedId)
    .execute()
  const replaced = { orderId: replacedId, from: 'preorder_booked', to: 'cancelled', kind: 'replaced', ...by } as const
  await recordOrderEvents(trx, [replaced, booked])
}

type ShortProduct = { productId: number; availableThousandths: number }

const soldOut = (short: readonly ShortProduct[]) => refuse('preorder.soldOut', { items: short.map(toShortageResponse) })

const toShortageResponse = ({ productId: product_id, availableThousandths: leftThousandths }: ShortProduct) => ({
  product_id,
  remaining: quantityFromThousandths(leftThousandths),
})

/** `orderId` undefined: the one at checkout. */
type PreorderKey = { userId: number; orderId?: number | undefined }

/**
 * Locks the user's own pre-order against payment, cancellation and replacement. Locks the user first, then orders, as placing and
 * paying do: the opposite order would deadlock. Undefined for another user's, and for a standard order.
 */
export async function lockPreorder(trx: Trx, { userId, orderId }: PreorderKey) {
  await trx.selectFrom('app_user').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
  const orders = trx
    .selectFrom('customer_order')
    .select(['id', 'status', 'cancelled_at', 'booked_at', 'total_cents', 'store_id', 'replaces_order_id'])
    .select(({ ref }) => ref('preorder_event_id').$notNull().as('eventId'))
    .where('user_id', '=', userId)
    .where('order_type', '=', 'preorder')
  const preorder =
    orderId === undefined
      ? orders.where('status', '=', 'checkout').where('cancelled_at', 'is', null)
      : orders.where('id', '=', orderId)
  return preorder.forNoKeyUpdate().executeTakeFirst()
}
type LockedPreorder = NonNullable<Awaited<ReturnType<typeof lockPreorder>>>

/** Locks the event until the commit: closing it waits for bookings, and they for it. */
const lockEvent = (trx: Trx, eventId: number) =>
  trx.selectFrom('preorder_event').select('id').where('id', '=', eventId).forShare().execute()

/**
 * Places a basket of an event's products as an order at checkout, for pick-up in the active store. Reserves nothing yet: checks
 * what is left now; booking takes it.
 */
export async function placePreorder(
  context: Context,
  user: SignedIn,
  { eventId, replacesOrderId, items }: PreorderBasket,
) {
  const { userId, activeStoreId: storeId } = user
  if (storeId === null) return refuse('store.required')
  const now = context.now()
  const event = await findEventInStore(context.db, { eventId, storeId })
  if (!event || !acceptsOrders(event, event.timeZone, now)) return refuse('preorder.closed')
  if (!event.isThere) return refuse('preorder.storeOutside')
  const replaced =
    replacesOrderId === null
      ? undefined
      : await findReplaceable(context.db, { orderId: replacesOrderId, userId, eventId, now })
  if (replaced === null) return refuse('preorder.cannotChange')

  const priced = priceOrder({
    items,
    products: await findProducts(context, { storeId, items, sold: event.items }),
    orderType: 'preorder',
  })
  if (isRefusal(priced)) return priced
  const restricted = restrictedProduct(priced)
  if (restricted !== undefined && !event.sellsAgeRestricted) {
    return refuse('order.ageRestricted', { product_id: restricted })
  }
  const quantities = quantitiesByProduct(priced)
  const short = findShortages(quantities, {
    items: event.items,
    ...(replaced && { released: toQuantities(replaced.lines) }),
  })
  if (short.length > 0) return soldOut(short)
  const limited = { userId, eventId, items: event.items, quantities, exceptOrderId: replaced?.id }
  const over = await findOverLimits(context.db, limited)
  if (over.length > 0) return refuse('preorder.perShopper', { items: over.map(toShortageResponse) })
  const preorderEvent = { eventId, startDate: event.startDate, replacesOrderId }
  return saveOrder(context, { userId, storeId, priced, at: now, preorderEvent: preorderEvent })
}

/** The products by their ids; `offered` are those that the event sells. */
async function findProducts(
  context: Context,
  { storeId, items, sold }: { storeId: number; items: OrderItemInput[]; sold: readonly EventItem[] },
) {
  const productIds = items.map(item => item.product_id)
  const products = await findSellableProducts(context.db, { storeId, productIds, date: shopDate(context.now()) })
  const soldIds = new Set(sold.map(({ productId }) => productId))
  return new Map([...products].map(([id, product]) => [id, { ...product, offered: soldIds.has(id) }]))
}

const quantitiesByProduct = ({ lines }: PricedOrder) =>
  new Map(lines.map(({ product, quantityThousandths }) => [product.productId, quantityThousandths]))
