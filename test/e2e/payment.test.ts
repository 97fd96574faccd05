import type { Route } from '@playwright/test'
import { storedBasket } from './basket-storage.ts'
import { attemptStates, expectPaidOnce, heading, pay, startPaying, toCheckout } from './checkout.ts'
import { NO_CONNECTION } from './faults.ts'
import { notice } from './notices.ts'
import { signUp } from './people.ts'
import { expect, test, fullTier } from './test.ts'
import { paymentAtTerminal, press } from './virtual-terminal.ts'

const FULL_TIER = fullTier('a variant: another test here loses a pay call before each merge')

test('a page reloaded during a payment shows the true outcome', FULL_TIER, async ({ page, shop, shopper }) => {
  const order = await startPaying(page, shopper)
  expect((await paymentAtTerminal(shop)).amount).toMatch(/^2,90\s€$/)
  await page.reload()
  await expect(heading(page, 'Pay at the terminal')).toBeVisible()
  await press(shop, 'approve')
  await expectPaidOnce(page, shopper, { shop, order })
  expect(await storedBasket(page)).toEqual({})
})

test(
  'the result is shown from the pay call’s response, while order and products load',
  FULL_TIER,
  async ({ page, shop, shopper }) => {
    const order = await startPaying(page, shopper)
    let letOrderGo = () => {}
    const orderGate = new Promise<void>(resolve => (letOrderGo = resolve))
    await page.route(/\/api\/(orders\/\d+|order)(\?|$)/, async route => {
      await orderGate
      await route.continue().catch(() => undefined)
    })
    const products = page.waitForRequest(/\/api\/products(\?|$)/)
    await press(shop, 'approve')
    await expect(heading(page, 'Paid')).toBeVisible()
    await expect(page).toHaveURL(`/completed?order=${order.id}`)
    letOrderGo()
    await expect(page.getByRole('article', { name: 'Receipt' })).toContainText('Total excluding VAT')
    await products
    await expectPaidOnce(page, shopper, { shop, order })
  },
)

test(
  'products that are no longer sold are named on paying, and nothing is charged',
  FULL_TIER,
  async ({ page, shop, shopper }) => {
    const order = await toCheckout(page, shopper)
    const offered = (now: boolean) =>
      shop.query(
        `UPDATE store_stock SET offered = $2 FROM customer_order mine JOIN order_line line ON line.order_id = mine.id
        WHERE mine.id = $1 AND store_stock.store_id = mine.store_id AND store_stock.product_id = line.product_id`,
        [order.id, now],
      )
    await offered(false)
    await page.getByRole('button', { name: /^Pay / }).click()
    const { name } = order.order_items[0]!
    await expect(notice(page, `No longer sold here: ${name}. Go back to the basket and remove them.`)).toBeVisible()
    expect(await attemptStates(shop, order.id)).toEqual([])
    await offered(true)
  },
)

test(
  'a payment that ended while the page was closed is shown on the next visit',
  FULL_TIER,
  async ({ page, context, shop, shopper }) => {
    const order = await startPaying(page, shopper)
    await page.close()
    await press(shop, 'approve')
    const next = await context.newPage()
    await next.goto('/home')
    await expectPaidOnce(next, shopper, { shop, order })
    expect(await storedBasket(next)).toEqual({})
  },
)

test('every tab follows the payment, whichever started it', FULL_TIER, async ({ page, context, shop, shopper }) => {
  const before = await context.newPage()
  await before.goto('/home')
  // A tab of a new browser starts a basket; wait until it has done so.
  await expect(heading(before, 'On the shelf now')).toBeVisible()
  const order = await startPaying(page, shopper)
  const during = await context.newPage()
  await during.goto('/basket')
  for (const tab of [before, during]) await expect(heading(tab, 'Pay at the terminal')).toBeVisible()
  await press(shop, 'approve')
  for (const tab of [page, before, during]) await expectPaidOnce(tab, shopper, { shop, order })
})

test(
  'another phone of the same shopper cannot pay the order a second time',
  FULL_TIER,
  async ({ page, openBrowser, shop, shopper }) => {
    const order = await startPaying(page, shopper)
    const other = await openBrowser({ storageState: await page.context().storageState() })
    const phone = await other.newPage()
    await phone.goto('/basket')
    await expect(heading(phone, 'Pay at the terminal')).toBeVisible()
    const again = await shopper.api.call('POST order', {
      orderItems: [{ product_id: order.order_items[0]?.product_id, quantity: 1 }],
    })
    expect(again).toMatchObject({ status: 409, body: { code: 'order.paymentPending' } })
    await press(shop, 'approve')
    await expectPaidOnce(page, shopper, { shop, order })
    await expectPaidOnce(phone, shopper, { shop, order })
  },
)

test('a pay call cut off after its arrival is followed to its outcome', async ({ page, shop, shopper, faults }) => {
  faults.allow(NO_CONNECTION)
  const order = await toCheckout(page, shopper)
  const { promise: payCall, resolve: holdPayCall } = Promise.withResolvers<Route>()
  // A further call joins the payment, or comes when none waits at the terminal any more.
  await page.route('**/api/order/pay*', holdPayCall, { times: 1 })
  await page.getByRole('button', { name: /^Pay / }).click()
  const route = await payCall
  void route.fetch({ timeout: 60_000 }).catch(() => undefined)
  await paymentAtTerminal(shop)
  await route.abort('connectionreset')
  await press(shop, 'approve')
  await expectPaidOnce(page, shopper, { shop, order })
})

