import type { Order } from '#contract/orders/orders.ts'
import type { Shop } from './open-shop.ts'

/** As many bookings as a test wants. */
export const MANY_BOOKINGS = { rateLimitFactor: 10_000 }

/** Pieces by product id. */
type NewPreorder = { eventId: number; replaces?: number; pieces: Record<number, number> }

/** Places an order at checkout, to be booked; returns the response. */
export const tryToPlaceOrder = (shop: Shop, session: string, { eventId, replaces, pieces }: NewPreorder) =>
  shop.call(session, 'POST order', {
    preorder_event_id: eventId,
    ...(replaces !== undefined && { replaces_order_id: replaces }),
    orderItems: Object.entries(pieces).map(([product, quantity]) => ({ product_id: Number(product), quantity })),
  })

/** Places an order at checkout, to be booked. */
export async function placeOrder(shop: Shop, session: string, order: NewPreorder): Promise<Order> {
  const placed = await tryToPlaceOrder(shop, session, order)
  if (placed.statusCode !== 200) throw new Error(placed.body)
  return placed.json<Order>()
}

export const bookOrder = (shop: Shop, session: string, { id, total_amount }: Pick<Order, 'id' | 'total_amount'>) =>
  shop.call(session, 'POST order/preorder', { order_id: id, total_amount })
