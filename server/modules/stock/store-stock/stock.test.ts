import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FoundByCode, LedgerRow, Shelf } from '#contract/stock/stock.ts'
import { FINNISH_LAYOUTS } from '#domain/catalogue/barcode.ts'
import { productCodeRows } from '#domain/catalogue/product-code-rows.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let bertil: Caller
let vatClassId: number
let storeId: number
let milk: number
let potatoes: number
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['stock'] })
  anna = await server.caller('admin')
  bertil = await server.caller('admin')
  vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
})
beforeEach(async () => {
  storeId = await addStore(database, { name: `store ${Math.random()}` })
  milk = await addProduct(database, { vatClassId, names: { en: 'Milk', fi: 'Maito' }, stock_alarm_thousandths: 3000 })
  potatoes = await addProduct(database, {
    vatClassId,
    names: { en: 'Potatoes' },
    product_code_type: 'bulk',
    unit: 'kg',
  })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

type Answer = { lines: { product_id: number; moved: number; quantity: number }[]; code: string; problems: object[] }
async function move(
  kind: string,
  lines: [number, number][],
  { by: admin = anna, ...more }: { by?: Caller; key?: string; reason?: string } = {},
) {
  const body = { key: randomUUID(), kind, lines: lines.map(([product_id, quantity]) => ({ product_id, quantity })) }
  const answer = await admin.call(`POST stores/${storeId}/stock-moves`, { ...body, ...more })
  return { status: answer.status, body: answer.body as Answer }
}
const shelves = async (query = '') => {
  const { body } = await anna.call(`GET stores/${storeId}/stock?lang=fi&${query}`)
  return body as { items: Shelf[]; total: number }
}
const ledger = async (productId: number, query = '') => {
  const { body } = await anna.call(`GET stores/${storeId}/stock/${productId}/moves?${query}`)
  return body as { items: LedgerRow[]; total: number }
}
const getQuantity = async (productId: number) =>
  (await shelves()).items.find(({ product_id }) => product_id === productId)?.quantity

describe('the worth of stock', () => {
  const getValue = async () => (await anna.call(`GET stores/${storeId}/stock-value`)).body
  const priced = (product: number, prices: Record<string, number>) =>
    database.pool.query(
      `INSERT INTO purchase_price (product_id, supplier_id, valid_from, price_ten_thousandths)
       SELECT $1, supplier_id, day::date, price FROM product, json_each_text($2::json) AS given (day, text), CAST(text AS bigint) AS price
       WHERE product.id = $1`,
      [product, JSON.stringify(prices)],
    )

  test('is what the product’s supplier asks today, rounded for each product; nothing below zero', async () => {
    await priced(milk, { '2000-01-01': 9999, '2020-01-01': 8345, '2999-01-01': 1 })
    await move('delivery', [
      [milk, 3],
      [potatoes, 2],
    ])
    // 3 × 0.8345 € is 2.5035 €.
    expect((await shelves('q=mait')).items).toMatchObject([{ purchase_price: 0.8345, value: 2.5 }])
    expect(await getValue()).toEqual({ value: 2.5, priced: 1, unpriced: 1 })
    await priced(potatoes, { '2020-01-01': 12_345 })
    // 2 × 1.2345 € is 2.469 €.
    expect(await getValue()).toEqual({ value: 4.97, priced: 2, unpriced: 0 })
    await move('correction', [[milk, -9]], { reason: 'gone' })
    expect((await shelves('q=mait')).items).toMatchObject([{ quantity: -6, value: 0 }])
    expect(await getValue()).toEqual({ value: 2.47, priced: 1, unpriced: 0 })
    expect((await anna.call('GET stores/999999/stock-value')).status).toBe(404)
  })
})

describe('moving stock', () => {
  test('records deliveries, counts, waste and corrections in the ledger', async () => {
    expect((await move('delivery', [[milk, 24]])).body.lines).toEqual([{ product_id: milk, moved: 24, quantity: 24 }])
    await move('count', [[milk, 22]])
    await move('waste', [[milk, 2]], { reason: ' past its date ', by: bertil })
    await move('correction', [[milk, -5]], { reason: 'went to the other store' })
    const { items } = await ledger(milk)
    const moves = items.map(({ kind, quantity, quantity_after, reason, by }) => [
      kind,
      quantity,
      quantity_after,
      reason,
      by?.id,
    ])
    expect(moves).toEqual([
      ['correction', -5, 15, 'went to the other store', anna.id],
      ['waste', -2, 20, 'past its date', bertil.id],
      ['count', -2, 22, null, anna.id],
      ['delivery', 24, 24, null, anna.id],
    ])
    expect(await getQuantity(milk)).toBe(15)
  })

  test('moves all lines or none', async () => {
    const wrong = await move('delivery', [
      [milk, 5],
      [potatoes, 2.0005],
    ])
    expect(wrong.body.problems).toEqual([{ field: 'lines.1.quantity', problem: 'invalidQuantity' }])
    expect((await shelves()).total).toBe(0)
    await move('delivery', [
      [potatoes, 2.125],
      [milk, 5],
    ])
    expect([await getQuantity(milk), await getQuantity(potatoes)]).toEqual([5, 2.125])
  })

  test('counts a repeated request once, also when the repeats arrive at the same moment', async () => {
    const key = randomUUID()
    const presses = await Promise.all(Array.from({ length: 6 }, () => move('delivery', [[milk, 12]], { key })))
    for (const press of presses) expect(press).toMatchObject({ status: 200, body: { lines: [{ moved: 12 }] } })
    expect(await getQuantity(milk)).toBe(12)
    await move('waste', [[milk, 2]], { reason: 'broken' })
    expect((await move('delivery', [[milk, 12]], { key })).body.lines).toEqual([
      { product_id: milk, moved: 12, quantity: 10 },
    ])
    expect((await ledger(milk)).total).toBe(2)
  })

  test('refuses a key that was used for another request', async () => {
    const key = randomUUID()
    await move('delivery', [[milk, 12]], { key })
    const other = await move('delivery', [[milk, 13]], { key })
    expect(other).toMatchObject({ status: 422, body: { problems: [{ field: 'key', problem: 'taken' }] } })
    expect(await getQuantity(milk)).toBe(12)
  })

  test.each<[string, string, number]>([
    ['half a piece', 'delivery', 0.5],
    ['a delivery of zero', 'delivery', 0],
    ['a negative count', 'count', -1],
    ['a correction by zero', 'correction', 0],
    ['more than a million', 'delivery', 1_000_001],
  ])('refuses %s', async (_what, kind, quantity) => {
    expect((await move(kind, [[milk, quantity]], { reason: 'why' })).body.problems).toEqual([
      { field: 'lines.0.quantity', problem: 'invalidQuantity' },
    ])
  })

  test('requires a reason for waste and corrections', async () => {
    for (const kind of ['waste', 'correction'])
      expect((await move(kind, [[milk, 1]], { reason: ' ' })).body.problems).toEqual([
        { field: 'reason', problem: 'required' },
      ])
  })

  test('refuses repeated products, unknown products and pre-order products', async () => {
    const fish = await addProduct(database, { vatClassId, product_type: 'preorder' })
    const wrong = await move('delivery', [
      [milk, 1],
      [milk, 2],
      [fish, 1],
      [999_999, 1],
    ])
    expect(wrong.body.problems).toEqual([
      { field: 'lines.1.product_id', problem: 'repeated' },
      { field: 'lines.2.product_id', problem: 'unknown' },
      { field: 'lines.3.product_id', problem: 'unknown' },
    ])
    expect((await anna.call('GET stores/999999/stock')).status).toBe(404)
  })

  test('accepts concurrent movements of the same products and loses none', async () => {
    await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        move(
          'delivery',
          n % 2
            ? [
                [milk, 1],
                [potatoes, 1],
              ]
            : [
                [potatoes, 1],
                [milk, 1],
              ],
        ),
      ),
    )
    expect([await getQuantity(milk), await getQuantity(potatoes)]).toEqual([10, 10])
  })
})

