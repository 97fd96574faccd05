import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Overview, OverviewPeriod, OverviewVisits, Report } from '#contract/administration/reports.ts'
import { comparedPeriods, daysBetween } from '#domain/administration/compared-periods.ts'
import { DAY_MS, HOUR_MS } from '#domain/durations.ts'
import { shopDate } from '#domain/shop-date.ts'
import { plusDays, toInstant, zonedTime } from '#domain/zoned-time.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addShopper } from '#test/rows/orders.ts'
import { type Sale, sellAtRandom } from '#test/rows/random-sales.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { summariseSales } from './sales-summary.ts'

// The clocks of both zones change in between.
const FIRST = new Date('2026-02-20T00:00:00Z')
const LAST = new Date('2026-05-31T21:30:00Z')
const ZONES = ['Europe/Helsinki', 'America/New_York'] as const

let database: DatabaseHandle
let server: Shop
let anna: Caller
let stores: number[]
let sales: Sale[]
let now = LAST

beforeAll(async () => {
  database = await testDatabase()
  stores = [await addStore(database), await addStore(database)]
  await database.pool.query('UPDATE store SET time_zone = $1 WHERE id = $2', [ZONES[1], stores[1]])
  const places = stores.map((store, index) => ({ store, zone: ZONES[index]! }))
  sales = await sellAtRandom(database, { places, from: FIRST, until: LAST })
  server = await openShop({ database, now: () => now, modules: ['stock', 'payments', 'administration'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

type Query = { from: string; until: string; store?: number | undefined }
const formatQuery = ({ from, until, store }: Query) => `from=${from}&until=${until}${store ? `&store=${store}` : ''}`
async function getOverview(query: Query): Promise<Overview> {
  const { status, body } = await anna.call(`GET insight?${formatQuery(query)}`)
  expect(status).toBe(200)
  return body as Overview
}
const cents = (euros: number | null | undefined) => Math.round((euros ?? 0) * 100)

/** What was sold and refunded on the days, before the moment that `daysAgo` showed the time that it is now. */
function expected({ from, until, store }: Query, daysAgo: number | undefined) {
  const isWithin = (at: number, zone: string) => {
    const { date } = zonedTime(at, zone)
    const { wallMs } = zonedTime(now, zone)
    const isBefore = daysAgo === undefined || zonedTime(at, zone).wallMs < wallMs - daysAgo * DAY_MS
    return date >= from && date <= until && isBefore
  }
  const storeSales = sales.filter(sale => store === undefined || sale.store === store)
  const sold = storeSales.filter(({ at, zone }) => isWithin(at, zone))
  const refunded = storeSales.flatMap(({ refunds, zone }) => refunds.filter(({ at }) => isWithin(at, zone)))
  const sum = (parts: readonly { cents: number }[]) => parts.reduce((all, part) => all + part.cents, 0)
  const soldCents = sum(sold.flatMap(({ lines }) => lines))
  return { net: soldCents - sum(refunded), refunded: sum(refunded), purchases: sold.length }
}

function agrees({ figures, days }: OverviewPeriod, should: ReturnType<typeof expected>) {
  const shown = { net: cents(figures.net), refunded: cents(figures.refunded), purchases: figures.purchases }
  expect(shown).toEqual(should)
  expect(days.reduce((sum, { net }) => sum + cents(net), 0)).toBe(should.net)
  expect(days.reduce((sum, { purchases }) => sum + purchases, 0)).toBe(should.purchases)
}

/** A moment of sales, and a period that ends on its day. */
const moment = fc.record({
  hours: fc.integer({ min: 24 * 35, max: 24 * 99 }),
  minutes: fc.integer({ min: 0, max: 59 }),
  days: fc.constantFrom(1, 2, 7, 10, 28),
  store: fc.option(fc.nat(1), { nil: undefined }),
})

describe.each([
  ['from the orders', undefined],
  ['from summarised days and the orders since', new Date('2026-04-20T10:00:00Z')],
  ['from summarised days', LAST],
] as const)('Computed %s', (_how, until) => {
  beforeAll(async () => {
    if (until)
      await summariseSales({ db: database.kysely, now: () => until, log: { warn: () => expect.unreachable() } })
  })

  test('a period that is going on is compared with others until the same time of day', async () => {
    await fc.assert(
      fc.asyncProperty(moment, async ({ hours, minutes, days, store: place }) => {
        now = new Date(FIRST.getTime() + hours * HOUR_MS + minutes * 60_000)
        const today = shopDate(now)
        const period = { from: plusDays(today, 1 - days), until: today }
        const store = place === undefined ? undefined : stores[place]
        const found = await getOverview({ ...period, store })
        const compared = comparedPeriods(period, today)
        expect(found.is_going_on).toBe(true)
        for (const [shown, other] of [
          [found.previous, compared.before],
          [found.year_earlier, compared.yearBefore],
        ] as const) {
          expect([shown.from, shown.until]).toEqual([other.from, other.until])
          agrees(shown, expected({ ...other, store }, daysBetween(other.until, today)))
        }
      }),
      { numRuns: 30 },
    )
  })

  test('days that are over are compared with whole days, and have the figures of the report by day', async () => {
    now = LAST
    const query = { from: '2026-05-04', until: '2026-05-10' }
    const found = await getOverview(query)
    expect(found.is_going_on).toBe(false)
    agrees(found.current, expected(query, undefined))
    agrees(found.previous, expected({ from: '2026-04-27', until: '2026-05-03' }, undefined))
    const { total, rows } = (await anna.call(`GET reports/day?${formatQuery(query)}`)).body as Report
    const { net, purchases, average, refunded } = found.current.figures
    expect({ net, purchases, average, refunded }).toEqual({
      net: total.net,
      purchases: total.purchases,
      average: total.average,
      refunded: total.refunded,
    })
    expect(found.current.days.map(({ day, net: sum }) => [day, sum])).toEqual(
      rows.map(({ key, figures }) => [key, figures.net]),
    )
  })
})

test('margin, waste and visits are those of their reports', async () => {
  now = LAST
  const store = await addStore(database)
  const looker = await addShopper(database)
  const at = (time: string) => new Date(toInstant('2026-05-12', 0, ZONES[0]) + Number(time) * HOUR_MS)
  const visit = { store_id: store, user_id: looker, began_by: 'start' as const, created_at: at('9'), last_at: at('9') }
  await database.kysely.insertInto('visit').values(visit).execute()
  await sql`INSERT INTO purchase_price (product_id, supplier_id, valid_from, price_ten_thousandths)
    SELECT id, supplier_id, '2026-01-01', 1000 FROM product`.execute(database.kysely)
  await sql`INSERT INTO stock_move (store_id, product_id, kind, quantity_thousandths, created_at)
    SELECT ${store}, min(id), 'waste', -2000, ${at('10')}::timestamptz FROM product`.execute(database.kysely)
  const query = { from: '2026-05-01', until: '2026-05-31' }
  const { current: month, previous: before } = await getOverview(query)
  expect([before.from, before.until]).toEqual(['2026-04-01', '2026-04-30'])
  const getTotal = async (name: string) =>
    ((await anna.call(`GET reports/${name}?${formatQuery(query)}`)).body as Report).total
  const [margin, waste, visits] = [await getTotal('margin'), await getTotal('waste'), await getTotal('visits')]
  expect(margin.margin).not.toBeNull()
  expect(waste.value).toBeGreaterThan(0)
  expect(month.figures).toMatchObject({
    margin: margin.margin,
    margin_share: margin.margin_share,
    waste: waste.value,
  })
  expect(before.figures).toMatchObject({ waste: 0 })
  const seen = (await anna.call(`GET insight/visits?${formatQuery(query)}`)).body as OverviewVisits
  expect(visits.visits).toBe(1)
  expect(seen).toMatchObject({
    current: { ...query, figures: { visits: visits.visits, bought_share: 0 } },
    previous: { from: '2026-04-01', figures: { visits: 0, bought_share: null } },
    is_going_on: false,
  })
})

test('a bookkeeper reads it; a store that does not exist and an impossible period are refused', async () => {
  const keeper = await server.caller('bookkeeper')
  expect((await keeper.call(`GET insight?from=2026-05-01&until=2026-05-31`)).status).toBe(200)
  for (const path of ['insight', 'insight/visits']) {
    const elsewhere = await anna.call(`GET ${path}?from=2026-03-01&until=2026-03-02&store=999999`)
    expect(elsewhere.body).toMatchObject({ code: 'store.notFound' })
  }
  expect((await anna.call('GET insight?from=2026-03-02&until=2026-03-01')).status).toBe(422)
})
