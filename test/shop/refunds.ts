import type { Order } from '#contract/orders/orders.ts'
import type { OrderRefunds, Refund } from '#contract/payments/refunds.ts'
import { isRefundOpen } from '#domain/payments/refund-states.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { eventually } from '#test/eventually.ts'
import type { Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import type { Shop } from '#test/shop/open-shop.ts'

export type Items = { product_id: number; quantity: number; amounts?: number[] }[]

type Buying = { stocked: Stocked; press?: () => Promise<void> }

/** A shopper's paid order of these items; `press` makes the terminal approve. */
export async function paidOrder(shop: Shop, items: Items, { stocked, press }: Buying) {
  const session = await stocked.shopper()
  const order = (await shop.call(session, 'POST order', { orderItems: items })).json<Order>()
  const paying = shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
  await press?.()
  const { string_code } = (await paying).json<{ string_code: string }>()
  if (string_code !== 'SUCCESS') throw new Error(`the order was not paid: ${string_code}`)
  return { session, order }
}

type RefundInput = {
  lines?: object[]
  reason?: string
  return_stock?: boolean
  refunded_amount?: number
  refunded_by_hand?: boolean
}

/** An admin's calls for the refunds of one order. */
export async function getAdmin(database: DatabaseHandle, orderId: number) {
  const session = await signedInShopper(database, { isAdmin: true })
  const getOrder = async (shop: Shop) =>
    (await shop.call(session, `GET admin/orders/${orderId}/refunds`)).json<OrderRefunds>()
  const request = async (shop: Shop, { refunded_amount, ...input }: RefundInput = {}) => {
    const seen = refunded_amount ?? (await getOrder(shop)).refunded_amount
    const body = { reason: 'spoiled', return_stock: false, ...input, refunded_amount: seen }
    return shop.call(session, `POST admin/orders/${orderId}/refunds`, body)
  }
  const settled = (shop: Shop, refundId: number) =>
    eventually(async () => {
      const refund = (await getOrder(shop)).refunds.find(({ id }) => id === refundId)
      return refund && !isRefundOpen(refund.state) && refund
    })
  /** Requests a refund and waits for the outcome. */
  const refund = async (shop: Shop, input: RefundInput = {}): Promise<Refund> => {
    const answer = await request(shop, input)
    if (answer.statusCode !== 202) throw new Error(answer.body)
    return settled(shop, answer.json<Refund>().id)
  }
  return { session, show: getOrder, ask: request, settled, refund }
}

/** Rows that break the refund rules: sums, lines and stock of every refund must agree, and none may exceed the payment. */
export async function findInvalidSums({ pool }: DatabaseHandle): Promise<unknown[]> {
  const { rows } = await pool.query(`
    WITH live AS (SELECT * FROM refund WHERE state NOT IN ('REFUSED', 'NOT_PROCESSED'))
    SELECT 'account' AS what, account.attempt_id AS id FROM refund_account account
      WHERE refunded_cents <> (SELECT coalesce(sum(amount_cents), 0) FROM live WHERE live.attempt_id = account.attempt_id)
    UNION ALL SELECT 'paid', account.attempt_id FROM refund_account account
      JOIN payment_attempt attempt ON attempt.id = account.attempt_id WHERE attempt.amount_cents <> account.paid_cents
    UNION ALL SELECT 'line', line.id FROM order_line line LEFT JOIN LATERAL (
        SELECT coalesce(sum(part.amount_cents), 0) AS cents, coalesce(sum(part.quantity_thousandths), 0) AS thousandths
        FROM refund_line part JOIN live ON live.id = part.refund_id WHERE part.order_line_id = line.id) gone ON true
      WHERE line.refunded_cents <> gone.cents OR line.refunded_thousandths <> gone.thousandths
    UNION ALL SELECT 'lines', refund.id FROM refund WHERE kind = 'refund' AND (amount_cents <>
        (SELECT sum(amount_cents) FROM refund_line part WHERE part.refund_id = refund.id) OR amount_cents <>
        (SELECT sum(gross_cents) FROM refund_vat vat WHERE vat.refund_id = refund.id))
    UNION ALL SELECT 'stock', refund.id FROM refund JOIN refund_line part ON part.refund_id = refund.id
      LEFT JOIN stock_move move ON move.refund_line_id = part.id
      WHERE coalesce(move.quantity_thousandths, 0)
        <> CASE WHEN refund.state = 'DONE' AND refund.returns_stock THEN part.quantity_thousandths ELSE 0 END
    UNION ALL SELECT 'shelf', shelf.product_id FROM store_stock shelf WHERE quantity_thousandths <> (
      SELECT coalesce(sum(quantity_thousandths), 0) FROM stock_move move
      WHERE move.store_id = shelf.store_id AND move.product_id = shelf.product_id)`)
  return rows
}
