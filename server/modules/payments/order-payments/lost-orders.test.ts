import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

/** Payments whose order was changed meanwhile by hand in SQL, past all guards. */

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database, thinkMs: 600_000 })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** The order is cancelled while the shopper is at the terminal. */
async function payWithCancelledOrder() {
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const { id } = (await shop.call(session, 'POST order', items)).json<Order>()
  const paying = shop.call(session, 'POST order/pay', { order_id: id, total_amount: 2.9 })
  for (;;) {
    const serviceId = (await findAttempt(database, id))?.service_id
    if (serviceId && (await shop.ledger.find(serviceId))) {
      const cancelled = { status: 'checkout', cancelled_at: new Date() } as const
      await database.kysely.updateTable('customer_order').set(cancelled).where('id', '=', id).execute()
      return { id, serviceId, paying: paying.then(answer => answer.json<object>()) }
    }
    await sleep(20)
  }
}
const getErrors = (orderId: number) =>
  shop.logged.map(line => JSON.parse(line)).filter(({ order }) => order === orderId)

describe('a payment whose order was cancelled meanwhile', () => {
  test('is reversed rather than settled as a sale when the terminal took the money, and an error is logged', async () => {
    const { id, serviceId, paying } = await payWithCancelledOrder()
    await shop.ledger.decide(serviceId, { state: 'approved' })
    expect(await paying).toEqual({ string_code: 'UNKNOWN', order_id: id })
    let attempt = await findAttempt(database, id)
    expect(getErrors(id)).toEqual([
      expect.objectContaining({ level: 50, attempt: attempt?.id, outcome: 'APPROVED', written: 'REVERSAL_DUE' }),
    ])
    while (attempt?.state === 'REVERSAL_DUE') attempt = await sleep(20).then(() => findAttempt(database, id))
    const reversed = { state: 'REVERSED', string_code: 'USER_CANCELLED', transaction_id: `test-${serviceId}` }
    expect(attempt).toMatchObject(reversed)
    const order = database.kysely.selectFrom('customer_order').selectAll().where('id', '=', id)
    expect(await order.executeTakeFirst()).toMatchObject({ status: 'checkout', paid_at: null })
    expect(await database.kysely.selectFrom('stock_move').selectAll().execute()).toEqual([])
  })

  test('keeps its outcome when no money was taken, and an error is logged', async () => {
    const { id, serviceId, paying } = await payWithCancelledOrder()
    await shop.ledger.decide(serviceId, { state: 'declined' })
    expect(await paying).toEqual({ string_code: 'DECLINED', order_id: id })
    expect(await findAttempt(database, id)).toMatchObject({ state: 'DECLINED' })
    expect(getErrors(id)).toEqual([expect.objectContaining({ outcome: 'DECLINED', written: 'DECLINED' })])
  })
})
