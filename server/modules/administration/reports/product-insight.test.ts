import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductInsight, Report } from '#contract/administration/reports.ts'
import { plusDays, zonedTime } from '#domain/zoned-time.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { type Sale, sellAtRandom } from '#test/rows/random-sales.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { summariseSales } from './sales-summary.ts'

const FIRST = new Date('2026-02-20T00:00:00Z')
const NOW = new Date('2026-05-31T21:30:00Z')
const TODAY = '2026-06-01'
const ZONES = ['Europe/Helsinki', 'America/New_York'] as const

let database: DatabaseHandle
let server: Shop
let anna: Caller
let stores: number[]
let sales: Sale[]
let product: number

beforeAll(async () => {
  database = await testDatabase()
  stores = [await addStore(database, { name: 'Kylä' }), await addStore(database, { name: 'Tila' })]
  await database.pool.query('UPDATE store SET time_zone = $1 WHERE id = $2', [ZONES[1], stores[1]])
  const places = stores.map((store, index) => ({ store, zone: ZONES[index]! }))
  sales = await sellAtRandom(database, { places, from: FIRST, until: NOW })
  product = sales[0]!.lines[0]!.productId
  await database.pool.query('UPDATE refund SET returns_stock = amount_cents % 2 = 0')
  await sql`INSERT INTO purchase_price (product_id, supplier_id, valid_from, price_ten_thousandths)
    SELECT id, supplier_id, '2026-01-01', 1000 FROM product`.execute(database.kysely)
  server = await openShop({ database, now: NOW, modules: ['stock', 'payments', 'administration'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function getInsight(query = '', caller = anna): Promise<ProductInsight> {
  const { status, body } = await caller.call(`GET products/${product}/insight${query}`)
  expect(status).toBe(200)
  return body as ProductInsight
}
const sum = <Row>(rows: readonly Row[], getValue: (row: Row) => number) =>
  Math.round(rows.reduce((all, row) => all + getValue(row), 0) * 1000) / 1000
const getMonday = (day: string) => plusDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7))

/** What a week's sales came to, less what was refunded of them. */
function expectedWeeks(store?: number) {
  const weeks = new Map<string, number>()
  for (const sale of sales.filter(each => store === undefined || each.store === store)) {
    const week = getMonday(zonedTime(sale.at, sale.zone).date)
    const cents = (parts: readonly { cents: number }[]) => parts.reduce((all, part) => all + part.cents, 0)
    const sold = cents(sale.lines.filter(({ productId }) => productId === product))
    const refunded = cents(sale.refunds.filter(({ line }) => line.productId === product))
    if (sold > 0) weeks.set(week, (weeks.get(week) ?? 0) + sold - refunded)
  }
  return weeks
}

test.each([false, true])('weeks add up to the reports of sales and margin; summarised: %s', async isSummarised => {
  if (isSummarised) await summariseSales(server.context)
  for (const store of [undefined, stores[0]]) {
    const insight = await getInsight(store === undefined ? '' : `?store=${store}`)
    expect(insight.weeks).toHaveLength(26)
    expect(insight.weeks.at(-1)?.week).toBe(TODAY)
    const expected = expectedWeeks(store)
    for (const { week, net } of insight.weeks)
      expect([week, Math.round(net * 100)]).toEqual([week, expected.get(week) ?? 0])
    const query = `from=${insight.weeks[0]?.week}&until=${TODAY}${store === undefined ? '' : `&store=${store}`}`
    const { rows } = (await anna.call(`GET reports/margin?${query}`)).body as Report
    const margin = rows.find(({ key }) => key === String(product))?.figures.margin ?? 0
    // The cost is rounded in each week, and once in the report.
    expect(Math.abs(sum(insight.weeks, row => row.margin ?? 0) - margin)).toBeLessThanOrEqual(0.13)
  }
})

test('the stock of each day is the current one less what changed later, with what was received and wasted', async () => {
  const move = (kind: string, thousandths: number, at: string) => ({
    store_id: stores[0]!,
    product_id: product,
    kind: kind as 'delivery',
    quantity_thousandths: thousandths,
    created_at: new Date(at),
  })
  const moves = [
    move('delivery', 20_000, '2026-01-02T08:00:00Z'),
    move('delivery', 5_000, '2026-05-20T08:00:00Z'),
    // After midnight in Finland.
    move('waste', -2_000, '2026-05-20T21:30:00Z'),
    move('count', -1_000, '2026-05-28T08:00:00Z'),
  ]
  await database.kysely.insertInto('stock_move').values(moves).execute()
  const shelf = { store_id: stores[0]!, product_id: product, quantity_thousandths: 22_000 }
  await database.kysely.insertInto('store_stock').values(shelf).execute()
  const { days, weeks, moves: shown } = await getInsight()
  const at = (day: string) => days.find(each => each.day === day)
  expect([days.length, days[0]?.day, days.at(-1)?.day]).toEqual([84, plusDays(TODAY, -83), TODAY])
  expect(days[0]?.quantity).toBe(20)
  expect(at('2026-05-20')).toEqual({ day: '2026-05-20', quantity: 25, received: 5 })
  expect(at('2026-05-21')).toEqual({ day: '2026-05-21', quantity: 23, received: 0 })
  expect(at('2026-05-28')?.quantity).toBe(22)
  expect(weeks.find(({ week }) => week === '2026-05-18')?.wasted).toBe(2)
  expect(shown.map(({ kind, quantity, day }) => [kind, quantity, day])).toEqual([
    ['count', -1, '2026-05-28'],
    ['waste', -2, '2026-05-21'],
    ['delivery', 5, '2026-05-20'],
    ['delivery', 20, '2026-01-02'],
  ])
  expect((await getInsight(`?store=${stores[1]}`)).days).toEqual([])
})

test('prices have the days since which they hold, and campaigns their days', async () => {
  const version = await sql<{
    id: number
  }>`UPDATE product_version SET created_at = '2026-03-01 12:00Z', is_current = false
    WHERE product_id = ${product} RETURNING id`.execute(database.kysely)
  const copy = (cents: number, at: string, isCurrent: boolean) => sql`
    INSERT INTO product_version (product_id, names, price_cents, vat_class_id, unit, is_current, created_at)
    SELECT product_id, names, ${cents}, vat_class_id, unit, ${isCurrent}, ${at}::timestamptz FROM product_version
    WHERE id = ${version.rows[0]?.id}`
  await copy(450, '2026-04-02 08:00Z', false).execute(database.kysely)
  await copy(450, '2026-04-09 08:00Z', true).execute(database.kysely)
  await sql`INSERT INTO price_plan (product_id, kind, price_cents, from_day, until_day, created_at, created_by)
    SELECT ${product}, 'campaign', 399, '2026-05-01', '2026-05-03', now(), min(id) FROM app_user`.execute(
    database.kysely,
  )
  const { prices } = await getInsight()
  expect(prices.map(({ kind, from_day, until_day }) => [kind, from_day, until_day])).toEqual([
    ['campaign', '2026-05-01', '2026-05-03'],
    ['price', '2026-04-02', null],
    ['price', '2026-03-01', null],
  ])
  expect(prices.slice(0, 2).map(({ price }) => price)).toEqual([3.99, 4.5])
})

test('the last orders come from the ledger, and a keeper sees only those of the own store', async () => {
  await sql`INSERT INTO stock_move (store_id, product_id, quantity_thousandths, kind, order_line_id, created_at)
    SELECT store_id, product_id, -quantity_thousandths, 'sale', line.id, paid_at
    FROM order_line line JOIN customer_order paid ON paid.id = line.order_id
    WHERE product_id = ${product} ORDER BY paid_at`.execute(database.kysely)
  const { orders } = await getInsight()
  const newest = sales.filter(({ lines }) => lines.some(({ productId }) => productId === product))
  const times = newest.map(({ at }) => new Date(at).toISOString()).toSorted()
  expect(orders.map(({ at }) => at)).toEqual(times.toReversed().slice(0, 10))
  const keeper = await server.caller('keeper', [stores[1]!])
  const ownInsight = await getInsight('', keeper)
  expect(new Set(ownInsight.orders.map(({ store }) => store.name))).toEqual(new Set(['Tila']))
  expect(ownInsight.days).toEqual([])
  const elsewhere = await keeper.call(`GET products/${product}/insight?store=${stores[0]}`)
  expect(elsewhere.body).toMatchObject({ code: 'store.notFound' })
  expect((await anna.call('GET products/999999/insight')).status).toBe(404)
})
