import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { LAST_MONTH, sellLastMonth } from './month-of-sales.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

test('an admin chooses a report, a store and days, reads the table and saves it as a file', async ({
  page,
  context,
  shop,
}) => {
  const t = textsIn('en')
  await signUpAdmin(context, shop)
  await sellLastMonth(shop, 'Raporttila')
  await page.goto('/reports')
  await expect(page.getByRole('heading', { level: 1, name: t('links./reports') })).toBeVisible()
  const all = page.getByRole('navigation', { name: t('reports.all') })
  await all.getByRole('link', { name: t('reports.name.day') }).click()
  await expect(page).toHaveURL(/report=day/)
  await page.getByRole('combobox', { name: t('reports.store') }).selectOption('Raporttila')
  await expect(page).toHaveURL(/store=\d+/)
  await expect(page.getByRole('rowheader', { name: t('closings.together') })).toBeVisible()
  await page.getByRole('combobox', { name: t('reports.period') }).selectOption(t('reports.periods.lastMonth'))
  await expect(page).toHaveURL(new RegExp(`from=${LAST_MONTH}-01`))
  // Two receipts of 12.55 €.
  const total = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: t('closings.together') }) })
  await expect(total).toContainText('25,10 €')
  const sales = page.getByRole('term').filter({ hasText: new RegExp(`^${t('reports.figures.sold')}$`) })
  await expect(sales.locator('xpath=following-sibling::dd')).toHaveText('25,10 €')
  await expect(page.getByRole('slider')).toHaveAttribute('aria-valuetext', /10\.\d+\.\d+: .*25,10\s€/)
  await expectAccessibleLayout(page)

  await all.getByRole('link', { name: t('reports.name.vat') }).click()
  await expect(page.getByRole('row', { name: /^25,5 %/ })).toContainText('5,10 €')
  await page.getByRole('button', { name: t('lists.export') }).click()
  const href = await page.getByRole('menuitem', { name: t('lists.csv') }).getAttribute('href')
  const lines = (await (await page.request.get(href ?? '')).text()).trim().split('\r\n')
  expect(lines.slice(1)).toEqual(['25,5;25,10;0,00;25,10;20,00;5,10'])
  const printout = page.getByRole('menuitem', { name: t('lists.pdf') })
  await expect(printout).toHaveAttribute('target', '_blank')
  const pdf = await page.request.get((await printout.getAttribute('href')) ?? '')
  expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
})

test('the overview compares a period, and its days, hours and products lead to what they count', async ({
  page,
  context,
  shop,
}) => {
  const t = textsIn('en')
  await signUpAdmin(context, shop)
  await sellLastMonth(shop, 'Katselmus')
  await page.goto('/reports')
  await page.getByRole('combobox', { name: t('reports.store') }).selectOption('Katselmus')
  await page.getByRole('combobox', { name: t('reports.period') }).selectOption(t('reports.periods.lastMonth'))
  const figure = page.getByRole('listitem').filter({ hasText: t('reports.figures.net') })
  await expect(figure).toContainText('25,10 €')
  const days = page.getByRole('slider', { name: t('reports.name.day') })
  await expect(days).toHaveAttribute('aria-valuetext', /10\.\d+\.\d+: .*25,10\s€/)
  await expect(days.locator('svg').first()).toBeVisible()
  await expect(page.getByRole('slider', { name: t('reports.name.hour') })).toBeVisible()
  await expect(page.getByRole('heading', { name: t('reports.name.product'), exact: true })).toBeVisible()
  await expectAccessibleLayout(page)

  await days.focus()
  await page.keyboard.press('ArrowRight')
  await expect(days).toHaveAttribute('aria-valuetext', /11\.\d+\.\d+: .*0,00\s€/)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/orders\\?paid_from=${LAST_MONTH}-10&paid_until=${LAST_MONTH}-10`))
  await expect(page.getByText(t('adminOrders.count_other', { count: '2' }))).toBeVisible()
  await page.goBack()
  await page
    .getByRole('link', { name: t('reports.showOrders') })
    .last()
    .click()
  await expect(page).toHaveURL(/paid_hour=\d+/)
  await expect(page.getByText(t('adminOrders.count_other', { count: '2' }))).toBeVisible()
})

test.describe('on a desktop, in Finnish', () => {
  test.use(A_DESK)

  test(
    'every report opens from the drawer without a fault, in the dark too',
    fullTier('it opens every report; another test here reads one before each merge'),
    async ({ page, context, shop }) => {
      test.slow()
      const t = textsIn('fi')
      await signUpAdmin(context, shop, { language: 'fi' })
      await sellLastMonth(shop, 'Raporttitalo')
      await page.goto('/home')
      await page.getByRole('button', { name: t('menu.button'), exact: true }).click()
      await page
        .getByRole('navigation', { name: t('menu.title') })
        .getByRole('link', { name: t('links./reports'), exact: true })
        .click()
      await page.getByRole('combobox', { name: t('reports.period') }).selectOption(t('reports.periods.lastMonth'))
      await expect(page.getByRole('table').first()).toBeVisible()
      const all = page.getByRole('navigation', { name: t('reports.all') })
      for (const name of await all.getByRole('listitem').allInnerTexts()) {
        await all.getByRole('link', { name, exact: true }).click()
        await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectAccessibleLayout(page)
        await page.emulateMedia({ colorScheme: 'light' })
      }
    },
  )
})
