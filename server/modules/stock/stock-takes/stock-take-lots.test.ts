import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StockLot, StockMoves } from '#contract/stock/stock.ts'
import { ALL_ROWS } from '#server/modules/operations/invariants/invariant.ts'
import { OWN_INVARIANTS } from '#server/modules/operations/invariants/invariants.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let shop: ShopWithCaller
let stocked: Stocked

beforeAll(async () => {
  shop = await openShop({ as: 'admin' })
})
afterAll(() => shop.close())

const OLD = { best_before: '2090-01-01' }
const NEW = { lot: 'N', use_by: '2090-02-01' }
const OTHER = { lot: 'X' }

type Answer = { id: number; counted: number; variance: number; items: (StockLot & { quantity: number })[] }

async function call(request: string, body?: object) {
  const answer = await shop.me.call(request, body)
  return { status: answer.status, body: answer.body as Answer }
}
async function move(kind: StockMoves['kind'], quantity: number, lots: object[] = []) {
  const lines = [{ product_id: stocked.milk, quantity, ...(lots.length > 0 && { lots }) }]
  const { status } = await call(`POST stores/${stocked.storeId}/stock-moves`, {
    key: randomUUID(),
    kind,
    reason: 'test',
    lines,
  })
  expect(status).toBe(200)
}
async function startTake() {
  const { body } = await call(`POST stores/${stocked.storeId}/stock-takes`)
  const count = (quantity: number, lot: object = {}, mode = 'add') =>
    call(`POST stock-takes/${body.id}/counts`, {
      key: randomUUID(),
      product_id: stocked.milk,
      mode,
      quantity,
      ...lot,
    })
  return { count, post: () => call(`POST stock-takes/${body.id}/post`) }
}
/** What the shelf has in all, and of each lot. */
async function there(): Promise<[number | undefined, Record<string, number>]> {
  const shelves = await call(`GET stores/${stocked.storeId}/stock?product_id=${stocked.milk}`)
  const { body } = await call(`GET stores/${stocked.storeId}/stock-lots?product_id=${stocked.milk}`)
  const lots = body.items.map(({ lot, best_before: day, quantity }) => [lot ?? day, quantity])
  return [shelves.body.items[0]?.quantity, Object.fromEntries(lots)]
}
async function violations() {
  const found = OWN_INVARIANTS.filter(({ id }) => id === 'I18' || id === 'I5')
  expect(found).toHaveLength(2)
  const rows = await Promise.all(found.map(each => each.violations(ALL_ROWS).execute(shop.database.kysely)))
  return rows.flatMap(each => each.rows)
}
async function openStore() {
  stocked = await stockShop(shop.database)
  await move('delivery', 6, [
    { ...OLD, quantity: 2 },
    { ...NEW, quantity: 3 },
  ])
}

test('a count by lot corrects the lots that it names, and takes what is missing from the oldest others', async () => {
  await openStore()
  const take = await startTake()
  expect((await take.count(2, NEW)).body).toMatchObject({ counted: 2, variance: -4 })
  expect((await take.count(1, OTHER)).body.counted).toBe(3)
  expect((await take.count(2)).body.counted).toBe(5)
  // What happens between the count and its posting stays.
  await move('waste', 1, [{ ...NEW, quantity: 1 }])
  await take.post()
  expect(await there()).toEqual([4, { [OLD.best_before]: 2, N: 1, X: 1 }])
  expect(await violations()).toEqual([])
})

test('a count of the whole product starts that of its lots over, and one of a lot only that', async () => {
  await openStore()
  const take = await startTake()
  await take.count(3, NEW)
  expect((await take.count(5, {}, 'set')).body.counted).toBe(5)
  await take.count(1, OLD)
  expect((await take.count(2, OLD, 'set')).body.counted).toBe(7)
  expect((await take.count(-3, OLD)).status).toBe(422)
  expect((await take.count(1, { use_by: '2090-02-30' })).status).toBe(422)
  await take.post()
  expect(await there()).toEqual([7, { [OLD.best_before]: 2, N: 3 }])
})

test('a count without lots takes what is missing from the oldest, as before', async () => {
  await openStore()
  const take = await startTake()
  await take.count(3)
  await take.post()
  expect(await there()).toEqual([3, { N: 2 }])
})

test('lots stay the sums of their moves, whatever is counted between deliveries and waste', async () => {
  const lotPart = fc.constantFrom({}, OLD, NEW, OTHER)
  const step = fc.record({
    what: fc.constantFrom('delivery', 'waste', 'count', 'set', 'post'),
    quantity: fc.integer({ min: 1, max: 4 }),
    lot: lotPart,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), async steps => {
      await openStore()
      let take = await startTake()
      for (const { what, quantity, lot: part } of steps)
        if (what === 'delivery' || what === 'waste')
          await move(what, quantity, Object.keys(part).length > 0 ? [{ ...part, quantity }] : [])
        else if (what === 'post') {
          await take.post()
          take = await startTake()
        } else await take.count(quantity, part, what === 'set' ? 'set' : 'add')
      expect(await take.post()).toMatchObject({ status: 200 })
      expect(await violations()).toEqual([])
    }),
    { numRuns: 12 },
  )
})
