import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Overview, OverviewVisits, Report } from '#contract/administration/reports.ts'
import type { RecallDetail } from '#contract/orders/admin-recalls.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { OwnRecall } from '#contract/orders/recalls.ts'
import type { StockLot } from '#contract/stock/stock.ts'
import { DAY_MS } from '#domain/durations.ts'
import { dayText } from '#domain/format/day-text.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { checkInvariants, FinalOutcomes } from '#server/modules/operations/invariants/check-invariants.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

const BEGIN = new Date(Date.now() - 3 * DAY_MS)
let shop: ShopWithCaller
let stocked: Stocked

beforeAll(async () => {
  shop = await openShop({ as: 'admin', now: BEGIN })
  stocked = await stockShop(shop.database)
  await shop.database.kysely.updateTable('terminal').set({ provider: 'test' }).execute()
})
afterAll(async () => {
  const broken = await checkInvariants(shop.context, new FinalOutcomes(), { whole: true })
  await shop.close()
  expect(broken.filter(({ rows }) => rows.length > 0)).toEqual([])
})

const move = async (kind: string, line: object) => {
  const body = { key: randomUUID(), kind, reason: 'test', lines: [{ product_id: stocked.milk, ...line }] }
  expect((await shop.me.call(`POST stores/${stocked.storeId}/stock-moves`, body)).status).toBe(200)
}
async function buy(goods: object) {
  const session = await stocked.shopper()
  const orderItems = [{ product_id: stocked.milk, quantity: 1, ...goods }]
  const order = (await shop.call(session, 'POST order', { orderItems })).json<Order>()
  const { id: order_id, total_amount } = order
  const paid = await shop.call(session, 'POST order/pay', { order_id, total_amount })
  expect(paid.json()).toMatchObject({ string_code: 'SUCCESS' })
  return { session, order }
}
const get = async (path: string) => (await shop.me.call(`GET ${path}`)).body

test('goods with a date are received, reduced three days later, sold, wasted, recalled by lot and reported', async () => {
  const useBy = plusDays(shopDate(BEGIN), 4)
  const [near, far] = [
    { lot: 'L1', use_by: useBy },
    { lot: 'L2', use_by: plusDays(useBy, 10) },
  ]
  const rules = [{ product_id: stocked.milk, group_id: null, steps: [{ days_left: 1, percent: 40 }] }]
  const saved = await shop.me.call(`PUT stores/${stocked.storeId}/markdown-rules`, { revision: 0, rules })
  expect(saved.status).toBe(200)
  await move('delivery', {
    quantity: 12,
    price: 0.5,
    lots: [
      { ...near, quantity: 5 },
      { ...far, quantity: 5 },
    ],
  })
  // It is not reduced yet.
  expect((await buy(near)).order.order_items).toMatchObject([{ price: 1.45, lot: 'L1', use_by: useBy }])

  shop.turnClock(3 * DAY_MS)
  const reduced = await buy({ ...near, quantity: 2 })
  expect(reduced.order.order_items).toMatchObject([
    { price: 0.87, amount: 1.74, reduced_percent: 40, full_price: 1.45 },
  ])
  const other = await buy(far)
  expect(other.order.order_items).toMatchObject([{ price: 1.45 }])
  const unknown = await buy({})
  await move('waste', { quantity: 1, lots: [{ ...near, quantity: 1 }] })
  await move('waste', { quantity: 1 })
  const { items } = (await get(`stores/${stocked.storeId}/stock-lots?product_id=${stocked.milk}`)) as {
    items: StockLot[]
  }
  // The unknown sale was of the oldest; the waste without a lot is of what was the oldest then.
  expect(items.map(({ lot, quantity }) => [lot, quantity])).toEqual([['L2', 3]])

  const { body, status } = await shop.me.call('POST recalls', {
    product_id: stocked.milk,
    reasons: { en: 'Glass', fi: 'Lasia', sv: 'Glas' },
    lots: '',
    recalled_lots: ['L1'],
    sold_from: null,
    sold_until: null,
  })
  expect(status).toBe(200)
  expect((body as RecallDetail).buyers).toMatchObject({ total: 3, uncertain: 1 })
  const notices = await Promise.all(
    [reduced, other, unknown].map(async ({ session }) =>
      (await shop.call(session, 'GET recalls?lang=fi')).json<OwnRecall[]>().map(each => each.is_certain),
    ),
  )
  expect(notices).toEqual([[true], [], [false]])

  const today = shopDate(shop.context.now())
  const period = `from=${today}&until=${today}&store=${stocked.storeId}`
  const markdown = (await get(`reports/markdown?${period}`)) as Report
  expect(markdown.rows).toMatchObject([
    { key: String(stocked.milk), figures: { quantity: 2, full: 2.9, rescued: 1.74, discount: 1.16, waste: 2.9 } },
  ])
  const byLot = (await get(`reports/wasteByLot?${period}`)) as Report
  expect(byLot.rows).toMatchObject(
    [near, far].map(({ lot, use_by: day }) => ({
      name: `Milk, ${dayText(day)}, ${lot}`,
      figures: { quantity: 1, value: 1.45 },
    })),
  )
  const { current, previous } = (await get(`insight/visits?${period}`)) as OverviewVisits
  expect([current.figures.rescued, previous.figures.rescued]).toEqual([1.74, 0])
  expect(((await get(`insight?${period}`)) as Overview).current.figures.waste).toBe(2.9)
})
