import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Locator } from '@playwright/test'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Order } from '#contract/orders/orders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { MobilepaySimulator, SETTINGS } from '#test/terminals/mobilepay/mobilepay-simulator.ts'
import { overflow, violations } from './accessibility.ts'
import { signUpAdmin } from './admins.ts'
import { fillBasket } from './basket-storage.ts'
import { TWO_MILKS } from './checkout.ts'
import { A_DESK } from './desk.ts'
import { readGuideTask } from './guide-task.ts'
import { serveTiles } from './map-tiles.ts'
import { signUp, type Shopper, storeNamed, TEIJO } from './people.ts'
import { RunningShop } from './running-shop.ts'
import { expect, fullTier, test as base, type Page } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier(
  'a variant: another language or width, or a way that another test here takes before each merge',
)

/** A shop whose payment app is a simulator; Teijo is paid only there. */
const test = base.extend<object, { simulator: MobilepaySimulator; shop: RunningShop }>({
  simulator: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs out of a pattern
    async ({}, provide) => {
      const simulator = new MobilepaySimulator()
      await simulator.open()
      await provide(simulator)
      expect(simulator.invalid).toEqual([])
      await simulator.close()
    },
    { scope: 'worker' },
  ],
  shop: [
    async ({ simulator, browser }, provide) => {
      const shop = await RunningShop.open({ PUOTI_MOBILEPAY_URL: simulator.url })
      const context = await browser.newContext({ baseURL: shop.origin })
      const { api } = await signUpAdmin(context, shop)
      const { id: store_id } = await storeNamed(api, TEIJO)
      await api.request('POST admin/terminals', {
        store_id,
        name: 'MobilePay',
        provider: 'mobilepay',
        settings: SETTINGS,
      })
      await shop.query(`UPDATE store SET payment_mode = 'terminal' WHERE id = $1`, [store_id])
      await context.close()
      await provide(shop)
      await shop.close()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/** Presses Pay for two cartons of milk; returns the order. */
async function pressPay(page: Page, shopper: Shopper, language: LanguageCode = 'en'): Promise<Order> {
  const t = textsIn(language)
  await fillBasket(page, shopper, TWO_MILKS)
  await page.goto('/basket')
  await page.getByRole('button', { name: t('basket.toCheckout') }).click()
  await page.getByRole('checkbox').check()
  const order = await shopper.api.request<Order>('GET order')
  await page.getByRole('button', { name: t('checkout.pay', { amount: '' }).trim() }).click()
  return order
}

/** The payment's link, once the shop has it. */
async function getLink(shopper: Shopper, { id }: Order): Promise<string> {
  const find = async () => (await shopper.api.request<Order>(`GET orders/${id}`)).payment?.app_link ?? ''
  await expect.poll(find).not.toBe('')
  return find()
}

/** What a phone reads from the screen. */
async function readCode(code: Locator): Promise<string> {
  const program = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
  await prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(program).buffer }, fireImmediately: true })
  const [read] = await readBarcodes(await code.screenshot())
  return read?.text ?? ''
}

/** Approves in the app, without this browser. */
const approve = (link: string) => fetch(`${link}&press=approve`, { redirect: 'manual' })

for (const language of ['en', 'fi', 'sv'] as const) {
  test(
    `in ${language}: the phone opens the app, and shows the receipt when the shopper comes back`,
    language !== 'en' ? FULL_TIER : {},
    async ({ page, context, shop, simulator }) => {
      const t = textsIn(language)
      const shopper = await signUp(context, shop, { language, store: TEIJO })
      const order = await pressPay(page, shopper, language)
      await page.waitForURL(`${simulator.url}/landing**`)
      await approve(page.url())
      await page.goto('/')
      await expect(page.getByRole('heading', { name: t('completed.outcome.SUCCESS.title'), exact: true })).toBeVisible()
      await expect(page).toHaveURL(`/completed?order=${order.id}`)
      await expect(page.getByText('MobilePay').first()).toBeVisible()
    },
  )
}

