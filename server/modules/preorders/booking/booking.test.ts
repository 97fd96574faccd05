import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { cancelStaleCheckouts } from '#server/modules/orders/checkout/cancel-stale-checkouts.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { listOrderEvents } from '#test/rows/orders.ts'
import { stockPreorders, type PreorderStock } from '#test/rows/stock-preorders.ts'
import { MANY_BOOKINGS, tryToPlaceOrder, placeOrder, bookOrder } from '#test/shop/bookings.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let shop: Shop
let stock: PreorderStock
let now = new Date('2026-06-01T09:00:00Z')
const june = { start_date: '2026-06-10', end_date: '2026-06-12' }
const BEFORE_TIME = new Date('2026-06-09T20:59:59Z')
const AFTER_TIME = new Date('2026-06-09T21:00:00Z')

beforeAll(async () => {
  database = await testDatabase()
  stock = await stockPreorders(database)
  shop = await openShop({ database, hasOutbox: true, config: MANY_BOOKINGS, now: () => now })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const at = async <T>(moment: Date, work: () => Promise<T>): Promise<T> => {
  const before = now
  now = moment
  try {
    return await work()
  } finally {
    now = before
  }
}
const row = (id: number) =>
  database.kysely.selectFrom('customer_order').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const trail = async (id: number) => {
  const events = await listOrderEvents(database, id)
  return events.map(({ from_status, to_status, actor, kind }) => [from_status, to_status, actor, kind])
}
const setEvent = (id: number, event: object) =>
  database.kysely.updateTable('preorder_event').set(event).where('id', '=', id).execute()
const setStore = (store: object) =>
  database.kysely.updateTable('store').set(store).where('id', '=', stock.storeId).execute()
const cancel = (session: string, id: number) => shop.call(session, `DELETE preorders/${id}`)
/** The texts of all emails to an address, by subject: emails are sent concurrently, in no order. */
const lettersTo = async (to: string, count: number) => {
  const letters = () => shop.mails.filter(mail => mail.to === to)
  await expect.poll(() => letters().length, { timeout: 5000 }).toBe(count)
  return Object.fromEntries(letters().map(({ subject, text }) => [subject, text]))
}

/** A shopper's booked pre-order of three pikes, in an event of ten. */
async function booked({
  pieces = { [stock.pike]: 3 },
  caps = { [stock.pike]: 10 },
}: { pieces?: Record<number, number>; caps?: Record<number, number | null> } = {}) {
  const eventId = await stock.event(caps, june)
  const session = await stock.shopper()
  const order = await placeOrder(shop, session, { eventId, pieces })
  expect((await bookOrder(shop, session, order)).json()).toEqual({ id: order.id })
  return { eventId, session, order, user: await stock.getUser(session) }
}

describe('A pre-order', () => {
  test('is priced by the server, tied to store and event, and reserves nothing until it is booked', async () => {
    const eventId = await stock.event({ [stock.pike]: 10, [stock.net]: null }, june)
    const session = await stock.shopper()
    const order = await placeOrder(shop, session, { eventId, pieces: { [stock.pike]: 2, [stock.net]: 1 } })
    expect(order).toMatchObject({
      status: 'checkout',
      order_type: 'preorder',
      isPreorder: true,
      preorder_event_id: eventId,
      preorder_event: { id: eventId, start_date: '2026-06-10' },
      total_amount: 69,
      store: { id: stock.storeId },
    })
    expect((await shop.call(session, 'GET order')).json()).toEqual(order)
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 0, [stock.net]: 0 })
    expect((await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: 69 })).json()).toMatchObject(
      {
        code: 'order.changed',
      },
    )
  })

  test('can contain only products that the event sells', async () => {
    const eventId = await stock.event({ [stock.pike]: 10, [stock.milk]: null }, june)
    const session = await stock.shopper()
    const getCode = async (pieces: Record<number, number>) =>
      (await tryToPlaceOrder(shop, session, { eventId, pieces })).json<{ code: string }>().code
    expect(await getCode({ [stock.perch]: 1 })).toBe('order.productUnavailable')
    expect(await getCode({ [stock.milk]: 1 })).toBe('order.productUnavailable')
    expect(await getCode({ 999_999: 1 })).toBe('order.productUnknown')
    expect(await getCode({ [stock.pike]: 0.5 })).toBe('order.quantityInvalid')
    expect(await getCode({})).toBe('order.empty')
    const price = (price_cents: number) =>
      database.kysely.updateTable('product_version').set({ price_cents }).where('product_id', '=', stock.pike).execute()
    await price(0)
    expect(await getCode({ [stock.pike]: 1 })).toBe('preorder.nothingToPay')
    await price(1200)
    const product = (change: object) =>
      database.kysely.updateTable('product').set(change).where('id', '=', stock.pike).execute()
    await product({ enabled: false })
    expect(await getCode({ [stock.pike]: 1 })).toBe('order.productUnknown')
    await product({ enabled: true, min_age: 18 })
    expect(await getCode({ [stock.pike]: 1 })).toBe('order.ageRestricted')
    await product({ min_age: null })
  })

  test('needs an open event before its deadline, and one of its published stores that take pre-orders', async () => {
    const eventId = await stock.event({ [stock.pike]: 10 }, { ...june, stores: [stock.storeId] })
    const session = await stock.shopper()
    const placing = async (by = session) =>
      (await tryToPlaceOrder(shop, by, { eventId, pieces: { [stock.pike]: 1 } })).json<{ code?: string }>().code
    expect(await at(BEFORE_TIME, () => placing())).toBeUndefined()
    expect(await at(AFTER_TIME, () => placing())).toBe('preorder.closed')
    for (const status of ['draft', 'closed']) {
      await setEvent(eventId, { status })
      expect(await placing()).toBe('preorder.closed')
    }
    await setEvent(eventId, { status: 'open' })
    expect(await placing(await stock.shopper({ activeStoreId: stock.otherStore }))).toBe('preorder.storeOutside')
    expect(await placing(await stock.shopper({ activeStoreId: null }))).toBe('store.required')
    await setStore({ enable_preorders: false })
    expect(await placing()).toBe('preorder.storeOutside')
    await setStore({ enable_preorders: true })
    const nowhere = await tryToPlaceOrder(shop, session, { eventId: 999_999, pieces: { [stock.pike]: 1 } })
    expect(nowhere.json()).toMatchObject({ code: 'preorder.closed' })
  })

  test('is refused when it exceeds what is left, with the quantity left of each product that is short', async () => {
    const { eventId } = await booked({
      pieces: { [stock.pike]: 3 },
      caps: { [stock.pike]: 4, [stock.perch]: 0, [stock.net]: null },
    })
    const pieces = { [stock.pike]: 2, [stock.perch]: 1, [stock.net]: 50 }
    const refused = await tryToPlaceOrder(shop, await stock.shopper(), { eventId, pieces })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'preorder.soldOut',
        items: [
          { product_id: stock.pike, remaining: 1 },
          { product_id: stock.perch, remaining: 0 },
        ],
      },
    ])
  })

  test('is cancelled at checkout by another basket, a change of store, or after a day', async () => {
    const eventId = await stock.event({ [stock.pike]: 10 }, june)
    const session = await stock.shopper()
    const first = await placeOrder(shop, session, { eventId, pieces: { [stock.pike]: 1 } })
    const second = await placeOrder(shop, session, { eventId, pieces: { [stock.pike]: 2 } })
    expect((await row(first.id)).cancelled_at).not.toBeNull()
    await shop.call(session, 'PUT user', { activeStoreId: stock.otherStore })
    expect((await row(second.id)).cancelled_at).not.toBeNull()
    expect((await bookOrder(shop, session, second)).json()).toMatchObject({ code: 'order.changed' })
    const third = await placeOrder(shop, session, { eventId, pieces: { [stock.pike]: 1 } })
    const created_at = new Date(now.getTime() - 25 * 3_600_000)
    await database.kysely.updateTable('customer_order').set({ created_at }).where('id', '=', third.id).execute()
    await cancelStaleCheckouts(shop.context, 10)
    expect((await row(third.id)).cancelled_at).toEqual(now)
  })
})

