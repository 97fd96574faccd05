import type { Page } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import { toCheckout } from './checkout.ts'
import { expectAccessible, expectAccessibleLayout } from './expect-accessible.ts'
import { expectNotice } from './notices.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const FULL_TIER = fullTier('office-frame.test.ts has the frame of the back office before each merge')

const ENTRIES = [
  ['Home', '/home'],
  ['Products', '/products'],
  ['Store stock', '/stock'],
  ['Orders', '/orders'],
  ['Preorder events', '/preorder-events'],
  ['Pre-orders', '/preorders'],
  ['Suppliers', '/suppliers'],
  ['Stores', '/stores'],
  ['Promotional messages', '/messages'],
  ['Users', '/users'],
  ['Visitor log', '/visitors-log'],
] as const

const menuButton = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true })
const drawer = (page: Page) => page.getByRole('navigation', { name: 'Back office' })
const entry = (page: Page, name: string) => drawer(page).getByRole('link', { name: new RegExp(`^${name}( \\d|$)`) })
const drawerState = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('drawer-state')`)

test(
  'on a phone the drawer covers the page and closes when an entry is chosen',
  FULL_TIER,
  async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await page.goto('/home')
    await expect(page.getByRole('button', { name: 'Home' })).toHaveCount(0)
    await menuButton(page).click()
    const links = drawer(page).getByRole('list').getByRole('link')
    const hrefs = await links.evaluateAll(found => found.map(link => link.getAttribute('href')))
    expect(hrefs.slice(0, ENTRIES.length)).toEqual(ENTRIES.map(([, path]) => path))
    for (const [name] of ENTRIES) await expect(entry(page, name)).toBeVisible()
    await expect(drawer(page).getByRole('list', { name: 'Assortment' }).getByRole('link')).toHaveCount(2)
    await expect(entry(page, 'Store stock')).toHaveAccessibleName(/^Store stock \d+ products? running low$/)
    await expect(entry(page, 'Home')).toHaveAttribute('aria-current', 'page')
    expect(await drawerState(page)).toBe('open')
    await expectAccessible(page)
    await entry(page, 'Orders').click()
    await expect(page).toHaveURL('/orders')
    await expect(drawer(page)).toHaveCount(0)
    expect(await drawerState(page)).toBeNull()
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
    expect(await page.evaluate<boolean>(`document.querySelector('main').contains(document.activeElement)`)).toBe(true)
  },
)

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test(
    'the drawer pushes the page aside and keeps its state, by keyboard only',
    FULL_TIER,
    async ({ page, context, shop }) => {
      await signUpAdmin(context, shop)
      await page.goto('/visitors-log')
      const heading = page.getByRole('heading', { level: 1 })
      const left = async () => (await heading.boundingBox())!.x
      const closed = await left()
      await menuButton(page).focus()
      await page.keyboard.press('Enter')
      await expect(drawer(page)).toBeVisible()
      await expect(menuButton(page)).toHaveAttribute('aria-expanded', 'true')
      await expect.poll(left).toBe(closed + 240)
      expect((await drawer(page).boundingBox())!.width).toBe(240)
      await page.reload()
      await entry(page, 'Products').focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL('/products')
      await expect(entry(page, 'Products')).toHaveAttribute('aria-current', 'page')
      await page.goto('/products/1001/edit')
      await expect(entry(page, 'Products')).toHaveAttribute('aria-current', 'page')
      await expectAccessible(page)
      await menuButton(page).focus()
      await page.keyboard.press('Enter')
      await expect(drawer(page)).toHaveCount(0)
      expect(await drawerState(page)).toBeNull()
    },
  )

  test('an unknown back-office address redirects to home', FULL_TIER, async ({ page, context, shop }) => {
    await signUpAdmin(context, shop)
    await page.goto('/products/1001/destroy')
    await expect(page).toHaveURL('/home')
  })
})

for (const [width, language] of [
  [320, 'fi'],
  [900, 'sv'],
] as const) {
  test(
    `nothing overflows the open drawer at ${width} px in ${language}`,
    FULL_TIER,
    async ({ page, context, shop }) => {
      await signUpAdmin(context, shop, { language })
      await page.setViewportSize({ width, height: 700 })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.addInitScript(`localStorage.setItem('drawer-state', 'open')`)
      await page.goto('/messages')
      const t = textsIn(language)
      // On a phone a reload closes it.
      if (width < 900) await page.getByRole('button', { name: t('menu.button') }).click()
      await expect(page.getByRole('link', { name: t('links./visitors-log') })).toBeVisible()
      await expect(page.locator('h1')).toBeAttached()
      await expectAccessibleLayout(page)
    },
  )
}

test('during a checkout the menu explains why it is disabled', FULL_TIER, async ({ page, context, shop }) => {
  const admin = await signUpAdmin(context, shop)
  await toCheckout(page, admin)
  await expect(drawer(page)).toHaveCount(0)
  await expect(menuButton(page)).toHaveAttribute('aria-disabled', 'true')
  await menuButton(page).click({ force: true })
  await expectNotice(page, 'Finish or cancel checkout first.')
  await expect(drawer(page)).toHaveCount(0)
})

test(
  'a shopper has no drawer, and an admin’s stored drawer state is cleared',
  FULL_TIER,
  async ({ shopperPage: page }) => {
    await page.addInitScript(`localStorage.setItem('drawer-state', 'open')`)
    await page.goto('/home')
    await expect(page.getByRole('button', { name: 'Home' })).toBeVisible()
    await expect(menuButton(page)).toHaveCount(0)
    expect(await drawerState(page)).toBeNull()
  },
)
