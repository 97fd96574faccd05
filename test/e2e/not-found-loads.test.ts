import { fillBasket } from './basket-storage.ts'
import { TWO_MILKS } from './checkout.ts'
import { notice } from './notices.ts'
import { signUp } from './people.ts'
import { expect, test, type BrowserContext, type Page, fullTier } from './test.ts'

const WATCHED_MS = 6000
const MAX_REQUESTS = 4
const NOT_FOUND = 'We couldn’t find that. It may have been removed.'

type Load = {
  /** Under /api. */
  api: string
  /** A page of the shopper’s app that sends it. */
  page: string
  /** No screen depends on it: nothing happens. */
  isBackground?: true
}

/** Every GET that the shopper’s app sends when a page opens. */
const LOADS: readonly Load[] = [
  { api: 'stores', page: '/home' },
  { api: 'stores', page: '/basket' },
  { api: 'stores/distance', page: '/home' },
  { api: 'products', page: '/home' },
  { api: 'products', page: '/basket' },
  { api: 'operator', page: '/phone-blocked' },
  { api: 'operator', page: '/removal' },
  { api: 'privacy', page: '/privacy' },
  { api: 'removal', page: '/removal' },
  { api: 'sessions', page: '/sessions' },
  { api: 'purchases', page: '/purchases' },
  { api: 'preorders', page: '/home' },
  { api: 'preorder-events', page: '/preorder-basket' },
  { api: 'order', page: '/basket', isBackground: true },
  { api: 'orders/unresolved', page: '/home', isBackground: true },
  { api: 'recalls', page: '/home', isBackground: true },
  { api: 'languages', page: '/home', isBackground: true },
]

/** Opens the page while one of its loads answers 404, and returns how often that was requested until the time is over. */
async function getRequests(
  context: BrowserContext,
  load: Load,
): Promise<{ page: Page; count: number; spoken: number }> {
  const page = await context.newPage()
  let count = 0
  await page.route(
    ({ pathname }) => pathname === `/api/${load.api}`,
    route => {
      if (route.request().method() !== 'GET') return route.fallback()
      count++
      return route.fulfill({ status: 404, json: { code: 'notFound', message: 'for a test' } })
    },
  )
  await page.addInitScript(`addEventListener('DOMContentLoaded', () => {
    globalThis.spoken = 0
    new MutationObserver(changes => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes)
          if (node.parentElement?.matches('body > [role="status"]') && node.textContent.startsWith('We couldn’t find')) spoken++
    }).observe(document.body, { childList: true, subtree: true })
  })`)
  await page.goto(load.page)
  await page.waitForTimeout(WATCHED_MS)
  return { page, count, spoken: await page.evaluate<number>('globalThis.spoken') }
}

const SLOW = fullTier('it opens pages and watches them, which takes seconds')

test(
  'a store list that is not found leads home once, which offers to try again',
  SLOW,
  async ({ openBrowser, shop }) => {
    for (const opened of ['/home', '/basket']) {
      const context = await openBrowser()
      await signUp(context, shop)
      const { page, count, spoken } = await getRequests(context, { api: 'stores', page: opened })
      expect(count, opened).toBeLessThanOrEqual(MAX_REQUESTS)
      expect(spoken, opened).toBe(1)
      await expect(page).toHaveURL('/home')
      await expect(page.getByRole('heading', { name: 'Choose a store', level: 1 })).toBeVisible()
      await page.unrouteAll()
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(page.getByRole('heading', { name: 'Mathildedalin puoti' })).toBeVisible()
      await page.close()
    }
  },
)

test('no load that is not found is repeated again and again', SLOW, async ({ context, shop }) => {
  test.setTimeout(180_000)
  const shopper = await signUp(context, shop)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 60.2197, longitude: 22.9587 })
  const first = await context.newPage()
  await fillBasket(first, shopper, TWO_MILKS)
  const seen: string[] = []
  for (const load of LOADS) {
    const { page, count, spoken } = await getRequests(context, load)
    const place = `${load.api} on ${load.page}`
    seen.push(`${place}: ${count} requests, ${spoken} announcements, then ${new URL(page.url()).pathname}`)
    expect.soft(count, place).toBeGreaterThan(0)
    expect.soft(count, place).toBeLessThanOrEqual(MAX_REQUESTS)
    expect.soft(spoken, place).toBe(load.isBackground ? 0 : 1)
    await expect.soft(notice(page, NOT_FOUND), place).toHaveCount(load.isBackground ? 0 : 1)
    await expect.soft(page, place).toHaveURL(load.isBackground ? load.page : '/home')
    await page.close()
  }
  console.log(seen.join('\n'))
})
