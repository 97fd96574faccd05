import type { Order } from '#contract/orders/orders.ts'
import { signUpAdmin } from './admins.ts'
import { A_DESK } from './desk.ts'
import { expectAccessible } from './expect-sound.ts'
import { NO_CONNECTION } from './faults.ts'
import { getEan, goods } from './goods.ts'
import { chooseMore } from './more-actions.ts'
import { MATHILDEDAL, productWith, signUp, storeNamed } from './people.ts'
import { expect, test } from './test.ts'
import { textsIn } from './texts.ts'
import { press } from './virtual-terminal.ts'
import { scanWithWedge } from './wedge-scanner.ts'

const fi = textsIn('fi')

test(
  'two people count at the same time while the store sells, one of them offline for a while',
  { tag: '@full' },
  async ({ page, context, openBrowser, shop, faults }) => {
    // Each browser polls the other's changes every four seconds.
    test.slow()
    const anna = await signUpAdmin(context, shop)
    const store = (await storeNamed(anna.api, MATHILDEDAL)).id
    const [milk, butter] = [
      await productWith(anna.api, getEan('light-milk')),
      await productWith(anna.api, getEan('butter')),
    ]
    const there = async (product: number) =>
      (
        await shop.query<{ there: number }>(
          'SELECT (quantity_thousandths / 1000)::int AS there FROM store_stock WHERE store_id = $1 AND product_id = $2',
          [store, product],
        )
      )[0]!.there
    await anna.api.request(`POST admin/stores/${store}/stock-moves`, {
      key: `before-${Date.now()}`,
      kind: 'count',
      lines: [
        { product_id: milk.id, quantity: 20 },
        { product_id: butter.id, quantity: 5 },
      ],
    })
    await page.goto(`/stock?store=${store}`)
    await chooseMore(page, textsIn('en'), 'Stocktakes')
    await page.getByRole('button', { name: 'Start a stocktake' }).click()
    await expect(page.getByRole('heading', { name: /^Stocktake \d+$/ })).toBeVisible()

    const desk = await openBrowser({ ...A_DESK, locale: 'fi-FI' })
    await signUpAdmin(desk, shop, { language: 'fi' })
    const other = await desk.newPage()
    await other.goto(new URL(page.url()).pathname + new URL(page.url()).search)
    await expect(other.getByRole('heading', { name: /^Inventaario \d+$/ })).toBeVisible()

    await scanWithWedge(page, [getEan('light-milk'), getEan('light-milk')])
    await expect(page.getByRole('group', { name: 'Counted last' })).toContainText('2 pcs')
    await scanWithWedge(other, [getEan('light-milk')])
    await expect(other.getByRole('group', { name: fi('stockTakes.last') })).toContainText('3 kpl')
    await expect(page.getByRole('button', { name: `${milk.name}: 3 pcs, change` })).toBeVisible()

    // Two cartons are sold meanwhile.
    const buyer = await signUp(await openBrowser(), shop)
    const order = await buyer.api.request<Order>('POST order', { orderItems: [{ product_id: milk.id, quantity: 2 }] })
    const paid = buyer.api.request('POST order/pay', { order_id: order.id, total_amount: order.total_amount })
    await press(shop, 'approve')
    await paid
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
