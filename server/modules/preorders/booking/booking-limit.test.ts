import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Preorder } from '#contract/preorders/preorders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockPreorders, type PreorderStock } from '#test/rows/stock-preorders.ts'
import { placeOrder, bookOrder } from '#test/shop/bookings.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const { points } = RATE_LIMITS.bookingsPerUser
const dates = { start_date: '2026-06-10', end_date: '2026-06-12' }
let database: DatabaseHandle
let servers: [Shop, Shop]
let stock: PreorderStock
let now = new Date('2026-06-01T09:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  stock = await stockPreorders(database)
  const open = () => openShop({ database, now: () => now })
  servers = [await open(), await open()]
})
afterAll(async () => {
  await Promise.all(servers.map(server => server.close()))
  await database.close()
})

const mails = async () => (await database.kysely.selectFrom('outbox_message').select('id').execute()).length

/** A shopper of an event that has nets enough, and one perch. */
async function shopper() {
  const eventId = await stock.event({ [stock.net]: null, [stock.perch]: 1 }, dates)
  const session = await stock.shopper()
  return {
    session,
    place: (product = stock.net, pieces = 1) =>
      placeOrder(servers[0], session, { eventId, pieces: { [product]: pieces } }),
    cancel: (id: number) => servers[0].call(session, `DELETE preorders/${id}`),
  }
}

test('a shopper books so many times in an hour at all servers together, and can still cancel and withdraw', async () => {
  const { session, place, cancel } = await shopper()
  const remaining: number[] = []
  for (let each = 0; each < points; each++) {
    const order = await place()
    expect((await bookOrder(servers[each % 2]!, session, order)).statusCode).toBe(200)
    if (each < points - 2) expect((await cancel(order.id)).statusCode).toBe(200)
    else remaining.push(order.id)
  }
  const before = await mails()
  const order = await place()
  for (const server of servers) {
    const refused = await bookOrder(server, session, order)
    expect([refused.statusCode, refused.json()]).toMatchObject([429, { code: 'rate.limited' }])
    expect(Number(refused.headers['retry-after'])).toBe(3600)
  }
  const getOrder = async (id: number) => (await servers[0].call(session, `GET preorders/${id}`)).json<Preorder>()
  expect(await getOrder(order.id)).toMatchObject({ status: 'checkout', booked_at: null })
  expect(await mails()).toBe(before)

  const [first = 0, second = 0] = remaining
  // Booked already: nothing is sent again.
  const again = { id: first, total_amount: (await getOrder(first)).total_amount }
  expect((await bookOrder(servers[0], session, again)).json()).toEqual({ id: first })
  expect((await cancel(first)).statusCode).toBe(200)
  const withdrawal = { product_ids: [stock.net] }
  expect((await servers[1].call(session, `POST preorders/${second}/withdrawal`, withdrawal)).statusCode).toBe(200)
  expect(await mails()).toBe(before + 2)

  now = new Date(now.getTime() + 3_601_000)
  expect((await bookOrder(servers[0], session, await place())).statusCode).toBe(200)
})

test('a booking that is refused for another reason does not count', async () => {
  const { session, place } = await shopper()
  const order = await place(stock.perch)
  await database.pool.query('UPDATE preorder_event_item SET booked_thousandths = 1000 WHERE product_id = $1', [
    stock.perch,
  ])
  for (let each = 0; each <= points; each++)
    expect((await bookOrder(servers[0], session, order)).json()).toMatchObject({ code: 'preorder.soldOut' })
  await database.pool.query('UPDATE preorder_event_item SET booked_thousandths = 0 WHERE product_id = $1', [
    stock.perch,
  ])
  expect((await bookOrder(servers[0], session, order)).statusCode).toBe(200)
})
