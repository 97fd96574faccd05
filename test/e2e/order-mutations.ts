import type { Order } from '#contract/orders/orders.ts'
import type { Shopper } from './people.ts'
import { productWith } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { press } from './virtual-terminal.ts'

type OrderInput = readonly { code: string; quantity: number }[]

export async function placeOrder({ api }: Shopper, input: OrderInput): Promise<Order> {
  const orderItems = []
  for (const { code, quantity } of input) orderItems.push({ product_id: (await productWith(api, code)).id, quantity })
  return api.request<Order>('POST order', { orderItems })
}

/** An order that a shopper has paid at the virtual terminal. */
export async function payOrder(shopper: Shopper, shop: RunningShop, input: OrderInput): Promise<Order> {
  const order = await placeOrder(shopper, input)
  // The request ends with the payment. Both are awaited together, so that a failure of either fails this test.
  await Promise.all([
    shopper.api.request('POST order/pay', { order_id: order.id, total_amount: order.total_amount }),
    press(shop, 'approve'),
  ])
  return order
}

/** An order three days after its terminal went away: it is no longer polled, and a person must decide. */
export async function leaveInDoubt(shopper: Shopper, shop: RunningShop, input: OrderInput): Promise<Order> {
  const order = await placeOrder(shopper, input)
  const ago = `now() - interval '3 days'`
  await shop.query(`UPDATE customer_order SET status = 'error' WHERE id = $1`, [order.id])
  await shop.query(
    `WITH away AS (
        INSERT INTO terminal (store_id, name, provider) SELECT store_id, 'away', 'jsonpos' FROM customer_order WHERE id = $1
        RETURNING id),
      doubtful AS (INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
        order_status_before, created_at, sent_at, deadline_at)
      SELECT customer_order.id, user_id, away.id, 'doubt' || customer_order.id, total_cents, 'EUR', 'UNRESOLVED',
        'checkout', ${ago}, ${ago}, ${ago} FROM customer_order, away WHERE customer_order.id = $1
        RETURNING id, order_id)
      INSERT INTO order_event (order_id, from_status, to_status, actor, kind, attempt_id, outcome)
      SELECT order_id, 'payment_pending', 'error', 'recovery', 'payment', id, 'UNKNOWN' FROM doubtful`,
    [order.id],
  )
  return order
}
