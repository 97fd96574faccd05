import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Report, ReportRow } from '#contract/administration/reports.ts'
import { DAY_MS } from '#domain/durations.ts'
import { formatCents } from '#domain/money.ts'
import { shopDate } from '#domain/shop-date.ts'
import { toInstant, plusDays } from '#domain/zoned-time.ts'
import { STOCK_SETTLEMENT } from '#server/modules/stock/store-stock/move-stock.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { printableText } from '#server/platform/files/pdf-fonts.ts'
import { joinSettlementHooks } from '#server/platform/settlement-hooks.ts'
import { testDatabase } from '#test/database/database.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { inTier } from '#test/tier.ts'
import { reportLabels } from './report-labels.ts'

const FIRST = '2026-03-27'
/** Over the beginning of summer time in Finland. */
const DAYS = Array.from({ length: 5 }, (_, index) => plusDays(FIRST, index))
const ZONES = ['Europe/Helsinki', 'America/New_York'] as const

let database: DatabaseHandle
let server: Shop
let anna: Caller
let now = new Date(`${FIRST}T10:00:00Z`)
let vatClassId: number
let buyer: number

beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, now: () => now, modules: ['catalogue', 'stock', 'administration'] })
  anna = await server.caller('admin')
  vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
  buyer = await addShopper(database)
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function getInventory(store: number, day?: string): Promise<Report> {
  const query = `from=${FIRST}&until=${FIRST}&store=${store}${day ? `&day=${day}` : ''}`
  const { status, body } = await anna.call(`GET reports/inventory?${query}`)
  expect(status).toBe(200)
  return body as Report
}

type Kind = 'delivery' | 'waste' | 'count' | 'sale' | 'price'
type Step = { store: 0 | 1; product: 0 | 1 | 2; kind: Kind; amount: number; afterMs: number }
type Goods = { stores: [number, number]; products: [number, number, number] }

async function addGoods(): Promise<Goods> {
  const store = (time_zone: string) => addStore(database, { time_zone })
  const product = () => addProduct(database, { vatClassId })
  return {
    stores: [await store(ZONES[0]), await store(ZONES[1])],
    products: [await product(), await product(), await product()],
  }
}

/** Writes what a payment writes, at the time of the test. */
async function sell(store: number, product: number): Promise<void> {
  const paid = { user_id: buyer, store_id: store, status: 'complete', paid_at: now } as const
  const id = await addOrder(database, { ...paid, products: [product] })
  await sql`SELECT ${joinSettlementHooks([STOCK_SETTLEMENT]).paid(sql`${id}::bigint`)}`.execute(database.kysely)
  await sql`UPDATE stock_move SET created_at = ${now} WHERE order_line_id IN (SELECT id FROM order_line WHERE order_id = ${id})`.execute(
    database.kysely,
  )
}

async function does({ stores, products }: Goods, { store, product, kind, amount }: Step): Promise<void> {
  const [storeId, productId] = [stores[store], products[product]]
  if (kind === 'sale') return sell(storeId, productId)
  if (kind === 'price') {
    const { supplier_id } = await database.kysely
      .selectFrom('product')
      .select('supplier_id')
      .where('id', '=', productId)
      .executeTakeFirstOrThrow()
    const valid_from = shopDate(now)
    // A second price from the same day is refused.
    await anna.call(`POST products/${productId}/purchase-prices`, { supplier_id, valid_from, price: amount / 100 })
    return
  }
  const lines = [{ product_id: productId, quantity: amount }]
  const { status } = await anna.call(`POST stores/${storeId}/stock-moves`, {
    key: randomUUID(),
    kind,
    lines,
    reason: 'spoiled',
  })
  expect(status).toBe(200)
}

const step: fc.Arbitrary<Step> = fc.record({
  store: fc.constantFrom(0, 1),
  product: fc.constantFrom(0, 1, 2),
  kind: fc.constantFrom<Kind>('delivery', 'delivery', 'waste', 'count', 'sale', 'sale', 'price'),
  amount: fc.integer({ min: 1, max: 40 }),
  afterMs: fc.nat(DAYS.length * DAY_MS),
})

const stocks = (rows: readonly ReportRow[]) =>
  rows.map(({ key, figures }) => `${key} ${figures.stock}`).toSorted((a, b) => a.localeCompare(b))

test('the list of a past day is what was printed at its end, for any deliveries, sales, counts, waste and prices', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async deeds => {
    const shop = await addGoods()
    const begins = toInstant(FIRST, 0, ZONES[0])
    const printed = new Map<string, Report>()
    const prints = DAYS.flatMap(day =>
      ZONES.map((zone, at) => ({
        at: toInstant(plusDays(day, 1), 0, zone) - 1,
        run: async () => void printed.set(`${at} ${day}`, await getInventory(shop.stores[at] ?? 0)),
      })),
    )
    const events = [...prints, ...deeds.map(each => ({ at: begins + each.afterMs, run: () => does(shop, each) }))]
    for (const { at, run } of events.toSorted((a, b) => a.at - b.at)) {
      now = new Date(at)
      await run()
    }
    now = new Date('2026-06-01T10:00:00Z')
    for (const day of DAYS) {
      const [first, second] = [await getInventory(shop.stores[0], day), await getInventory(shop.stores[1], day)]
      expect(first.day).toBe(day)
      expect(first).toEqual({ ...printed.get(`0 ${day}`), at: now.toISOString(), day })
      // The evening in New York is the next day of the purchase prices.
      expect(stocks(second.rows)).toEqual(stocks(printed.get(`1 ${day}`)?.rows ?? []))
    }
  })
  await fc.assert(property, { numRuns: inTier({ merge: 4, full: 40 }) })
}, 120_000)

test('for a day that is not over the inventory is the current one, and files of a past day show that day', async () => {
  const { stores, products } = await addGoods()
  const [store, milk] = [stores[0], products[0]]
  now = new Date('2026-12-31T20:00:00Z')
  await does({ stores, products }, { store: 0, product: 0, kind: 'price', amount: 125, afterMs: 0 })
  await does({ stores, products }, { store: 0, product: 0, kind: 'delivery', amount: 12, afterMs: 0 })
  expect(await getInventory(store, '2026-12-31')).toMatchObject({ day: null, total: { worth: 15 } })
  now = new Date('2027-01-09T10:00:00Z')
  await does({ stores, products }, { store: 0, product: 0, kind: 'waste', amount: 12, afterMs: 0 })
  expect((await getInventory(store)).rows).toEqual([])
  expect(await getInventory(store, '2027-01-10')).toMatchObject({ day: null, rows: [] })
  const query = `from=${FIRST}&until=${FIRST}&store=${store}&day=2026-12-31&lang=fi`
  const csv = await anna.call(`GET reports/inventory/report.csv?${query}`)
  expect(csv.text).toContain(`${milk};`)
  expect(csv.text).toContain(';12;1,25;15,00;0')
  const { texts } = readPdf((await anna.call(`GET reports/inventory/report.pdf?${query}`)).raw)
  const labels = reportLabels('fi')
  expect(texts[texts.indexOf(labels.endOfDay) + 1]).toBe('31.12.2026')
  expect(texts).not.toContain(labels.asOf)
  expect(texts[texts.indexOf(labels.printed) + 1]).toBe('09.01.2027 12:00')
  expect(texts).toContain(printableText(formatCents(15_00)))
  expect((await anna.call(`GET reports/stock?${query}`)).body).toMatchObject({ day: null, rows: [] })
})
