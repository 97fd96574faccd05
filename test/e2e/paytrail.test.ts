import type { Order } from '#contract/orders/orders.ts'
import { PaytrailSimulator, SETTINGS } from '#test/terminals/paytrail/paytrail-simulator.ts'
import { signUpAdmin } from './admins.ts'
import { fillBasket } from './basket-storage.ts'
import { TWO_MILKS } from './checkout.ts'
import { signUp, storeNamed, TEIJO } from './people.ts'
import { RunningShop } from './running-shop.ts'
import { expect, test as base } from './test.ts'
import { textsIn } from './texts.ts'

/** A shop whose Paytrail is a simulator; Teijo is paid only there. */
const test = base.extend<object, { simulator: PaytrailSimulator; shop: RunningShop }>({
  simulator: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs out of a pattern
    async ({}, provide) => {
      const simulator = new PaytrailSimulator()
      await simulator.open()
      await provide(simulator)
      expect(simulator.invalid).toEqual([])
      await simulator.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ simulator, browser }, provide) => {
      const shop = await RunningShop.open({ PUOTI_PAYTRAIL_URL: simulator.url })
      const context = await browser.newContext({ baseURL: shop.origin })
      const { api } = await signUpAdmin(context, shop)
      const { id: store_id } = await storeNamed(api, TEIJO)
      const app = { store_id, name: 'Paytrail', provider: 'paytrail', settings: SETTINGS }
      await api.request('POST admin/terminals', app)
      await shop.query(`UPDATE store SET payment_mode = 'terminal' WHERE id = $1`, [store_id])
      simulator.callbacks = { through: shop.origin, deliveries: () => [0] }
      await context.close()
      await provide(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

test('a phone pays a basket with a card on Paytrail’s page, and comes back to the receipt', async ({
  page,
  shop,
  simulator,
}) => {
  const t = textsIn('en')
  const shopper = await signUp(page.context(), shop, { store: TEIJO })
  await fillBasket(page, shopper, TWO_MILKS)
  await page.goto('/basket')
  await page.getByRole('button', { name: t('basket.toCheckout') }).click()
  await page.getByRole('checkbox').check()
  const order = await shopper.api.request<Order>('GET order')
  await page.getByRole('button', { name: t('checkout.pay', { amount: '' }).trim() }).click()
  await page.getByRole('heading', { name: 'Simulated Paytrail' }).waitFor()
  await page.getByRole('link', { name: 'creditcard' }).click()
  // The page leads back to the shop's public address, where a test's browser isn't signed in.
  await page.waitForURL(url => url.hostname === 'localhost')
  await page.goto('/')
  await expect(page).toHaveURL(`/completed?order=${order.id}`)
  const paid = await shopper.api.request<Order>(`GET orders/${order.id}`)
  expect(paid).toMatchObject({ status: 'complete' })
  expect(simulator.payments).toMatchObject([{ status: 'ok', created: { customer: { email: SETTINGS.contact_email } } }])
})