describe('the stock of a store', () => {
  test('shows which products are low, out or negative, by the store’s limit or the product’s', async () => {
    const bread = await addProduct(database, { vatClassId, names: { en: 'Bread' }, stock_alarm_thousandths: 3000 })
    const eggs = await addProduct(database, { vatClassId, names: { en: 'Eggs' } })
    await move('delivery', [
      [milk, 3],
      [bread, 3],
      [potatoes, 1],
    ])
    await move('count', [[eggs, 0]])
    await move('correction', [[potatoes, -3]], { reason: 'sold by hand' })
    const alarmUpdate = database.kysely.updateTable('store_stock').set({ alarm_thousandths: 2000, offered: true })
    await alarmUpdate.where('product_id', '=', bread).execute()
    const levels = Object.fromEntries((await shelves()).items.map(({ product_id, level }) => [product_id, level]))
    expect(levels).toEqual({ [milk]: 'low', [bread]: 'ok', [eggs]: 'out', [potatoes]: 'negative' })
    for (const [id, level] of Object.entries(levels))
      expect((await shelves(`level=${level}`)).items.map(({ product_id }) => product_id)).toEqual([Number(id)])
    expect((await shelves('offered=true')).items).toMatchObject([{ product_id: bread, alarm_limit: 2 }])
    expect((await shelves('q=mait')).items).toMatchObject([{ product_id: milk, name: 'Maito', alarm_limit: 3 }])
    const inOrder = (await shelves('sort=quantity')).items.map(({ quantity }) => quantity)
    expect(inOrder).toEqual([-2, 0, 3, 3])
  })

  test('shows the order of a sale, but not the shopper', async () => {
    const stocked = await stockShop(database)
    const shop = await openShop({ database })
    const shopper = await stocked.shopper()
    await shop.call(shopper, 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 2 }] })
    const { order_id } = (await shop.call(shopper, 'POST order/pay')).json<{ order_id: number }>()
    await shop.close()
    storeId = stocked.storeId
    const { items } = await ledger(stocked.milk)
    expect(items).toMatchObject([{ kind: 'sale', quantity: -2, quantity_after: -2, by: null, order_id }])
    expect((await ledger(stocked.milk, 'kind=delivery')).total).toBe(0)
  })
})

