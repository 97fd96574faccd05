import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { getAttempt } from '#test/rows/attempts.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop } from '#test/shop/open-shop.ts'
import { listSoldLines } from './queries.ts'

let database: DatabaseHandle
beforeAll(async () => (database = await testDatabase()))
afterAll(() => database.close())

test('an app gets the goods of a payment in the shopper’s language, with their age limits', async () => {
  const shop = await openShop({ database })
  const stocked = await stockShop(database)
  const { order, payToEnd } = await atCheckout(shop, stocked)
  await payToEnd()
  const { service_id } = await getAttempt(database, order.id)
  const [line] = await listSoldLines(shop.context.db, service_id)
  const sold = { productId: stocked.milk, totalCents: 290, rateBasisPoints: 1350 }
  expect(line).toEqual({ ...sold, name: 'Milk', minAge: null })
  const { kysely: db } = database
  await db.updateTable('product').set({ min_age: 18 }).where('id', '=', stocked.milk).execute()
  const finnish = db.selectFrom('language').select('id').where('code', '=', 'fi')
  await db.updateTable('app_user').set({ language_id: finnish }).execute()
  expect(await listSoldLines(shop.context.db, service_id)).toEqual([{ ...sold, name: 'Maito', minAge: 18 }])
  await shop.close()
})
