import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { payOrder } from './order-mutations.ts'
import { signInAgain, signUp } from './people.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'

test.describe('on a desktop', () => {
  test.use(A_DESK)

  test('a bookkeeper reads closings, reports and receipts, and changes nothing', async ({
    page,
    context,
    shop,
    openBrowser,
    faults,
  }) => {
    faults.allow(/403/)
    const t = textsIn('fi')
    const books = await openBrowser()
    const bookkeeper = await signUp(books, shop, { language: 'fi' })
    const order = await payOrder(bookkeeper, shop, [{ code: getEan('rye-bread'), quantity: 1 }])
    await signUpAdmin(context, shop, { language: 'fi' })
    await page.goto(`/users?q=${encodeURIComponent(bookkeeper.email)}`)
    await page.getByRole('link', { name: bookkeeper.email }).first().click()
    await page.getByRole('button', { name: t('users.grantBooks.button') }).click()
    await expectAccessibleLayout(page)
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('users.grantBooks.button') })
      .click()
    await expect(page.getByRole('main').getByText(t('users.bookkeeper'), { exact: true }).first()).toBeVisible()

    // A person who gains a right starts new sessions.
    await signInAgain(books, shop, bookkeeper.email)
    const desk = await books.newPage()
    await desk.goto('/closings')
    await expect(desk.getByRole('heading', { level: 1, name: t('links./closings') })).toBeVisible()
    await expect(desk.getByRole('button', { name: t('closings.accounts') })).toHaveCount(0)
    await desk.getByRole('button', { name: t('menu.button') }).click()
    const links = desk
      .getByRole('navigation', { name: t('menu.title') })
      .getByRole('list')
      .getByRole('link')
    await expect(links).toHaveText(
      ['/home', '/closings', '/payouts', '/reports', '/campaigns', '/guide'].map(path => t(`links.${path}`)),
    )
    await expectAccessibleLayout(desk)
    await desk.getByRole('textbox', { name: t('closings.receiptNumber') }).fill('kuitti')
    await desk.getByRole('textbox', { name: t('closings.receiptNumber') }).press('Enter')
    await expect(desk.getByText(t('closings.receiptNumberWrong'))).toBeVisible()
    const receipt = await books.request.get(`${shop.origin}/api/admin/orders/${order.id}/receipt.pdf`)
    expect([receipt.status(), receipt.headers()['content-type']]).toEqual([200, 'application/pdf'])
    await links
      .filter({ hasText: t('links./reports') })
      .last()
      .click()
    await expect(desk.getByRole('heading', { level: 1, name: t('links./reports') })).toBeVisible()
    await expect(desk.getByRole('main').getByRole('table').first()).toBeVisible()
    await expectAccessibleLayout(desk)
    // Any other page of the back office is closed to them, and so is the API behind it.
    await desk.goto('/products')
    await expect(desk).toHaveURL('/home')
    await expect(desk.getByText(t('staffHome.noRight')).first()).toBeVisible()
    expect((await books.request.get(`${shop.origin}/api/admin/orders`)).status()).toBe(403)
    const sums = await books.request.put(`${shop.origin}/api/admin/closings/1001/2026-01-01`, { data: {} })
    expect(sums.status()).toBe(403)
  })
})
