import type { BrowserContext } from '@playwright/test'
import { fillBasket, storedBasket } from './basket-storage.ts'
import { heading, startPaying, TWO_MILKS } from './checkout.ts'
import { FakeCamera, GOOD_LENS } from './fake-camera.ts'
import { NO_CONNECTION } from './faults.ts'
import { FrontServer } from './front-server.ts'
import { getEan, goods } from './goods.ts'
import { notice } from './notices.ts'
import { payOrder } from './order-mutations.ts'
import { signUp } from './people.ts'
import { expect, test as base, type Page, fullTier } from './test.ts'
import { press } from './virtual-terminal.ts'

const FULL_TIER = fullTier('a variant: another test here has the second visit before each merge')

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

const test = base.extend<{ front: FrontServer }>({
  front: async ({ shop }, provide) => {
    const front = await FrontServer.open(shop.origin)
    await provide(front)
    await front.close()
  },
  baseURL: ({ front }, provide) => provide(front.origin),
})
test.use({ serviceWorkers: 'allow' })

/** Waits until the worker has cached everything: from then on the page works offline. */
async function untilKept(page: Page): Promise<void> {
  await expect.poll(() => cachedPaths(page), { timeout: 30_000 }).toContainEqual(expect.stringMatching(/\.wasm$/))
}

/** Every path in any of the browser's caches. */
const cachedPaths = (page: Page) =>
  page.evaluate<string[]>(`caches.keys().then(async names => {
    const requests = await Promise.all(names.map(async name => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })`)

const cacheNames = (page: Page) => page.evaluate<string[]>('caches.keys()')
const leaveCache = (page: Page) => page.evaluate(`caches.open('left-over').then(() => undefined)`)

async function setOffline(context: BrowserContext, front: FrontServer, isOffline: boolean): Promise<void> {
  front.isDown = isOffline
  await context.setOffline(isOffline)
}

/** Opens a page offline as on a phone: this browser reports a new document as online. */
async function openOffline(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.context().setOffline(false)
  await page.context().setOffline(true)
}

/** The worker controls the page only from the next start. */
async function openTwice(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await untilKept(page)
  await page.reload()
  await page.evaluate(`navigator.serviceWorker.controller === null &&
    new Promise(resolve => navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true)))`)
}

const checkForUpdate = (page: Page) =>
  page.evaluate('navigator.serviceWorker.ready.then(async registration => void (await registration.update()))')

const isWaiting = (page: Page) =>
  page.evaluate<boolean>(`navigator.serviceWorker.ready.then(({ waiting }) => waiting?.state === 'installed')`)

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Enter the code' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Enter the code or a name' })
  await dialog.getByLabel('Barcode number or product name').fill(code)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(dialog).toBeHidden()
}

const line = (page: Page, name: string) => page.getByRole('list', { name: 'Basket' }).getByRole('heading', { name })
const NEW_VERSION = 'A new version is available'

test('the second visit needs no network for shelf, basket, typing and scanning; payment waits for a connection', async ({
  page,
  context,
  front,
  shopper,
  faults,
}) => {
  faults.allow(NO_CONNECTION)
  const camera = await FakeCamera.install(page, { lenses: [GOOD_LENS] })
  await fillBasket(page, shopper, TWO_MILKS)
  await openTwice(page, '/home')
  await expect(heading(page, 'On the shelf now')).toBeVisible()

  await setOffline(context, front, true)
  await openOffline(page, '/home')
  await expect(page.getByRole('heading', { level: 1, name: 'Home', exact: true })).toBeAttached()
  await expect(heading(page, 'On the shelf now')).toBeVisible()
  await expect(page.getByText('Semi-skimmed milk').first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Continue shopping' })).toHaveCSS('min-height', '56px')
  await expect(page.getByText('You’re offline. You can keep scanning, and pay when you’re back online.')).toBeVisible()

  await openOffline(page, '/basket')
  await expect(line(page, 'Semi-skimmed milk')).toBeVisible()
  await typeCode(page, getEan('butter'))
  await expect(line(page, 'Butter')).toBeVisible()
  await page.getByRole('button', { name: 'Start the camera' }).click()
  await camera.display(getEan('carrots'))
  await expect(line(page, goods('carrots').names.en)).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('button', { name: 'Waiting for a connection' })).toBeDisabled()

  await setOffline(context, front, false)
  await page.getByRole('button', { name: 'Go to checkout' }).click()
  await expect(heading(page, 'Checkout')).toBeVisible()
  await page.getByRole('checkbox').check()
  await setOffline(context, front, true)
  await expect(page.getByRole('button', { name: 'Waiting for a connection' })).toBeDisabled()
  await setOffline(context, front, false)
  await expect(page.getByRole('button', { name: /^Pay / })).toBeEnabled()
})

