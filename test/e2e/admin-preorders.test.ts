import { readFile } from 'node:fs/promises'
import { signUpAdmin } from './admins.ts'
import { bookEvent } from './booked-event.ts'
import { A_PHONE } from './browser-options.ts'
import { A_DESK } from './desk.ts'
import { expectSound } from './expect-sound.ts'
import { messagesTo } from './mailbox.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

test.describe('on a desktop', () => {
  test.use(A_DESK)

  test(
    'an admin orders booked goods by email, prints the pick list, notifies shoppers and sees overdue pick-ups',
    { tag: '@full' },
    async ({ page, context, openBrowser, shop }) => {
      const event = await bookEvent(shop)
      const admin = await signUpAdmin(context, shop)
      await page.goto('/preorders')
      await page.getByRole('combobox', { name: 'Event' }).selectOption(String(event.id))
      await expect(page.getByRole('heading', { name: 'Christmas fish' })).toBeVisible()
      await expect(page.getByText('3 pre-orders', { exact: true })).toBeVisible()
      // The row contains the ordered products: two of them, and how many more.
      const row = page.getByRole('row').filter({ hasText: event.shoppers[0]! })
      await expect(row.getByRole('listitem')).toHaveText([
        /^Whole rainbow trout2\spcs$/,
        /^Whitefish fillet1\spack\+ 1 more$/,
      ])
      await expectSound(page)

      // By keyboard: from the event to its totals.
      await page.getByRole('link', { name: 'Totals' }).focus()
      await page.keyboard.press('Enter')
      const fish = page.getByRole('region', { name: event.supplier.name })
      await expect(fish.getByRole('row', { name: /Whole rainbow trout/ })).toContainText('6')
      await expectSound(page)

      await page.getByRole('combobox', { name: 'Store' }).selectOption(String(event.storeId))
      await expect(fish.getByRole('row', { name: /Whole rainbow trout/ })).toContainText('4')
      await page.getByRole('link', { name: 'Pick list' }).click()
      await expect(page.getByRole('heading', { name: event.shoppers[0]! })).toBeVisible()
      const pdf = await page.getByRole('link', { name: 'Print (PDF)' }).getAttribute('href')
      expect((await (await page.request.get(pdf!)).body()).subarray(0, 5).toString()).toBe('%PDF-')
      const saved = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Spreadsheet (XLSX)' }).click()
      expect((await readFile(await (await saved).path())).subarray(0, 2).toString()).toBe('PK')
      await expectSound(page)

      await page.getByRole('link', { name: 'Supplier orders' }).click()
      await page.getByRole('button', { name: `Preview and send to ${event.supplier.name}` }).click()
      const dialog = page.getByRole('dialog', { name: 'Order by email' })
      // The supplier's language.
      await expect(dialog.getByText(/Kokonainen kirjolohi.*: 6/)).toBeVisible()
      await expectSound(page)
      await dialog.getByRole('button', { name: 'Send order' }).click()
      await expect(dialog).toHaveCount(0)
      const [order] = await messagesTo(shop, `fish-${event.id}@example.fi`)
      expect(order?.subject).toBe('Tilaus: Joulukala')
      expect(order?.text).toContain('Mathildedalin puoti: 4')

      await page.getByRole('link', { name: 'Orders', exact: true }).last().click()
      await page.getByRole('button', { name: 'Mark delivered in Mathildedalin puoti' }).click()
      const asked = page.getByRole('alertdialog')
      await expect(asked.getByText('2 shoppers get an email that their items are ready to pick up.')).toBeVisible()
      await expectSound(page)
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expect(page.getByText('2 pre-orders were marked as delivered. 2 emails were sent.').first()).toBeVisible()
      await expect(page.getByText('2 delivered', { exact: true })).toBeVisible()
      for (const email of event.shoppers.slice(0, 2)) {
        const mails = await messagesTo(shop, email)
        expect(mails.map(({ subject }) => subject)).toEqual(['Your pre-order is ready to pick up'])
      }

      // The days of the event pass.
      await shop.query(
        `UPDATE preorder_event SET start_date = current_date - 9, end_date = current_date - 7 WHERE id = $1`,
        [event.id],
      )
      const t = textsIn('fi')
      const languages = await admin.api.request<{ id: number; code: string }[]>('GET languages')
      await admin.api.request('PUT user', { language_id: languages.find(({ code }) => code === 'fi')?.id })
      const phone = await openBrowser(A_PHONE)
      await phone.addCookies(await context.cookies())
      const pocket = await phone.newPage()
      await pocket.goto(`/preorders?event_id=${event.id}&store_id=${event.storeId}`)
      // On a phone the event's state is folded while no goods wait for their arrival.
      await pocket
        .locator('summary')
        .filter({ hasText: t('adminPreorders.overdue_other', { count: '2' }) })
        .click()
      await pocket.getByRole('link', { name: t('adminPreorders.overdue_other', { count: '2' }) }).click()
      for (const email of event.shoppers.slice(0, 2)) await expect(pocket.getByText(email)).toBeVisible()
      await expect(pocket.getByText(t('adminPreorders.pickUps.overdue'), { exact: true }).first()).toBeVisible()
      await expectSound(pocket)
    },
  )
})
