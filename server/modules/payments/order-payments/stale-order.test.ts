import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { HOUR_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { listAttempts } from '#test/rows/attempts.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { bookPreorder } from '#test/shop/preorders.ts'

let database: DatabaseHandle
let shop: Shop

beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const setStore = (stocked: Stocked, values: { sells_age_restricted?: boolean; published?: boolean }) =>
  database.kysely.updateTable('store').set(values).where('id', '=', stocked.storeId).execute()
const setProduct = (id: number, values: { enabled?: boolean; min_age?: number }) =>
  database.kysely.updateTable('product').set(values).where('id', '=', id).execute()

/** Milk and lager at checkout, in a store of the test's own. */
async function milkAndLager() {
  const stocked = await stockShop(database)
  await setStore(stocked, { sells_age_restricted: true })
  const { id: clerkId } = await shop.caller('helper', [stocked.storeId])
  const times = { began_at: new Date(), ends_at: new Date(Date.now() + HOUR_MS) }
  const presence = { store_id: stocked.storeId, user_id: clerkId, ...times }
  await database.kysely.insertInto('store_presence').values(presence).execute()
  const goods = [stocked.milk, stocked.lager].map(product_id => ({ product_id, quantity: 1 }))
  const bought = await atCheckout(shop, stocked, goods)
  const approve = ({ id, total_amount }: Order) =>
    database.kysely
      .insertInto('order_approval')
      .values({
        order_id: id,
        total_cents: Math.round(total_amount * 100),
        requested_at: times.began_at,
        expires_at: times.ends_at,
        decision: 'approved',
        decided_at: times.began_at,
        decided_by: clerkId,
        valid_until: times.ends_at,
      })
      .execute()
  await approve(bought.order)
  return { stocked, approve, ...bought }
}

describe('paying an order that can’t be sold any more', () => {
  const noLonger = [
    [
      'a product that was disabled',
      (s: Stocked) => setProduct(s.milk, { enabled: false }),
      (s: Stocked) => [{ product_id: s.milk, reason: 'unavailable' }],
    ],
    [
      'a product that the store no longer offers',
      (s: Stocked) =>
        database.kysely
          .updateTable('store_stock')
          .set({ offered: false })
          .where('store_id', '=', s.storeId)
          .where('product_id', '=', s.milk)
          .execute(),
      (s: Stocked) => [{ product_id: s.milk, reason: 'unavailable' }],
    ],
    [
      'age-restricted goods, once the store sells none',
      (s: Stocked) => setStore(s, { sells_age_restricted: false }),
      (s: Stocked) => [{ product_id: s.lager, reason: 'ageRestricted' }],
    ],
  ] as const

  test.each(noLonger)('is refused because of %s', async (_name, change, unsellable) => {
    const { stocked, session, order, pay } = await milkAndLager()
    await change(stocked)
    const answer = await pay()
    expect([answer.statusCode, answer.json()]).toMatchObject([
      409,
      { code: 'order.changed', unsellable: unsellable(stocked), store_closed: false },
    ])
    expect(await listAttempts(database, order.id)).toEqual([])
    expect((await shop.call(session, 'GET order')).json<Order>()).toMatchObject({ id: order.id, status: 'checkout' })
  })

  test('is refused because its store is no longer published', async () => {
    const { stocked, order, pay } = await milkAndLager()
    await setStore(stocked, { published: false })
    expect((await pay()).json()).toMatchObject({ code: 'order.changed', unsellable: [], store_closed: true })
    expect(await listAttempts(database, order.id)).toEqual([])
  })

  test('is possible when only a price has changed, at the price that was agreed', async () => {
    const { stocked, order, pay } = await milkAndLager()
    const dearer = { price_cents: 999 }
    await database.kysely.updateTable('product_version').set(dearer).where('product_id', '=', stocked.milk).execute()
    expect((await pay()).json()).toEqual({ string_code: 'SUCCESS', order_id: order.id })
  })
})

describe('an order that was placed more than a day ago', () => {
  const placedAgo = (id: number, hours: number) =>
    database.kysely
      .updateTable('customer_order')
      .set({ created_at: sql`now() - make_interval(hours => ${hours})` })
      .where('id', '=', id)
      .execute()
  const setPrice = (productId: number, price_cents: number) =>
    database.kysely.updateTable('product_version').set({ price_cents }).where('product_id', '=', productId).execute()

  test('is not paid at its old prices, however often a payment began: the app gets it at the prices of today', async () => {
    const { stocked, session, order, pay, approve } = await milkAndLager()
    await setPrice(stocked.milk, 999)
    await placedAgo(order.id, 25)
    expect([(await pay()).statusCode, (await pay()).json()]).toMatchObject([409, { code: 'order.changed' }])
    expect(await listAttempts(database, order.id)).toEqual([])
    const today = (await shop.call(session, 'GET order')).json<Order>()
    expect(today).toMatchObject({ status: 'checkout', total_amount: order.total_amount - 1.45 + 9.99 })
    expect(today.order_items.map(({ product_id, quantity }) => [product_id, quantity])).toEqual(
      order.order_items.map(({ product_id, quantity }) => [product_id, quantity]),
    )
    await approve(today)
    const paying = { order_id: today.id, total_amount: today.total_amount }
    expect((await shop.call(session, 'POST order/pay', paying)).json()).toEqual({
      string_code: 'SUCCESS',
      order_id: today.id,
    })
  })

  test('keeps its price labels', async () => {
    const { stocked, session } = await milkAndLager()
    const orderItems = [{ product_id: stocked.cheese, quantity: 0.251, amounts: [2, 3] }]
    const { id } = (await shop.call(session, 'POST order', { orderItems })).json<Order>()
    await placedAgo(id, 25)
    const answer = await shop.call(session, 'POST order/pay', { order_id: id, total_amount: 5 })
    expect(answer.json()).toMatchObject({ code: 'order.changed' })
    const today = (await shop.call(session, 'GET order')).json<Order>()
    expect([today.id > id, today.total_amount]).toEqual([true, 5])
  })

  test('stays, for the app to name the goods, when one of them is no longer sold', async () => {
    const { stocked, session, order, pay } = await milkAndLager()
    await setProduct(stocked.milk, { enabled: false })
    await placedAgo(order.id, 25)
    expect((await pay()).json()).toMatchObject({ unsellable: [{ product_id: stocked.milk, reason: 'unavailable' }] })
    expect((await shop.call(session, 'GET order')).json<Order>()).toMatchObject({ id: order.id })
  })

  test('is paid at the agreed prices on the day after, if less than a day has passed', async () => {
    const { stocked, order, pay } = await milkAndLager()
    await setPrice(stocked.milk, 999)
    await placedAgo(order.id, 23)
    expect((await pay()).json()).toEqual({ string_code: 'SUCCESS', order_id: order.id })
  })
})

describe('a pre-order at pick-up', () => {
  const booked = async (product: (stocked: Stocked) => number) => {
    const stocked = await stockShop(database)
    await setStore(stocked, { sells_age_restricted: true })
    const order = await bookPreorder(database, stocked, { status: 'preorder_delivered', products: [product(stocked)] })
    return { stocked, ...order }
  }

  test('can be paid, weeks later and at its price, though its product is dearer and disabled and its store unpublished', async () => {
    const { stocked, id, pay } = await booked(s => s.eventFish)
    await setProduct(stocked.eventFish, { enabled: false })
    const dearer = { price_cents: 9999 }
    await database.kysely
      .updateTable('product_version')
      .set(dearer)
      .where('product_id', '=', stocked.eventFish)
      .execute()
    const weeksAgo = { created_at: new Date(Date.now() - 14 * 86_400_000) }
    await database.kysely.updateTable('customer_order').set(weeksAgo).where('id', '=', id).execute()
    await setStore(stocked, { published: false })
    expect((await pay(shop)).json()).toEqual({ string_code: 'SUCCESS', order_id: id })
  })

  test('that costs nothing, such as the rest after a withdrawal, is refused with the reason', async () => {
    const { id, session } = await booked(s => s.eventFish)
    await database.kysely
      .updateTable('customer_order')
      .set({ total_cents: 0, net_cents: 0 })
      .where('id', '=', id)
      .execute()
    const answer = await shop.call(session, `POST order/preorder/${id}/pay`)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'order.nothingToPay'])
    expect(await listAttempts(database, id)).toEqual([])
  })

  test('can’t be paid where age-restricted goods are no longer sold', async () => {
    const { stocked, id, pay } = await booked(s => s.lager)
    await setStore(stocked, { sells_age_restricted: false })
    expect((await pay(shop)).json()).toMatchObject({
      code: 'order.changed',
      unsellable: [{ product_id: stocked.lager, reason: 'ageRestricted' }],
    })
    expect(await listAttempts(database, id)).toEqual([])
  })
})
