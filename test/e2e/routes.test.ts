import type { Order } from '#contract/orders/orders.ts'
import { signUpAdmin } from './admins.ts'
import { fillBasket } from './basket-storage.ts'
import { TWO_MILKS } from './checkout.ts'
import { getEan } from './goods.ts'
import { expectNotice } from './notices.ts'
import { productWith, signUp } from './people.ts'
import { expect, fullTier, test } from './test.ts'

const FULL_TIER = fullTier('a variant: another test here is sent home before each merge')

const STORE_HEADING = { name: 'Mathildedalin puoti' }

test('an unknown address redirects to home', FULL_TIER, async ({ shopperPage: page }) => {
  await page.goto('/no/such/place')
  await expect(page).toHaveURL('/home')
  await expect(page.getByRole('heading', STORE_HEADING)).toBeVisible()
})

for (const path of ['/products', '/orders', '/users/1001/edit', '/visitors-log']) {
  test(
    `${path} is closed to a shopper, who gets a notice and is sent home`,
    path !== '/orders' ? FULL_TIER : {},
    async ({ shopperPage: page }) => {
      await page.goto(path)
      await expectNotice(page, 'Access denied')
      await expect(page).toHaveURL('/home')
      await expect(page.getByRole('heading', STORE_HEADING)).toBeVisible()
    },
  )
}

for (const [path, title] of [
  ['/removal', 'Close account'],
  ['/phone-blocked', 'Phone number blocked'],
  ['/user-disabled', 'Account disabled'],
] as const) {
  test(`${path} is open to everyone and shows how to contact the operator`, FULL_TIER, async ({ page, shopper }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
    await expect(page.getByRole('link', { name: 'asiakaspalvelu@puoti.example' })).toBeVisible()
    await shopper.api.request('POST logout')
    await page.reload()
    await expect(page.getByRole('heading', { name: title, exact: true })).toBeVisible()
  })
}

test('an impossible address redirects a shopper to home with a notice', FULL_TIER, async ({ shopperPage: page }) => {
  for (const path of ['/preorders/abc', '/purchases/0', '/preorders/999999']) {
    await page.goto(path)
    await expectNotice(page, 'We couldn’t find that. It may have been removed.')
    await expect(page).toHaveURL('/home')
  }
})

test('an impossible address redirects an admin to home with a notice', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  for (const path of [
    '/products/abc',
    '/closings?month=2026-13',
    '/orders?page=x',
    '/stock?store=abc',
    '/visitors-log?date=zzz',
    '/suppliers?sort=colour',
    '/users?is_admin=perhaps',
  ]) {
    await page.goto(path)
    await expectNotice(page, 'We couldn’t find that. It may have been removed.')
    await expect(page, path).toHaveURL('/home')
  }
})

test('the root address redirects to home', FULL_TIER, async ({ shopperPage: page }) => {
  await page.goto('/')
  await expect(page).toHaveURL('/home')
})

test(
  '/completed without an order shows no payment, and with another shopper’s order it redirects to home',
  FULL_TIER,
  async ({ page, context, shop, openBrowser }) => {
    const other = await signUp(await openBrowser(), shop)
    const { id } = await other.api.request<Order>('POST order', {
      orderItems: [{ product_id: (await productWith(other.api, getEan('butter'))).id, quantity: 1 }],
    })
    await signUp(context, shop)
    for (const path of ['/completed', '/completed?order=x']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'There’s no payment to show.', level: 2 })).toBeVisible()
    }
    await page.goto(`/completed?order=${id}`)
    await expectNotice(page, 'We couldn’t find that. It may have been removed.')
    await expect(page).toHaveURL('/home')
  },
)

test('an app with a stale CSRF token continues without an error', FULL_TIER, async ({ page, shopper }) => {
  await fillBasket(page, shopper, TWO_MILKS)
  await page.goto('/basket')
  await expect(page.getByText('2 items')).toBeVisible()
  await page.evaluate(`localStorage.setItem('puoti-csrf', 'stale')`)
  await page.getByRole('button', { name: 'Go to checkout' }).click()
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible()
})

test('a session that was ended elsewhere leads to the sign-in with a notice', FULL_TIER, async ({ page, shopper }) => {
  await fillBasket(page, shopper, TWO_MILKS)
  await page.goto('/basket')
  await expect(page.getByText('2 items')).toBeVisible()
  // A request of the opening page would otherwise find the session ended before the press does.
  await page.waitForLoadState('networkidle')
  await shopper.api.request('POST logout')
  await page.getByRole('button', { name: 'Go to checkout' }).click()
  await expect(page.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expectNotice(page, 'You’ve been logged out. Log in again.')
})

test(
  'a page opens at its top, and Back and a reload restore its scroll position',
  FULL_TIER,
  async ({ shopperPage: page }) => {
    await page.goto('/home')
    await expect(page.locator('main h3').nth(30)).toBeAttached()
    await page.evaluate('scrollTo(0, 1500)')
    await page.reload()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(1500)
    await page.getByRole('link', { name: 'Start shopping' }).dispatchEvent('click')
    await expect(page.getByText('Your basket is empty')).toBeVisible()
    expect(await page.evaluate<number>('scrollY')).toBe(0)
    await page.goBack()
    await expect.poll(() => page.evaluate<number>('scrollY')).toBe(1500)
  },
)
