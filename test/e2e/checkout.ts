import { expect, type Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { fillBasket, type BasketLine } from './basket-storage.ts'
import { getEan } from './goods.ts'
import type { Shopper } from './people.ts'
import type { RunningShop } from './running-shop.ts'

/** Two cartons of milk: 2,90 €. */
export const TWO_MILKS: readonly BasketLine[] = [{ code: getEan('light-milk'), quantity: 2 }]

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Brings the shopper with these goods to checkout, terms accepted; returns the order. */
export async function toCheckout(
  page: Page,
  shopper: Shopper,
  lines: readonly BasketLine[] = TWO_MILKS,
): Promise<Order> {
  await fillBasket(page, shopper, lines)
  await page.goto('/basket')
  await page.getByRole('button', { name: 'Go to checkout' }).click()
  await expect(heading(page, 'Checkout')).toBeVisible()
  await page.getByRole('checkbox').check()
  return shopper.api.request<Order>('GET order')
}

/** Presses Pay and waits until the screen shows the payment in progress. */
export async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(heading(page, 'Pay at the terminal')).toBeVisible()
}

/** Cancels the payment in the app, and confirms. */
export async function cancelPayment(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel payment' }).click()
}

/** Checkout and pay in one. */
export async function startPaying(page: Page, shopper: Shopper): Promise<Order> {
  const order = await toCheckout(page, shopper)
  await pay(page)
  return order
}

/** The screen, the API, the terminal's ledger and the stock ledger all agree: paid, once. */
export async function expectPaidOnce(page: Page, shopper: Shopper, { shop, order }: Paid): Promise<void> {
  await expect(heading(page, 'Paid')).toBeVisible({ timeout: 40_000 })
  await expect(page).toHaveURL(`/completed?order=${order.id}`)
  expect(await shopper.api.request<Order>(`GET orders/${order.id}`)).toMatchObject({
    status: 'complete',
    string_code: 'SUCCESS',
    total_amount: order.total_amount,
  })
  expect((await shopper.api.call('GET order')).status).toBe(404)
  expect(await attemptStates(shop, order.id)).toEqual(['APPROVED'])
  const [row] = await shop.query<{ moves: number; charges: number }>(
    `SELECT (SELECT count(*)::int FROM stock_move JOIN order_line ON order_line.id = order_line_id WHERE order_id = $1) AS moves,
      (SELECT count(*)::int FROM test_terminal_payment JOIN payment_attempt USING (service_id)
        WHERE order_id = $1 AND test_terminal_payment.state = 'approved') AS charges`,
    [order.id],
  )
  expect(row).toEqual({ moves: order.order_items.length, charges: 1 })
}

export type Paid = { shop: RunningShop; order: Order }

/** The states of an order's payment attempts, oldest first. */
export async function attemptStates(shop: RunningShop, orderId: number): Promise<string[]> {
  const rows = await shop.query<{ state: string }>(
    'SELECT state FROM payment_attempt WHERE order_id = $1 ORDER BY id',
    [orderId],
  )
  return rows.map(({ state }) => state)
}
