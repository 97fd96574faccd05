import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { inTier } from '#test/tier.ts'

let database: DatabaseHandle
let shop: Shop
let server: Shop
let phones: Caller[]
beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
  server = await openShop({ database, modules: ['stock'] })
  phones = [await server.caller('admin'), await server.caller('admin')]
})
afterAll(async () => {
  await shop.close()
  await server.close()
  await database.close()
})

/** A store during the day, with an open stock take. */
type Day = Stocked & { stockTakeId: number; admin: Caller }

async function openDay(): Promise<Day> {
  const stocked = await stockShop(database)
  const [admin] = phones
  const { status, body, text } = await admin!.call(`POST stores/${stocked.storeId}/stock-takes`)
  expect([status, text]).toEqual([200, text])
  return { ...stocked, stockTakeId: (body as { id: number }).id, admin: admin! }
}

async function sell({ shopper }: Day, product_id: number, quantity: number): Promise<void> {
  const session = await shopper()
  const order = await shop.call(session, 'POST order', { orderItems: [{ product_id, quantity }] })
  expect(order.statusCode).toBe(200)
  const paid = await shop.call(session, 'POST order/pay')
  expect(paid.json()).toMatchObject({ string_code: 'SUCCESS' })
}

async function move({ storeId, admin }: Day, kind: string, [product_id, quantity]: [number, number]): Promise<void> {
  const body = { key: randomUUID(), kind, reason: 'a day', lines: [{ product_id, quantity }] }
  expect((await admin.call(`POST stores/${storeId}/stock-moves`, body)).status).toBe(200)
}

async function count(
  { stockTakeId }: Day,
  phone: number,
  counted: { product_id: number; mode: string; quantity: number },
) {
  const answer = await phones[phone]!.call(`POST stock-takes/${stockTakeId}/counts`, { key: randomUUID(), ...counted })
  // The other phone may have posted it.
  expect([200, 409], answer.text).toContain(answer.status)
}

const post = ({ stockTakeId, admin }: Day) => admin.call(`POST stock-takes/${stockTakeId}/post`)

async function shelves({ storeId }: Day) {
  const { rows } = await sql<{ product_id: number; quantity: number; moved: number }>`
    SELECT product_id, quantity_thousandths AS quantity, (SELECT coalesce(sum(quantity_thousandths), 0)::bigint
      FROM stock_move WHERE store_id = shelf.store_id AND product_id = shelf.product_id) AS moved
    FROM store_stock shelf WHERE store_id = ${storeId}`.execute(database.kysely)
  return rows
}

const product = fc.constantFrom('milk' as const, 'soap' as const)
const some = fc.integer({ min: 1, max: 9 })
const phone = fc.integer({ min: 0, max: 1 })
const mode = fc.constantFrom('add', 'set')

test('the sum of the stock movements is the quantity under any interleaving of sales, deliveries and two counts', async () => {
  const step = fc.oneof(
    fc.record({ does: fc.constant('sell' as const), product, some }),
    fc.record({ does: fc.constantFrom('delivery' as const, 'waste' as const, 'count' as const), product, some }),
    fc.record({ does: fc.constant('scan' as const), product, some, phone, mode }),
    fc.record({ does: fc.constant('post' as const) }),
  )
  type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
  const runStep = (day: Day, each: Step): Promise<unknown> => {
    if (each.does === 'post') return post(day)
    const id = day[each.product]
    if (each.does === 'sell') return sell(day, id, each.some)
    if (each.does === 'scan') return count(day, each.phone, { product_id: id, mode: each.mode, quantity: each.some })
    return move(day, each.does, [id, each.some])
  }
  // All steps of a wave run at the same moment.
  const waves = fc.array(fc.array(step, { minLength: 2, maxLength: 6 }), { minLength: 1, maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(waves, async day => {
      const open = await openDay()
      for (const wave of day) {
        await Promise.all(wave.map(each => runStep(open, each)))
        for (const shelf of await shelves(open)) expect(shelf.quantity).toBe(shelf.moved)
      }
    }),
    { numRuns: inTier({ merge: 4, full: 12 }) },
  )
}, 120_000)

test('a correctly counted quantity is correct after posting, whatever moved before and after the count', async () => {
  const step = fc.oneof(
    fc.record({ does: fc.constantFrom('sell' as const, 'delivery' as const, 'waste' as const), some }),
    fc.record({ does: fc.constant('stocktaking' as const), phone }),
    fc.record({ does: fc.constant('count by hand' as const) }),
  )
  const days = fc.record({
    /** The real quantity on the shelf, which the ledger does not contain yet. */
    unknown: fc.integer({ min: 60, max: 90 }),
    before: fc.array(step, { maxLength: 4 }),
    phone,
    after: fc.array(step, { maxLength: 5 }),
  })
  await fc.assert(
    fc.asyncProperty(days, async ({ unknown, before, phone: last, after }) => {
      const day = await openDay()
      let real = unknown
      const stocktake = (by: number) => count(day, by, { product_id: day.milk, mode: 'set', quantity: real })
      const runStep = async (each: (typeof before)[number]) => {
        if (each.does === 'stocktaking') return stocktake(each.phone)
        if (each.does === 'count by hand') return move(day, 'count', [day.milk, real])
        real += each.does === 'delivery' ? each.some : -each.some
        return each.does === 'sell' ? sell(day, day.milk, each.some) : move(day, each.does, [day.milk, each.some])
      }
      for (const each of before) await runStep(each)
      await stocktake(last)
      for (const each of after) await runStep(each)
      expect((await post(day)).status).toBe(200)
      const milk = (await shelves(day)).find(({ product_id }) => product_id === day.milk)
      expect(milk).toMatchObject({ quantity: real * 1000, moved: real * 1000 })
    }),
    { numRuns: inTier({ merge: 8, full: 25 }) },
  )
}, 120_000)
