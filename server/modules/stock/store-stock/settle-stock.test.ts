import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { readCatalogueVersion } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked

beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
  stocked = await stockShop(database)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

type Shelf = { quantity: number; alarm: number | null; productAlarm?: number | null }

/** Puts milk on the shelf, sells two of it, and returns whether the shoppers' lists are rebuilt. */
async function isShown({ quantity, alarm, productAlarm = null }: Shelf): Promise<boolean> {
  const db = database.kysely
  await db
    .updateTable('store_stock')
    .set({ quantity_thousandths: quantity, alarm_thousandths: alarm })
    .where('store_id', '=', stocked.storeId)
    .where('product_id', '=', stocked.milk)
    .execute()
  await db
    .updateTable('product')
    .set({ stock_alarm_thousandths: productAlarm })
    .where('id', '=', stocked.milk)
    .execute()
  const session = await stocked.shopper()
  const orderItems = [{ product_id: stocked.milk, quantity: 2 }]
  const order = (await shop.call(session, 'POST order', { orderItems })).json<Order>()
  const before = await readCatalogueVersion(db, stocked.storeId)
  const paid = await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
  expect(paid.json()).toMatchObject({ string_code: 'SUCCESS' })
  return (await readCatalogueVersion(db, stocked.storeId)) !== before
}

test.each<[string, Shelf, boolean]>([
  ['plenty, without a limit', { quantity: 9000, alarm: null }, false],
  ['plenty, above the limit', { quantity: 9000, alarm: 3000 }, false],
  ['one more than the limit is left', { quantity: 5001, alarm: 3000 }, false],
  ['as much as the limit is left', { quantity: 5000, alarm: 3000 }, true],
  ['the product’s own limit is reached', { quantity: 5000, alarm: null, productAlarm: 3000 }, true],
  ['the store’s limit is lower than the product’s', { quantity: 5000, alarm: 1000, productAlarm: 3000 }, false],
  ['scarce before and after', { quantity: 2900, alarm: 3000 }, true],
  ['the last ones, without a limit', { quantity: 2000, alarm: null }, true],
  ['the last ones, with a limit of nothing', { quantity: 1000, alarm: 0 }, true],
  ['none was there, as far as the shop knew', { quantity: 0, alarm: null }, false],
  ['fewer than none', { quantity: -1000, alarm: 3000 }, false],
])('a sale makes new product lists only when they change: %s', async (_what, shelf, shows) => {
  expect(await isShown(shelf)).toBe(shows)
})
