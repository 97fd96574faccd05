import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockPreorders, type PreorderStock } from '#test/rows/stock-preorders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { MANY_BOOKINGS, placeOrder } from '#test/shop/bookings.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let events: Shop
let fish: PreorderStock

beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
  stocked = await stockShop(database)
  events = await openShop({ database, hasOutbox: true, config: MANY_BOOKINGS })
  fish = await stockPreorders(database)
})
afterAll(async () => {
  await shop.close()
  await events.close()
  await database.close()
})

async function publish(): Promise<number> {
  const texts = Object.fromEntries(['en', 'fi', 'sv'].map(code => [code, { title: 'Terms', paragraphs: ['…'] }]))
  const row = { texts: JSON.stringify(texts), published_at: new Date() }
  return (await database.kysely.insertInto('terms_version').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const orderRow = (id: number) =>
  database.kysely
    .selectFrom('customer_order')
    .select(['status', 'terms_version_id', 'booked_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('before the operator has published any terms', () => {
  test('an order is paid even if the client names a terms version, and none is recorded', async () => {
    const { order, pay } = await atCheckout(shop, stocked)
    expect((await pay({ terms_version: 1 })).json()).toMatchObject({ string_code: 'SUCCESS' })
    expect(await orderRow(order.id)).toMatchObject({ status: 'complete', terms_version_id: null })
  })
})

describe('an order', () => {
  test('records the terms that the screen showed, even if they were published after the order', async () => {
    await publish()
    const { order, pay } = await atCheckout(shop, stocked)
    const newest = await publish()
    expect((await pay({ terms_version: newest })).json()).toMatchObject({ string_code: 'SUCCESS' })
    expect(await orderRow(order.id)).toMatchObject({ status: 'complete', terms_version_id: newest })
  })

  test('is not paid under outdated terms, and waits until the newest are accepted', async () => {
    const old = await publish()
    const { order, pay } = await atCheckout(shop, stocked)
    const newest = await publish()
    const refused = await pay({ terms_version: old })
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'order.termsChanged' }])
    expect(await orderRow(order.id)).toMatchObject({ status: 'checkout', terms_version_id: old })
    const attempts = database.kysely.selectFrom('payment_attempt').select('id').where('order_id', '=', order.id)
    expect(await attempts.execute()).toEqual([])
    expect((await pay({ terms_version: newest + 1 })).json()).toMatchObject({ code: 'order.termsChanged' })
    expect((await pay({ terms_version: newest })).json()).toMatchObject({ string_code: 'SUCCESS' })
    expect(await orderRow(order.id)).toMatchObject({ terms_version_id: newest })
    // A second call, whose shopper didn't get the first response, returns its outcome, whatever was published since.
    await publish()
    expect((await pay({ terms_version: newest })).json()).toMatchObject({ string_code: 'SUCCESS' })
  })

  test('is paid under the newest terms of its creation if the client names no version', async () => {
    const old = await publish()
    const { order, pay } = await atCheckout(shop, stocked)
    await publish()
    expect((await pay()).json()).toMatchObject({ string_code: 'SUCCESS' })
    expect(await orderRow(order.id)).toMatchObject({ terms_version_id: old })
  })
})

describe('a pre-order', () => {
  test('is booked under the terms that the screen showed, and not under older ones', async () => {
    const old = await publish()
    const eventId = await fish.event({ [fish.pike]: 10 })
    const session = await fish.shopper()
    const order = await placeOrder(events, session, { eventId, pieces: { [fish.pike]: 3 } })
    const newest = await publish()
    const book = (terms_version: number) =>
      events.call(session, 'POST order/preorder', {
        order_id: order.id,
        total_amount: order.total_amount,
        terms_version,
      })
    expect((await book(old)).json()).toMatchObject({ code: 'order.termsChanged' })
    expect(await orderRow(order.id)).toMatchObject({ status: 'checkout', booked_at: null })
    expect((await book(newest)).json()).toEqual({ id: order.id })
    expect(await orderRow(order.id)).toMatchObject({ status: 'preorder_booked', terms_version_id: newest })
    await publish()
    expect((await book(newest)).json()).toEqual({ id: order.id })
  })
})
