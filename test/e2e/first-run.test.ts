import type { Locator, Page } from '@playwright/test'
import type { Order } from '#contract/orders/orders.ts'
import { PaytrailSimulator, SETTINGS } from '#test/terminals/paytrail/paytrail-simulator.ts'
import { fillBasket } from './basket-storage.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { readGuideTask } from './guide-task.ts'
import { signInMail, smsCode } from './mailbox.ts'
import { expectNotice } from './notices.ts'
import { signInAgain, signUp } from './people.ts'
import { RunningShop } from './running-shop.ts'
import { expect, test as base } from './test.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const OWNER = 'owner@example.fi'
const COFFEE = '6430012345679'

/** The tests share one empty shop: each continues where the one before it ends. */
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
    async ({ simulator }, provide) => {
      const shop = await RunningShop.openEmpty(OWNER, { PUOTI_PAYTRAIL_URL: simulator.url })
      simulator.callbacks = { through: shop.origin, deliveries: () => [0] }
      await provide(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** FaultCounts what a shopkeeper has to do. */
class Effort {
  fields = 0
  presses = 0
  readonly fill = async (field: Locator, text: string) => {
    this.fields++
    await field.fill(text)
  }
  readonly press = async (button: Locator) => {
    this.presses++
    await button.click()
  }
}

const step = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 2 })
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}`) })

async function logIn(page: Page, shop: RunningShop) {
  await page.goto('/')
  await fill(page.getByRole('textbox', { name: 'Email', exact: true }), OWNER)
  await press(button(page, 'Send login link'))
  const { code } = await signInMail(shop, OWNER)
  // The last digit of a code sends it.
  await fill(page.getByRole('textbox', { name: /code/i }), code)
  await expect(page.getByRole('heading', { name: 'Verify your phone' })).toBeVisible()
  await fill(page.getByRole('textbox').first(), '0401234567')
  await press(button(page, 'Send code'))
  await fill(page.getByRole('textbox', { name: /code/i }), await smsCode(shop, '+358401234567'))
}

test.use(A_DESK)
test.describe.configure({ mode: 'serial' })

const { getByName, unused } = readGuideTask('getting-started', 'follow-the-set-up')

/** From the login to the first paid order. */
const effort = new Effort()
const { fill, press } = effort

test('a shopkeeper of an empty shop enters the company, the terms and a store', async ({ page, shop }) => {
  await logIn(page, shop)
  await expect(page.getByText('Next: Fill in your business details')).toBeVisible()
  await expect(page.getByText('0 of 6 done')).toBeVisible()
  await expectAccessibleLayout(page)
  await press(page.getByRole('link', { name: 'Set up Puoti' }))

  await expect(step(page, getByName('Your company'))).toBeVisible()
  await expect(page.getByText('Step 1 of 6')).toBeVisible()
  // The number that was just verified is proposed.
  await expect(field(page, 'Phone')).toHaveValue(/^\+358/)
  await button(page, 'Save and continue').click()
  await expect(field(page, 'Name')).toBeFocused()
  await expect(page.getByText('Mandatory field')).toHaveCount(3)
  await expectAccessibleLayout(page)
  await fill(field(page, 'Name'), 'Kylän Puoti Oy')
  await field(page, 'Business ID').fill('2345678-9')
  await button(page, 'Save and continue').click()
  await expect(page.getByText('The last digit doesn’t match the others.')).toBeVisible()
  await fill(field(page, 'Business ID'), '9012346-8')
  await fill(field(page, 'Address'), 'Kylätie 1, 25660 Mathildedal')
  await press(button(page, getByName('Save and continue')))

  await expect(step(page, getByName('Terms of purchase'))).toBeVisible()
  await expect(field(page, 'Text').first()).toHaveValue(/Kylän Puoti Oy \(business ID 9012346-8\)/)
  await expectAccessibleLayout(page)
  await press(button(page, getByName('Publish and continue')))

  await expect(step(page, getByName('Your store'))).toBeVisible()
  await expect(page.getByText(getByName('Opening hours')).first()).toBeVisible()
  await expect(button(page, getByName('Use my current location'))).toBeVisible()
  await expectAccessibleLayout(page)
  await fill(field(page, 'Name'), 'Kylän puoti')
  await press(button(page, getByName('Create the store and continue')))

  await expect(step(page, getByName('First products'))).toBeVisible()
  await expect(page.getByText('0 products')).toBeVisible()
})

test('a shopkeeper adds the first product and sells it in a test sale', async ({ page, context, shop }) => {
  await signInAgain(context, shop, OWNER)
  await page.goto('/setup?step=products')
  await expect(step(page, 'First products')).toBeVisible()
  effort.fields++
  await scanWithWedge(page, [COFFEE])
  await expect(field(page, 'EAN')).toHaveValue(COFFEE)
  // A wrong last digit is put right by a press, as on the product's page.
  const digit = COFFEE.slice(-1)
  await field(page, 'EAN').fill(COFFEE.slice(0, -1) + String((Number(digit) + 1) % 10))
  await page
    .getByRole('button', { name: new RegExp(`${digit}$|${digit}\\b`) })
    .first()
    .click()
  await expect(field(page, 'EAN')).toHaveValue(COFFEE)
  await field(page, 'Name').focus()
  await expect(field(page, 'Name')).toBeFocused()
  await fill(field(page, 'Name'), 'Coffee 500 g')
  await fill(field(page, 'Price'), '7,90')
  await expectAccessibleLayout(page)
  await press(button(page, getByName('Add the product')))
  await expect(page.getByText('1 product', { exact: true })).toBeVisible()
  await expect(page.getByRole('list', { name: 'Products' }).getByText('Coffee 500 g · 7,90 €')).toBeVisible()
  await press(page.getByRole('link', { name: 'Continue' }))

  await expect(step(page, getByName('Test sale'))).toBeVisible()
  await expectAccessibleLayout(page)
  await press(button(page, getByName('Start the test sale')))
  await expect(page).toHaveURL('/basket')
  effort.presses++
  await expect(page.getByRole('button', { name: 'Enter the code', exact: true })).toBeVisible()
  await scanWithWedge(page, [COFFEE])
  await press(button(page, 'Go to checkout'))
  await press(page.getByRole('checkbox'))
  await press(button(page, /^Pay /))
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible({ timeout: 40_000 })
  expect(unused()).toEqual([])
  // Before the set-up there was one, it took about 17 fields and 33 presses.
  expect(effort).toMatchObject({ fields: 11, presses: 13 })

  await page.getByRole('link', { name: 'Done' }).click()
  await expect(step(page, 'Before you open')).toBeVisible()
  await expect(page.getByText('Your first sale is done.')).toBeVisible()
})

test('a shopkeeper sees what is missing before the shop opens', async ({ page, context, shop }) => {
  await signInAgain(context, shop, OWNER)
  // Until the first check of the books, which starts 20 seconds after the server, its absence counts too.
  await expect.poll(() => shop.query('SELECT 1 FROM invariant_check LIMIT 1'), { timeout: 30_000 }).toHaveLength(1)
  await page.goto('/home')
  await expect(page.getByText('5 of 6 done')).toBeVisible()
  await expect(page.getByText('Next: Choose a payment method and test it')).toBeVisible()
  // Test payments, and no backups.
  await expect(page.getByText(/\b2 things need your attention/)).toBeVisible()
  await expect(page.getByText('Kylän puoti is open with test payments')).toBeVisible()
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(step(page, 'Before you open')).toBeVisible()
  await expect(page.getByText('Kylän puoti is open with test payments')).toBeVisible()
  await button(page, 'Hide it until you open').click()
  await expectNotice(page, 'Kylän puoti is hidden from shoppers.')
  await expect(page.getByText('Kylän puoti is open with test payments')).toHaveCount(0)
  await page.getByLabel('The sender name is registered').click()
  await expect(
    page.getByRole('listitem').filter({ hasText: 'sender name of your text' }).getByLabel('done'),
  ).toBeVisible()
  await expectAccessibleLayout(page)
  await page.getByRole('link', { name: 'Print labels' }).click()
  await expect(page.getByRole('dialog').getByText('1 label · 1 page')).toBeVisible()
})

test('a shopkeeper opens the store without a terminal', async ({ page, context, shop }) => {
  await signInAgain(context, shop, OWNER)
  await page.goto('/setup?step=goLive')
  await page.getByRole('radio', { name: 'On the phone only' }).check()
  await expect(page.getByText('Adyen', { exact: true })).toHaveCount(0)
  await expectAccessibleLayout(page)
  await button(page, /^Add: Paytrail/).click()
  const dialog = page.getByRole('dialog', { name: 'Add a terminal' })
  await expect(dialog.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Paytrail')
  await dialog.getByLabel('Environment').selectOption('test')
  await dialog.getByLabel('Merchant ID').fill(SETTINGS.merchant_id)
  await dialog.getByLabel('Your email address').fill(SETTINGS.contact_email)
  await dialog.getByLabel('Secret key').fill(SETTINGS.secret_key)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await button(page, 'Test the terminal Paytrail').click()
  await expect(page.getByText('is ready for payments')).toBeVisible()
  await button(page, 'Open without a terminal').click()
  await expect(page.getByText('Kylän puoti is open. Shoppers can buy and pay.').first()).toBeVisible()
  await expectAccessibleLayout(page)
})

test('a shopper of the single store is in it without choosing, and pays on the phone', async ({
  page,
  context,
  shop,
  simulator,
}) => {
  const shopper = await signUp(context, shop, { store: null })
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: 'Kylän puoti' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Start shopping' })).toBeVisible()
  await fillBasket(page, shopper, [{ code: COFFEE, quantity: 1 }])
  await page.goto('/basket')
  await button(page, 'Go to checkout').click()
  await page.getByRole('checkbox').check()
  const order = await shopper.api.request<Order>('GET order')
  await button(page, /^Pay /).click()
  // A phone goes there by itself.
  await page.getByRole('link', { name: 'Open Paytrail' }).click()
  await page.getByRole('heading', { name: 'Simulated Paytrail' }).waitFor()
  await page.getByRole('link', { name: 'creditcard' }).click()
  // The page leads back to the shop's public address, where a test's browser isn't signed in.
  await page.waitForURL(url => url.hostname === 'localhost')
  await page.goto('/')
  await expect(page).toHaveURL(`/completed?order=${order.id}`)
  expect(await shopper.api.request<Order>(`GET orders/${order.id}`)).toMatchObject({ status: 'complete' })
  expect(simulator.payments).toMatchObject([{ status: 'ok', created: { customer: { email: SETTINGS.contact_email } } }])
})

test('a store is not published before the company is named and terms are published', async ({ page, shop }) => {
  const [{ id } = { id: 0 }] = await shop.query<{ id: number }>('SELECT id FROM store')
  expect(id).toBeGreaterThan(0)
  // What the first test left, less what the law needs.
  await shop.query(`UPDATE store SET published = false`)
  await shop.query(`UPDATE operator SET business_id = '', address = ''`)
  await page.goto('/')
  await page.getByRole('textbox', { name: 'Email', exact: true }).fill(OWNER)
  await button(page, 'Send login link').click()
  // After the first link, the receipt, and the mail about the account that gets the money.
  const { code } = await signInMail(shop, OWNER, 4)
  await page.getByRole('textbox', { name: /code/i }).fill(code)
  await page.getByRole('link', { name: 'Continue', exact: true }).click()
  await expect(step(page, 'Your company')).toBeVisible()
  await page.getByRole('link', { name: 'Test sale' }).click()
  await button(page, 'Start the test sale').click()
  await expect(page.getByText('The store can’t be published yet')).toBeVisible()
  await expect(page.getByRole('alert').getByRole('link', { name: 'Business ID' })).toBeVisible()
  await expectAccessibleLayout(page)
})