test('a browser that was closed during the payment comes back to a paid order and an empty basket', async ({
  page,
  context,
  shop,
  simulator,
}) => {
  const shopper = await signUp(context, shop, { store: TEIJO })
  const order = await pressPay(page, shopper)
  await page.waitForURL(`${simulator.url}/landing**`)
  const link = page.url()
  await page.close()
  await approve(link)
  await expect.poll(async () => (await shopper.api.request<Order>(`GET orders/${order.id}`)).status).toBe('complete')
  const again = await context.newPage()
  await again.goto('/basket')
  await expect(again.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
  await again.goto('/basket')
  await expect(again.getByText('Your basket is empty')).toBeVisible()
})

test('a computer shows a QR code with the link, and the receipt once a phone has paid', async ({
  openBrowser,
  shop,
}, info) => {
  const context = await openBrowser(A_DESK)
  const page = await context.newPage()
  const shopper = await signUp(context, shop, { store: TEIJO })
  const order = await pressPay(page, shopper)
  const code = page.getByRole('img', { name: 'Code that opens the payment in MobilePay' })
  await expect(code).toBeVisible()
  const read = await readCode(code)
  expect(read).toBe(await getLink(shopper, order))
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('qr-1280.png') })
  await approve(read)
  await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
})

test(
  'a phone shows the code for another phone when it is asked to',
  FULL_TIER,
  async ({ page, context, shop, simulator }, info) => {
    const shopper = await signUp(context, shop, { store: TEIJO })
    const order = await pressPay(page, shopper)
    await page.waitForURL(`${simulator.url}/landing**`)
    await page.goto('/')
    await page.getByRole('button', { name: 'Show a code for another phone' }).click()
    const code = page.getByRole('img', { name: 'Code that opens the payment in MobilePay' })
    const read = await readCode(code)
    expect(read).toBe(await getLink(shopper, order))
    expect([await violations(page), await overflow(page)]).toEqual([[], 0])
    await page.screenshot({ path: info.outputPath('qr-390.png'), fullPage: true })
    await approve(read)
    await expect(page.getByRole('heading', { name: 'Paid', exact: true })).toBeVisible()
  },
)

for (const width of [390, 1280]) {
  test(
    `an admin connects MobilePay, ${width} pixels wide`,
    width !== 390 ? FULL_TIER : {},
    async ({ openBrowser, shop }, info) => {
      const context = await openBrowser(width === 390 ? {} : A_DESK)
      const page = await context.newPage()
      const { getByName, unused } = readGuideTask('getting-started', 'connect-mobilepay')
      const { api } = await signUpAdmin(context, shop)
      await serveTiles(context, () => true)
      await page.goto('/stores')
      await expect(page.getByRole('heading', { level: 1, name: getByName('Stores') })).toBeVisible()
      await page.goto(`/stores/${(await storeNamed(api, TEIJO)).id}`)
      await expect(page.getByRole('heading', { name: getByName('Payment terminals') })).toBeVisible()
      await expect(page.getByLabel(getByName('How shoppers pay'))).toContainText(getByName('Payment terminal'))
      await expect(page.getByRole('button', { name: getByName('Test the terminal') }).first()).toBeVisible()
      await page.getByRole('button', { name: getByName('Add a terminal') }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a terminal' })
      await dialog.getByRole('textbox', { name: getByName('Name'), exact: true }).fill('MobilePay')
      const connection = dialog.getByLabel(getByName('Connection'))
      await connection.selectOption({ label: getByName('MobilePay, in the app on the shopper’s phone') })
      expect([await violations(page), await overflow(page)]).toEqual([[], 0])
      await page.screenshot({ path: info.outputPath(`connect-${width}.png`) })
      await dialog.getByLabel(/serial number/i).fill(SETTINGS.merchant_serial_number)
      await dialog.getByLabel('client_id').fill(SETTINGS.client_id)
      await dialog.getByLabel('client_secret').fill(SETTINGS.client_secret)
      await dialog.getByLabel(/subscription key/i).fill(SETTINGS.subscription_key)
      await page.screenshot({ path: info.outputPath(`filled-${width}.png`) })
      await expect(dialog.getByRole('button', { name: getByName('Save') })).toBeVisible()
      expect(unused()).toEqual([])
    },
  )
}
