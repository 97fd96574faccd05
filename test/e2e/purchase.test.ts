import type { Order } from '#contract/orders/orders.ts'
import { inTier, TIER } from '#test/tier.ts'
import { type BasketLine, fillBasket } from './basket-storage.ts'
import { codesOfClip } from './camera-goods.ts'
import { heading, toCheckout } from './checkout.ts'
import { FakeCamera, GOOD_LENS } from './fake-camera.ts'
import { smsCode } from './mailbox.ts'
import { notice } from './notices.ts'
import { MATHILDEDAL, newPerson, signUp } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test, fullTier } from './test.ts'

// As for shoppers, from the first visit on.
test.use({ serviceWorkers: 'allow' })

const GOODS: readonly BasketLine[] = [
  { code: 'Semi-skimmed milk', quantity: 2 },
  { code: 'Hot-smoked salmon', quantity: 0.412 },
  { code: 'Creamy cheese', quantity: 0.405, amounts: [7.65] },
]
const BOUGHT = GOODS.map(({ code }) => code)

/** Stock of Mathildedal in thousandths of a unit, by name. */
async function getStock(shop: RunningShop): Promise<Record<string, number>> {
  const rows = await shop.query<{ name: string; quantity: number }>(
    `SELECT product_version.names->>'en' AS name, store_stock.quantity_thousandths::int AS quantity
     FROM store_stock JOIN store ON store.id = store_id
     JOIN product_version ON product_version.product_id = store_stock.product_id
     WHERE store.name = $1 AND product_version.names->>'en' = ANY ($2)`,
    [MATHILDEDAL, BOUGHT],
  )
  return Object.fromEntries(rows.map(({ name, quantity }) => [name, quantity]))
}

