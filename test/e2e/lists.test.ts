import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessibleLayout } from './expect-accessible.ts'
import { serveTiles } from './map-tiles.ts'
import { expect, fullTier, test } from './test.ts'

const FULL_TIER = fullTier('a variant: another list has the same parts before each merge')

test.describe('on a desktop', () => {
  test.use(A_DESK)

  for (const path of ['/products', '/stock'])
    test(
      `${path} shows twelve rows at once, and its headings stay in view`,
      path === '/stock' ? FULL_TIER : {},
      async ({ page, context, shop }) => {
        await signUpAdmin(context, shop)
        await page.goto(path)
        const rows = page.locator('tbody tr')
        await expect(rows).not.toHaveCount(0)
        // The warnings above the stock arrive later.
        await expectAccessibleLayout(page)
        const twelfth = (await rows.nth(11).boundingBox())!
        expect(twelfth.y + twelfth.height).toBeLessThanOrEqual(800)
        await rows.nth(40).scrollIntoViewIfNeeded()
        await expect(page.getByRole('columnheader').first()).toBeInViewport()
      },
    )

  test('a page after the last one becomes the last one', FULL_TIER, async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await page.goto('/products?page=99')
    await expect(page).toHaveURL('/products?page=2')
    await expect(page.locator('tbody tr')).not.toHaveCount(0)
  })

  test('a store is hidden only after a question', FULL_TIER, async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await serveTiles(context, () => true)
    await page.goto('/stores')
    await page.getByRole('link', { name: 'Kirjakkalan puoti' }).click()
    await page.getByLabel('Published to shoppers').uncheck()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await expect(question.getByText('Hide Kirjakkalan puoti from shoppers?')).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    const [store] = await shop.query<{ published: boolean }>(
      `SELECT published FROM store WHERE name = 'Kirjakkalan puoti'`,
    )
    expect(store).toEqual({ published: true })
  })
})

test('on a phone a list is sorted by a field above its cards', async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  await page.goto('/products')
  await page.getByLabel('Sort by').selectOption('Price, descending')
  await expect(page).toHaveURL('/products?sort=-price')
  await expectAccessibleLayout(page)
})

for (const path of ['/stock', '/products', '/stores', '/suppliers', '/users'])
  test(
    `on a phone the first row of ${path} is in view, in Finnish`,
    path !== '/stock' ? FULL_TIER : {},
    async ({ page, context, shop }) => {
      await signUpAdmin(context, shop, { language: 'fi' })
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto(path)
      const first = page.locator('[aria-busy="false"] > ul > li').first()
      await expect(first).toBeVisible()
      // The warnings above the stock arrive later.
      await expectAccessibleLayout(page)
      const box = (await first.boundingBox())!
      expect(box.y + box.height).toBeLessThanOrEqual(844)
    },
  )

test('on a phone the other actions of a list are in one menu, reached by keyboard', async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  await page.goto('/stock')
  await page.getByRole('link', { name: 'Receive', exact: true }).focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem')).toHaveText([
    'Count',
    'Purchase orders',
    'Record waste',
    'Adjust',
    'Stocktakes',
    'Mark these today',
    'Dates and lots',
    'Reduced before the date',
    'Deliveries',
  ])
  await expectAccessibleLayout(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'More actions' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: 'Deliveries' })).toBeVisible()
})

test('a row that comes while a list is open waits behind a button, and no row moves until it is pressed', async ({
  page,
  context,
  shop,
}) => {
  const { email } = await signUpAdmin(context, shop)
  const addVisit = () =>
    shop.query(
      `INSERT INTO visit (store_id, user_id, last_at, began_by) SELECT min(store.id), app_user.id, now(), 'start' FROM store, app_user WHERE email = $1 GROUP BY 2`,
      [email],
    )
  await addVisit()
  await page.goto('/visitors-log')
  const rows = page.getByRole('link', { name: email })
  await expect(rows).toHaveCount(1)
  await addVisit()
  await addVisit()
  const button = page.getByRole('button', { name: '2 new: show' })
  // The server sends the change within seconds, at most one in ten seconds; a list polls every 20.
  await expect(button).toBeVisible({ timeout: 15_000 })
  await expect(rows).toHaveCount(1)
  await button.press('Enter')
  await expect(rows).toHaveCount(3)
  await expect(button).toHaveCount(0)
})