test(
  'receipts can be read without a network, and are gone after a logout',
  FULL_TIER,
  async ({ page, context, front, shop, shopper, faults }) => {
    faults.allow(NO_CONNECTION)
    const { id } = await payOrder(shopper, shop, [{ code: getEan('light-milk'), quantity: 2 }])
    await openTwice(page, '/home')
    await page.goto('/purchases')
    const isKept = () =>
      page.evaluate(`Object.keys(localStorage).some(key => /^puoti-answer-purchases-[0-9]+-${id}$/.test(key))`)
    await expect.poll(isKept).toBe(true)

    await setOffline(context, front, true)
    await openOffline(page, '/purchases')
    await page.getByRole('link', { name: /2,90/ }).click()
    await expect(page.getByRole('heading', { level: 1, name: `Receipt ${id}` })).toBeVisible()
    await expect(page.getByText('Semi-skimmed milk').first()).toBeVisible()

    await setOffline(context, front, false)
    await page.goto('/home')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('button', { name: 'Send login link' })).toBeVisible()
    expect(await isKept()).toBe(false)
  },
)

test(
  'the worker stores nothing of the API, and the policy stored with the page allows its styles',
  FULL_TIER,
  async ({ page, front, shopper, faults }) => {
    // The browser requests one together with the response of /readyz.
    faults.allow(/favicon\.ico/)
    expect(shopper.email).toContain('@')
    await openTwice(page, '/home')
    await page.goto('/basket')
    await page.goto('/home')
    await expect(heading(page, 'On the shelf now')).toBeVisible()
    const paths = await cachedPaths(page)
    expect(paths).toContain('/cached-page')
    expect(paths.filter(path => /^\/(?:api|dev|livez|readyz|metrics)\b/.test(path))).toEqual([])
    const before = front.requestedPaths.length
    expect(await page.evaluate(`fetch('/api/languages').then(({ status }) => status)`)).toBe(200)
    expect((await page.goto('/readyz'))?.headers()['content-type']).toContain('json')
    expect(front.requestedPaths.slice(before)).toEqual(expect.arrayContaining(['/api/languages', '/readyz']))
  },
)

test(
  'a new version is offered, and Refresh loads it and keeps the basket',
  FULL_TIER,
  async ({ page, front, shopper }) => {
    await fillBasket(page, shopper, TWO_MILKS)
    await openTwice(page, '/basket')
    const basket = await storedBasket(page)
    await page.evaluate('window.isOldPage = true')
    front.version = 2
    await checkForUpdate(page)
    await expect(notice(page, NEW_VERSION)).toBeVisible()
    const reloaded = page.waitForEvent('load')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await reloaded
    expect(await page.evaluate('window.isOldPage')).toBeUndefined()
    await expect(line(page, 'Semi-skimmed milk')).toBeVisible()
    expect(await storedBasket(page)).toEqual(basket)
    await expect(notice(page, NEW_VERSION)).toHaveCount(0)
    expect(await isWaiting(page)).toBe(false)
  },
)