test(
  'a shopper signs in by the link, scans with the camera and sees the order at checkout',
  inTier({ merge: {}, full: { tag: '@whole' } }),
  async ({ page, context, shop }) => {
    // The whole browser plays a clip, like a phone's camera. In the light one the page draws its codes.
    const camera = TIER === 'full' ? undefined : await FakeCamera.install(page, { lenses: [GOOD_LENS] })
    const { email, phone } = newPerson()

    await page.goto('/')
    await page.getByRole('textbox', { name: 'Email' }).fill(email)
    await page.getByRole('button', { name: 'Send login link' }).click()
    await expect(heading(page, 'Check your inbox')).toBeVisible()
    await page.goto('/dev/mailbox')
    await page.getByRole('article').filter({ hasText: email }).getByRole('link').click()
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()

    await page.getByLabel('Mobile phone number').fill(phone.replace('+358', '0'))
    await page.getByRole('button', { name: 'Send code' }).click()
    await page.getByLabel('Code from the text message').fill(await smsCode(shop, phone))

    await expect(heading(page, 'Choose a store')).toBeVisible()
    // By keys: both are where “Send code” was pressed, and for a moment such a tap has no effect.
    await page.getByRole('main').getByRole('button', { name: MATHILDEDAL }).press('Enter')
    await page.getByRole('link', { name: 'Start shopping' }).press('Enter')

    // The tap triggers the browser's permission prompt, which is granted.
    await expect(page.getByText('Your basket is empty')).toBeVisible()
    await context.grantPermissions(['camera'])
    await page.getByRole('button', { name: 'Start the camera' }).click()
    for (const [place, name] of BOUGHT.entries()) {
      await camera?.display(codesOfClip()[place])
      await expect(heading(page, name)).toBeVisible()
    }
    await page.getByRole('button', { name: 'Add one: Semi-skimmed milk' }).click()
    await expect(page.getByText('4 items')).toBeVisible()
    await expect(page.getByText('24,93 €', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Go to checkout' }).click()

    await expect(heading(page, 'Checkout')).toBeVisible()
    const summary = page.getByRole('table', { name: MATHILDEDAL })
    await expect(summary.getByRole('row')).toHaveText([
      'ProductQuantityAmount',
      'Creamy cheese0,405 kg7,65 €',
      'Hot-smoked salmon0,412 kg14,38 €',
      'Semi-skimmed milk2 pcs2,90 €',
    ])
    for (const row of ['Total excluding VAT21,96 €', 'VAT 13,5 %2,97 €', 'Total24,93 €']) {
      await expect(page.getByText(row, { exact: true })).toBeVisible()
    }
  },
)

test('a shopper accepts the terms, pays at the terminal and gets the receipt', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const shopper = await signUp(context, shop)
  const stockBefore = await getStock(shop)
  await fillBasket(page, shopper, GOODS)
  await page.goto('/basket')
  await page.getByRole('button', { name: 'Go to checkout' }).click()
  const payButton = page.getByRole('button', { name: 'Pay 24,93 €' })
  await expect(payButton).toBeDisabled()
  await page.getByRole('button', { name: 'terms of purchase' }).click()
  const terms = page.getByRole('dialog', { name: 'Terms of purchase' })
  await expect(terms.getByText(/^The goods are sold by/)).toBeVisible()
  expect((await terms.boundingBox())?.width, 'the whole screen on a phone').toBe(390)
  await terms.getByRole('button', { name: 'Close' }).click()
  await expect(terms).toBeHidden()
  await expect(payButton).toBeDisabled()
  // A press on it leads to what is missing.
  await payButton.click({ force: true })
  await expect(page.getByRole('checkbox')).toBeFocused()
  await page.getByRole('checkbox').check()
  await payButton.click()

  await expect(heading(page, 'Pay at the terminal')).toBeVisible()
  await expect(page.getByRole('banner')).toHaveCount(0)
  const terminal = await (await openBrowser({ viewport: { width: 800, height: 600 }, isMobile: false })).newPage()
  await terminal.goto('/dev/terminal')
  await expect(terminal.getByText('24,93 €')).toBeVisible()
  await terminal.getByRole('button', { name: 'Approve' }).click()

  await expect(heading(page, 'Paid')).toBeVisible()
  await expect(notice(page, 'Order paid')).toBeVisible()
  const receipt = page.getByRole('article', { name: 'Receipt' })
  await expect(receipt.getByRole('table', { name: MATHILDEDAL }).getByRole('row')).toHaveCount(4)
  await expect(receipt).toContainText('Ruukkikylien Puodit Oy')
  await expect(receipt.getByText(/^Reference number\s*[\d ]+$/)).toBeVisible()

  await expect(receipt.getByRole('heading', { name: 'Card slip' })).toBeVisible()
  await expect(receipt.getByRole('region', { name: 'Card slip' }).getByText('No money was taken')).toHaveText(
    /^TEST MODE\nNo money was taken\n\nPURCHASE {23}24\.93 EUR\n/,
    { useInnerText: true },
  )

  const orderId = Number(new URL(page.url()).searchParams.get('order'))
  const order = await shopper.api.request<Order>(`GET orders/${orderId}`)
  expect(order).toMatchObject({
    customer_email: shopper.email,
    status: 'complete',
    string_code: 'SUCCESS',
    total_amount: 24.93,
    total_net_amount: 21.96,
    vat_by_rate: [{ vat: 13.5, gross: 24.93, net: 21.96, tax: 2.97 }],
  })
  await expect(receipt).toContainText(String(orderId))
  const stockAfter = await getStock(shop)
  const sold = Object.fromEntries(BOUGHT.map(name => [name, (stockBefore[name] ?? 0) - (stockAfter[name] ?? 0)]))
  expect(sold).toEqual({ 'Semi-skimmed milk': 2000, 'Hot-smoked salmon': 412, 'Creamy cheese': 405 })

  // A reload shows the receipt again; the basket is empty for the next visit.
  await page.reload()
  await expect(heading(page, 'Paid')).toBeVisible()
  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Start shopping' }).click()
  await expect(page.getByText('Your basket is empty')).toBeVisible()
})

test(
  'the page about closing the account, opened at checkout, leads back to checkout',
  fullTier('a variant: other tests here check out before each merge'),
  async ({ page, context, shop }) => {
    await toCheckout(page, await signUp(context, shop))
    await page.getByRole('button', { name: 'Account', exact: true }).click()
    await page.getByRole('link', { name: 'Close account' }).click()
    await expect(heading(page, 'Close account')).toBeVisible()
    await page.getByRole('link', { name: 'Back to checkout' }).click()
    await expect(heading(page, 'Checkout')).toBeVisible()
  },
)
