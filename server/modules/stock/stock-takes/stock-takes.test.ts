import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { StockTake, StockTakeLine } from '#contract/stock/stock-takes.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let office: ShopWithCaller
let anna: Caller
let bertil: Caller
let vatClassId: number
let storeId: number
let milk: number
let bread: number
let take: number
beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['stock'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
  bertil = await office.caller('admin')
})
beforeEach(async () => {
  storeId = await addStore(database, { name: `store ${Math.random()}` })
  milk = await addProduct(database, { vatClassId, names: { en: 'Milk' }, price_cents: 145 })
  bread = await addProduct(database, { vatClassId, names: { en: 'Bread' }, price_cents: 290 })
  await move('delivery', milk, 10)
  await move('delivery', bread, 5)
  take = (await started()).body.id
})
afterAll(() => office.close())

async function move(kind: string, product_id: number, quantity: number) {
  const body = { key: randomUUID(), kind, reason: 'a test', lines: [{ product_id, quantity }] }
  expect((await anna.call(`POST stores/${storeId}/stock-moves`, body)).status).toBe(200)
}
const getReported = async (request: string, body?: object, admin = anna) => {
  const answer = await admin.call(request, body)
  return { status: answer.status, body: answer.body as StockTake & StockTakeLine & { code: string } }
}
const started = () => getReported(`POST stores/${storeId}/stock-takes`)
type Counted = { mode?: 'add' | 'set'; by?: Caller; key?: string }
const count = (product_id: number, quantity: number, { mode = 'set', by = anna, key = randomUUID() }: Counted = {}) =>
  getReported(`POST stock-takes/${take}/counts`, { key, product_id, mode, quantity }, by)
const turn = (state: string) => getReported(`PUT stock-takes/${take}`, { state })
const post = () => getReported(`POST stock-takes/${take}/post`)
const lines = async (query = '') =>
  ((await anna.call(`GET stock-takes/${take}/lines?${query}`)).body as { items: StockTakeLine[] }).items
const there = async (productId: number) => {
  const { body } = await anna.call(`GET stores/${storeId}/stock`)
  const { items } = body as { items: { product_id: number; quantity: number }[] }
  return items.find(({ product_id }) => product_id === productId)?.quantity
}

