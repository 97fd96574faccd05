import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { onlyInFullTier } from '#test/tier.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let session: string
let now = new Date('2026-06-01T09:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database, now: () => now })
})
beforeEach(async () => {
  session = await stocked.shopper()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const CALLS = {
  'POST order': () => ({ orderItems: [{ product_id: stocked.milk, quantity: 1 }] }),
  'POST order/pay': () => undefined,
} as const
type Name = keyof typeof CALLS

const knock = (name: Name, by = session) => shop.call(by, name, CALLS[name]())
const knocks = (name: Name, times: number) =>
  Promise.all(Array.from({ length: times }, async () => (await knock(name)).statusCode))
const refused = (statuses: number[]) => statuses.filter(status => status === 429).length

describe.each(['POST order', 'POST order/pay'] as const)('%s', name => {
  test.runIf(onlyInFullTier('it makes the calls of twenty minutes'))(
    'accepts a shopper who retries every five seconds for twenty minutes',
    async () => {
      for (let attempt = 0; attempt < 240; attempt++) {
        expect((await knock(name)).statusCode).not.toBe(429)
        now = new Date(now.getTime() + 5000)
      }
    },
  )

  test('limits a flood of one user, and accepts calls again at the time in Retry-After', async () => {
    expect(refused(await knocks(name, 150))).toBe(30)
    now = new Date(now.getTime() + 60_000)
    const answer = await knock(name)
    expect(answer.statusCode).toBe(429)
    expect(answer.json()).toMatchObject({ code: 'rate.limited' })
    expect(answer.headers['retry-after']).toBe('540')
    expect((await knock(name, await stocked.shopper())).statusCode).not.toBe(429)
    now = new Date(now.getTime() + 540_000)
    expect((await knock(name)).statusCode).not.toBe(429)
  })
})

test('an account places at most 300 orders a day, on all servers together and after a restart', async () => {
  const rows = (hours: number, count: number) =>
    sql`INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents, created_at, updated_at, cancelled_at)
      SELECT id, ${stocked.storeId}::integer, 'checkout', 145, 128, placed, placed, placed
      FROM app_user, (SELECT now() - make_interval(hours => ${hours}::integer) AS placed) at, generate_series(1, ${count}::integer)
      WHERE email = ${session.toLowerCase() + '@puoti.example'}`.execute(database.kysely)
  await rows(25, 300)
  await rows(3, 298)
  // By the clock of the database, which counts the orders of all.
  const [one, other] = [await openShop({ database }), await openShop({ database })]
  const place = (server: Shop) => server.call(session, 'POST order', CALLS['POST order']())
  expect((await place(one)).statusCode).toBe(200)
  const last = await place(other)
  expect(last.statusCode).toBe(200)
  const restarted = await openShop({ database })
  for (const server of [one, other, restarted]) {
    const answer = await place(server)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([429, 'order.tooManyToday'])
    expect(Math.abs(Number(answer.headers['retry-after']) - 21 * 3600)).toBeLessThan(60)
  }
  // What was placed before stays, and can be paid.
  expect((await one.call(session, 'GET order')).json()).toMatchObject({ id: last.json<{ id: number }>().id })
  expect((await place(one)).statusCode).toBe(429)
  for (const server of [one, other, restarted]) await server.close()
})

test.runIf(onlyInFullTier('it places orders up to the limit of a day'))(
  'a shopper who reached the limit of orders can still see the order and pay it',
  async () => {
    await knocks('POST order', 121)
    expect((await shop.call(session, 'GET order')).statusCode).toBe(200)
    expect((await knock('POST order/pay')).json()).toMatchObject({ string_code: 'SUCCESS' })
  },
)
