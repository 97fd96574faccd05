import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Delivery, StockLot, StockMoves } from '#contract/stock/stock.ts'
import { DAY_MS } from '#domain/durations.ts'
import { isoDate } from '#domain/format/date-format.ts'
import { ALL_ROWS } from '#server/modules/operations/invariants/invariant.ts'
import { OWN_INVARIANTS } from '#server/modules/operations/invariants/invariants.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let shop: ShopWithCaller
let stocked: Stocked

beforeAll(async () => {
  shop = await openShop({ as: 'admin' })
})
afterAll(() => shop.close())

type Line = StockMoves['lines'][number]
type Work = Partial<Pick<StockMoves, 'kind' | 'reason'>>

/** A store of the test's own. */
async function openStore() {
  stocked = await stockShop(shop.database)
}
async function move(line: Partial<Line>, { kind = 'delivery', reason = 'test' }: Work = {}) {
  const lines = [{ product_id: stocked.milk, quantity: 1, ...line }]
  const answer = await shop.me.call(`POST stores/${stocked.storeId}/stock-moves`, {
    key: randomUUID(),
    kind,
    reason,
    lines,
  })
  return { status: answer.status, body: answer.body as { delivery_id: number; problems: object[] } }
}
async function sell(...lots: object[]) {
  const goods = lots.map(lot => ({ product_id: stocked.milk, quantity: 1, ...lot }))
  const { payToEnd } = await atCheckout(shop, stocked, goods)
  expect(await payToEnd()).toMatchObject({ string_code: 'SUCCESS' })
}
/** What the shelf has in all, and of each lot. */
async function there() {
  const db = shop.database.kysely
  const where = { store_id: stocked.storeId, product_id: stocked.milk }
  const of = (name: 'store_id' | 'product_id') => [name, '=', where[name]] as const
  const shelf = await db
    .selectFrom('store_stock')
    .select('quantity_thousandths')
    .where(...of('store_id'))
    .where(...of('product_id'))
    .executeTakeFirstOrThrow()
  const lots = await db
    .selectFrom('stock_lot')
    .select(['lot', 'last_day', 'quantity_thousandths'])
    .where(...of('store_id'))
    .where(...of('product_id'))
    .orderBy('id')
    .execute()
  const quantities = lots.map(({ lot, last_day, quantity_thousandths }) => [
    lot ?? last_day,
    quantity_thousandths / 1000,
  ])
  return [shelf.quantity_thousandths / 1000, Object.fromEntries(quantities)]
}
async function violations() {
  const found = OWN_INVARIANTS.filter(({ id }) => id === 'I18' || id === 'I5')
  expect(found).toHaveLength(2)
  const rows = await Promise.all(found.map(each => each.violations(ALL_ROWS).execute(shop.database.kysely)))
  return rows.flatMap(each => each.rows)
}

