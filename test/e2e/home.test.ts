import { fillBasket, storedBasket } from './basket-storage.ts'
import { getEan } from './goods.ts'
import { notice } from './notices.ts'
import { KIRJAKKALA, MATHILDEDAL, signUp, TEIJO } from './people.ts'
import { expect, fullTier, test, type Page } from './test.ts'

const FULL_TIER = fullTier('a variant: other tests here choose a store before each merge')

// Beside the ironworks of Teijo: Mathildedal is about 5 km away, Kirjakkala about 3 km.
const IN_TEIJO = { latitude: 60.2197, longitude: 22.9587 }

const storeNames = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('button')

test('the first visit of a browser sends each request once, and shows the store before the scripts have run', async ({
  page,
  context,
  shop,
}) => {
  await signUp(context, shop)
  const urls: string[] = []
  page.on('request', request => urls.push(`${request.method()} ${new URL(request.url()).pathname}`))
  // Scripts that come late.
  const scripts = Promise.withResolvers<void>()
  await page.route('**/assets/shell-*.js', async route => {
    await scripts.promise
    await route.continue()
  })
  await page.goto('/home', { waitUntil: 'commit' })
  const FIRST = ['POST /api/authenticate', 'GET /api/stores', 'GET /api/products']
  await expect.poll(() => urls.filter(each => each.includes('/api/'))).toEqual(FIRST)
  await expect(page.locator('.first-paint-store')).toContainText(MATHILDEDAL)
  scripts.resolve()
  await expect(page.getByRole('heading', { name: MATHILDEDAL })).toBeVisible()
  await expect(page.getByRole('main').getByRole('heading', { level: 3 }).first()).toBeVisible()
  for (const each of FIRST) expect(urls.filter(path => path === each)).toHaveLength(1)
  expect(urls.filter(path => path.includes('login-page'))).toEqual([])
})

test.describe('a shopper without a chosen store', () => {
  test.beforeEach(async ({ context, shop }) => {
    await signUp(context, shop, { store: null })
  })

  test('sees the nearest store first and chooses it with one tap', async ({ page, context }) => {
    await context.grantPermissions(['geolocation'])
    await context.setGeolocation(IN_TEIJO)
    await page.goto('/home')
    await expect(storeNames(page).first()).toContainText(TEIJO)
    await expect(storeNames(page)).toContainText([TEIJO, KIRJAKKALA, MATHILDEDAL])
    await expect(storeNames(page).nth(1)).toContainText(/\d,\d\skm/)
    // One way to choose it: the marked card.
    await expect(storeNames(page).first()).toContainText('Nearest')
    await expect(page.getByRole('main').getByRole('button').filter({ hasText: TEIJO })).toHaveCount(1)
    await storeNames(page).first().click()
    await expect(page.getByRole('heading', { name: TEIJO })).toBeVisible()
    await expect(page.getByText('Always open')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { name: TEIJO })).toBeVisible()
  })

  test('sees all stores by name if the location is not shared', FULL_TIER, async ({ page, context }) => {
    await context.grantPermissions([])
    await page.goto('/home')
    const note = page.getByRole('alert').getByText(/^Your location isn’t shared/)
    await expect(note).toContainText('You can allow it in your browser’s settings.')
    // The stores come first.
    const [lastStore, noteBox] = await Promise.all([storeNames(page).last().boundingBox(), note.boundingBox()])
    expect(lastStore?.y).toBeLessThan(noteBox?.y ?? 0)
    await expect(storeNames(page)).toContainText([KIRJAKKALA, MATHILDEDAL, TEIJO])
    await storeNames(page).filter({ hasText: KIRJAKKALA }).click()
    await expect(page.getByRole('heading', { name: KIRJAKKALA })).toBeVisible()
  })

  for (const [absence, script] of [
    ['lacks geolocation', 'delete Navigator.prototype.geolocation'],
    ['has geolocation switched off', `Object.defineProperty(Navigator.prototype, 'geolocation', { value: undefined })`],
  ] as const)
    test(
      `is told if the browser ${absence}, and chooses a store by name`,
      absence !== 'has geolocation switched off' ? FULL_TIER : {},
      async ({ page }) => {
        await page.addInitScript(script)
        await page.goto('/home')
        await expect(page.getByRole('alert')).toHaveText('This browser can’t find your location.')
        await expect(storeNames(page)).toContainText([KIRJAKKALA, MATHILDEDAL, TEIJO])
      },
    )
})

test('the shelf lists the store’s products with prices and finds them by name', async ({ shopperPage: page }) => {
  await page.goto('/home')
  const shelf = page.getByRole('region', { name: 'On the shelf now' })
  const milk = shelf.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Semi-skimmed milk' }) })
  await expect(milk).toContainText('1,45 €')
  // Sold only in the other two stores.
  await expect(shelf.getByRole('heading', { name: 'Organic whole milk' })).toHaveCount(0)
  await shelf.getByRole('searchbox', { name: 'Search for a product' }).fill('smoked sal')
  await expect(shelf.getByRole('listitem')).toHaveCount(1)
  await expect(shelf.getByRole('listitem')).toContainText('34,90 €/kg')
  await expect(shelf.getByRole('status')).toHaveText('1 product')
  await shelf.getByRole('searchbox').fill('unobtainium')
  await expect(shelf.getByText('Nothing found for “unobtainium”')).toBeVisible()
})

test('changing the store with a started basket asks for confirmation', FULL_TIER, async ({ page, shopper }) => {
  await fillBasket(page, shopper, [{ code: getEan('light-milk'), quantity: 2 }])
  await page.goto('/home')
  const choose = async () => {
    await page.getByRole('button', { name: 'Change store' }).click()
    await page.getByRole('dialog').getByRole('button').filter({ hasText: TEIJO }).click()
  }
  await choose()
  const question = page.getByRole('alertdialog', { name: 'Change store?' })
  await expect(question).toContainText(`Your basket in ${MATHILDEDAL} will be emptied.`)
  await question.getByRole('button', { name: 'Keep shopping' }).click()
  await expect(question).toBeHidden()
  // The list of stores closed together with the question.
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(await storedBasket(page)).not.toEqual({})

  await choose()
  await question.getByRole('button', { name: 'Change store' }).click()
  await expect(notice(page, 'Store changed and basket emptied')).toBeVisible()
  await expect(page.getByRole('heading', { name: TEIJO })).toBeVisible()
  await page.goto('/basket')
  await expect(page.getByText('Your basket is empty')).toBeVisible()
})

test('a store change can be undone, including the basket', FULL_TIER, async ({ page, shopper }) => {
  await fillBasket(page, shopper, [{ code: getEan('light-milk'), quantity: 2 }])
  await page.goto('/home')
  await page.getByRole('button', { name: 'Change store' }).click()
  await page.getByRole('dialog').getByRole('button').filter({ hasText: TEIJO }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Change store' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: MATHILDEDAL })).toBeVisible()
  await page.getByRole('link', { name: 'Continue shopping' }).click()
  await expect(page.getByText('Semi-skimmed milk')).toBeVisible()
})

test('the store’s name is shown before any script has loaded', FULL_TIER, async ({ shopperPage: page, faults }) => {
  faults.allow(/net::ERR_FAILED/)
  await page.goto('/home')
  await expect(page.getByRole('heading', { name: MATHILDEDAL })).toBeVisible()
  await page.route(/\/assets\/.*\.js$/, route => route.abort())
  await page.reload()
  await expect(page.getByText(MATHILDEDAL)).toBeVisible()
  await expect(page.getByRole('heading')).toHaveCount(0)
})
