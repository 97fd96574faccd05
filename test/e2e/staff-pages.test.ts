import type { StoreRight } from '#domain/accounts/store-rights.ts'
import { signUpStaff } from './admins.ts'
import { bookEvent } from './booked-event.ts'
import { A_DESK } from './desk.ts'
import { MATHILDEDAL, newPerson, TEIJO } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test, type Page, fullTier } from './test.ts'
import { textsIn } from './texts.ts'

const t = textsIn('fi')
/** In each store one sale of this sum. */
const CENTS = 9_876_543
const SUM = /98\s?765,43/

/** A paid order with a payment to resolve, a visit and a delivery in two stores, each of another shopper. */
async function fillStores(shop: RunningShop): Promise<string[]> {
  const emails: string[] = []
  for (const store of [MATHILDEDAL, TEIJO]) {
    const { email, phone } = newPerson()
    emails.push(email)
    await shop.query(
      `WITH shopper AS (
         INSERT INTO app_user (email, phone, is_verified, language_id)
         SELECT $1, $2, true, id FROM language WHERE code = 'fi' RETURNING id
       ), place AS (SELECT id FROM store WHERE name = $3),
       visit AS (
         INSERT INTO visit (user_id, store_id, created_at, last_at, began_by) SELECT shopper.id, place.id, now(), now(), 'store'
         FROM shopper, place)
       INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, paid_at)
       SELECT shopper.id, place.id, 'complete', $4, 0, now() FROM shopper, place`,
      [email, phone, store, CENTS],
    )
  }
  return emails
}

/** Without its ids: pages of several records are one. */
const toKind = (address: string) => address.replaceAll(/\d+/g, '0')

const listLinks = async (page: Page): Promise<string[]> => {
  const links = await page
    .locator('a[href^="/"]:not([download])')
    .evaluateAll(found => found.map(each => each.getAttribute('href') ?? ''))
  return links.filter(link => !/^\/(api|images|guide)\//.test(link))
}

/** A page's other addresses only choose what it lists. */
const MAX_ADDRESSES = 2

const toPath = (address: string) => address.split('?')[0] ?? ''

/** Opens every page to which a link leads, from the drawer and the first page on. Returns the visible text of each kind. */
async function walk(page: Page): Promise<Map<string, string>> {
  const texts = new Map<string, string>()
  // It stays open: the network would never be idle.
  await page.route('**/api/admin/changes?*', route => route.fulfill({ status: 429 }))
  const waiting = ['/home']
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const kind = toKind(address)
    const seen = [...texts.keys()].filter(each => toPath(each) === toPath(kind))
    if (seen.includes(kind) || seen.length >= MAX_ADDRESSES) continue
    await page.goto(address)
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
    await page.waitForLoadState('networkidle')
    await expect(page.getByText(t('staffHome.noRight')), `no right to ${address}`).toHaveCount(0)
    expect(new URL(page.url()).pathname).toBe(toPath(address))
    texts.set(kind, await page.getByRole('main').innerText())
    waiting.push(...(await listLinks(page)))
    for (const menu of await page.getByRole('main').locator('button[aria-haspopup="menu"]').all()) {
      await menu.click()
      waiting.push(...(await listLinks(page)))
      await page.keyboard.press('Escape')
    }
  }
  return texts
}

const SHOPPING = [
  '/home',
  '/basket',
  '/preorder-basket',
  '/purchases',
  '/privacy',
  '/accessibility',
  '/sessions',
  '/removal',
]
/** The pages that each right opens, besides those of shoppers. */
const PAGES: Record<StoreRight, readonly string[]> = {
  keeper: [
    '/approvals',
    '/campaigns',
    '/closings',
    '/duty',
    '/guide',
    '/letters',
    '/orders',
    '/orders/0',
    '/payouts',
    '/preorders',
    '/products',
    '/products/0/insight',
    '/reports',
    '/stock',
    '/visitors-log',
    '/visitors-log/0',
  ],
  helper: ['/approvals', '/guide', '/preorders', '/products', '/stock'],
  bookkeeper: ['/campaigns', '/closings', '/guide', '/payouts', '/reports'],
}

test.describe('on a desktop', () => {
  test.use(A_DESK)

  for (const kind of ['keeper', 'helper', 'bookkeeper'] as const) {
    const tier = kind === 'helper' ? {} : fullTier('each walk takes half a minute: the helper’s runs before each merge')
    test(
      `every page that a ${kind} is shown a link to opens, and makes no call that is refused`,
      tier,
      async ({ page, context, shop }) => {
        test.setTimeout(180_000)
        const emails = await fillStores(shop)
        const { shoppers } = await bookEvent(shop)
        await signUpStaff(context, shop, { kind, language: 'fi' })
        const refused: string[] = []
        context.on('response', response => {
          if ([401, 403].includes(response.status())) refused.push(`${response.url()} at ${page.url()}`)
        })
        await page.goto('/home')
        await page.getByRole('button', { name: t('menu.button') }).click()
        const texts = await walk(page)
        expect(refused).toEqual([])
        const paths = new Set([...texts.keys()].map(toPath))
        expect([...paths].filter(path => !SHOPPING.includes(path)).toSorted()).toEqual(PAGES[kind])

        // The first page shows below the work what shoppers see.
        const all = [...texts].flatMap(([address, text]) => (SHOPPING.includes(address) ? [] : [`${address}\n${text}`]))
        const [ownShopper = '', foreignShopper = ''] = emails
        const withSums = all.filter(text => SUM.test(text))
        expect(all.filter(text => text.includes(foreignShopper) || text.includes(TEIJO))).toEqual([])
        const people = [ownShopper, ...shoppers]
        const withPeople = all.filter(text => people.some(email => text.includes(email)))
        if (kind !== 'helper') expect(withSums.length).toBeGreaterThan(0)
        if (kind === 'keeper') return expect(withPeople.length).toBeGreaterThan(2)
        expect(withPeople).toEqual([])
        if (kind === 'bookkeeper') return
        // A shelf's price is on its label; what was sold, and what goods cost, is nowhere.
        expect(withSums).toEqual([])
        expect(all.filter(text => text.includes('€') && !text.startsWith('/products'))).toEqual([])
      },
    )
  }
})
