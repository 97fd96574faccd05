import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addVatClass } from '#test/rows/catalogue.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let now = new Date('2026-06-01T09:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database, now: () => now })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const place = (session: string, items: unknown[], extra = {}) =>
  shop.call(session, 'POST order', { orderItems: items, ...extra })

const ordersInDatabase = async () =>
  (await database.kysely.selectFrom('customer_order').select(['id', 'cancelled_at']).execute()).length

describe('placing an order', () => {
  test('calculates the prices on the server, and returns VAT by rate and the deposit', async () => {
    const session = await stocked.shopper()
    const answer = await place(session, [
      { product_id: stocked.milk, quantity: 3 },
      { product_id: stocked.soap, quantity: 2 },
      { product_id: stocked.potatoes, quantity: 0.655 },
    ])
    expect(answer.statusCode).toBe(200)
    const order = answer.json<Order>()
    expect(order).toMatchObject({ status: 'checkout', total_amount: 11.77, store: { name: 'Testilä' }, payment: null })
    expect(order.order_items.map(item => [item.name, item.quantity, item.amount, item.deposit])).toEqual([
      ['Milk', 3, 4.35, 0],
      ['Potatoes', 0.655, 1.44, 0],
      ['Soap', 2, 5.98, 0.4],
    ])
    // 579 cents at 13.5 % hold 69 of VAT; 598 at 25.5 % hold 122.
    expect(order.vat_by_rate).toEqual([
      { vat: 13.5, gross: 5.79, net: 5.1, tax: 0.69 },
      { vat: 25.5, gross: 5.98, net: 4.76, tax: 1.22 },
    ])
    expect(order.total_net_amount).toBe(9.86)
    expect(order.reference_number).toMatch(/^\d{4,}\d$/)
  })

  test('returns the items in the requested language', async () => {
    const session = await stocked.shopper()
    await place(session, [{ product_id: stocked.milk, quantity: 1 }])
    const order = (await shop.call(session, 'GET order?lang=fi')).json<Order>()
    expect(order.order_items[0]?.name).toBe('Maito')
    expect((await shop.call(session, 'GET order?lang=de')).statusCode).toBe(422)
  })

  test('names an item without a text in that language by the first language that has one, as the product list does', async () => {
    const session = await stocked.shopper()
    const names = JSON.stringify({ en: 'Potatoes', fi: 'Perunat' })
    await database.kysely
      .updateTable('product_version')
      .set({ names })
      .where('product_id', '=', stocked.potatoes)
      .execute()
    await place(session, [{ product_id: stocked.potatoes, quantity: 1 }])
    const order = (await shop.call(session, 'GET order?lang=sv')).json<Order>()
    expect(order.order_items[0]?.name).toBe('Potatoes')
  })

  test('charges the exact sum of the price labels', async () => {
    const session = await stocked.shopper()
    const item = { product_id: stocked.cheese, quantity: 0.503, amounts: [5, 5.01] }
    const order = (await place(session, [item])).json<Order>()
    expect(order.total_amount).toBe(10.01)
    expect(order.order_items[0]).toMatchObject({ quantity: 0.503, amount: 10.01, price: 19.9 })
  })

  test('calculates the quantity from the price labels, if the quantity sent is within their rounding', async () => {
    const session = await stocked.shopper()
    const labels = Array<number>(40).fill(0.1)
    const place40 = async (quantity: number) =>
      place(session, [{ product_id: stocked.cheese, quantity, amounts: labels }])
    // 4.00 at 19.90 a kilogram are 201 g; forty labels may each be off by a gram.
    for (const quantity of [0.161, 0.201, 0.241]) {
      const order = (await place40(quantity)).json<Order>()
      expect(order.order_items[0]).toMatchObject({ quantity: 0.201, amount: 4 })
    }
    expect((await place40(0.305)).json()).toMatchObject({ code: 'order.amountsInvalid' })
  })

  test('returns the same order as a later read', async () => {
    const session = await stocked.shopper()
    const placed = await place(session, [
      { product_id: stocked.cheese, quantity: 0.503, amounts: [5, 5.01] },
      { product_id: stocked.soap, quantity: 2 },
      { product_id: stocked.potatoes, quantity: 0.655 },
    ])
    expect(placed.json<Order>()).toEqual((await shop.call(session, 'GET order')).json<Order>())
  })

  test('replaces the shopper’s order at checkout', async () => {
    const session = await stocked.shopper()
    const first = (await place(session, [{ product_id: stocked.milk, quantity: 1 }])).json<Order>()
    const second = (await place(session, [{ product_id: stocked.milk, quantity: 2 }])).json<Order>()
    expect((await shop.call(session, 'GET order')).json<Order>().id).toBe(second.id)
    expect((await shop.call(session, `GET orders/${first.id}`)).json<Order>().cancelled_at).not.toBeNull()
  })

  test('leaves one order when many are placed at the same moment', async () => {
    const session = await stocked.shopper()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => place(session, [{ product_id: stocked.milk, quantity: index + 1 }])),
    )
    expect(answers.map(answer => answer.statusCode)).toEqual(Array(8).fill(200))
    const live = await Promise.all(
      answers.map(async answer => (await shop.call(session, `GET orders/${answer.json<Order>().id}`)).json<Order>()),
    )
    expect(live.filter(order => order.cancelled_at === null)).toHaveLength(1)
  })

  test('waits for a payment that begins at that moment, and is refused once it has begun', async () => {
    const session = await stocked.shopper()
    const first = (await place(session, [{ product_id: stocked.milk, quantity: 1 }])).json<Order>()
    const placing = await database.kysely.transaction().execute(async trx => {
      const pending = { status: 'payment_pending' } as const
      await trx.updateTable('customer_order').set(pending).where('id', '=', first.id).execute()
      const started = place(session, [{ product_id: stocked.milk, quantity: 2 }])
      await sleep(200)
      return [started]
    })
    expect((await placing[0])?.json()).toMatchObject({ code: 'order.paymentPending' })
    expect((await shop.call(session, 'GET order')).json<Order>().id).toBe(first.id)
  })

  test('keeps the price that was bought when the price changes later', async () => {
    const session = await stocked.shopper()
    const order = (await place(session, [{ product_id: stocked.soap, quantity: 1 }])).json<Order>()
    const db = database.kysely
    await db.updateTable('product_version').set({ is_current: false }).where('product_id', '=', stocked.soap).execute()
    const old = await db
      .selectFrom('product_version')
      .select(['product_id', 'names', 'vat_class_id', 'unit'])
      .where('product_id', '=', stocked.soap)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('product_version')
      .values({ ...old, names: JSON.stringify(old.names), price_cents: 999, is_current: true })
      .execute()
    const after = (await shop.call(session, `GET orders/${order.id}`)).json<Order>()
    expect(after.order_items[0]?.price).toBe(2.99)
    const newOrder = (await place(session, [{ product_id: stocked.soap, quantity: 1 }])).json<Order>()
    expect(newOrder.total_amount).toBe(9.99)
  })

  test('uses the VAT rate of the day', async () => {
    const session = await stocked.shopper()
    now = new Date('2025-12-31T21:59:00Z')
    const before = (await place(session, [{ product_id: stocked.milk, quantity: 1 }])).json<Order>()
    now = new Date('2025-12-31T22:00:00Z')
    const after = (await place(session, [{ product_id: stocked.milk, quantity: 1 }])).json<Order>()
    now = new Date('2026-06-01T09:00:00Z')
    expect([before.order_items[0]?.vat, after.order_items[0]?.vat]).toEqual([14, 13.5])
  })
})

