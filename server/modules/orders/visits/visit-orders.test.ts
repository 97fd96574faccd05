import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addShopper } from '#test/rows/orders.ts'
import { hasPurchase, visitsWithPurchase } from './visit-orders.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

test('many visits at once have a purchase exactly when each of them has', async () => {
  const db = database.kysely
  const stores = [await addStore(database), await addStore(database)]
  const shoppers = [await addShopper(database), await addShopper(database), await addShopper(database)]
  const ids = sql`(ARRAY[${sql.join(stores)}]::integer[])[1 + n % 2] AS store_id,
    (ARRAY[${sql.join(shoppers)}]::integer[])[1 + n / 2 % 3] AS user_id`
  // A visit of up to an hour every 50 minutes, and an order every 55: one in three is not paid, one in three within two hours of being placed,
  // the others up to twelve days later.
  await sql`INSERT INTO visit (store_id, user_id, began_by, created_at, last_at)
    SELECT store_id, user_id, 'start', at, at + make_interval(mins => n * 7 % 61)
    FROM (SELECT n, ${ids}, timestamptz '2026-03-01' + make_interval(mins => n * 50) AS at FROM generate_series(1, 300) n) each`.execute(
    db,
  )
  await sql`INSERT INTO customer_order (store_id, user_id, status, total_cents, net_cents, created_at, updated_at, paid_at, cancelled_at)
    SELECT store_id, user_id, CASE WHEN paid_at IS NULL THEN 'checkout' ELSE 'complete' END, 100, 90, at, coalesce(paid_at, at), paid_at,
      CASE WHEN paid_at IS NULL THEN at END
    FROM (SELECT n, ${ids}, at, CASE n / 6 % 3 WHEN 0 THEN at + make_interval(mins => n % 121) WHEN 1 THEN at + make_interval(hours => n) END AS paid_at
      FROM (SELECT n, timestamptz '2026-03-01' + make_interval(mins => n * 55) AS at FROM generate_series(1, 270) n) each) each`.execute(
    db,
  )
  const { rows: each } = await sql<{ id: number }>`SELECT id FROM visit WHERE ${hasPurchase} ORDER BY id`.execute(db)
  const { rows: together } = await sql<{
    id: number
  }>`SELECT id FROM (${visitsWithPurchase}) found ORDER BY id`.execute(db)
  expect(together).toEqual(each)
  const { rows: late } = await sql<{ id: number }>`SELECT id FROM visit WHERE ${hasPurchase} AND NOT EXISTS (
    SELECT FROM customer_order bought WHERE bought.user_id = visit.user_id AND bought.store_id = visit.store_id
      AND bought.paid_at BETWEEN visit.created_at AND visit.last_at + interval '2 hours')`.execute(db)
  expect([each.length, each.length - late.length].map(count => count > 20 && count < 280)).toEqual([true, true])
  expect(late.length).toBeGreaterThan(10)
})
