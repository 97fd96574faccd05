import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PurchasePriceRow } from '#contract/catalogue/purchase-prices.ts'
import type { PurchaseOrderDetail } from '#contract/stock/purchase-orders.ts'
import type { Delivery, LedgerRow } from '#contract/stock/stock.ts'
import { ALL_ROWS } from '#server/modules/operations/invariants/invariant.ts'
import { OWN_INVARIANTS } from '#server/modules/operations/invariants/invariants.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let office: ShopWithCaller
let vatClassId: number
let anna: Caller
let store: number
let supplier: number
let milk: number
let bread: number

beforeAll(async () => {
  office = await openShop({ as: 'admin', hasOutbox: true, modules: ['catalogue', 'stock'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
})
beforeEach(async () => {
  store = await addStore(database, { name: `Kylä ${Math.random()}` })
  const row = { name: `Dairy ${Math.random()}` }
  supplier = (await database.kysely.insertInto('supplier').values(row).returning('id').executeTakeFirstOrThrow()).id
  milk = await addProduct(database, { vatClassId, supplier_id: supplier, names: { en: 'Milk' } })
  bread = await addProduct(database, { vatClassId, supplier_id: supplier, names: { en: 'Bread' } })
})
afterAll(async () => {
  const rows = await violations()
  await office.close()
  expect(rows).toEqual([])
})

async function violations() {
  const broken = OWN_INVARIANTS.find(({ id }) => id === 'I16')?.violations(ALL_ROWS)
  return broken ? (await broken.execute(database.kysely)).rows : ['I16 is missing']
}

type Line = { product_id: number; quantity: number; price?: number }
async function receive(lines: Line[], more: object = {}) {
  const body = { key: randomUUID(), kind: 'delivery', lines, ...more }
  const answer = await anna.call(`POST stores/${store}/stock-moves`, body)
  return { status: answer.status, body: answer.body as { problems: object[]; lines: { quantity: number }[] } }
}
const deliveries = async (query = '') => {
  const { body } = await anna.call(`GET stores/${store}/deliveries?lang=en&${query}`)
  return (body as { items: Delivery[] }).items
}
const newest = async () => (await deliveries())[0]!
const undo = async (id: number) => {
  const { status, body } = await anna.call(`POST deliveries/${id}/undo`, { reason: 'typed twice' })
  return { status, reason: (body as { reason?: string }).reason }
}
const getQuantity = async (product: number) => {
  const row = await database.kysely
    .selectFrom('store_stock')
    .select('quantity_thousandths')
    .where('store_id', '=', store)
    .where('product_id', '=', product)
    .executeTakeFirst()
  return (row?.quantity_thousandths ?? 0) / 1000
}
const getPrices = async (product: number) =>
  ((await anna.call(`GET products/${product}/purchase-prices`)).body as PurchasePriceRow[]).map(({ price }) => price)

async function sentOrder(lines: { product_id: number; quantity: number }[]): Promise<PurchaseOrderDetail> {
  const form = { store_id: store, supplier_id: supplier, note: '', lines }
  const draft = (await anna.call('POST purchase-orders', form)).body as PurchaseOrderDetail
  const turn = { revision: draft.revision, state: 'sent', by_email: false }
  return (await anna.call(`PUT purchase-orders/${draft.id}/state`, turn)).body as PurchaseOrderDetail
}
const orderNow = async (id: number) => (await anna.call(`GET purchase-orders/${id}`)).body as PurchaseOrderDetail

describe('a delivery', () => {
  test('keeps its supplier, the number of its note and what it cost', async () => {
    const lines = [
      { product_id: milk, quantity: 10, price: 0.8345 },
      { product_id: bread, quantity: 2 },
    ]
    expect((await receive(lines, { supplier_id: supplier, delivery_note: ' L-77 ' })).status).toBe(200)
    expect(await newest()).toMatchObject({
      supplier: { id: supplier },
      note: 'L-77',
      purchase_order_id: null,
      cost: 8.35,
      unpriced: 1,
      undone_by: null,
      lines: [
        { product_id: milk, name: 'Milk', quantity: 10, price: 0.8345 },
        { product_id: bread, quantity: 2, price: null },
      ],
    })
    const { body: list } = await anna.call(`GET stores/${store}/deliveries?size=1&supplier_id=${supplier}`)
    const costs = (await deliveries(`supplier_id=${supplier}&size=200`)).map(({ cost }) => cost ?? 0)
    expect(list).toMatchObject({
      sums: {
        total: expect.closeTo(
          costs.reduce((sum, cost) => sum + cost, 0),
          6,
        ),
      },
    })
    expect((await (await office.caller('helper')).call(`GET stores/${store}/deliveries`)).body).toMatchObject({
      sums: null,
    })
    const { body } = await anna.call(`GET stores/${store}/stock/${milk}/moves`)
    const [row] = (body as { items: LedgerRow[] }).items
    expect(row).toMatchObject({ kind: 'delivery', delivery_id: (await newest()).id })
    expect(await getPrices(milk)).toEqual([])
    expect(await deliveries(`supplier_id=${supplier + 1}`)).toEqual([])
  })

  test('makes its prices the purchase prices of today, and only those that are new', async () => {
    const prices = { supplier_id: supplier, save_prices: true }
    await receive([{ product_id: milk, quantity: 1, price: 0.8 }], prices)
    expect(await getPrices(milk)).toEqual([0.8])
    expect((await receive([{ product_id: milk, quantity: 1, price: 0.8 }], prices)).status).toBe(200)
    const other = await receive([{ product_id: milk, quantity: 1, price: 0.9 }], prices)
    expect([other.status, other.body.problems]).toEqual([422, [{ field: 'lines.0.price', problem: 'taken' }]])
    expect([await getPrices(milk), await getQuantity(milk)]).toEqual([[0.8], 2])
  })

  test('is refused with an unknown supplier or another store’s order, and only a delivery has them', async () => {
    const line = [{ product_id: milk, quantity: 1 }]
    const getProblems = async (more: object) => (await receive(line, more)).body.problems
    expect(await getProblems({ supplier_id: 999_999 })).toEqual([{ field: 'supplier_id', problem: 'unknown' }])
    expect(await getProblems({ save_prices: true })).toEqual([{ field: 'supplier_id', problem: 'required' }])
    const order = await sentOrder([{ product_id: milk, quantity: 1 }])
    const unknown = [{ field: 'purchase_order_id', problem: 'unknown' }]
    expect(await getProblems({ purchase_order_id: order.id })).toEqual(unknown)
    const storeId = store
    store = await addStore(database)
    expect(await getProblems({ supplier_id: supplier, purchase_order_id: order.id })).toEqual(unknown)
    store = storeId
    expect(await getProblems({ kind: 'count', supplier_id: supplier })).toEqual([{ field: 'kind', problem: 'unknown' }])
    expect(await getQuantity(milk)).toBe(0)
  })
})

describe('an order', () => {
  const against = (order: PurchaseOrderDetail) => ({ supplier_id: supplier, purchase_order_id: order.id })

  test('receives in parts, also what was not ordered, and closes when everything has come', async () => {
    const order = await sentOrder([{ product_id: milk, quantity: 10 }])
    await receive([{ product_id: milk, quantity: 4 }], against(order))
    expect(await orderNow(order.id)).toMatchObject({
      state: 'sent',
      partly_received: 1,
      fully_received: 0,
      lines: [{ received: 4 }],
    })
    await receive(
      [
        { product_id: milk, quantity: 6 },
        { product_id: bread, quantity: 1 },
      ],
      against(order),
    )
    expect(await orderNow(order.id)).toMatchObject({
      state: 'closed',
      products: 1,
      fully_received: 1,
      lines: [
        { product_id: milk, ordered: 10, received: 10 },
        { product_id: bread, ordered: 0, received: 1 },
      ],
    })
    const late = await receive([{ product_id: milk, quantity: 1 }], against(order))
    expect(late.body.problems).toEqual([{ field: 'purchase_order_id', problem: 'unknown' }])
    expect((await deliveries(`purchase_order_id=${order.id}`)).length).toBe(2)
  })

  test('receives each of several concurrent deliveries once', async () => {
    const order = await sentOrder([{ product_id: milk, quantity: 100 }])
    const same = { ...against(order), key: randomUUID() }
    await Promise.all([
      ...Array.from({ length: 4 }, () => receive([{ product_id: milk, quantity: 3 }], against(order))),
      ...Array.from({ length: 3 }, () => receive([{ product_id: milk, quantity: 5 }], same)),
    ])
    expect(await orderNow(order.id)).toMatchObject({ lines: [{ received: 17 }] })
    expect(await getQuantity(milk)).toBe(17)
  })

  test('opens again when a delivery is undone, and can’t be cancelled after one', async () => {
    const order = await sentOrder([{ product_id: milk, quantity: 5 }])
    await receive([{ product_id: milk, quantity: 5 }], against(order))
    expect(await orderNow(order.id)).toMatchObject({ state: 'closed' })
    expect((await undo((await newest()).id)).status).toBe(200)
    const again = await orderNow(order.id)
    expect(again).toMatchObject({ state: 'sent', partly_received: 0, lines: [{ received: 0 }] })
    await receive([{ product_id: milk, quantity: 1 }], against(order))
    const { revision } = await orderNow(order.id)
    const cancelled = { revision, state: 'cancelled', by_email: false }
    expect((await anna.call(`PUT purchase-orders/${order.id}/state`, cancelled)).status).toBe(409)
  })
})

test('an order that differs from its deliveries is found (I16)', async () => {
  const order = await sentOrder([{ product_id: milk, quantity: 5 }])
  await receive([{ product_id: milk, quantity: 2 }], { supplier_id: supplier, purchase_order_id: order.id })
  const add = (thousandths: number) =>
    database.pool.query(
      `UPDATE purchase_order_line SET received_thousandths = received_thousandths + $1 WHERE purchase_order_id = $2`,
      [thousandths, order.id],
    )
  await add(1000)
  expect(await violations()).toEqual([{ purchase_order_id: order.id, product_id: milk, should_be: '2000', is: '3000' }])
  await add(-1000)
  expect(await violations()).toEqual([])
})

describe('undoing a delivery', () => {
  test('happens once, by opposite moves; both deliveries stay', async () => {
    await receive([{ product_id: milk, quantity: 10, price: 0.5 }], { supplier_id: supplier })
    const { id } = await newest()
    const answers = await Promise.all([undo(id), undo(id), undo(id)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    expect(answers.find(({ status }) => status === 409)?.reason).toBe('undone')
    expect(await getQuantity(milk)).toBe(0)
    const [undoing, undone] = await deliveries()
    expect(undoing).toMatchObject({ undoes: id, cost: -5, lines: [{ quantity: -10 }] })
    expect(undone).toMatchObject({ id, undone_by: undoing?.id, cost: 5 })
    expect((await undo(undoing?.id ?? 0)).status).toBe(404)
    expect((await undo(999_999)).status).toBe(404)
  })

  test('is refused after a count, by hand or in a stock take that is still open', async () => {
    await receive([{ product_id: milk, quantity: 10 }])
    const { id } = await newest()
    const take = (await anna.call(`POST stores/${store}/stock-takes`)).body as { id: number }
    const counted = { key: randomUUID(), product_id: milk, mode: 'set', quantity: 10 }
    await anna.call(`POST stock-takes/${take.id}/counts`, counted)
    expect(await undo(id)).toEqual({ status: 409, reason: 'counted' })
    await anna.call(`PUT stock-takes/${take.id}`, { state: 'cancelled' })
    await receive([{ product_id: milk, quantity: 10 }], { kind: 'count' })
    expect(await undo(id)).toEqual({ status: 409, reason: 'counted' })
    await receive([{ product_id: milk, quantity: 2 }])
    expect((await undo((await newest()).id)).status).toBe(200)
    expect(await getQuantity(milk)).toBe(10)
  })

  test('is refused once some goods are gone', async () => {
    await receive([{ product_id: milk, quantity: 10 }])
    const { id } = await newest()
    await receive([{ product_id: milk, quantity: 1 }], { kind: 'waste', reason: 'broken' })
    expect(await undo(id)).toEqual({ status: 409, reason: 'sold' })
    expect(await getQuantity(milk)).toBe(9)
  })
})