describe('a basket that costs nothing', () => {
  const offer = async (product: Omit<Parameters<typeof addProduct>[1], 'vatClassId'>) => {
    const vatClassId = await addVatClass(database, { name: randomUUID(), rates: { '2020-01-01': 1350 } })
    const product_id = await addProduct(database, { vatClassId, ...product })
    await database.kysely.insertInto('store_stock').values({ store_id: stocked.storeId, product_id }).execute()
    return product_id
  }

  test('is refused with the reason, and not as an empty one; with other goods it is an order', async () => {
    const session = await stocked.shopper()
    const free = { product_id: await offer({ price_cents: 0 }), quantity: 3 }
    const cheap = { product_id: await offer({ price_cents: 1, unit: 'kg', product_code_type: 'bulk' }), quantity: 0.3 }
    for (const items of [[free], [cheap], [free, cheap]]) {
      const answer = await place(session, items)
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'order.nothingToPay'])
    }
    expect((await shop.call(session, 'GET order')).statusCode).toBe(404)
    const mixed = await place(session, [free, { product_id: stocked.milk, quantity: 1 }])
    expect(mixed.json()).toMatchObject({ total_amount: 1.45 })
  })
})

describe('a basket that can’t become an order', () => {
  const refused = [
    ['no line', () => [], 'order.empty'],
    ['a quantity of zero', (s: Stocked) => [{ product_id: s.milk, quantity: 0 }], 'order.quantityInvalid'],
    ['a negative quantity', (s: Stocked) => [{ product_id: s.milk, quantity: -1 }], 'order.quantityInvalid'],
    ['half a piece', (s: Stocked) => [{ product_id: s.milk, quantity: 0.5 }], 'order.quantityInvalid'],
    ['a fourth decimal', (s: Stocked) => [{ product_id: s.potatoes, quantity: 0.1234 }], 'order.quantityInvalid'],
    ['a tiny quantity', (s: Stocked) => [{ product_id: s.potatoes, quantity: 1e-7 }], 'order.quantityInvalid'],
    [
      'a quantity beyond the range of a number',
      (s: Stocked) => [{ product_id: s.milk, quantity: 1e308 }],
      'order.quantityInvalid',
    ],
    ['a huge quantity', (s: Stocked) => [{ product_id: s.milk, quantity: 10_001 }], 'order.tooLarge'],
    ['a huge sum', (s: Stocked) => [{ product_id: s.milk, quantity: 9_999 }], 'order.tooLarge'],
    ['NaN', (s: Stocked) => [{ product_id: s.milk, quantity: Number.NaN }], 'request.invalid'],
    ['a quantity as text', (s: Stocked) => [{ product_id: s.milk, quantity: '1' }], 'request.invalid'],
    ['a price of its own', (s: Stocked) => [{ product_id: s.milk, quantity: 1, price: 0.01 }], 'request.invalid'],
    ['a product twice', (s: Stocked) => [1, 1].map(quantity => ({ product_id: s.milk, quantity })), 'request.invalid'],
    [
      'too many lines',
      (s: Stocked) => Array.from({ length: 201 }, () => ({ product_id: s.milk, quantity: 1 })),
      'request.invalid',
    ],
    ['an unknown product', () => [{ product_id: 999_999, quantity: 1 }], 'order.productUnknown'],
    [
      'a product of another store',
      (s: Stocked) => [{ product_id: s.elsewhere, quantity: 1 }],
      'order.productUnavailable',
    ],
    ['a pre-order product', (s: Stocked) => [{ product_id: s.eventFish, quantity: 1 }], 'order.productUnavailable'],
    ['an age-restricted product', (s: Stocked) => [{ product_id: s.lager, quantity: 1 }], 'order.ageRestricted'],
    ['a label without its amount', (s: Stocked) => [{ product_id: s.cheese, quantity: 0.5 }], 'order.amountsInvalid'],
    [
      'an amount far from its quantity',
      (s: Stocked) => [{ product_id: s.cheese, quantity: 0.5, amounts: [0.01] }],
      'order.amountsInvalid',
    ],
    [
      'many one-cent labels, each allowing a gram of rounding',
      (s: Stocked) => [{ product_id: s.cheese, quantity: 0.3, amounts: Array<number>(200).fill(0.01) }],
      'order.labelTooSmall',
    ],
    [
      'one label below five thousandths of a unit',
      (s: Stocked) => [{ product_id: s.cheese, quantity: 0.256, amounts: [5, 0.09] }],
      'order.labelTooSmall',
    ],
    [
      'a negative amount',
      (s: Stocked) => [{ product_id: s.cheese, quantity: 0.001, amounts: [10, -9.99] }],
      'order.amountsInvalid',
    ],
    [
      'amounts where none belong',
      (s: Stocked) => [{ product_id: s.milk, quantity: 1, amounts: [0.01] }],
      'order.amountsInvalid',
    ],
  ] as const

  test.each(refused)('a basket with %s is refused and changes nothing', async (_name, items, code) => {
    const session = await stocked.shopper()
    const order = (await place(session, [{ product_id: stocked.milk, quantity: 1 }])).json<Order>()
    const count = await ordersInDatabase()
    const answer = await place(session, [...items(stocked)])
    expect(answer.json()).toMatchObject({ code })
    expect([409, 422]).toContain(answer.statusCode)
    expect(await ordersInDatabase()).toBe(count)
    expect((await shop.call(session, 'GET order')).json<Order>()).toMatchObject({ id: order.id, cancelled_at: null })
  })

  test('a body that is not JSON or is too large is refused', async () => {
    const session = await stocked.shopper()
    const send = (payload: string) =>
      shop.app.inject({
        method: 'POST',
        url: '/api/order',
        payload,
        headers: { 'content-type': 'application/json', cookie: `puoti-session=${session}` },
      })
    expect((await send('{"orderItems":')).json()).toMatchObject({ code: 'request.malformed' })
    expect((await send(JSON.stringify({ orderItems: 'x'.repeat(1_100_000) }))).json()).toMatchObject({
      code: 'request.tooLarge',
    })
  })

  test('an order is refused when the shopper’s store has changed meanwhile, as on another device', async () => {
    const session = await stocked.shopper()
    const items = [{ product_id: stocked.milk, quantity: 1 }]
    expect((await place(session, items, { store_id: stocked.storeId + 1 })).json()).toMatchObject({
      code: 'store.changed',
    })
    expect((await place(session, items, { store_id: stocked.storeId })).statusCode).toBe(200)
  })

  test('a shopper without a store can’t place an order', async () => {
    const session = await signedInShopper(database)
    expect((await place(session, [{ product_id: stocked.milk, quantity: 1 }])).json()).toMatchObject({
      code: 'store.required',
    })
  })
})

