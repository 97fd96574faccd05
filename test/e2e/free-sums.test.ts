import { signUpAdmin } from './admins.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { payOrder } from './order-mutations.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

test('an admin refunds a sum without goods, and the order and the receipt show it', async ({ page, context, shop }) => {
  const t = textsIn('fi')
  const admin = await signUpAdmin(context, shop, { language: 'fi' })
  const order = await payOrder(admin, shop, [{ code: getEan('light-milk'), quantity: 3 }])
  await page.goto(`/orders/${order.id}`)
  await page.getByRole('button', { name: t('adminOrders.refund.open'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: t('adminOrders.refund.anotherSum') }).check()
  await expect(dialog.getByRole('checkbox', { name: t('adminOrders.refund.returnStock') })).toHaveCount(0)
  const sum = dialog.getByRole('textbox', { name: t('adminOrders.refund.sum') })
  await sum.fill('4,36')
  await expect(dialog.getByText(t('adminOrders.refund.sumInvalid', { amount: '4,35 €' }))).toBeVisible()
  await sum.fill('2')
  await dialog.getByRole('textbox', { name: t('adminOrders.reason') }).fill('Kolhiintunut tölkki')
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: t('adminOrders.refund.submit', { amount: '2,00 €' }) }).click()
  await expect(dialog.getByText(`2,00 €: ${t('adminOrders.refundStates.DONE')}`)).toBeVisible()
  await dialog.getByRole('button', { name: t('common.close') }).click()
  const refunds = page.getByRole('region', { name: t('adminOrders.refunds') })
  await expect(refunds.getByText(t('adminOrders.freeSum'))).toBeVisible()
  await page.goto(`/purchases/${order.id}`)
  await expect(page.getByRole('row', { name: new RegExp(t('purchases.freeSum')) })).toContainText('2,00 €')
  await expectAccessibleLayout(page)
})
