import type { Pool } from 'pg'
import { expect, test } from 'vitest'
import { testDatabase } from '#test/database/database.ts'
import { done, openWorld, quiet, arrived } from '#test/shop/world.ts'

/** PostgreSQL plans a prepared statement for its values this often before it may keep one plan for all. */
const TRIAL_PLANS = 5
const ORDERS = 15
const OF_AN_ORDER = /place_order|begin_payment|settle_payment|"productId"|"session"|test_terminal_payment/

type Prepared = { statement: string; generic: string; trials: string }

/** The prepared statements of all idle connections. */
async function readPrepared(pool: Pool): Promise<Prepared[]> {
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  try {
    const read = clients.map(client =>
      client.query<Prepared>(
        'select statement, generic_plans as generic, custom_plans as trials from pg_prepared_statements',
      ),
    )
    return (await Promise.all(read)).flatMap(({ rows }) => rows)
  } finally {
    for (const client of clients) client.release()
  }
}

test('a connection plans no statement of an order again, once it has tried it', async () => {
  const database = await testDatabase()
  const world = await openWorld(database)
  const { browser } = await arrived(world, 'shopper@puoti.example', '+358501112299')
  for (let number = 0; number < ORDERS; number++) {
    const orderItems = [{ product_id: world.stocked.milk, quantity: 1 + (number % 3) }]
    const placed = await done<{ id: number; total_amount: number }>(browser.call('POST order', { orderItems }))
    await done(browser.call('POST order/pay', { order_id: placed.id, total_amount: placed.total_amount }))
  }
  await quiet(database)
  const prepared = (await readPrepared(database.pool)).filter(({ statement }) => OF_AN_ORDER.test(statement))
  expect(prepared.filter(({ trials }) => Number(trials) > TRIAL_PLANS)).toEqual([])
  const lasting = prepared.filter(({ generic }) => Number(generic) > 0)
  expect(new Set(lasting.map(({ statement }) => OF_AN_ORDER.exec(statement)?.[0])).size).toBe(6)
  await world.app.close()
  await database.close()
}, 60_000)