describe('access to an order', () => {
  test('another shopper’s order responds like one that does not exist', async () => {
    const [owner, other] = [await stocked.shopper(), await stocked.shopper()]
    const order = (await place(owner, [{ product_id: stocked.milk, quantity: 1 }])).json<Order>()
    const foreign = await shop.call(other, `GET orders/${order.id}`)
    const missing = await shop.call(other, 'GET orders/999999')
    expect(foreign.statusCode).toBe(404)
    expect(foreign.body).toBe(missing.body)
    expect((await shop.call(other, 'DELETE order')).statusCode).toBe(404)
    expect((await shop.call(other, 'POST order/pay', { order_id: order.id, total_amount: 1.45 })).statusCode).toBe(404)
    expect((await shop.call(owner, 'GET order')).json<Order>().status).toBe('checkout')
  })

  test('unverified and signed-out shoppers are refused', async () => {
    const unverified = await signedInShopper(database, { isVerified: false, activeStoreId: stocked.storeId })
    expect((await shop.call(unverified, 'GET order')).json()).toMatchObject({ code: 'session.unverified' })
    expect((await shop.call('nobody', 'GET order')).json()).toMatchObject({ code: 'session.required' })
  })

  test('requests with a stale token or from another site are refused', async () => {
    const session = await stocked.shopper()
    await place(session, [{ product_id: stocked.milk, quantity: 1 }])
    const forged = (headers: Record<string, string>) =>
      shop.app.inject({
        method: 'DELETE',
        url: '/api/order',
        headers: { cookie: `puoti-session=${session}`, ...headers },
      })
    expect((await forged({ 'x-csrf-token': 'stale' })).json()).toMatchObject({ code: 'csrf.invalid' })
    expect((await forged({ origin: 'https://evil.example' })).json()).toMatchObject({ code: 'csrf.invalid' })
    expect((await shop.call(session, 'GET order')).statusCode).toBe(200)
  })

  test('a shopper can cancel the order once', async () => {
    const session = await stocked.shopper()
    await place(session, [{ product_id: stocked.milk, quantity: 1 }])
    expect((await shop.call(session, 'DELETE order')).statusCode).toBe(200)
    expect((await shop.call(session, 'GET order')).json()).toMatchObject({ code: 'order.none' })
    expect((await shop.call(session, 'DELETE order')).json()).toMatchObject({ code: 'order.none' })
  })
})
