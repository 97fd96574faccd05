import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { paymentGauges } from './gauges.ts'

let database: DatabaseHandle
let shop: Shop
beforeAll(async () => {
  database = await testDatabase()
  await stockShop(database)
  shop = await openShop({ database })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

async function oldestSeconds(state: string): Promise<number> {
  const gauges = await paymentGauges(shop.context)
  const gauge = gauges.find(({ name }) => name === 'puoti_payment_attempt_oldest_seconds')
  return gauge?.values.find(({ labels }) => labels?.['state'] === state)?.value ?? NaN
}

test('a payment counts as unknown since it is unknown, however long it waited in a queue or an app before', async () => {
  const { kysely: db } = database
  const stocked = await stockShop(database)
  const session = await stocked.shopper()
  const order = await shop.call(session, 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 1 }] })
  const { id } = order.json<{ id: number }>()
  await shop.call(session, 'POST order/pay', { order_id: id, total_amount: 1.45 })
  const ago = (seconds: number) => sql<Date>`now() - make_interval(secs => ${seconds})`
  const set = (state: 'UNKNOWN' | 'SENT', unknownSeconds: number) =>
    db
      .updateTable('payment_attempt')
      .set({ state, created_at: ago(300), unknown_since: ago(unknownSeconds) })
      .where('order_id', '=', id)
      .execute()
  await set('UNKNOWN', 10)
  expect(await oldestSeconds('UNKNOWN')).toBeCloseTo(10, 0)
  await set('UNKNOWN', 200)
  expect(await oldestSeconds('UNKNOWN')).toBeCloseTo(200, 0)
  await set('SENT', 10)
  expect([await oldestSeconds('UNKNOWN'), Math.round(await oldestSeconds('SENT'))]).toEqual([0, 300])
})
