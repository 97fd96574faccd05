import { shortages, takesOrders, type EventItem } from '#domain/preorders/preorder-event.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { shopDate } from '#domain/shop-date.ts'
import { findSellableProducts } from '#server/modules/catalogue/products/queries.ts'
import { type PreorderBasket, restrictedProduct, saveOrder } from '#server/modules/orders/checkout/place-order.ts'
import { priceOrder, type OrderItemInput, type PricedOrder } from '#server/modules/orders/checkout/price-order.ts'
import { findReplaceable, quantitiesOf } from '#server/modules/preorders/preorder-events/find-own-preorder.ts'
import { findEventInStore, findOverLimits } from '#server/modules/preorders/preorder-events/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'

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
  if (!event || !takesOrders(event, event.timeZone, now)) return refuse('preorder.closed')
  if (!event.isThere) return refuse('preorder.storeOutside')
  const replaced =
    replacesOrderId === null
      ? undefined
      : await findReplaceable(context.db, { orderId: replacesOrderId, userId, eventId, now })
  if (replaced === null) return refuse('preorder.cannotChange')

  const priced = priceOrder(items, await findProducts(context, { storeId, items, sold: event.items }), 'preorder')
  if (isRefusal(priced)) return priced
  const restricted = restrictedProduct(priced)
  if (restricted !== undefined && !event.sellsAgeRestricted) {
    return refuse('order.ageRestricted', { product_id: restricted })
  }
  const short = shortages(wantedOf(priced), {
    items: event.items,
    ...(replaced && { own: quantitiesOf(replaced.lines) }),
  })
  if (short.length > 0) return refuse('preorder.soldOut', { items: short.map(showShortage) })
  const limited = { userId, eventId, items: event.items, wanted: wantedOf(priced), exceptOrderId: replaced?.id }
  const over = await findOverLimits(context.db, limited)
  if (over.length > 0) return refuse('preorder.perShopper', { items: over.map(showShortage) })
  const ofEvent = { eventId, startDate: event.startDate, replacesOrderId }
  return saveOrder(context, { userId, storeId, priced, at: now, ofEvent })
}

/** The products by their ids; `offered` are those that the event sells. */
async function findProducts(
  context: Context,
  { storeId, items, sold }: { storeId: number; items: OrderItemInput[]; sold: readonly EventItem[] },
) {
  const productIds = items.map(item => item.product_id)
  const products = await findSellableProducts(context.db, { storeId, productIds, date: shopDate(context.now()) })
  const ofEvent = new Set(sold.map(({ productId }) => productId))
  return new Map([...products].map(([id, product]) => [id, { ...product, offered: ofEvent.has(id) }]))
}

const wantedOf = ({ lines }: PricedOrder) =>
  new Map(lines.map(({ product, quantityThousandths }) => [product.productId, quantityThousandths]))

const showShortage = ({ productId, leftThousandths }: { productId: number; leftThousandths: number }) => ({
  product_id: productId,
  left: quantityFromThousandths(leftThousandths),
})
