import { readFile } from 'node:fs/promises'
import { signUpAdmin } from './admins.ts'
import { bookEvent } from './booked-event.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { messagesTo } from './mailbox.ts'
import { closeEvent } from './preorders.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier(
  'preorder-whole-life.test.ts delivers before each merge, and admin-preorders.test.ts has the lists',
)

test.describe('on a desktop', () => {
  test.use(A_DESK)

  test('an admin sees what was booked, its totals and the pick list', FULL_TIER, async ({ page, context, shop }) => {
    const event = await bookEvent(shop)
    await signUpAdmin(context, shop)
    await page.goto('/preorders')
    await page.getByRole('combobox', { name: 'Event' }).selectOption(String(event.id))
    await expect(page.getByRole('heading', { name: 'Christmas fish' })).toBeVisible()
    await expect(page.getByText('3 pre-orders', { exact: true })).toBeVisible()
    // The row contains the ordered products: two of them, and how many more.
    const row = page.getByRole('row').filter({ hasText: event.shoppers[0]! })
    await expect(row.getByRole('listitem')).toHaveText([
      /^Whole rainbow trout2\spcs at 24,90\s€49,80\s€$/,
      /^Whitefish fillet\+ 1 more1\spack at 15,50\s€15,50\s€$/,
    ])
    await expectAccessibleLayout(page)

    // By keyboard: from the event to its totals.
    await page.getByRole('link', { name: 'Totals' }).focus()
    await page.keyboard.press('Enter')
    const fish = page.getByRole('region', { name: event.supplier.name })
    await expect(fish.getByRole('row', { name: /Whole rainbow trout/ })).toContainText('6')
    await expectAccessibleLayout(page)

    await page.getByRole('combobox', { name: 'Store' }).selectOption(String(event.storeId))
    await expect(fish.getByRole('row', { name: /Whole rainbow trout/ })).toContainText('4')
    await page.getByRole('link', { name: 'Pick list' }).click()
    await expect(page.getByRole('heading', { name: event.shoppers[0]! })).toBeVisible()
    const pdf = await page.getByRole('link', { name: 'Print (PDF)' }).getAttribute('href')
    expect((await (await page.request.get(pdf!)).body()).subarray(0, 5).toString()).toBe('%PDF-')
    const saved = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Spreadsheet (XLSX)' }).click()
    expect((await readFile(await (await saved).path())).subarray(0, 2).toString()).toBe('PK')
    await expectAccessibleLayout(page)
    await closeEvent(shop, event.id)
  })

  test(
    'an admin orders booked goods by email, and shoppers get an email once they are delivered',
    FULL_TIER,
    async ({ page, context, shop }) => {
      const event = await bookEvent(shop)
      await signUpAdmin(context, shop)
      await page.goto(`/preorders?event_id=${event.id}&store_id=${event.storeId}`)
      await page.getByRole('link', { name: 'Supplier orders' }).click()
      await page.getByRole('button', { name: `Preview and send to ${event.supplier.name}` }).click()
      const dialog = page.getByRole('dialog', { name: 'Order by email' })
      // The supplier's language.
      await expect(dialog.getByText(/Kokonainen kirjolohi.*: 6/)).toBeVisible()
      await expectAccessibleLayout(page)
      await dialog.getByRole('button', { name: 'Send order' }).click()
      await expect(dialog).toHaveCount(0)
      const [order] = await messagesTo(shop, `fish-${event.id}@example.fi`)
      expect(order?.subject).toBe('Tilaus: Joulukala')
      expect(order?.text).toContain('Mathildedalin puoti: 4')

      await page.getByRole('link', { name: 'Orders', exact: true }).last().click()
      await page.getByRole('button', { name: 'Mark delivered in Mathildedalin puoti' }).click()
      const question = page.getByRole('alertdialog')
      await expect(question.getByText('2 shoppers get an email that their items are ready to pick up.')).toBeVisible()
      await expectAccessibleLayout(page)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByText('2 pre-orders were marked as delivered. 2 emails were sent.').first()).toBeVisible()
      await expect(page.getByText('2 delivered', { exact: true })).toBeVisible()
      for (const email of event.shoppers.slice(0, 2)) {
        const mails = await messagesTo(shop, email)
        expect(mails.map(({ subject }) => subject)).toEqual(['Your pre-order is ready to pick up'])
      }
      await closeEvent(shop, event.id)
    },
  )
})

test('on a phone, in Finnish: an admin sees the overdue pick-ups', FULL_TIER, async ({ page, context, shop }) => {
  const event = await bookEvent(shop)
  // Delivered, and the days of the event have passed.
  await shop.query(`UPDATE customer_order SET status = 'preorder_delivered' WHERE preorder_event_id = $1`, [event.id])
  await shop.query(
    `UPDATE preorder_event SET start_date = current_date - 9, end_date = current_date - 7 WHERE id = $1`,
    [event.id],
  )
  const t = textsIn('fi')
  await signUpAdmin(context, shop, { language: 'fi' })
  await page.goto(`/preorders?event_id=${event.id}&store_id=${event.storeId}`)
  // On a phone the event's state is folded while no goods wait for their arrival.
  await page
    .locator('summary')
    .filter({ hasText: t('adminPreorders.overdue_other', { count: '2' }) })
    .click()
  await page.getByRole('link', { name: t('adminPreorders.overdue_other', { count: '2' }) }).click()
  for (const email of event.shoppers.slice(0, 2)) await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(t('adminPreorders.pickUps.overdue'), { exact: true }).first()).toBeVisible()
  await expectAccessibleLayout(page)
  await closeEvent(shop, event.id)
})