describe('Booking', () => {
  test('reserves the goods, and adds an entry to the order history and an email with the terms', async () => {
    const { eventId, order, user } = await booked({
      pieces: { [stock.pike]: 3, [stock.net]: 1 },
      caps: { [stock.pike]: 10, [stock.net]: null },
    })
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 3, [stock.net]: 1 })
    expect(await row(order.id)).toMatchObject({ status: 'preorder_booked', booked_at: now, preorder_event_id: eventId })
    expect(await trail(order.id)).toEqual([['checkout', 'preorder_booked', 'shopper', 'booked']])
    const text = (await lettersTo(user.email, 1))[`Pre-order ${order.id} confirmed`]
    const expected = [
      'Fish day',
      'Pike',
      '3\u00a0pcs',
      '36,00',
      '81,00',
      '13,5',
      'Testilä',
      '10.06.2026–12.06.2026',
      '09.06.2026 24:00',
    ]
    for (const part of [...expected, 'perishable items: Pike', `/preorders/${order.id}`]) expect(text).toContain(part)
  })

  test('is idempotent, also for ten concurrent requests', async () => {
    const eventId = await stock.event({ [stock.pike]: 10 }, june)
    const session = await stock.shopper()
    const order = await placeOrder(shop, session, { eventId, pieces: { [stock.pike]: 2 } })
    const answers = await Promise.all(Array.from({ length: 10 }, () => bookOrder(shop, session, order)))
    expect(new Set(answers.map(({ body }) => body))).toEqual(new Set([`{"id":${order.id}}`]))
    expect((await bookOrder(shop, session, order)).json()).toEqual({ id: order.id })
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 2 })
    expect(await trail(order.id)).toHaveLength(1)
    expect((await shop.call(session, 'POST order/preorder')).json()).toMatchObject({ code: 'order.none' })
  })

  test('needs no body, and is refused for another total or another shopper’s order', async () => {
    const eventId = await stock.event({ [stock.pike]: 10 }, june)
    const [session, other] = [await stock.shopper(), await stock.shopper()]
    const order = await placeOrder(shop, session, { eventId, pieces: { [stock.pike]: 2 } })
    expect((await bookOrder(shop, session, { ...order, total_amount: 23.99 })).json()).toMatchObject({
      code: 'order.changed',
    })
    expect((await bookOrder(shop, other, order)).json()).toMatchObject({ code: 'order.none' })
    expect((await bookOrder(shop, session, { ...order, id: 999_999 })).json()).toMatchObject({ code: 'order.none' })
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 0 })
    expect((await shop.call(session, 'POST order/preorder')).json()).toEqual({ id: order.id })
  })

  test('checks event, store and age again, and changes nothing when it is refused', async () => {
    const eventId = await stock.event({ [stock.pike]: 10 }, june)
    const session = await stock.shopper()
    const order = await placeOrder(shop, session, { eventId, pieces: { [stock.pike]: 2 } })
    const refusal = async () => (await bookOrder(shop, session, order)).json<{ code?: string }>().code
    expect(await at(AFTER_TIME, refusal)).toBe('preorder.closed')
    await setEvent(eventId, { status: 'closed' })
    expect(await refusal()).toBe('preorder.closed')
    await setEvent(eventId, { status: 'open' })
    await setStore({ enable_preorders: false })
    expect(await refusal()).toBe('preorder.storeOutside')
    await setStore({ enable_preorders: true })
    const grownUp = (min_age: number | null) =>
      database.kysely.updateTable('product').set({ min_age }).where('id', '=', stock.pike).execute()
    await grownUp(18)
    expect(await refusal()).toBe('order.ageRestricted')
    await grownUp(null)
    expect([await row(order.id), await trail(order.id)]).toMatchObject([{ status: 'checkout', booked_at: null }, []])
    expect(await refusal()).toBeUndefined()
  })

  test('takes all of an order or nothing, and returns what is left', async () => {
    const eventId = await stock.event({ [stock.pike]: 5, [stock.perch]: 5 }, june)
    const [first, second] = [await stock.shopper(), await stock.shopper()]
    const pieces = { [stock.pike]: 3, [stock.perch]: 2 }
    const orders = [
      await placeOrder(shop, first, { eventId, pieces }),
      await placeOrder(shop, second, { eventId, pieces }),
    ] as const
    await bookOrder(shop, first, orders[0])
    const refused = await bookOrder(shop, second, orders[1])
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: 'preorder.soldOut', items: [{ product_id: stock.pike, remaining: 2 }] },
    ])
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 3, [stock.perch]: 2 })
    expect(await row(orders[1].id)).toMatchObject({ status: 'checkout', cancelled_at: null })
    expect(shop.mails.filter(({ to }) => to === orders[1].customer_email)).toEqual([])
  })

  test('is refused with nothing left for a product that the event no longer sells', async () => {
    const eventId = await stock.event({ [stock.pike]: 5 }, june)
    const session = await stock.shopper()
    const order = await placeOrder(shop, session, { eventId, pieces: { [stock.pike]: 1 } })
    await database.kysely.deleteFrom('preorder_event_item').where('event_id', '=', eventId).execute()
    expect((await bookOrder(shop, session, order)).json()).toMatchObject({
      items: [{ product_id: stock.pike, remaining: 0 }],
    })
  })
})