test(
  'a pay call that never arrived is reported as not charged, and paying again works',
  FULL_TIER,
  async ({ page, shop, shopper, faults }) => {
    faults.allow(NO_CONNECTION)
    const order = await toCheckout(page, shopper)
    await page.route('**/api/order/pay*', route => route.abort('connectionfailed'), { times: 1 })
    await page.getByRole('button', { name: /^Pay / }).click()
    await expect(notice(page, 'The payment didn’t start, and nothing was charged. Try again.')).toBeVisible()
    await expect(heading(page, 'Checkout')).toBeVisible()
    expect(await attemptStates(shop, order.id)).toEqual([])
    if (!(await page.getByRole('checkbox').isChecked())) await page.getByRole('checkbox').check()
    await pay(page)
    await press(shop, 'approve')
    await expectPaidOnce(page, shopper, { shop, order })
  },
)

test(
  'a phone that loses its network during a payment shows the outcome once it is back',
  FULL_TIER,
  async ({ page, context, shop, shopper, faults }) => {
    faults.allow(NO_CONNECTION)
    const order = await startPaying(page, shopper)
    await paymentAtTerminal(shop)
    await context.setOffline(true)
    await expect(
      page
        .getByRole('main')
        .getByText('You’re offline. The payment continues at the terminal, and we’ll keep trying to reconnect.'),
    ).toBeVisible()
    await press(shop, 'approve')
    await context.setOffline(false)
    await expectPaidOnce(page, shopper, { shop, order })
  },
)

test(
  'a page reloaded during a payment without a connection shows the amount, the terminal and the order’s number',
  FULL_TIER,
  async ({ page, shop, shopper, faults }) => {
    faults.allow(/net::ERR_|Failed to load resource/)
    const order = await startPaying(page, shopper)
    await paymentAtTerminal(shop)
    const mark = page.getByText(/^Your order number ends in \d+\./)
    const main = page.getByRole('main')
    await expect(mark).toBeVisible()
    const [markText, placeText] = [await mark.textContent(), await main.locator('div').nth(1).textContent()]
    await page.route('**/api/**', route => route.abort())
    await page.reload()
    await expect(heading(page, 'Checking the payment')).toBeVisible()
    await expect(main).toContainText('2,90')
    await expect(main).toContainText(placeText ?? 'no place')
    await expect(main).toContainText(markText ?? 'no mark')
    // It may be paid by now.
    await expect(main.getByRole('listitem')).toHaveCount(0)
    await expect(main.getByRole('button', { name: 'Cancel payment' })).toHaveCount(0)
    expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toContain(shopper.email)
    await page.unrouteAll()
    await press(shop, 'approve')
    await expectPaidOnce(page, shopper, { shop, order })
  },
)

test(
  'a server killed during a payment finds the outcome after its restart',
  FULL_TIER,
  async ({ page, shop, shopper, faults }) => {
    faults.allow(NO_CONNECTION)
    const order = await startPaying(page, shopper)
    await paymentAtTerminal(shop)
    await shop.kill()
    await expect(page.getByRole('main').getByText(/^You’re offline/)).toBeVisible()
    await shop.start()
    await press(shop, 'approve')
    await expectPaidOnce(page, shopper, { shop, order })
    expect(await storedBasket(page)).toEqual({})
  },
)

test(
  'a server that is asked to stop during a payment hands it to the next server',
  FULL_TIER,
  async ({ page, shop, shopper, faults }) => {
    faults.allow(NO_CONNECTION)
    const order = await startPaying(page, shopper)
    await paymentAtTerminal(shop)
    await shop.stop()
    await shop.start()
    await press(shop, 'approve')
    await expectPaidOnce(page, shopper, { shop, order })
  },
)

test(
  'a payment that hangs at the terminal stays pending until the terminal responds',
  FULL_TIER,
  async ({ page, shop, shopper }) => {
    const order = await startPaying(page, shopper)
    await press(shop, 'hang')
    await page.reload()
    await expect(heading(page, 'Pay at the terminal')).toBeVisible()
    await press(shop, 'approve')
    await expectPaidOnce(page, shopper, { shop, order })
  },
)

test(
  'the second shopper at a terminal waits for the first and then pays',
  FULL_TIER,
  async ({ page, openBrowser, shop, shopper }) => {
    const order = await startPaying(page, shopper)
    await paymentAtTerminal(shop)
    const context = await openBrowser()
    const second = await signUp(context, shop)
    const theirPage = await context.newPage()
    const theirOrder = await toCheckout(theirPage, second)
    await theirPage.getByRole('button', { name: /^Pay / }).click()
    await expect(heading(theirPage, 'You’re in line')).toBeVisible()
    await expect(theirPage.getByText('You’re next at the terminal.').first()).toBeVisible()
    await expect(theirPage.getByRole('img', { name: 'Place in line 1' })).toBeVisible()
    await press(shop, 'approve')
    await expectPaidOnce(page, shopper, { shop, order })
    await expect(heading(theirPage, 'Pay at the terminal')).toBeVisible()
    await press(shop, 'approve')
    await expectPaidOnce(theirPage, second, { shop, order: theirOrder })
  },
)
