import { referenceNumber } from '#domain/payments/reference-number.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { readGuideTask } from './guide-task.ts'
import { expectNotice } from './notices.ts'
import { leaveInDoubt, payOrder, placeOrder } from './order-mutations.ts'
import type { RunningShop } from './running-shop.ts'
import { type BrowserContext, expect, type Page, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('a variant: other tests here find an order before each merge')

const MILK = getEan('light-milk')

test('an admin finds an order, reads it and refunds part of it, as the guide says', async ({ page, context, shop }) => {
  const { getByName, unused } = readGuideTask('orders', 'refund-products')
  const admin = await signUpAdmin(context, shop)
  const paid = await payOrder(admin, shop, [{ code: MILK, quantity: 3 }])
  await page.goto('/orders')
  await expect(page.getByRole('button', { name: '30 days', pressed: true })).toBeVisible()
  await page.getByRole('searchbox').fill(referenceNumber(paid.id))
  await expect(page.getByText('1 order', { exact: true })).toBeVisible()
  await expectAccessibleLayout(page)
  await page.getByRole('link', { name: String(paid.id), exact: true }).click()

  await expect(page.getByRole('heading', { level: 1, name: `Order ${paid.id}` })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Payments' }).getByText('Approved', { exact: true })).toBeVisible()
  await expect(page.getByRole('table', { name: 'VAT by rate' }).getByRole('row')).toHaveCount(2)
  const milk = page.getByRole('region', { name: 'Products' }).getByRole('row', { name: /1,45 €\/pcs?/ })
  await expect(milk.getByRole('cell')).toHaveText(['3 pcs', '4,35 €'])
  await expectAccessibleLayout(page)
  await page.getByRole('button', { name: getByName('Refund'), exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('4,35 € will be refunded to the card')).toBeVisible()
  await expect(
    dialog.getByRole('radio', { name: getByName('Everything that’s left: …').replace('…', '4,35 €') }),
  ).toBeChecked()
  await dialog.getByRole('radio', { name: getByName('Some products') }).check()
  await expect(dialog.getByText('Choose what to refund')).toBeVisible()
  await expect(dialog.getByRole('button', { name: getByName('All of it') })).toBeVisible()
  await dialog.getByRole('button', { name: /^One more of / }).click()
  await dialog.getByRole('checkbox', { name: getByName('Return the items to stock') }).check()
  const submit = dialog.getByRole('button', { name: getByName('Refund …').replace('…', '1,45 €') })
  await submit.click()
  await expect(dialog.getByText('Mandatory field')).toBeVisible()
  await dialog.getByRole('textbox', { name: getByName('Reason') }).fill('One carton was open')
  await expectAccessibleLayout(page)
  await submit.click()
  await expect(dialog.getByText(`1,45 €: ${getByName('Refunded')}`)).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('region', { name: getByName('Refunds') }).getByText('One carton was open')).toBeVisible()
  expect(unused()).toEqual([])
  const returned = await shop.query<{ quantity: string }>(
    `SELECT quantity_thousandths::text AS quantity FROM stock_move WHERE kind = 'return'`,
  )
  expect(returned).toEqual([{ quantity: '1000' }])
})

test('an admin resolves an unknown payment', async ({ page, context, shop }) => {
  const admin = await signUpAdmin(context, shop)
  const doubtful = await leaveInDoubt(admin, shop, [{ code: MILK, quantity: 2 }])
  await page.goto('/orders')
  const attention = page.getByRole('region', { name: 'Needs attention' })
  await expect(attention.getByText(`Payment of 2,90 €, order ${doubtful.id}`)).toBeVisible()
  await expect(attention.getByText(/^The terminal hasn’t given a result/)).toBeVisible()
  const dialog = page.getByRole('dialog')
  await attention.getByRole('link', { name: `Open order ${doubtful.id}` }).click()
  await page.getByRole('button', { name: 'Enter the result' }).click()
  await dialog.getByRole('radio', { name: 'It was paid' }).check()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('It is on the bank statement')
  await expectAccessibleLayout(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Marked as paid by an admin')).toBeVisible()
  await expect(page.getByText('It is on the bank statement')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Enter the result' })).toHaveCount(0)
})

test.describe('on a desktop, in Finnish, by keyboard', () => {
  test.use(A_DESK)

  test(
    'an order is found by its number from anywhere, and a pre-order’s status is changed with a reason',
    FULL_TIER,
    async ({ page, context, shop }) => {
      const t = textsIn('fi')
      const admin = await signUpAdmin(context, shop, { language: 'fi' })
      const { id } = await placeOrder(admin, [{ code: MILK, quantity: 1 }])
      await shop.query(
        `WITH event AS (INSERT INTO preorder_event (names, descriptions, start_date, end_date, status) VALUES (
        '{"en": "Fish day", "fi": "Kalapäivä", "sv": "Fiskdag"}', '{"en": "", "fi": "", "sv": ""}',
        current_date + 7, current_date + 9, 'open') RETURNING id),
      item AS (INSERT INTO preorder_event_item (event_id, product_id, position, booked_thousandths)
        SELECT event.id, product_id, 0, quantity_thousandths FROM event, order_line WHERE order_id = $1)
      UPDATE customer_order SET status = 'preorder_booked', order_type = 'preorder', preorder_event_id = event.id
      FROM event WHERE customer_order.id = $1`,
        [id],
      )
      await page.goto('/orders')
      const row = page.getByRole('row').filter({ hasText: String(id) })
      await expect(row.getByText(t('order.status.preorder_booked'))).toBeVisible()
      await expectAccessibleLayout(page)
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill(referenceNumber(id))
      await expect(page.getByRole('option', { name: t('palette.order', { id: String(id) }) })).toBeVisible()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(`/orders/${id}`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('adminOrders.orderTitle', { id: String(id) }))
      await expectAccessibleLayout(page)
      await page.getByRole('button', { name: t('adminOrders.changeStatus') }).press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('radio').first().focus()
      await page.keyboard.press('Space')
      await page.keyboard.press('ArrowDown')
      await expect(dialog.getByRole('radio', { checked: true })).toHaveAccessibleName(t('adminOrders.paidOtherwise'))
      await page.keyboard.press('ArrowUp')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Auto toi ne')
      await expectAccessibleLayout(page)
      await dialog.getByRole('button', { name: t('adminOrders.changeStatus') }).press('Enter')
      await expectNotice(page, t('adminOrders.statusChanged', { id: String(id) }))
      const trail = page.getByRole('region', { name: t('adminOrders.history') })
      await expect(trail.getByText('Auto toi ne')).toBeVisible()
      await page.goto(`/orders?status=preorder_delivered&store_id=1001`)
      await expect(page.getByRole('link', { name: String(id), exact: true })).toBeVisible()
    },
  )
})

test.describe('with a range of days', () => {
  const t = textsIn('en')
  const THAT_DAY = 'from=2025-03-05&until=2025-03-05'

  /** The list of an admin's own two orders, one of them long ago: other shoppers buy meanwhile. */
  async function openOrders(
    { page, context, shop }: { page: Page; context: BrowserContext; shop: RunningShop },
    days: string,
  ) {
    const admin = await signUpAdmin(context, shop)
    const { id: old } = await payOrder(admin, shop, [{ code: MILK, quantity: 1 }])
    const { id: late } = await payOrder(admin, shop, [{ code: MILK, quantity: 1 }])
    // 5 March in Finland, half an hour after midnight.
    await shop.query(`UPDATE customer_order SET updated_at = '2025-03-04T22:30:00Z' WHERE id = $1`, [old])
    await page.goto(`/orders?${days}&q=${encodeURIComponent(admin.email)}`)
    const main = page.getByRole('main')
    const linkTo = (id: number) => main.getByRole('link', { name: String(id), exact: true })
    const fields = page.getByRole('dialog', { name: t('lists.filters') })
    return {
      main,
      fields,
      oldOrder: linkTo(old),
      lateOrder: linkTo(late),
      openFilters: () => main.getByRole('button', { name: t('lists.filters'), exact: true }).click(),
      closeFilters: () => fields.getByRole('button', { name: t('lists.show') }).click(),
    }
  }

  test(
    'the order list is filtered by days in the address and in the export',
    FULL_TIER,
    async ({ page, context, shop }) => {
      const orders = await openOrders({ page, context, shop }, 'days=90')
      const { main, fields, oldOrder, lateOrder, openFilters, closeFilters } = orders
      await expect(lateOrder).toBeVisible()
      await openFilters()
      await fields.getByLabel(t('lists.from'), { exact: true }).fill('5.3.2025')
      await expect(page).toHaveURL(/\?(?!.*days=).*from=2025-03-05/)
      await closeFilters()
      await expect(oldOrder).toBeVisible()
      await openFilters()
      await fields.getByLabel(t('lists.from'), { exact: true }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.type('5.3.2025', { delay: 60 })
      await expect(page).toHaveURL(/from=2025-03-05&until=2025-03-05/)
      await closeFilters()
      await expect(lateOrder).toHaveCount(0)
      await expect(oldOrder).toBeVisible()
      await page.setViewportSize({ width: 320, height: 800 })
      await expectAccessibleLayout(page)
      await page.setViewportSize({ width: 1280, height: 800 })
      await expectAccessibleLayout(page)
      await main.getByRole('button', { name: t('lists.export') }).click()
      const csv = page.getByRole('menuitem', { name: t('lists.csv') })
      await expect(csv).toHaveAttribute('href', /from=2025-03-05&until=2025-03-05/)
    },
  )

  test(
    'chips remove the days from the order list, and a saved view brings them back',
    FULL_TIER,
    async ({ page, context, shop }) => {
      const orders = await openOrders({ page, context, shop }, THAT_DAY)
      const { main, fields, oldOrder, lateOrder, openFilters, closeFilters } = orders
      await page.getByRole('button', { name: t('lists.saveView') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('That day')
      await dialog.getByRole('button', { name: t('forms.save') }).click()
      await expect(dialog).toHaveCount(0)
      await openFilters()
      await fields.getByLabel(t('lists.until'), { exact: true }).fill('1.3.2025')
      await expect(fields.getByText(t('lists.daysTurned'))).toBeVisible()
      await expectAccessibleLayout(page)
      await closeFilters()
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessibleLayout(page)
      await main.getByRole('button', { name: 'Remove filter Until: 01.03.2025' }).click()
      await main.getByRole('button', { name: 'Remove filter From: 05.03.2025' }).click()
      await expect(page.getByRole('button', { name: '30 days', pressed: true })).toBeVisible()
      await expect(lateOrder).toBeVisible()
      await main.getByRole('button', { name: 'That day' }).click()
      await expect(page).toHaveURL(new RegExp(THAT_DAY))
      await expect(oldOrder).toBeVisible()
      await openFilters()
      await expect(fields.getByLabel(t('lists.until'), { exact: true })).toHaveValue('05.03.2025')
      await expectAccessibleLayout(page)
    },
  )
})