describe('A change', () => {
  test('keeps the former booking until the new one is booked, and can reuse its quantities', async () => {
    const { eventId, session, order, user } = await booked({
      pieces: { [stock.pike]: 3, [stock.perch]: 1 },
      caps: { [stock.pike]: 4, [stock.perch]: 1 },
    })
    const tooMuch = await tryToPlaceOrder(shop, session, { eventId, replaces: order.id, pieces: { [stock.pike]: 5 } })
    expect(tooMuch.json()).toMatchObject({
      code: 'preorder.soldOut',
      items: [{ product_id: stock.pike, remaining: 4 }],
    })
    const change = await placeOrder(shop, session, { eventId, replaces: order.id, pieces: { [stock.pike]: 4 } })
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 3, [stock.perch]: 1 })
    expect((await bookOrder(shop, session, change)).json()).toEqual({ id: change.id })
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 4, [stock.perch]: 0 })
    expect(await row(order.id)).toMatchObject({ status: 'preorder_booked', cancelled_at: now })
    expect((await trail(order.id)).at(-1)).toEqual(['preorder_booked', 'cancelled', 'shopper', 'replaced'])
    const letters = await lettersTo(user.email, 2)
    expect(letters[`Pre-order ${change.id} confirmed`]).toContain(`replaces pre-order ${order.id}`)
    expect((await bookOrder(shop, session, change)).json()).toEqual({ id: change.id })
    expect((await bookOrder(shop, session, order)).json()).toEqual({ id: order.id })
  })

  test('leaves the former booking when the new one no longer fits', async () => {
    const { eventId, session, order } = await booked({ pieces: { [stock.pike]: 3 }, caps: { [stock.pike]: 5 } })
    const change = await placeOrder(shop, session, { eventId, replaces: order.id, pieces: { [stock.pike]: 5 } })
    const other = await stock.shopper()
    await bookOrder(shop, other, await placeOrder(shop, other, { eventId, pieces: { [stock.pike]: 1 } }))
    const refused = (await bookOrder(shop, session, change)).json()
    expect(refused).toMatchObject({ code: 'preorder.soldOut', items: [{ product_id: stock.pike, remaining: 4 }] })
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 4 })
    expect((await row(order.id)).cancelled_at).toBeNull()
  })

  test('can move the pre-order to another store of the event', async () => {
    const { eventId, session, order } = await booked()
    await shop.call(session, 'PUT user', { activeStoreId: stock.otherStore })
    const change = await placeOrder(shop, session, { eventId, replaces: order.id, pieces: { [stock.pike]: 3 } })
    expect(change.store.id).toBe(stock.otherStore)
    expect((await bookOrder(shop, session, change)).statusCode).toBe(200)
  })

  test('requires the shopper’s own booked pre-order of the same event', async () => {
    const { eventId, session, order } = await booked()
    const placing = async (changes: object = {}, by = session) => {
      const body = { eventId, replaces: order.id, pieces: { [stock.pike]: 1 }, ...changes }
      return (await tryToPlaceOrder(shop, by, body)).json<{ code?: string }>().code
    }
    expect(await placing({}, await stock.shopper())).toBe('preorder.cannotChange')
    expect(await placing({ replaces: 999_999 })).toBe('preorder.cannotChange')
    expect(await placing({ eventId: await stock.event({ [stock.pike]: 10 }, june) })).toBe('preorder.cannotChange')
    const alone = { replaces_order_id: order.id, orderItems: [{ product_id: stock.milk, quantity: 1 }] }
    const refused = (await shop.call(session, 'POST order', alone)).json()
    expect(refused).toMatchObject({ code: 'request.invalid', fields: ['replaces_order_id'] })
    for (const status of ['preorder_delivered', 'payment_pending', 'error'] as const) {
      await database.kysely.updateTable('customer_order').set({ status }).where('id', '=', order.id).execute()
      expect(await placing()).toBe('preorder.cannotChange')
    }
    await database.kysely
      .updateTable('customer_order')
      .set({ status: 'preorder_booked' })
      .where('id', '=', order.id)
      .execute()
    expect(await placing()).toBeUndefined()
    // It is checked again when the new one is booked.
    await cancel(session, order.id)
    expect((await shop.call(session, 'POST order/preorder')).json()).toMatchObject({ code: 'preorder.cannotChange' })
    expect(await placing()).toBe('preorder.cannotChange')
  })
})