describe('a stock take', () => {
  test('shows differences and their value before it is posted', async () => {
    expect((await count(milk, 8)).body).toMatchObject({ counted: 8, expected: 10, variance: -2, value: -2.9 })
    await count(bread, 6)
    expect(await lines('sort=id')).toMatchObject([
      { product_id: milk, name: 'Milk', counted: 8, expected: 10, variance: -2, value: -2.9 },
      { product_id: bread, counted: 6, expected: 5, variance: 1, value: 2.9 },
    ])
    expect((await getReported(`GET stock-takes/${take}`)).body).toMatchObject({
      counted: 2,
      with_variance: 2,
      value: 0,
    })
    expect([await there(milk), await there(bread)]).toEqual([10, 5])
  })

  test('moves the counted products when posted, once, and leaves the others unchanged', async () => {
    await count(milk, 8)
    const [first, again] = await Promise.all([post(), post()])
    for (const each of [first, again])
      expect(each).toMatchObject({ status: 200, body: { state: 'posted', closed_by: { id: anna.id }, value: -2.9 } })
    expect([await there(milk), await there(bread)]).toEqual([8, 5])
    const ledger = await anna.call(`GET stores/${storeId}/stock/${milk}/moves`)
    expect(ledger.body).toMatchObject({ total: 2, items: [{ kind: 'count', quantity: -2, stock_take_id: take }, {}] })
  })

  test('compares a count with the quantity at the moment of counting, while the store sells', async () => {
    await count(milk, 8)
    await move('waste', milk, 3)
    await move('delivery', milk, 20)
    expect(await lines('counted=true')).toMatchObject([{ counted: 8, expected: 10, variance: -2 }])
    await post()
    expect(await there(milk)).toBe(25)
    expect(await lines('counted=true')).toMatchObject([{ counted: 8, expected: 10, variance: -2 }])
  })

  test('does not correct again what a manual count has corrected meanwhile', async () => {
    await count(milk, 8)
    await move('count', milk, 8)
    expect(await lines('counted=true')).toMatchObject([{ counted: 8, expected: 8, variance: 0 }])
    await post()
    expect(await there(milk)).toBe(8)
  })

  test('adds up the counts of two phones', async () => {
    const scans = Array.from({ length: 10 }, (_, n) => count(milk, 1, { mode: 'add', by: n % 2 ? anna : bertil }))
    const answers = (await Promise.all(scans)).map(({ body }) => body)
    expect(await lines('counted=true')).toMatchObject([{ product_id: milk, counted: 10, variance: 0 }])
    // Phones use it to find the newer of two figures.
    const inOrder = answers.toSorted((one, other) => one.counted - other.counted).map(line => line.counted_at!)
    expect(new Set(inOrder).size).toBe(10)
    expect(inOrder).toEqual(inOrder.toSorted())
    expect((await count(milk, -1, { mode: 'add' })).body.counted).toBe(9)
    expect((await count(milk, -10, { mode: 'add' })).status).toBe(422)
    expect((await count(milk, 4)).body.counted).toBe(4)
  })

  test('counts a repeated request once, also when the repeats arrive at the same moment', async () => {
    const key = randomUUID()
    const presses = await Promise.all(Array.from({ length: 5 }, () => count(milk, 6, { mode: 'add', key })))
    for (const press of presses) expect(press).toMatchObject({ status: 200, body: { counted: 6 } })
    expect((await count(bread, 6, { key })).status).toBe(422)
    expect((await count(milk, 7, { mode: 'add', key })).status).toBe(422)
    expect((await count(milk, 6, { mode: 'set', key })).status).toBe(422)
    expect(await lines('counted=true')).toMatchObject([{ counted: 6 }])
  })

  test('can be paused and continued', async () => {
    await count(milk, 8)
    expect((await turn('paused')).body.state).toBe('paused')
    expect((await count(bread, 5)).body.code).toBe('stockTake.closed')
    expect((await turn('open')).body).toMatchObject({ state: 'open', counted: 1 })
    expect((await count(bread, 5)).status).toBe(200)
  })

  test('is the only one in a store until it is closed', async () => {
    expect(await started()).toMatchObject({ status: 409, body: { code: 'stockTake.alreadyOpen', id: take } })
    await turn('paused')
    expect((await started()).status).toBe(409)
    await turn('cancelled')
    const many = await Promise.all(Array.from({ length: 4 }, started))
    expect(many.filter(({ status }) => status === 200).length).toBe(1)
  })

  test('moves nothing once cancelled, and can’t be opened again', async () => {
    await count(milk, 8)
    expect((await turn('cancelled')).body).toMatchObject({ state: 'cancelled', closed_by: { id: anna.id } })
    for (const answer of [await post(), await turn('open'), await count(milk, 8)])
      expect(answer.body.code).toBe('stockTake.closed')
    expect(await there(milk)).toBe(10)
  })

  test('drops a product that was counted by mistake', async () => {
    await count(milk, 8)
    expect((await anna.call(`DELETE stock-takes/${take}/lines/${milk}`)).status).toBe(200)
    await post()
    expect(await there(milk)).toBe(10)
  })

  test('records in the audit log who paused, continued and posted it, and who removed a line', async () => {
    await count(milk, 8)
    await turn('paused')
    await turn('paused')
    await turn('open')
    await anna.call(`DELETE stock-takes/${take}/lines/${milk}`)
    await post()
    const trail = await database.kysely
      .selectFrom('audit_entry')
      .select(['user_id', 'changes'])
      .where('kind', '=', 'stockTake')
      .where('record_id', '=', take)
      .orderBy('id')
      .execute()
    const state = (from: string, to: string) => [{ field: 'state', from, to }]
    expect(trail).toEqual(
      [
        state('open', 'paused'),
        state('paused', 'open'),
        [{ field: `counted.${milk}`, from: 8, to: null }],
        state('open', 'posted'),
      ].map(changes => ({ user_id: anna.id, changes })),
    )
  })

  test('lists uncounted products and differences', async () => {
    await count(milk, 10)
    expect(await lines('counted=false')).toMatchObject([{ product_id: bread, counted: null, expected: 5, value: null }])
    expect(await lines('with_variance=true')).toEqual([])
    expect(await lines('with_variance=false&q=mil')).toMatchObject([{ product_id: milk, variance: 0 }])
  })

  test('refuses half pieces and unknown products, and responds 404 for an unknown id', async () => {
    expect((await count(milk, 1.5)).status).toBe(422)
    expect((await count(999_999, 1)).status).toBe(422)
    expect((await getReported('GET stock-takes/999999')).status).toBe(404)
    expect((await getReported('GET stock-takes/999999/lines')).status).toBe(404)
    expect((await getReported('POST stores/999999/stock-takes')).status).toBe(404)
  })

  test('is listed in its store', async () => {
    await post()
    const { body } = await anna.call(`GET stores/${storeId}/stock-takes?state=posted`)
    expect(body).toMatchObject({ total: 1, items: [{ id: take, started_by: { id: anna.id } }] })
  })
})
