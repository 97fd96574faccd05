import { randomUUID } from 'node:crypto'
import type { BrowserContextOptions } from '@playwright/test'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessible } from './expect-accessible.ts'
import { NO_CONNECTION } from './faults.ts'
import { getEan, goods } from './goods.ts'
import { chooseMore } from './more-actions.ts'
import { payOrder } from './order-mutations.ts'
import { MATHILDEDAL, productWith, type Shopper, signUp, storeNamed } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { type BrowserContext, expect, type Page, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const FULL_TIER = fullTier('it waits for polls of two browsers; stock-takes.test.ts counts before each merge')

const fi = textsIn('fi')

type World = { page: Page; context: BrowserContext; shop: RunningShop; openBrowser: OpenBrowser }
type OpenBrowser = (options?: BrowserContextOptions) => Promise<BrowserContext>

/** Anna on a phone in English and a colleague at a desk in Finnish, in a store with 20 cartons of milk and 5 of butter. */
async function openStore({ page, context, shop, openBrowser }: World) {
  const anna = await signUpAdmin(context, shop)
  const store = (await storeNamed(anna.api, MATHILDEDAL)).id
  const milk = await productWith(anna.api, getEan('light-milk'))
  const butter = await productWith(anna.api, getEan('butter'))
  const lines = [
    { product_id: milk.id, quantity: 20 },
    { product_id: butter.id, quantity: 5 },
  ]
  await anna.api.request(`POST admin/stores/${store}/stock-moves`, { key: randomUUID(), kind: 'count', lines })
  const desk = await openBrowser({ ...A_DESK, locale: 'fi-FI' })
  await signUpAdmin(desk, shop, { language: 'fi' })
  const there = async (product: number) =>
    (
      await shop.query<{ there: number }>(
        'SELECT (quantity_thousandths / 1000)::int AS there FROM store_stock WHERE store_id = $1 AND product_id = $2',
        [store, product],
      )
    )[0]!.there
  return { api: anna.api, page, other: await desk.newPage(), store, milk, butter, there }
}

/** Two cartons of milk are sold. */
async function sellMilk(shop: RunningShop, buyer: Shopper): Promise<void> {
  await payOrder(buyer, shop, [{ code: getEan('light-milk'), quantity: 2 }])
}

test(
  'two people count at the same time while the store sells, one of them offline for a while',
  FULL_TIER,
  async ({ page, context, openBrowser, shop, faults }) => {
    // Each browser polls the other's changes every four seconds.
    test.slow()
    const { api, other, store, milk, there } = await openStore({ page, context, shop, openBrowser })
    await page.goto(`/stock?store=${store}`)
    await chooseMore(page, textsIn('en'), 'Stocktakes')
    await page.getByRole('button', { name: 'Start a stocktake' }).click()
    await expect(page.getByRole('heading', { name: /^Stocktake \d+$/ })).toBeVisible()
    await other.goto(new URL(page.url()).pathname + new URL(page.url()).search)
    await expect(other.getByRole('heading', { name: /^Inventaario \d+$/ })).toBeVisible()

    await scanWithWedge(page, [getEan('light-milk'), getEan('light-milk')])
    await expect(page.getByRole('group', { name: 'Counted last' })).toContainText('2 pcs')
    await scanWithWedge(other, [getEan('light-milk')])
    await expect(other.getByRole('group', { name: fi('stockTakes.last') })).toContainText('3 kpl')
    await expect(page.getByRole('button', { name: `${milk.name}: 3 pcs, change` })).toBeVisible()

    await sellMilk(shop, await signUp(await openBrowser(), shop))
    expect(await there(milk.id)).toBe(18)

    faults.allow(NO_CONNECTION)
    await page.route('**/counts*', async route => {
      await route.fetch()
      // The reload may have cancelled it by then.
      await route.abort().catch(() => undefined)
    })
    await page.getByRole('button', { name: 'Enter a number' }).click()
    const typed = page.getByRole('dialog', { name: milk.name }).getByRole('textbox')
    await typed.fill('15')
    // The same product again: the pad and the input stay, and nothing is added.
    await scanWithWedge(page, [getEan('light-milk')])
    await expect(typed).toHaveValue('15')
    await page.keyboard.press('Enter')
    await scanWithWedge(page, [getEan('butter')])
    await expect(page.getByText('2 counts are waiting for a connection. They’re saved on this phone.')).toBeVisible()
    await page.reload()
    await expect(page.getByText(/counts are waiting for a connection/)).toBeVisible()
    await page.unroute('**/counts*')
    await expect(page.getByText(/waiting for a connection/)).toHaveCount(0)
    await expect(page.getByRole('button', { name: `${milk.name}: 18 pcs, change` })).toBeVisible()
    await expectAccessible(page)
    await api.request(`PUT admin/stock-takes/${new URL(page.url()).searchParams.get('take')}`, { state: 'cancelled' })
  },
)

test(
  'a stock take is paused, continued and posted, with what was sold while it was counted',
  FULL_TIER,
  async ({ page, context, openBrowser, shop }) => {
    test.slow()
    const { api, other, store, milk, butter, there } = await openStore({ page, context, shop, openBrowser })
    const { id } = await api.request<{ id: number }>(`POST admin/stores/${store}/stock-takes`)
    const count = (product_id: number, quantity: number) =>
      api.request(`POST admin/stock-takes/${id}/counts`, { key: randomUUID(), product_id, mode: 'add', quantity })
    await count(milk.id, 3)
    await sellMilk(shop, await signUp(await openBrowser(), shop))
    await count(milk.id, 15)
    await count(butter.id, 1)
    for (const each of [page, other]) await each.goto(`/stock?store=${store}&take=${id}`)
    await expect(page.getByRole('button', { name: `${milk.name}: 18 pcs, change` })).toBeVisible()
    await other.getByRole('button', { name: fi('stockTakes.pause') }).click()
    await expect(page.getByText('This stocktake is paused.')).toBeVisible()
    await page.getByRole('button', { name: 'Continue counting' }).click()
    await other.getByRole('link', { name: fi('stockTakes.toReview') }).click()
    const row = other.getByRole('row').filter({ hasText: goods('butter').names.fi })
    await expect(row).toContainText('−4 kpl')
    await expect(row).toContainText('−')
    // 18 were counted of 20 before two were sold: two are missing.
    await expect(other.getByRole('row').filter({ hasText: goods('light-milk').names.fi })).toContainText('−2 kpl')
    await expectAccessible(other)
    await other.getByRole('button', { name: fi('stockTakes.post') }).click()
    await other
      .getByRole('alertdialog')
      .getByRole('button', { name: fi('stockTakes.post') })
      .click()
    await expect(other.getByRole('button', { name: fi('stockTakes.print') })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Print' })).toBeVisible()
    expect([await there(milk.id), await there(butter.id)]).toEqual([16, 1])

    // The result, as a file.
    await page.getByRole('button', { name: 'Export' }).click()
    const href = await page.getByRole('menuitem', { name: 'Text file (CSV)' }).getAttribute('href')
    const file = await (await page.request.get(href ?? '')).text()
    expect(file.split('\r\n').filter(line => line.includes(milk.name))).toHaveLength(1)
  },
)
