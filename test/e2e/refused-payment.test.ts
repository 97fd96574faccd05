import type { Page, Route } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { storedBasket } from './basket-storage.ts'
import { attemptStates, cancelPayment, heading, pay, startPaying, toCheckout } from './checkout.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { notice } from './notices.ts'
import type { Shopper } from './people.ts'
import { expect, fullTier, test } from './test.ts'
import { press, waitingPayments } from './virtual-terminal.ts'

const FULL_TIER = fullTier('a variant: another test here cancels at the terminal before each merge')

/** Back at checkout with the same order and basket, nothing charged; and paying again works. */
async function expectPayingAgainWorks(page: Page, shopper: Shopper, order: Order): Promise<void> {
  expect(await shopper.api.request<Order>('GET order')).toMatchObject({ id: order.id, status: 'checkout' })
  expect(Object.values(await storedBasket(page))).toEqual([{ quantity: 2 }])
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(heading(page, 'Checkout')).toBeVisible()
  await page.getByRole('checkbox').check()
  await pay(page)
}

const CHANGED = 'The terms of purchase have changed. Read the new ones, then tick the box again.'
const REFUSALS = [
  { button: 'cancel', title: 'Payment cancelled', state: 'CANCELLED', code: 'USER_CANCELLED' },
  { button: 'decline', title: 'Card declined', state: 'DECLINED', code: 'DECLINED' },
] as const

for (const { button, title, state, code } of REFUSALS) {
  test(
    `a ${button} at the terminal charges nothing, keeps the basket and allows paying again`,
    button !== 'cancel' ? FULL_TIER : {},
    async ({ page, shop, shopper }) => {
      const order = await startPaying(page, shopper)
      await press(shop, button)
      await expect(heading(page, title)).toBeVisible()
      expect(await shopper.api.request<Order>(`GET orders/${order.id}`)).toMatchObject({
        status: 'checkout',
        string_code: code,
      })
      await expectPayingAgainWorks(page, shopper, order)
      await press(shop, 'approve')
      await expect(heading(page, 'Paid')).toBeVisible()
      expect(await attemptStates(shop, order.id)).toEqual([state, 'APPROVED'])
      expect(await storedBasket(page)).toEqual({})
    },
  )
}

test(
  'a shopper who cancels in the app is not charged, and can go back and change the basket',
  FULL_TIER,
  async ({ page, shop, shopper }) => {
    const order = await startPaying(page, shopper)
    await cancelPayment(page)
    await expect(heading(page, 'Payment cancelled')).toBeVisible()
    await expect(notice(page, 'Payment cancelled')).toBeVisible()
    expect(await waitingPayments(shop)).toEqual([])
    // An error stays until it is closed, or its page is left; other notices hide after 2.5 s.
    await page.waitForTimeout(3500)
    await expect(notice(page, 'Payment cancelled')).toBeVisible()
    await expectPayingAgainWorks(page, shopper, order)
    await cancelPayment(page)
    await expect(heading(page, 'Payment cancelled')).toBeVisible()
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('button', { name: 'Back to basket' }).click()
    await page.getByRole('button', { name: 'Add one: Semi-skimmed milk' }).click()
    await page.getByRole('button', { name: 'Go to checkout' }).click()
    await expect(heading(page, 'Checkout')).toBeVisible()
    await expect(page.getByRole('cell', { name: '4,35 €' })).toBeVisible()
    expect((await shopper.api.request<Order>('GET order')).id).not.toBe(order.id)
  },
)

test(
  'a cancel that comes too late does not hide that the card was charged',
  FULL_TIER,
  async ({ page, shop, shopper }) => {
    const order = await startPaying(page, shopper)
    const { promise: abortCall, resolve: holdAbortCall } = Promise.withResolvers<Route>()
    await page.route('**/api/order/pay/abort*', holdAbortCall, { times: 1 })
    await cancelPayment(page)
    const route = await abortCall
    await press(shop, 'approve')
    await route.continue()
    await expect(heading(page, 'Paid')).toBeVisible()
    expect(await attemptStates(shop, order.id)).toEqual(['APPROVED'])
  },
)

test('while an order is at checkout, home is blocked with an explanation', FULL_TIER, async ({ page, shopper }) => {
  await startPaying(page, shopper)
  await cancelPayment(page)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Home' }).press('Enter')
  await expect(notice(page, 'Finish or cancel checkout first.')).toBeVisible()
  await expect(page).toHaveURL('/basket')
})

test(
  'changed terms must be accepted again before paying, and the order records their version',
  FULL_TIER,
  async ({ page, shop, shopper }) => {
    const order = await toCheckout(page, shopper)
    const [published] = await shop.query<{ id: number }>(
      `INSERT INTO terms_version (texts, published_at)
    SELECT jsonb_set(texts, '{en,paragraphs}', '["Bring your own bag."]'), now() FROM terms_version ORDER BY id DESC LIMIT 1
    RETURNING id`,
    )
    const pressPay = () => page.getByRole('button', { name: /^Pay / }).press('Enter')
    await pressPay()
    const terms = page.getByRole('dialog', { name: 'Terms of purchase' })
    await expect(terms.getByRole('alert')).toHaveText(CHANGED)
    await expect(terms.getByText('Bring your own bag.')).toBeVisible()
    await expectAccessibleLayout(page)
    await terms.getByRole('button', { name: 'Close' }).click()
    await expect(page.getByRole('checkbox')).not.toBeChecked()
    await expect(page.getByText(CHANGED)).toBeVisible()
    await expectAccessibleLayout(page)
    expect(await attemptStates(shop, order.id)).toEqual([])
    await pressPay()
    await expect(page.getByRole('checkbox')).toBeFocused()
    await page.keyboard.press('Space')
    await pay(page)
    const stored = await shop.query('SELECT terms_version_id AS id FROM customer_order WHERE id = $1', [order.id])
    expect(stored).toEqual([published])
    await press(shop, 'approve')
    await expect(heading(page, 'Paid')).toBeVisible()
  },
)
