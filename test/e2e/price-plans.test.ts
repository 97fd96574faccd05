import type { Order } from '#contract/orders/orders.ts'
import { dayText } from '#domain/format/day-text.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { signUpAdmin } from './admins.ts'
import { fillBasket } from './basket-storage.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { productWith, signUp } from './people.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'
import { press } from './virtual-terminal.ts'

const CRISPBREAD = getEan('crispbread')

test('a shopper sees a campaign in the store’s list and the basket, and pays its price; then an admin ends it', async ({
  page,
  context,
  shop,
  openBrowser,
}) => {
  const t = textsIn('fi')
  const office = await openBrowser(A_DESK)
  const admin = await signUpAdmin(office, shop, { language: 'fi' })
  const { id } = await productWith(admin.api, CRISPBREAD)
  const desk = await office.newPage()
  await desk.goto(`/products/${id}/edit`)
  const panel = desk.getByRole('region', { name: t('pricePlans.title') })
  await panel.getByRole('button', { name: t('pricePlans.add.campaign') }).click()
  const dialog = desk.getByRole('dialog', { name: t('pricePlans.add.campaign') })
  const field = (name: string) => dialog.getByRole('textbox', { name: t(`pricePlans.${name}`) })
  await field('price').fill('2,90')
  await field('fromDay').fill(dayText(shopDate(new Date())))
  await field('untilDay').fill(dayText(plusDays(shopDate(new Date()), 1)))
  await dialog.getByRole('button', { name: t('pricePlans.save.campaign') }).click()
  await expect(dialog.getByText(t('pricePlans.problems.notLower'))).toBeVisible()
  await field('price').fill('1,90')
  await field('price').press('Enter')
  await expect(panel.getByText(t('pricePlans.states.running'))).toBeVisible()
  await expect(panel.getByText(t('pricePlans.announced', { price: '2,90 €' }))).toBeVisible()
  await expectAccessibleLayout(desk)

  const shopper = await signUp(context, shop, { language: 'fi' })
  await page.goto('/home')
  const card = page.getByRole('listitem').filter({ hasText: 'Ruisnäkkileipä' })
  const announced = /^Kampanja \d+\.\d+\. asti\s· Norm\.\s2,90\s€\s· Alin 30 pv ennen kampanjaa\s2,90\s€$/
  await expect(card.getByText(announced)).toBeVisible()
  await expect(card.getByText('1,90 €', { exact: true })).toBeVisible()
  await expect(card.getByText('6,33 €/kg')).toBeVisible()
  await fillBasket(page, shopper, [{ code: CRISPBREAD, quantity: 2 }])
  await page.goto('/basket')
  await expect(page.getByRole('list', { name: t('basket.title') }).getByText(announced)).toBeVisible()
  await page.getByRole('button', { name: t('basket.toCheckout') }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: t('checkout.pay', { amount: '3,80 €' }) }).click()
  expect((await press(shop, 'approve')).amount).toMatch(/^3,80/)
  const receipt = page.getByRole('article', { name: t('completed.receipt') })
  await expect(receipt.getByText('3,80 €').first()).toBeVisible()
  const orderId = Number(new URL(page.url()).searchParams.get('order'))
  expect((await shopper.api.request<Order>(`GET orders/${orderId}`)).order_items).toMatchObject([
    { price: 1.9, amount: 3.8 },
  ])

  await panel.getByRole('button', { name: /^Lopeta nyt/ }).click()
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: t('pricePlans.actions.running') })
    .click()
  await expect(panel.getByText(t('pricePlans.endedEarly'))).toBeVisible()
  await expect.poll(async () => (await productWith(shopper.api, CRISPBREAD)).price).toBe(2.9)
})
