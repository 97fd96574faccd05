import type { Refund } from '#contract/payments/refunds.ts'
import { overflow, violations } from './accessibility.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { getEan } from './goods.ts'
import { serveTiles } from './map-tiles.ts'
import { leaveInDoubt, payOrder } from './order-mutations.ts'
import { type Shopper, storeNamed, TEIJO } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, fullTier, type Page, test } from './test.ts'

const MILK = [{ code: getEan('light-milk'), quantity: 2 }]
const REFERENCE = 'PSP4711'

/** A refund that Adyen had accepted and reported as failed, in the rows that its webhook writes. */
async function refundThatFailed(admin: Shopper, shop: RunningShop): Promise<Refund> {
  const { id } = await payOrder(admin, shop, MILK)
  const body = { refunded_amount: 0, reason: 'Two were spoiled', return_stock: false }
  const refund = await admin.api.request<Refund>(`POST admin/orders/${id}/refunds`, body)
  const isDone = `SELECT id FROM refund WHERE id = $1 AND state = 'DONE'`
  await expect.poll(() => shop.query(isDone, [refund.id])).toHaveLength(1)
  const stored = `tender.${REFERENCE}-${refund.id}`
  await shop.query('UPDATE refund SET transaction_id = $2 WHERE id = $1', [refund.id, `${stored} 2026-11-26T10:00:00Z`])
  await shop.query(
    `INSERT INTO refund_failure (provider, reference, merchant_reference, event, reason, amount_cents, currency, failed_at)
     SELECT 'adyen', $2, '', 'REFUND_FAILED', 'Card closed', amount_cents, currency, now() FROM refund WHERE id = $1`,
    [refund.id, `${REFERENCE}-${refund.id}`],
  )
  return refund
}

const expectRight = async (page: Page) => expect([await violations(page), await overflow(page)]).toEqual([[], 0])

for (const width of [390, 1280]) {
  test.describe(`${width} pixels wide`, width !== 390 ? fullTier('the other width runs before each merge') : {}, () => {
    if (width !== 390) test.use(A_DESK)

    test('a payment in doubt in the app names MobilePay, its portal and its reference', async ({
      page,
      context,
      shop,
    }, info) => {
      const admin = await signUpAdmin(context, shop)
      const { id } = await leaveInDoubt(admin, shop, MILK)
      await shop.query(
        `UPDATE terminal SET provider = 'mobilepay', name = 'MobilePay' WHERE id = (SELECT terminal_id FROM payment_attempt
         WHERE order_id = $1)`,
        [id],
      )
      await page.goto(`/orders/${id}`)
      await expect(page.getByText(/^MobilePay hasn’t given a result.*portal\.vippsmobilepay\.com/)).toBeVisible()
      await expect(page.getByText(`Reference in MobilePay: doubt${id}`)).toBeVisible()
      await expect(page.getByText('No result received')).toBeVisible()
      await expectRight(page)
      await page.screenshot({ path: info.outputPath(`doubt-${width}.png`), fullPage: true })
    })

    test('a refund that failed later waits for an admin, who records how it was returned', async ({
      page,
      context,
      shop,
    }, info) => {
      const admin = await signUpAdmin(context, shop)
      const refund = await refundThatFailed(admin, shop)
      const title = `Failed refund of 2,90 €, order ${refund.order_id}`
      await page.goto('/orders')
      await expect(page.getByRole('region', { name: 'Needs attention' }).getByText(title)).toBeVisible()
      await page.screenshot({ path: info.outputPath(`attention-${width}.png`) })
      await page.goto(`/orders/${refund.order_id}`)
      await expect(page.getByRole('heading', { name: title })).toBeVisible()
      const refunds = page.getByRole('region', { name: 'Refunds' })
      await expect(refunds.getByText('2,90 €: Failed: the shopper didn’t get the refund')).toBeVisible()
      await expect(refunds.getByText(/REFUND_FAILED: Card closed/)).toBeVisible()
      await expectRight(page)
      await page.screenshot({ path: info.outputPath(`failed-${width}.png`), fullPage: true })
      await page.getByRole('button', { name: 'Enter the result' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio', { name: 'I’ve refunded it myself' }).check()
      await dialog.getByRole('textbox', { name: 'Reason' }).fill('Bank transfer')
      await expectRight(page)
      await page.screenshot({ path: info.outputPath(`decide-${width}.png`) })
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(refunds.getByText(/Refunded by an admin another way$/)).toBeVisible()
      await expect(page.getByRole('heading', { name: title })).toHaveCount(0)
    })

    test('closings show the terminal and MobilePay apart', async ({ page, context, shop }, info) => {
      const admin = await signUpAdmin(context, shop)
      const { id } = await payOrder(admin, shop, MILK)
      await payOrder(admin, shop, MILK)
      await shop.query(
        `WITH app AS (INSERT INTO terminal (store_id, name, provider) SELECT store_id, 'MobilePay', 'mobilepay'
           FROM customer_order WHERE id = $1 RETURNING id)
         UPDATE payment_attempt SET terminal_id = app.id FROM app WHERE order_id = $1`,
        [id],
      )
      await page.goto('/closings?test=false')
      await expect(page.getByText(/, MobilePay$/).first()).toBeVisible()
      await expectRight(page)
      await page.screenshot({ path: info.outputPath(`closings-${width}.png`), fullPage: true })
      const row = page.getByRole(width === 390 ? 'listitem' : 'row').filter({ hasText: ', MobilePay' })
      await row.getByRole('button').first().click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('MobilePay’s own report')).toBeVisible()
      await expectRight(page)
      await page.screenshot({ path: info.outputPath(`closing-${width}.png`) })
    })

    test('the key of Adyen’s webhook is entered with its terminal', async ({ page, context, shop }, info) => {
      const { api } = await signUpAdmin(context, shop)
      await serveTiles(context, () => true)
      await page.goto(`/stores/${(await storeNamed(api, TEIJO)).id}`)
      await page.getByRole('button', { name: 'Add a terminal' }).click()
      const dialog = page.getByRole('dialog', { name: 'Add a terminal' })
      await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Adyen')
      await dialog.getByLabel('Connection').selectOption('adyen')
      await dialog.getByLabel('Webhook secret').fill('too short')
      await dialog.getByRole('button', { name: 'Save' }).click()
      await expect(dialog.getByText('64 digits 0–9 and letters A–F')).toBeVisible()
      await expectRight(page)
      await dialog.getByLabel('Webhook password').scrollIntoViewIfNeeded()
      await page.screenshot({ path: info.outputPath(`adyen-${width}.png`) })
    })
  })
}