describe('a scanned code', () => {
  const find = async (code: string) => (await anna.call(`GET codes/${code}`)).body as FoundByCode

  test('is found as one piece, as a case, or by the quantity on a label', async () => {
    const codes = { ean13: '6410000000018', eanCase: '16410000000015', productCodeType: 'standard' } as const
    const juice = await addProduct(database, {
      vatClassId,
      names: { en: 'Juice' },
      ean13: codes.ean13,
      ean_case: codes.eanCase,
      units_per_case: 12,
    })
    const ham = await addProduct(database, {
      vatClassId,
      names: { en: 'Ham' },
      product_code: '2312340100004',
      product_code_type: 'bulk_encoded_weight',
      unit: 'kg',
    })
    const label = { product_code: '2312340100004', productCodeType: 'bulk_encoded_weight' } as const
    const rows = [
      ...productCodeRows(codes, { productId: juice, layouts: FINNISH_LAYOUTS }),
      ...productCodeRows(label, { productId: ham, layouts: FINNISH_LAYOUTS }),
    ]
    await database.kysely.insertInto('product_code').values(rows).execute()
    expect(await find('6410000000018')).toMatchObject({
      kind: 'product',
      product_id: juice,
      name: 'Juice',
      quantity: 1,
    })
    expect(await find('16410000000015')).toMatchObject({ product_id: juice, quantity: 12 })
    expect(await find('2312340112502')).toMatchObject({ product_id: ham, quantity: 1.25, unit: 'kg' })
  })

  test('is reported as unknown or as misread', async () => {
    expect(await find('6419999999990')).toEqual({ kind: 'unknown', code: '6419999999990' })
    expect(await find('6419999999991')).toEqual({ kind: 'bad-check-digit', code: '6419999999991' })
    expect(await find('abc')).toEqual({ kind: 'unknown', code: 'abc' })
  })
})