describe('Cancelling', () => {
  test('frees the goods, and adds an entry to the order history and an email, once', async () => {
    const { eventId, session, order, user } = await booked()
    const answers = await Promise.all([cancel(session, order.id), cancel(session, order.id)])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
    expect((await cancel(session, order.id)).json()).toMatchObject({ code: 'preorder.cannotCancel' })
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 0 })
    expect((await trail(order.id)).at(-1)).toEqual(['preorder_booked', 'cancelled', 'shopper', 'cancelled'])
    expect(await lettersTo(user.email, 2)).toEqual({
      [`Pre-order ${order.id} confirmed`]: expect.any(String),
      [`Your pre-order ${order.id} is cancelled`]: expect.stringContaining('Pike'),
    })
  })

  test('requires the shopper’s own booked pre-order before its deadline, and not during a payment', async () => {
    const { eventId, session, order } = await booked()
    expect((await cancel(await stock.shopper(), order.id)).json()).toMatchObject({ code: 'notFound' })
    expect((await cancel(session, 999_999)).json()).toMatchObject({ code: 'notFound' })
    expect((await at(AFTER_TIME, () => cancel(session, order.id))).json()).toMatchObject({
      code: 'preorder.cannotCancel',
    })
    const status = (to: 'payment_pending' | 'preorder_delivered' | 'preorder_booked') =>
      database.kysely.updateTable('customer_order').set({ status: to }).where('id', '=', order.id).execute()
    await status('payment_pending')
    expect((await cancel(session, order.id)).json()).toMatchObject({ code: 'order.paymentPending' })
    await status('preorder_delivered')
    expect((await cancel(session, order.id)).json()).toMatchObject({ code: 'preorder.cannotCancel' })
    await status('preorder_booked')
    expect(await stock.booked(eventId)).toEqual({ [stock.pike]: 3 })
    // A closed event takes no new orders; existing ones can still be cancelled.
    await setEvent(eventId, { status: 'closed' })
    expect((await at(BEFORE_TIME, () => cancel(session, order.id))).statusCode).toBe(200)
  })

  test('is refused for an order at checkout and for a standard order', async () => {
    const eventId = await stock.event({ [stock.pike]: 10 }, june)
    const session = await stock.shopper()
    const { id } = await placeOrder(shop, session, { eventId, pieces: { [stock.pike]: 1 } })
    expect((await cancel(session, id)).json()).toMatchObject({ code: 'preorder.cannotCancel' })
    await database.kysely
      .insertInto('store_stock')
      .values({ store_id: stock.storeId, product_id: stock.milk })
      .execute()
    const milk = await shop.call(session, 'POST order', { orderItems: [{ product_id: stock.milk, quantity: 1 }] })
    expect((await cancel(session, milk.json<Order>().id)).json()).toMatchObject({ code: 'notFound' })
  })
})
