import type { Page } from '@playwright/test'
import { overflow } from './accessibility.ts'
import { signUpAdmin } from './admins.ts'
import { expectAccessible } from './expect-accessible.ts'
import { getEan } from './goods.ts'
import { clippedControls, smallTargets } from './layout.ts'
import { notice } from './notices.ts'
import { productWith } from './people.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const FULL_TIER = fullTier('a variant: another test here finds records before each merge')

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search anything' })
const field = (page: Page) => palette(page).getByRole('combobox')

/** Holds back matching files until the returned function is called. */
async function delayRequests(page: Page, files: RegExp): Promise<() => void> {
  const requested = Promise.withResolvers<void>()
  await page.route(files, async route => {
    await requested.promise
    await route.continue()
  })
  return requested.resolve
}

test.describe('on a desktop', () => {
  test.use({ viewport: { width: 1280, height: 800 }, isMobile: false, hasTouch: false })

  test('Ctrl K finds records and actions, and arrows and Enter open them', async ({ page, context, shop }) => {
    const admin = await signUpAdmin(context, shop)
    const milk = await productWith(admin.api, getEan('light-milk'))
    await page.goto('/stores')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(field(page)).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.type(getEan('light-milk'), { delay: 90 })
    await expect(palette(page).getByRole('option', { name: milk.name })).toHaveAttribute('aria-selected', 'true')
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/products/${milk.id}/edit`)
    await expect(palette(page)).toHaveCount(0)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new')
    await expect(palette(page).getByRole('option', { name: 'New product' })).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('ArrowDown')
    const second = palette(page).getByRole('option', { name: 'New supplier' })
    await expect(second).toHaveAttribute('aria-selected', 'true')
    await expect(field(page)).toHaveAttribute('aria-activedescendant', (await second.getAttribute('id')) ?? '')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/suppliers/create')
  })

  test('words of other programs find pages, the guide answers last, and choices are remembered', async ({
    page,
    context,
    shop,
  }) => {
    await signUpAdmin(context, shop)
    await page.goto('/stores')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
    const search = async (words: string) => {
      await page.keyboard.press('Control+k')
      await field(page).fill(words)
    }
    const option = (name: string) => palette(page).getByRole('option', { name })
    await search('payment in doubt')
    await expect(option('A payment in doubt').last()).toBeVisible()
    await option('A payment in doubt').last().click()
    await expect(page).toHaveURL('/guide/orders#a-payment-in-doubt')
    await search('visitors yesterday')
    await option('Visitor log: ').click()
    await expect(page).toHaveURL(/\/visitors-log\?date=20\d\d-\d\d-\d\d$/)
    // What found nothing is remembered for what was chosen in the end.
    await search('loppuunmyynti')
    await expect(palette(page).getByText('Nothing found')).toBeVisible()
    await field(page).fill('discount')
    await expect(option('Campaigns').first()).toHaveAttribute('aria-selected', 'true')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/campaigns')
    await search('loppuun')
    await expect(palette(page).getByRole('group', { name: 'Chosen before' }).getByRole('option')).toHaveText([
      'Campaigns',
    ])
    await expectAccessible(page)
  })

  test(
    'single keys navigate, except while typing, and can be turned off',
    FULL_TIER,
    async ({ page, context, shop }) => {
      await signUpAdmin(context, shop)
      await page.goto('/stores')
      await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
      await page.keyboard.press('g')
      await page.waitForTimeout(150)
      await page.keyboard.press('l')
      await expect(page).toHaveURL('/suppliers')
      await page.waitForTimeout(150)
      await page.keyboard.press('g')
      await page.waitForTimeout(150)
      await page.keyboard.press('c')
      await expect(page).toHaveURL('/closings')
      await page.goto('/suppliers')
      await expect(page.getByRole('button', { name: 'Menu' })).toBeVisible()
      await expect(page.getByRole('searchbox')).toBeVisible()
      await page.waitForTimeout(150)
      await page.keyboard.press('/')
      await expect(page.getByRole('searchbox')).toBeFocused()
      await page.keyboard.type('g?', { delay: 120 })
      await expect(page.getByRole('searchbox')).toHaveValue('g?')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await page.getByRole('heading', { level: 1 }).click()
      await page.keyboard.press('Shift+?')
      const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
      await keys.getByRole('checkbox').uncheck()
      await expectAccessible(page)
      await page.keyboard.press('Escape')
      await expect(keys).toHaveCount(0)
      await page.keyboard.press('Shift+?')
      await page.waitForTimeout(300)
      await expect(keys).toHaveCount(0)
    },
  )

  test(
    'a scan anywhere in the back office opens its product; an unknown code offers to create one',
    FULL_TIER,
    async ({ page, context, shop }) => {
      const admin = await signUpAdmin(context, shop)
      const milk = await productWith(admin.api, getEan('light-milk'))
      await page.goto('/suppliers')
      await page.getByRole('searchbox').fill('abc')
      await scanWithWedge(page, [getEan('light-milk')])
      await expect(page).toHaveURL(`/products/${milk.id}/edit`)
      await page.goto('/suppliers')
      await page.getByRole('searchbox').fill('abc')
      await scanWithWedge(page, ['6400000000019'])
      await expect(notice(page, 'Unknown product code 6400000000019')).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Create product' }).click()
      await expect(page).toHaveURL('/products/create?code=6400000000019')
    },
  )

  test(
    'a scan into a field opens its product, even if the back office is still loading',
    FULL_TIER,
    async ({ page, context, shop }) => {
      const admin = await signUpAdmin(context, shop)
      const milk = await productWith(admin.api, getEan('light-milk'))
      const letCome = await delayRequests(page, /\/assets\/admin-shell-.*\.js/)
      await page.goto('/suppliers')
      await page.getByRole('searchbox').fill('abc')
      await scanWithWedge(page, [getEan('light-milk')])
      await expect(page.getByRole('searchbox')).toHaveValue(`abc${getEan('light-milk')}`)
      letCome()
      await expect(page).toHaveURL(`/products/${milk.id}/edit`)
    },
  )

  test('a scan before any script has loaded opens its product', FULL_TIER, async ({ page, context, shop }) => {
    const admin = await signUpAdmin(context, shop)
    const milk = await productWith(admin.api, getEan('light-milk'))
    const letCome = await delayRequests(page, /\/assets\/.*\.js/)
    await page.goto('/suppliers', { waitUntil: 'commit' })
    await expect(page.locator('.first-paint-bar')).toBeVisible()
    await scanWithWedge(page, [getEan('light-milk')])
    letCome()
    await expect(page).toHaveURL(`/products/${milk.id}/edit`)
    await page.goBack()
    await expect(page.getByRole('searchbox')).toBeVisible()
    await expect(page).toHaveURL('/suppliers')
  })
})

test(
  'on the smallest phone, in Finnish, the palette opens by its button and nothing overflows',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const t = textsIn('fi')
    await signUpAdmin(context, shop, { language: 'fi' })
    await page.setViewportSize({ width: 320, height: 568 })
    await page.goto('/stores')
    await page.getByRole('button', { name: t('palette.title') }).click()
    await page.getByRole('combobox', { name: t('palette.title') }).fill('maito')
    await expect(page.getByRole('option', { name: /Kevytmaito/ })).toBeVisible()
    await expectAccessible(page)
    expect(await clippedControls(page)).toEqual([])
    expect(await smallTargets(page)).toEqual([])
    expect(await overflow(page)).toBeLessThanOrEqual(0)
    await page.getByRole('option', { name: /Kevytmaito/ }).click()
    await expect(page).toHaveURL(/\/products\/\d+\/edit$/)
  },
)
