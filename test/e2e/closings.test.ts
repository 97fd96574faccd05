import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { LAST_MONTH, sellLastMonth } from './month-of-sales.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('closings.test.ts of the server has their sums before each merge')

test.describe('on a desktop, in Finnish', () => {
  test.use(A_DESK)

  test(
    'an admin picks a month, compares a day with the terminal by keyboard, and the voucher balances',
    FULL_TIER,
    async ({ page, context, shop }) => {
      const t = textsIn('fi')
      await signUpAdmin(context, shop, { language: 'fi' })
      await sellLastMonth(shop, 'Tilitalo')
      const [{ id } = { id: 0 }] = await shop.query<{ id: number }>(`SELECT id FROM store WHERE name = 'Tilitalo'`)
      await page.goto(`/closings?store=${id}`)
      await expect(page.getByText(t('lists.nothingFound'), { exact: true })).toBeVisible()
      await page.getByRole('button', { name: t('closings.earlier') }).click()
      await expect(page).toHaveURL(`/closings?store=${id}&month=${LAST_MONTH}`)
      const sums = page.getByRole('region').filter({ has: page.getByRole('button', { name: t('closings.vouchers') }) })
      await sums.locator('summary').focus()
      await page.keyboard.press('Enter')
      // Each receipt of 12.55 € contains 2.55 € of VAT.
      await expect(sums.getByRole('row', { name: /^25,5 %/ })).toContainText('25,10 €')
      await expect(sums.getByRole('row', { name: /^25,5 %/ })).toContainText('5,10 €')
      await expect(page.getByText(t('closings.notCompared'))).toBeVisible()
      await expectAccessibleLayout(page)

      await page.getByRole('button', { name: new RegExp(`10\\.${LAST_MONTH.slice(5)}\\.`) }).focus()
      await page.keyboard.press('Enter')
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox', { name: t('closings.terminalSum') }).fill('25,00')
      await expectAccessibleLayout(page)
      await page.keyboard.press('Enter')
      await expect(dialog).toHaveCount(0)
      await expect(page.getByText(t('closings.differs'), { exact: true })).toBeVisible()
      await expect(page.getByText(t('closings.differing_one', { count: '1' }))).toBeVisible()
      await expect(page.getByRole('cell', { name: '−0,10 €' })).toBeVisible()

      await page.getByRole('button', { name: t('closings.vouchers') }).press('Enter')
      const href = await page.getByRole('menuitem', { name: t('closings.vouchersNetBaron') }).getAttribute('href')
      const lines = (await (await page.request.get(href ?? '')).text()).trim().split('\r\n').slice(1)
      expect(lines.map(line => line.split(';').slice(3))).toEqual([
        ['1720', String(id), '', '', '25.10', '25.10', '0.00'],
        ['3000', String(id), '25.5', '2939', '-20.00', '-25.10', '-5.10'],
      ])
    },
  )
})

test(
  'on a phone the accounts are changed, and test payments are shown on request',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const admin = await signUpAdmin(context, shop)
    await page.goto('/closings')
    await page.getByRole('button', { name: 'Accounts' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accounts' })
    await dialog.getByRole('textbox', { name: 'Card receivables' }).fill('17x')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByText('Digits only, up to 9')).toBeVisible()
    await dialog.getByRole('textbox', { name: 'Card receivables' }).fill('1721')
    await expectAccessibleLayout(page)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    expect(await admin.api.request('GET admin/ledger-accounts')).toMatchObject({ card: '1721' })
    await admin.api.request('PUT admin/ledger-accounts', {
      ...(await admin.api.request<{ revision: number }>('GET admin/ledger-accounts')),
      card: '1720',
    })
    await page.goto('/closings?test=true')
    await expect(page.getByRole('button', { name: 'Remove filter Test payment: Only test payments' })).toBeVisible()
    await expectAccessibleLayout(page)
  },
)
