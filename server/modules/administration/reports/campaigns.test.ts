import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Campaign } from '#contract/administration/campaigns.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { type Sale, sellAtRandom } from '#test/rows/random-sales.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { summariseSales } from './sales-summary.ts'

const ZONE = 'Europe/Helsinki'
const NOW = new Date('2026-05-31T10:00:00Z')

let database: DatabaseHandle
let server: Shop
let anna: Caller
let stores: number[]
let sales: Sale[]
let products: number[]

beforeAll(async () => {
  database = await testDatabase()
  stores = [await addStore(database), await addStore(database)]
  const places = stores.map(store => ({ store, zone: ZONE }))
  sales = await sellAtRandom(database, { places, from: new Date('2026-02-20T00:00:00Z'), until: NOW })
  products = [...new Set(sales.flatMap(({ lines }) => lines.map(({ productId }) => productId)))].slice(0, 4)
  server = await openShop({ database, now: NOW, modules: ['stock', 'payments', 'administration'] })
  anna = await server.caller('admin')
  const add = (at: number, [from, until]: readonly [string, string], ended: string | null = null) =>
    sql`
    INSERT INTO price_plan (product_id, kind, price_cents, from_day, until_day, created_at, created_by, ended_at, ended_by)
    VALUES (${products[at]}, 'campaign', 99, ${from}, ${until}, now(), ${anna.id}, ${ended}::timestamptz,
      CASE WHEN ${ended}::text IS NULL THEN NULL ELSE ${anna.id}::integer END)`.execute(database.kysely)
  await add(0, ['2026-05-25', '2026-06-07'])
  await add(1, ['2026-05-25', '2026-06-07'])
  await add(2, ['2026-05-25', '2026-06-07'], '2026-05-28T09:00:00Z')
  await add(3, ['2026-06-12', '2026-06-14'])
  await add(0, ['2026-04-04', '2026-04-10'])
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const listCampaigns = async (query = '', caller = anna) =>
  (await caller.call(`GET campaigns${query}`)).body as Campaign[]

type Days = { from: string; until: string; store?: number | undefined }
/** What some products sold on some days, less refunds of these days, in cents. */
function sum(ids: readonly number[], { from, until, store }: Days): number {
  const isWithin = (at: number) => {
    const { date } = zonedTime(at, ZONE)
    return date >= from && date <= until
  }
  const storeSales = sales.filter(sale => store === undefined || sale.store === store)
  const sold = storeSales.filter(({ at }) => isWithin(at)).flatMap(({ lines }) => lines)
  const refunded = storeSales.flatMap(({ refunds }) => refunds.filter(({ at }) => isWithin(at)))
  const add = (cents: number, part: { cents: number }) => cents + part.cents
  const isOfThem = (id: number) => ids.includes(id)
  return (
    sold.filter(({ productId }) => isOfThem(productId)).reduce(add, 0) -
    refunded.filter(({ line }) => isOfThem(line.productId)).reduce(add, 0)
  )
}
const toCents = (euros: number | undefined) => Math.round((euros ?? 0) * 100)

test.each([false, true])(
  'campaigns have what they sold, beside the same weekdays before; summarised: %s',
  async isSummarised => {
    if (isSummarised) await summariseSales(server.context)
    for (const store of [undefined, stores[0]]) {
      const [running, planned, endedEarly, over] = await listCampaigns(store === undefined ? '' : `?store=${store}`)
      expect([running?.state, planned?.state, endedEarly?.state, over?.state]).toEqual([
        'running',
        'planned',
        'over',
        'over',
      ])
      expect([running?.product_count, planned?.product_count, over?.product_count]).toEqual([2, 1, 1])
      const ids = products.slice(0, 2)
      expect(toCents(running?.net)).toBe(sum(ids, { from: '2026-05-25', until: '2026-05-31', store }))
      expect(toCents(running?.net_before)).toBe(sum(ids, { from: '2026-05-18', until: '2026-05-24', store }))
      expect([planned?.net, planned?.net_before]).toEqual([0, 0])
      expect(toCents(over?.net)).toBe(sum(products.slice(0, 1), { from: '2026-04-04', until: '2026-04-10', store }))
      // Ended by an admin: what it sold until then.
      expect(endedEarly?.products[0]).toMatchObject({ product_id: products[2], price: 0.99, ended_early: true })
      expect(toCents(endedEarly?.net)).toBe(
        sum(products.slice(2, 3), { from: '2026-05-25', until: '2026-05-28', store }),
      )
    }
  },
)

test('a keeper sees what the own store sold', async () => {
  const keeper = await server.caller('keeper', [stores[1]!])
  const [running] = await listCampaigns('', keeper)
  expect(toCents(running?.net)).toBe(
    sum(products.slice(0, 2), { from: '2026-05-25', until: '2026-05-31', store: stores[1] }),
  )
})
