import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockPreorders, type PreorderStock } from '#test/rows/stock-preorders.ts'
import { MANY_BOOKINGS, tryToPlaceOrder, placeOrder, bookOrder } from '#test/shop/bookings.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let stock: PreorderStock
let shop: Shop
let eventId: number
beforeAll(async () => {
  database = await testDatabase()
  stock = await stockPreorders(database)
  shop = await openShop({ database, hasOutbox: true, config: MANY_BOOKINGS })
  eventId = await stock.event({ [stock.pike]: 100, [stock.perch]: null })
  await database.kysely
    .updateTable('preorder_event_item')
    .set({ per_shopper_thousandths: 3000 })
    .where('event_id', '=', eventId)
    .where('product_id', '=', stock.pike)
    .execute()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const pike = (pieces: number, replaces?: number) => ({
  eventId,
  pieces: { [stock.pike]: pieces },
  ...(replaces !== undefined && { replaces }),
})
const getRefusal = (answer: { statusCode: number; json: () => unknown }) => [answer.statusCode, answer.json()]

test('a shopper can’t order more of a product than the event allows each shopper', async () => {
  const session = await stock.shopper()
  expect(getRefusal(await tryToPlaceOrder(shop, session, pike(4)))).toMatchObject([
    409,
    { code: 'preorder.perShopper', items: [{ product_id: stock.pike, remaining: 3 }] },
  ])
  expect((await bookOrder(shop, session, await placeOrder(shop, session, pike(3)))).statusCode).toBe(200)
})

test('earlier bookings count, and a product without a limit stays unlimited', async () => {
  const session = await stock.shopper()
  await bookOrder(shop, session, await placeOrder(shop, session, pike(2)))
  expect(getRefusal(await tryToPlaceOrder(shop, session, pike(2)))).toMatchObject([
    409,
    { code: 'preorder.perShopper', items: [{ product_id: stock.pike, remaining: 1 }] },
  ])
  const perch = { eventId, pieces: { [stock.pike]: 1, [stock.perch]: 50 } }
  expect((await bookOrder(shop, session, await placeOrder(shop, session, perch))).statusCode).toBe(200)
})

test('a change of a booked pre-order replaces its quantity in the count', async () => {
  const session = await stock.shopper()
  const booked = (await bookOrder(shop, session, await placeOrder(shop, session, pike(2)))).json<{ id: number }>()
  const changed = await placeOrder(shop, session, pike(3, booked.id))
  expect((await bookOrder(shop, session, changed)).statusCode).toBe(200)
})

test('an order at checkout is refused at booking when the limit was lowered meanwhile', async () => {
  const session = await stock.shopper()
  const first = await placeOrder(shop, session, pike(2))
  await bookOrder(shop, session, first)
  const second = await placeOrder(shop, session, pike(1))
  // The event is limited further while the second order waits at checkout.
  const limit = (thousandths: number) =>
    database.kysely
      .updateTable('preorder_event_item')
      .set({ per_shopper_thousandths: thousandths })
      .where('event_id', '=', eventId)
      .where('product_id', '=', stock.pike)
      .execute()
  await limit(2000)
  const refused = await bookOrder(shop, session, second)
  await limit(3000)
  expect(getRefusal(refused)).toMatchObject([409, { code: 'preorder.perShopper', items: [{ remaining: 0 }] }])
})

test('one account can’t take everything that is left, so that the next shopper still gets some', async () => {
  const small = await stock.event({ [stock.pike]: 4 })
  await database.kysely
    .updateTable('preorder_event_item')
    .set({ per_shopper_thousandths: 2000 })
    .where('event_id', '=', small)
    .execute()
  const [hoarder, neighbour] = [await stock.shopper(), await stock.shopper()]
  const createInput = (pieces: number) => ({ eventId: small, pieces: { [stock.pike]: pieces } })
  expect((await tryToPlaceOrder(shop, hoarder, createInput(4))).statusCode).toBe(409)
  await bookOrder(shop, hoarder, await placeOrder(shop, hoarder, createInput(2)))
  expect((await bookOrder(shop, neighbour, await placeOrder(shop, neighbour, createInput(2)))).statusCode).toBe(200)
})
