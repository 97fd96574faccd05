import type { Locator, Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { cancelPayment, heading, attemptStates, startPaying, toCheckout } from './checkout.ts'
import { messagesTo } from './mailbox.ts'
import { notice } from './notices.ts'
import type { Shopper } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test, fullTier } from './test.ts'
import { paymentAtTerminal, press } from './virtual-terminal.ts'

const FULL_TIER = fullTier('a variant: another test here pays with impatient taps before each merge')

const getBox = async (locator: Locator) => (await locator.boundingBox())!
const getCentre = async (page: Page, name: RegExp | string) => {
  const { x, y, width, height } = await getBox(page.getByRole('button', { name }))
  return [x + width / 2, y + height / 2] as const
}
const abortedAt = (shop: RunningShop, { id }: Order) =>
  shop.query('SELECT 1 FROM payment_attempt WHERE order_id = $1 AND abort_requested_at IS NOT NULL', [id])

test('impatient taps at the place of Pay cancel nothing, and Cancel is elsewhere and asks for confirmation', async ({
  page,
  shop,
  shopper,
}) => {
  const order = await toCheckout(page, shopper)
  const pay = await getCentre(page, /^Pay /)
  await page.touchscreen.tap(...pay)
  for (const pauseMs of [150, 300, 250, 300, 1500]) {
    await page.waitForTimeout(pauseMs)
    await page.touchscreen.tap(...pay)
  }
  await expect(heading(page, 'Pay at the terminal')).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  // Cancel ignores taps for two seconds after it appears.
  await page.getByRole('button', { name: 'Cancel payment' }).click({ trial: true })
  const cancel = await getCentre(page, 'Cancel payment')
  expect(pay[1] - cancel[1]).toBeGreaterThan(200)
  // The second tap lands on the question and answers nothing.
  await page.touchscreen.tap(...cancel)
  const question = page.getByRole('alertdialog', { name: 'Cancel the payment?' })
  await expect(question).toBeVisible()
  await page.touchscreen.tap(...cancel)
  await question.getByRole('button', { name: 'Keep paying' }).click()
  await expect(question).toHaveCount(0)
  expect(await abortedAt(shop, order)).toEqual([])
  await cancelPayment(page)
  await expect(heading(page, 'Payment cancelled')).toBeVisible()
  expect(await attemptStates(shop, order.id)).toEqual(['CANCELLED'])
})

test(
  'the error of a failed cancel is beside Back to basket, not on top of it, and contains the status',
  FULL_TIER,
  async ({ page, shopper, faults }) => {
    faults.allow(/status of 500/)
    await toCheckout(page, shopper)
    const failing = { status: 500, json: { code: 'server.error', message: 'for a test' } }
    await page.route(/\/api\/order\?/, (route, request) =>
      request.method() === 'DELETE' ? route.fulfill(failing) : route.continue(),
    )
    const back = page.getByRole('button', { name: 'Back to basket' })
    await back.click()
    await expect(notice(page, '[Internal Server Error (500)]')).toBeVisible()
    const box = await getBox(page.locator('[data-severity="error"]'))
    await expect.poll(async () => (await getBox(back)).y).toBeGreaterThanOrEqual(box.y + box.height)
    await page.unrouteAll()
    await back.click()
    await expect(page.getByRole('button', { name: 'Go to checkout' })).toBeVisible()
  },
)

test(
  'a failed pay call is reported with its effect and the status',
  FULL_TIER,
  async ({ page, shopper, shop, faults }) => {
    faults.allow(/status of 500/)
    const order = await toCheckout(page, shopper)
    const failing = { status: 500, json: { code: 'server.error', message: 'for a test' } }
    await page.route('**/api/order/pay*', route => route.fulfill(failing), { times: 1 })
    await page.getByRole('button', { name: /^Pay / }).click()
    await expect(notice(page, 'The payment didn’t start, and nothing was charged. Try again.')).toBeVisible()
    await expect(notice(page, '[Internal Server Error (500)]')).toBeVisible()
    expect(await attemptStates(shop, order.id)).toEqual([])
  },
)

test('a product that the store does not sell is named in the notice', FULL_TIER, async ({ page, shop, shopper }) => {
  await toCheckout(page, shopper)
  await page.getByRole('button', { name: 'Back to basket' }).click()
  const go = page.getByRole('button', { name: 'Go to checkout' })
  await expect(go).toBeVisible()
  const sold = (status: boolean) =>
    shop.query(
      `UPDATE store_stock SET offered = $1 FROM product_version version WHERE version.product_id = store_stock.product_id
       AND version.is_current AND version.names->>'en' = 'Semi-skimmed milk'`,
      [status],
    )
  await sold(false)
  await go.click()
  const reason = 'Semi-skimmed milk isn’t sold in this store. Remove it from the basket to continue.'
  await expect(notice(page, reason)).toBeVisible()
  await expect(notice(page, /422/)).toHaveCount(0)
  await sold(true)
})

for (const hours of [-24, 24]) {
  test(
    `a phone whose clock is ${hours} hours off counts down by the server’s clock`,
    FULL_TIER,
    async ({ page, shop, shopper }) => {
      await page.addInitScript(`{
      const Real = Date, shift = ${hours} * 3600000
      globalThis.Date = class extends Real {
        constructor(...parts) { parts.length > 0 ? super(...parts) : super(Real.now() + shift) }
        static now() { return Real.now() + shift }
      }
    }`)
      await startPaying(page, shopper)
      await paymentAtTerminal(shop)
      await expect(page.getByRole('timer')).toHaveText(/^[012]:[0-5]\d$/)
      await press(shop, 'approve')
      await expect(heading(page, 'Paid')).toBeVisible()
    },
  )
}

/** As if the terminal had not reported the payment's outcome for that long. */
async function beUnknown(shop: RunningShop, { id }: Order, seconds: number): Promise<void> {
  await paymentAtTerminal(shop)
  await shop.query(
    `UPDATE payment_attempt SET state = 'UNKNOWN', unknown_since = now() - make_interval(secs => $2) WHERE order_id = $1`,
    [id, seconds],
  )
}

const emailed = async (shop: RunningShop, { email }: Shopper, subject: RegExp) =>
  expect
    .poll(async () => (await messagesTo(shop, email)).filter(mail => subject.test(mail.subject ?? '')).length)
    .toBe(1)

test(
  'after a minute of an unknown outcome the shopper may leave, and gets it on the page and by email',
  FULL_TIER,
  async ({ page, shop, shopper }) => {
    const order = await startPaying(page, shopper)
    await beUnknown(shop, order, 10)
    await expect(heading(page, 'Checking the payment')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Keep using the app' })).toHaveCount(0)
    await beUnknown(shop, order, 61)
    await expect(heading(page, 'You don’t have to wait here')).toBeVisible()
    await expect(page.getByText(shopper.email)).toBeVisible()
    await expect(page.getByRole('link', { name: /^\+?\d[\d ]+$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Keep using the app' }).click()
    await expect(heading(page, `Don’t pay for order ${order.id} again`)).toBeVisible()
    await expect(page).toHaveURL('/home')
    await page.reload()
    await expect(heading(page, `Don’t pay for order ${order.id} again`)).toBeVisible()
    expect(await page.evaluate(`localStorage.getItem('basket-lines')`)).toBe('{}')
    await press(shop, 'approve')
    await expect(notice(page, `Order ${order.id} is paid.`)).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: 'Show the order' }).click()
    await expect(heading(page, 'Paid')).toBeVisible()
    await emailed(shop, shopper, /^Your payment went through: order/)
  },
)
