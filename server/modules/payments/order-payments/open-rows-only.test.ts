import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { asShopRole } from '#test/database/shop-role.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { onlyInFullTier } from '#test/tier.ts'

const ELSEWHERE = 5_000

let database: DatabaseHandle
let stocked: Stocked
beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
})
afterAll(() => database.close())

/** How many payment rows the work reads. A connection reports its reads when it ends, after its client has already closed it. */
async function rowsPassedBy(work: (handle: DatabaseHandle) => Promise<unknown>): Promise<number> {
  const before = await rowsRead()
  const handle = await asShopRole(database)
  // The test server plans each statement once; a shop's plans a statement with its values.
  await database.pool.query(`ALTER ROLE ${handle.role} SET plan_cache_mode = auto`)
  const { rows } = await database.pool.query<{ oid: number }>(`SELECT oid FROM pg_roles WHERE rolname = $1`, [
    handle.role,
  ])
  await work(handle)
  await handle.close()
  const open = () => database.pool.query(`SELECT FROM pg_stat_activity WHERE usesysid = $1`, [rows[0]?.oid])
  await expect.poll(async () => (await open()).rowCount, { timeout: 10_000 }).toBe(0)
  return (await rowsRead()) - before
}

async function rowsRead(): Promise<number> {
  const { rows } = await database.pool.query<{ rows: string }>(
    `SELECT seq_tup_read + idx_tup_fetch AS rows FROM pg_stat_user_tables WHERE relname = 'payment_attempt'`,
  )
  return Number(rows[0]?.rows)
}

/** `count` shoppers buy at the same moment; all but one wait in line. */
const peopleBuy = (count: number) => async (handle: DatabaseHandle) => {
  const shop = await openShop({ database: handle, thinkMs: 300 })
  const paid = await Promise.all(Array.from({ length: count }, () => buy(shop)))
  expect(paid).toEqual(paid.map(() => expect.objectContaining({ string_code: 'SUCCESS' })))
  await shop.close()
}

async function buy(shop: Shop): Promise<unknown> {
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const { id } = (await shop.call(session, 'POST order', items)).json<Order>()
  const paid = shop.call(session, 'POST order/pay', { order_id: id, total_amount: 2.9 })
  // A shopper in line asks for the place in it.
  expect((await shop.call(session, `GET orders/${id}`)).statusCode).toBe(200)
  return (await paid).json()
}

/** Shoppers in line at the five hundred terminals of another store, whose server is alive. */
async function peopleWaitElsewhere(count: number): Promise<void> {
  await stockShop(database)
  await database.pool.query(
    `WITH place AS (
        INSERT INTO terminal (store_id, name, provider)
        SELECT (SELECT max(id) FROM store), 'T' || n, 'test' FROM generate_series(1, 500) n RETURNING id
      ), people AS (
        INSERT INTO app_user (email, language_id)
        SELECT 'waits' || n || '@puoti.example', 1002 FROM generate_series(1, $1::integer) n RETURNING id
      ), orders AS (
        INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents)
        SELECT id, (SELECT max(id) FROM store), 'payment_pending', 290, 255 FROM people RETURNING id, user_id
      )
      INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state, order_status_before,
        owner, lease_until, deadline_at)
      SELECT id, user_id, (SELECT min(id) FROM place) + id % 500, 'waits' || id, 290, 'EUR', 'QUEUED', 'checkout', 'another',
        now() + interval '1 day', now() + interval '1 day' FROM orders`,
    [count],
  )
  await database.pool.query('ANALYZE payment_attempt')
}

test.runIf(onlyInFullTier('it fills the table of attempts with thousands of rows'))(
  'paying and waiting in line does not scan the rows of shoppers who wait elsewhere',
  { timeout: 60_000 },
  async () => {
    await peopleWaitElsewhere(ELSEWHERE)
    // A server scans all leases each second, and once its own leases when it stops; no payment adds to that.
    expect(await rowsPassedBy(peopleBuy(5))).toBeLessThan(8 * ELSEWHERE)
    // Checks that reads are counted at all.
    const all = 'SELECT FROM payment_attempt WHERE amount_cents + 0 = 1'
    expect(await rowsPassedBy(handle => handle.pool.query(all))).toBeGreaterThan(ELSEWHERE)
  },
)