describe('the lots of a shelf', () => {
  test('come with deliveries, and leave with the lot of a sale, else the oldest first', async () => {
    await openStore()
    await move({
      quantity: 6,
      lots: [
        { lot: 'B', best_before: '2090-02-01', quantity: 2 },
        { lot: 'A', best_before: '2090-01-01', quantity: 2 },
      ],
    })
    await move({ quantity: 1, lots: [{ lot: 'A', best_before: '2090-01-01', quantity: 1 }] })
    expect(await there()).toEqual([7, { A: 3, B: 2 }])
    await sell({ lot: 'B', best_before: '2090-02-01' }, { quantity: 2 })
    expect(await there()).toEqual([4, { A: 1, B: 1 }])
    // A lot that nobody received is not one of these.
    await sell({ lot: 'C' })
    expect(await there()).toEqual([3, { A: 1, B: 1 }])
    await sell({ quantity: 5 })
    expect(await there()).toEqual([-2, { A: 0, B: 0 }])
    // Two of these were sold before.
    await move({ quantity: 3, lots: [{ use_by: '2090-03-01', quantity: 3 }] })
    expect(await there()).toEqual([1, { A: 0, B: 0, '2090-03-01': 1 }])
    expect(await violations()).toEqual([])
  })

  test('are found by date where only that was received, wasted by lot, and counted down from the oldest', async () => {
    await openStore()
    const lots = [1, 2, 3].map(month => ({ best_before: `2090-0${month}-01`, quantity: 2 }))
    await move({ quantity: 6, lots })
    await sell({ lot: 'L7', best_before: '2090-02-01' })
    await move({ quantity: 1, lots: [{ best_before: '2090-03-01', quantity: 1 }] }, { kind: 'waste' })
    expect(await there()).toEqual([4, { '2090-01-01': 2, '2090-02-01': 1, '2090-03-01': 1 }])
    await move({ quantity: 1 }, { kind: 'count' })
    expect(await there()).toEqual([1, { '2090-01-01': 0, '2090-02-01': 0, '2090-03-01': 1 }])
    expect(await violations()).toEqual([])
  })

  test('go with the delivery that is undone, and the others stay', async () => {
    await openStore()
    await move({ quantity: 2, lots: [{ lot: 'A', quantity: 2 }] })
    const second = await move({ quantity: 3, lots: [{ lot: 'B', quantity: 2 }] })
    expect(await there()).toEqual([5, { A: 2, B: 2 }])
    const { items } = (await shop.me.call(`GET stores/${stocked.storeId}/deliveries`)).body as { items: Delivery[] }
    expect(items[0]?.lines).toMatchObject([{ quantity: 3, lots: [{ lot: 'B', quantity: 2 }] }])
    await shop.me.call(`POST deliveries/${second.body.delivery_id}/undo`, { reason: 'typed twice' })
    expect(await there()).toEqual([2, { A: 2, B: 0 }])
    expect(await violations()).toEqual([])
  })

  test('are listed with what ends first at the top, for helpers too', async () => {
    await openStore()
    const today = isoDate(new Date(), 'Europe/Helsinki')
    const inDays = (days: number) => new Date(Date.parse(today) + days * DAY_MS).toISOString().slice(0, 10)
    const days = [8, 7, 0, -1]
    await move({
      quantity: 9,
      lots: [...days.map(each => ({ best_before: inDays(each), quantity: 1 })), { lot: 'A', quantity: 2 }],
    })
    const helper = await shop.caller('helper', [stocked.storeId])
    const list = async (query: string) => {
      const { body } = await helper.call(`GET stores/${stocked.storeId}/stock-lots${query}`)
      return (body as { items: StockLot[] }).items.map(each => each.best_before ?? each.lot)
    }
    expect(await list('')).toEqual([...[-1, 0, 7, 8].map(inDays), 'A'])
    expect(await list('?ends_within=7')).toEqual([-1, 0, 7].map(inDays))
    expect(await list('?ends_within=0')).toEqual([-1, 0].map(inDays))
    await sell({ lot: 'B', best_before: inDays(0) })
    expect(await list('?ends_within=0')).toEqual([inDays(-1)])
  })

  test.each<[string, Partial<Line>, StockMoves['kind']]>([
    ['more than the line', { lots: [{ lot: 'A', quantity: 2 }] }, 'delivery'],
    ['without lot and date', { lots: [{ quantity: 1 }] }, 'delivery'],
    [
      'twice',
      {
        quantity: 2,
        lots: [
          { lot: 'A', quantity: 1 },
          { lot: 'A', quantity: 1 },
        ],
      },
      'delivery',
    ],
    ['with two dates', { lots: [{ use_by: '2090-01-01', best_before: '2090-01-01', quantity: 1 }] }, 'delivery'],
    ['with a day that the calendar lacks', { lots: [{ use_by: '2090-02-30', quantity: 1 }] }, 'delivery'],
    ['of a count', { lots: [{ lot: 'A', quantity: 1 }] }, 'count'],
  ])('are refused %s', async (_what, line, kind) => {
    const { status, body } = await move(line, { kind })
    expect([status, body.problems]).toEqual([422, [{ field: 'lines.0.lots', problem: 'invalidQuantity' }]])
  })

  test('always add up, whatever is received, sold, wasted, counted and undone', async () => {
    await openStore()
    const lot = fc.record({ lot: fc.constantFrom('A', 'B'), use_by: fc.constantFrom('2090-01-01', '2090-01-02') })
    const quantity = fc.integer({ min: 1, max: 5 })
    const works = fc.oneof(
      fc.record({
        kind: fc.constantFrom('delivery' as const, 'waste' as const),
        quantity,
        lot: fc.option(lot),
        part: quantity,
      }),
      fc.record({ kind: fc.constant('count' as const), quantity: fc.nat(8) }),
      fc.record({ kind: fc.constant('correction' as const), quantity: fc.constantFrom(-4, -1, 2) }),
      fc.record({
        kind: fc.constant('sale' as const),
        lots: fc.uniqueArray(fc.option(lot), { minLength: 1, maxLength: 3, selector: each => JSON.stringify(each) }),
      }),
      fc.record({ kind: fc.constant('undo' as const) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(works, { maxLength: 12 }), async sequence => {
        let delivery: number | undefined
        for (const work of sequence) {
          if (work.kind === 'sale') await sell(...work.lots.map(each => each ?? {}))
          else if (work.kind === 'undo') {
            if (delivery) await shop.me.call(`POST deliveries/${delivery}/undo`, { reason: 'typed twice' })
          } else {
            const lots =
              'lot' in work && work.lot ? [{ ...work.lot, quantity: Math.min(work.part, work.quantity) }] : []
            const { status, body } = await move({ quantity: work.quantity, ...(lots.length > 0 && { lots }) }, work)
            expect(status).toBe(200)
            if (work.kind === 'delivery') delivery = body.delivery_id
          }
        }
        expect(await violations()).toEqual([])
      }),
      { numRuns: 12 },
    )
  })
})
