import type { Page } from '@playwright/test'
import { overflow } from './accessibility.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessible } from './expect-accessible.ts'
import { FakeCamera, GOOD_LENS } from './fake-camera.ts'
import { NO_CONNECTION } from './faults.ts'
import { getEan, goods, getLabel, UNKNOWN_CODE } from './goods.ts'
import { clippedControls, smallTargets } from './layout.ts'
import { notice } from './notices.ts'
import { MATHILDEDAL, productWith, storeNamed, type Shopper } from './people.ts'
import type { RunningShop } from './running-shop.ts'
import { expect, test, fullTier } from './test.ts'
import { textsIn } from './texts.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const FULL_TIER = fullTier('a variant: another test here receives goods before each merge')

const MILK = 'Semi-skimmed milk'

/** The recorded stock of a product, and the number of its moves. */
async function inBooks(shop: RunningShop, store: number, product: number) {
  const [row] = await shop.query<{ there: string; moved: string; moves: number }>(
    `SELECT quantity_thousandths / 1000.0 AS there,
      (SELECT sum(quantity_thousandths) / 1000.0 FROM stock_move m WHERE m.store_id = $1 AND m.product_id = $2) AS moved,
      (SELECT count(*)::int FROM stock_move m WHERE m.store_id = $1 AND m.product_id = $2) AS moves
     FROM store_stock WHERE store_id = $1 AND product_id = $2`,
    [store, product],
  )
  return { there: Number(row?.there), moved: Number(row?.moved), moves: row?.moves ?? 0 }
}

const lines = (page: Page) => page.getByRole('list', { name: 'Products' }).getByRole('listitem')

async function ids(admin: Shopper, key: string) {
  const store = (await storeNamed(admin.api, MATHILDEDAL)).id
  return { store, product: (await productWith(admin.api, getEan(key))).id }
}

