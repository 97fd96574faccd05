import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatedVatClass } from '#contract/catalogue/vat-rates.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { paidOrder } from '#test/shop/refunds.ts'

let database: DatabaseHandle
let shop: Shop
let server: Shop
let anna: Caller
let stocked: Stocked
beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database })
  server = await openShop({ database, modules: ['catalogue'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await shop.close()
  await database.close()
})

const getClass = async (productId: number) => {
  const { id } = await database.kysely
    .selectFrom('product_version')
    .select('vat_class_id as id')
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  const classes = (await anna.call('GET settings/vat-classes')).body as DatedVatClass[]
  const found = classes.find(each => each.id === id)
  if (!found) throw new Error('no class')
  return found
}
const correct = ({ id }: DatedVatClass, day: string, { previous_vat, vat }: { previous_vat: number; vat: number }) =>
  anna.call(`PUT settings/vat-classes/${id}/rates/${day}`, { previous_vat, vat })
const used = ({ rates }: DatedVatClass) => rates.map(rate => [rate.valid_from, rate.is_used])

test('an order at checkout is paid with the corrected rate, which can then be neither corrected nor removed', async () => {
  const session = await stocked.shopper()
  const body = { orderItems: [{ product_id: stocked.soap, quantity: 1 }] }
  const order = (await shop.call(session, 'POST order', body)).json<Order>()
  const wrong = await getClass(stocked.soap)
  expect(used(wrong)).toEqual([['2020-01-01', false]])
  expect((await correct(wrong, '2020-01-01', { previous_vat: 25.5, vat: 24 })).status).toBe(200)
  await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
  const paid = (await shop.call(session, `GET orders/${order.id}`)).json<Order>()
  expect(paid.total_amount).toBe(2.99)
  expect(paid.vat_by_rate).toMatchObject([{ vat: 24, gross: 2.99, net: 2.41, tax: 0.58 }])

  const sold = await getClass(stocked.soap)
  expect(used(sold)).toEqual([['2020-01-01', true]])
  const again = await correct(sold, '2020-01-01', { previous_vat: 24, vat: 25.5 })
  expect(again).toMatchObject({ status: 409, body: { code: 'vat.used' } })
  const removed = await anna.call(`DELETE settings/vat-classes/${sold.id}/rates/2020-01-01`)
  expect(removed).toMatchObject({ status: 409, body: { code: 'vat.used' } })
})

test('a rate that a sale used is marked as used, and an unused earlier one can be removed', async () => {
  await paidOrder(shop, [{ product_id: stocked.milk, quantity: 1 }], { stocked })
  const food = await getClass(stocked.milk)
  expect(used(food)).toEqual([
    ['2026-01-01', true],
    ['2020-01-01', false],
  ])
  expect((await anna.call(`DELETE settings/vat-classes/${food.id}/rates/2020-01-01`)).status).toBe(200)
})