test('a new version is offered only after a payment has ended', FULL_TIER, async ({ page, front, shop, shopper }) => {
  await fillBasket(page, shopper, TWO_MILKS)
  await openTwice(page, '/basket')
  await page.getByRole('button', { name: 'Go to checkout' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: /^Pay / }).click()
  await expect(heading(page, 'Pay at the terminal')).toBeVisible()
  await page.evaluate('window.isOldPage = true')
  front.version = 3
  await checkForUpdate(page)
  await expect.poll(() => isWaiting(page)).toBe(true)
  await expect(notice(page, NEW_VERSION)).toHaveCount(0)
  await press(shop, 'cancel')
  await expect(notice(page, NEW_VERSION)).toBeVisible()
  expect(await page.evaluate('window.isOldPage')).toBe(true)
})

test.describe('a part of the app that cannot be loaded', () => {
  test.use({ serviceWorkers: 'block' })

  test('clears the caches and reloads the page once', FULL_TIER, async ({ page, front, shopper, faults }) => {
    faults.allow(/404|dynamically imported module/)
    expect(shopper.email).toContain('@')
    await page.goto('/home')
    await leaveCache(page)
    front.missing = /basket-page/
    const reloaded = page.waitForEvent('load')
    await page.getByRole('link', { name: 'Start shopping' }).click()
    await reloaded
    await page.evaluate('window.isSecondPage = true')
    // The new page has the requested address. A second failure within half a minute is shown instead.
    await expect(heading(page, 'Something went wrong')).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/basket')
    expect(await cacheNames(page)).toEqual([])
    expect(await page.evaluate('window.isSecondPage')).toBe(true)
    front.missing = undefined
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Your basket is empty')).toBeVisible()
  })

  test(
    'waits for a missing network and then loads by itself',
    FULL_TIER,
    async ({ page, context, front, shopper, faults }) => {
      faults.allow(NO_CONNECTION)
      faults.allow(/dynamically imported module/)
      expect(shopper.email).toContain('@')
      await page.goto('/home')
      await expect(heading(page, 'On the shelf now')).toBeVisible()
      // A part of this page that is still loading would fail first.
      await page.waitForLoadState('networkidle')
      await leaveCache(page)
      await setOffline(context, front, true)
      await page.getByRole('link', { name: 'Start shopping' }).click()
      await expect(heading(page, 'This part of the app couldn’t be loaded.')).toBeVisible()
      expect(await cacheNames(page)).toEqual(['left-over'])
      await setOffline(context, front, false)
      await expect(page.getByText('Your basket is empty')).toBeVisible()
    },
  )
})

test.describe('the install offer', () => {
  test.use({ serviceWorkers: 'block' })

  test(
    'appears after the first paid basket, and not again once it is answered',
    FULL_TIER,
    async ({ page, shop, shopper }) => {
      await page.addInitScript(`addEventListener('load', () => {
      const question = new Event('beforeinstallprompt', { cancelable: true })
      dispatchEvent(Object.assign(question, { prompt: async () => ({ outcome: 'dismissed' }) }))
    })`)
      await startPaying(page, shopper)
      await press(shop, 'approve')
      await expect(heading(page, 'Keep Puoti at hand')).toBeVisible()
      await page.getByRole('button', { name: 'Not now' }).click()
      await expect(heading(page, 'Keep Puoti at hand')).toBeHidden()
      await page.reload()
      await expect(heading(page, 'Paid')).toBeVisible()
      await expect(heading(page, 'Keep Puoti at hand')).toBeHidden()
    },
  )

  test('is an illustrated guide on an iPhone', FULL_TIER, async ({ openBrowser, shop }) => {
    const phone = await openBrowser({ userAgent: IPHONE })
    const shopper = await signUp(phone, shop)
    const page = await phone.newPage()
    await startPaying(page, shopper)
    await press(shop, 'approve')
    await page.getByRole('button', { name: 'Add to Home Screen' }).click()
    const guide = page.getByRole('dialog', { name: 'Add to the Home Screen' })
    await expect(guide.getByRole('listitem')).toHaveCount(3)
    await expect(guide.locator('svg')).toHaveCount(3)
    await guide.getByRole('button', { name: 'Close' }).click()
    await expect(heading(page, 'Keep Puoti at hand')).toBeHidden()
  })
})