test('a delivery is received by scanning, survives a reload, and a lost response books nothing twice', async ({
  page,
  context,
  shop,
  faults,
}) => {
  const admin = await signUpAdmin(context, shop)
  const { store, product } = await ids(admin, 'light-milk')
  const before = await inBooks(shop, store, product)
  await page.goto('/stock')
  await page.getByRole('link', { name: 'Receive' }).click()
  await scanWithWedge(page, [getEan('light-milk'), getLabel('rainbow-trout-fillet', 455), getEan('light-milk')])
  await expect(lines(page)).toHaveText([/Semi-skimmed milk\s*2 pcs/, /0,455 kg/])
  await scanWithWedge(page, [UNKNOWN_CODE])
  await expect(notice(page, `Unknown product code ${UNKNOWN_CODE}`)).toBeVisible()
  await expectAccessible(page)
  await expect.poll(() => smallTargets(page)).toEqual([])
  await page.reload()
  await expect(lines(page)).toHaveCount(2)

  // Twelve is typed on the pad, for a case of ten and the two scanned; the phone's keyboard stays hidden.
  await page.getByRole('button', { name: `${MILK}: 2 pcs, change` }).click()
  const pad = page.getByRole('dialog', { name: MILK })
  for (const key of ['Erase the last', '1', '2']) await pad.getByRole('button', { name: key, exact: true }).click()
  await expect(pad.getByLabel('Quantity received (pc)')).toHaveValue('12')
  await pad.getByRole('button', { name: 'Done' }).click()

  faults.allow(NO_CONNECTION)
  await page.route('**/stock-moves*', async route => {
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Receive 2 products' }).click()
  await expect(page.getByText('We didn’t get a reply, so this may not have been saved.')).toBeVisible()
  expect(await inBooks(shop, store, product)).toMatchObject({ there: before.there + 12, moves: before.moves + 1 })
  await page.reload()
  await page.unroute('**/stock-moves*')
  await page.getByRole('button', { name: 'Send again' }).click()
  const result = page.getByRole('region', { name: 'Received' })
  await expect(result.getByRole('listitem').filter({ hasText: MILK })).toContainText(
    // Other tests may have sold more than there was.
    `now ${String(before.there + 12).replace('-', '−')} pcs`,
  )
  expect(await inBooks(shop, store, product)).toMatchObject({ there: before.there + 12, moves: before.moves + 1 })
})

test('a delivery names the dates in its codes, chosen ones, and the same as the line before', async ({
  page,
  context,
  shop,
}) => {
  const admin = await signUpAdmin(context, shop)
  const { store } = await ids(admin, 'butter')
  await page.goto(`/stock?store=${store}&work=delivery`)
  await expect(page.getByRole('heading', { name: 'Receive', level: 1 })).toBeVisible()
  // The GTIN, and the day to be used by: what a 2D code on a package contains.
  await scanWithWedge(page, [`010${getEan('butter')}17701231`, getEan('rye-bread'), getEan('light-milk')])
  await expect(lines(page)).toHaveText([MILK, 'Rye bread', 'Butter'].map(name => new RegExp(`^${name}`)))
  await expect(lines(page).last()).toContainText('Use by 31.12.2070: 1 pc')
  await page.getByRole('button', { name: 'Rye bread: Date, change the date' }).click()
  await page.getByRole('button', { name: 'Tomorrow' }).click()
  await expect(lines(page).nth(1)).toContainText('Use by')
  await page.getByRole('button', { name: `${MILK}: 1 pc, change` }).click()
  await page.getByRole('button', { name: 'Same as last' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Receive 3 products' }).click()
  await expect(page.getByRole('region', { name: 'Received' })).toBeVisible()
  const received = await shop.query<{ lots: number; days: number }>(
    `SELECT count(*)::int AS lots, count(DISTINCT use_by)::int AS days FROM stock_lot lot
     JOIN stock_lot_move part ON part.stock_lot_id = lot.id JOIN stock_move move ON move.id = part.stock_move_id
     WHERE move.stock_entry_id = (SELECT max(stock_entry_id) FROM delivery)`,
  )
  expect(received).toEqual([{ lots: 3, days: 2 }])
})

test(
  'a product is counted once, and a second camera read reports it as selected',
  FULL_TIER,
  async ({ page, context, shop }) => {
    const admin = await signUpAdmin(context, shop)
    const { store, product } = await ids(admin, 'butter')
    const camera = await FakeCamera.install(page, { lenses: [GOOD_LENS] })
    await page.goto(`/stock?store=${store}&work=count`)
    await page.getByRole('button', { name: 'Start the camera' }).click()
    await camera.display(getEan('butter'))
    await page.getByRole('dialog', { name: 'Butter' }).getByRole('button', { name: '7', exact: true }).click()
    await page.keyboard.press('Enter')
    await camera.display(undefined)
    await page.waitForTimeout(1000)
    await camera.display(getEan('butter'))
    await expect(notice(page, 'Product already selected')).toBeVisible()
    await expect(lines(page)).toHaveText([/Butter\s*7 pcs/])
    await page.getByRole('button', { name: 'Save the count of 1 product' }).click()
    await expect(page.getByRole('region', { name: 'Counted' })).toContainText('now 7 pcs')
    expect((await inBooks(shop, store, product)).there).toBe(7)
  },
)

test('an unknown code leads to a new product with that code', FULL_TIER, async ({ page, context, shop }) => {
  await signUpAdmin(context, shop)
  await page.goto('/stock?work=delivery')
  await expect(page.getByRole('heading', { name: 'Receive', level: 1 })).toBeVisible()
  await scanWithWedge(page, [UNKNOWN_CODE])
  await page.getByRole('button', { name: 'Create a product with this code' }).click()
  await expect(page).toHaveURL(`/products/create?code=${UNKNOWN_CODE}`)
})

test.describe('on a desktop, in Finnish', () => {
  test.use(A_DESK)
  const t = textsIn('fi')

  test(
    'waste requires a reason, by keyboard only, and appears in the product’s stock movements',
    FULL_TIER,
    async ({ page, context, shop }) => {
      const admin = await signUpAdmin(context, shop, { language: 'fi' })
      const { store, product } = await ids(admin, 'rye-bread')
      const name = goods('rye-bread').names.fi
      const before = await inBooks(shop, store, product)
      await page.goto(`/stock?store=${store}&work=waste`)
      await expect(page.getByRole('heading', { name: t('stock.waste'), level: 1 })).toBeVisible()
      await scanWithWedge(page, [getEan('rye-bread'), getEan('rye-bread')])
      await page.getByRole('button', { name: 'Kirjaa 1 tuote hävikkiin' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByText(t('form.requiredField'))).toBeVisible()
      await page.getByRole('button', { name: t('stock.outOfDate') }).focus()
      await page.keyboard.press('Space')
      await expect(page.getByLabel(t('stock.reason'))).toHaveValue(t('stock.outOfDate'))
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Kirjaa 1 tuote hävikkiin' }).focus()
      await page.keyboard.press('Enter')
      await expect(page.getByRole('region', { name: t('stock.wasteDone') })).toContainText(name)
      expect(await inBooks(shop, store, product)).toMatchObject({ there: before.there - 2, moved: before.there - 2 })

      await page.goto(`/stock?store=${store}&q=${encodeURIComponent(name)}`)
      await page.getByRole('link', { name, exact: true }).click()
      const newest = page
        .getByRole('table', { name: t('stock.ledger') })
        .getByRole('row')
        .nth(1)
      await expect(newest).toContainText(t('stock.kindWaste'))
      await expect(newest).toContainText(t('stock.outOfDate'))
      await expect(newest).toContainText(admin.email)
      await expectAccessible(page)
      await page.getByRole('button', { name: t('stock.correctThis') }).click()
      await page.getByRole('dialog', { name }).getByRole('textbox').fill('-1,5')
      await page.keyboard.press('Enter')
      await expect(page.getByText(t('stock.problemQuantity'))).toBeVisible()
      await page.setViewportSize({ width: 320, height: 568 })
      await expect.poll(() => overflow(page)).toBeLessThanOrEqual(0)
      await expect.poll(() => clippedControls(page)).toEqual([])
    },
  )
})
