import type { Page } from '@playwright/test'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import { DEMO } from '#server/seed/demo-data/demo.ts'
import { signUpAdmin } from './admins.ts'
import { failOrder, forgetFailed, meetUnknownCode, sellAllDay } from './day-of-sales.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { expectNotice } from './notices.ts'
import { KIRJAKKALA, MATHILDEDAL, TEIJO } from './people.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('get-status.test.ts and admin-home.test.ts of the server have its figures before each merge')

const CODE = '6430012345678'

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test(
  'on a phone the home page starts with the store and links to shortages, unknown codes and open tasks',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const t = textsIn('fi')
    const { email } = await signUpAdmin(context, shop, { language: 'fi' })
    await sellAllDay(shop, email)
    await meetUnknownCode(shop, CODE, TEIJO)
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto('/home')
    await expect(page.getByRole('heading', { name: new RegExp(`, ${MATHILDEDAL}$`) })).toBeVisible()
    const start = page.getByRole('link', { name: t('home.startShopping') })
    const sales = page.getByText(t('adminHome.salesToday'))
    expect((await start.boundingBox())!.y).toBeLessThan((await sales.boundingBox())!.y)
    await expectAccessibleLayout(page)

    const short = page.getByRole('link', { name: t('adminHome.short') })
    const running = section(page, t('adminHome.running')).getByRole('link', { name: KIRJAKKALA }).first()
    const count = Number(/(\d+)/.exec((await running.textContent()) ?? '')?.[1])
    expect(count).toBeGreaterThan(0)
    await expect(short).toHaveAttribute('href', /^\/stock\?store=\d+&level=(out|low)&offered=true$/)
    await running.click()
    await expect(page).toHaveURL(/\/stock\?store=\d+&level=(out|low)&offered=true/)
    const products = t(count === 1 ? 'stock.productCount_one' : 'stock.productCount_other', { count: String(count) })
    await expect(page.getByText(products, { exact: true })).toBeVisible()
    await page.goBack()

    await page.getByRole('link', { name: t('adminHome.createProductFor', { code: CODE }) }).click()
    await expect(page).toHaveURL(`/products/create?code=${CODE}`)
    await expect(page.locator('input[name="ean13"]')).toHaveValue(CODE)
    await page.goto('/home')
    await page.getByRole('button', { name: t('adminHome.dismissFor', { code: CODE }) }).click()
    await expectNotice(page, t('adminHome.dismissed'))
    await expect(page.getByText(CODE)).toHaveCount(0)

    // A demo's checklist is over with its first sale.
    const checklist = section(page, t('adminHome.checklist'))
    await expect(checklist).toHaveCount(0)
    await shop.query(`UPDATE operator SET business_id = ''`)
    await page.reload()
    await expect(checklist.getByRole('link', { name: t('adminHome.goOnSetup') })).toHaveAttribute('href', '/setup')
    await checklist.getByRole('button', { name: t('adminHome.hideChecklist') }).click()
    await expect(checklist).toHaveCount(0)
    await page.reload()
    await expect(section(page, t('adminHome.byHour'))).toBeVisible()
    await expect(checklist).toHaveCount(0)
    await shop.query(`DELETE FROM shop_milestone WHERE name = 'checklistDismissed'`)
    await shop.query(`UPDATE operator SET business_id = '${DEMO.operator.businessId}'`)

    await page.locator('summary', { hasText: t('adminHome.shelf') }).click()
    await expect(page.getByRole('searchbox', { name: t('home.search') })).toBeVisible()
  },
)

test.describe('on a desktop', () => {
  test.use(A_DESK)

  test(
    'the dashboard shows its figures as tables by keyboard, also per store, and reports an order in error',
    FULL_TIER,
    async ({ page, context, shop }) => {
      const { email, api } = await signUpAdmin(context, shop)
      await sellAllDay(shop, email)
      // Earlier tests may have left some.
      const before = (await api.request<AdminHome>('GET admin/home')).attention
      await page.goto('/home')
      await expect(page.getByText(`${MATHILDEDAL}, maksupääte 1`)).toBeVisible()
      await expect(section(page, 'Payment terminals').getByText('ready').first()).toBeVisible()

      const byStore = section(page, 'Today by store')
      await byStore.locator('summary').focus()
      await page.keyboard.press('Enter')
      const row = (name: string) => byStore.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
      await expect(row(TEIJO).getByRole('cell').first()).toHaveText(/^\d+,\d\d\s€$/)
      const teijoText = (await row(TEIJO).getByRole('cell').first().textContent())!
      await expectAccessibleLayout(page)

      await page.getByLabel('Store shown').selectOption(TEIJO)
      await expect(page).toHaveURL(/\/home\?store=\d+$/)
      const salesToday = page.getByRole('listitem').filter({ hasText: 'Sales today' })
      await expect(salesToday).toContainText(teijoText)
      await page.reload()
      await expect(salesToday).toContainText(teijoText)
      await page.getByLabel('Store shown').selectOption({ label: '3 stores' })
      await expect(page).toHaveURL('/home')

      await page.emulateMedia({ colorScheme: 'dark' })
      await failOrder(shop, email)
      await page.reload()
      const wanting = page.getByRole('link', {
        name: `Orders needing attention ${before.orders + 1} ${before.in_error + 1} in error`,
      })
      await expect(wanting).toBeVisible()
      await expect(page.getByText(/things? needs? your attention/)).toBeVisible()
      await expectAccessibleLayout(page)
      await wanting.click()
      await expect(page).toHaveURL('/orders?status=error&days=all')
      const orders = before.in_error === 0 ? '1 order' : `${before.in_error + 1} orders`
      await expect(page.getByText(orders, { exact: true })).toBeVisible()
      await forgetFailed(shop, email)
    },
  )
})
