import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { getAttempt } from '#server/modules/payments/order-payments/attempts.ts'
import { settleAttempt } from '#server/modules/payments/order-payments/settle-attempt.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { subscribeApps, getNotifications } from '#test/push/subscribed.ts'
import { addOrder, addShopper } from '#test/rows/orders.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { userIdFor } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder } from '#test/shop/refunds.ts'

let database: DatabaseHandle
let stocked: Stocked
let shop: Shop
beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** Amounts contain a non-breaking space. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a refund', () => {
  test('notifies the shopper once, in each device’s language, with a link to the purchase', async () => {
    const { session, order } = await paidOrder(shop, [{ product_id: stocked.milk, quantity: 2 }], { stocked })
    const userId = await userIdFor(database, session)
    await subscribeApps(database, userId)
    const admin = await getAdmin(database, order.id)
    expect(await admin.refund(shop)).toMatchObject({ state: 'DONE' })
    const notifications = await getNotifications(database, userId)
    expect(notifications).toMatchObject([
      { code: 'fi', title: 'Hyvitys on matkalla', url: `/purchases/${order.id}` },
      { code: 'sv', title: 'En återbetalning är på väg', url: `/purchases/${order.id}` },
    ])
    expect(plain(notifications[0]!.body)).toBe(
      'Hyvitimme kortillesi 2,90 €. Hyvitys voi näkyä pankissa vasta muutaman päivän kuluttua.',
    )
  })

  test('writes no notification for a shopper without devices', async () => {
    const { session, order } = await paidOrder(shop, [{ product_id: stocked.milk, quantity: 1 }], { stocked })
    const count = async () =>
      (await database.pool.query<{ count: number }>('SELECT count(*) FROM push_notification')).rows[0]?.count
    const before = await count()
    expect(await (await getAdmin(database, order.id)).refund(shop)).toMatchObject({ state: 'DONE' })
    expect(await count()).toBe(before)
    expect(await getNotifications(database, await userIdFor(database, session))).toEqual([])
  })
})

describe('a payment', () => {
  /** A payment whose shopper was informed that its outcome is unknown. */
  async function inDoubt() {
    const session = await stocked.shopper()
    const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
    const slow = await openShop({ database, thinkMs: 600_000 })
    const order = (await slow.call(session, 'POST order', items)).json<Order>()
    const paying = slow.call(session, 'POST order/pay', { order_id: order.id, total_amount: 2.9 })
    const row = await eventually(() =>
      database.kysely
        .selectFrom('payment_attempt')
        .select('id')
        .where('order_id', '=', order.id)
        .where('sent_at', 'is not', null)
        .executeTakeFirst(),
    )
    const attempt = await getAttempt(database.kysely, row.id)
    await settleAttempt(slow.context, attempt, { to: 'UNRESOLVED', stringCode: 'UNKNOWN', source: 'recovery' })
    await slow.close()
    await paying
    const userId = await userIdFor(database, session)
    await subscribeApps(database, userId)
    return { order, attempt, userId }
  }

  test('notifies the shopper once when an unknown outcome turns out paid, with a link to the purchase', async () => {
    const { order, attempt, userId } = await inDoubt()
    expect(await getNotifications(database, userId)).toEqual([])
    const paid = { kind: 'approved', transactionId: 't1', amountCents: 290 } as const
    const outcome = { to: 'APPROVED', stringCode: 'SUCCESS', answer: paid, source: 'recovery' } as const
    await Promise.all([settleAttempt(shop.context, attempt, outcome), settleAttempt(shop.context, attempt, outcome)])
    const notifications = await getNotifications(database, userId)
    expect(notifications).toMatchObject([
      { code: 'fi', title: 'Maksusi onnistui', url: `/purchases/${order.id}` },
      { code: 'sv', title: 'Din betalning gick igenom', url: `/purchases/${order.id}` },
    ])
    expect(plain(notifications[0]!.body)).toBe('Maksusi (2,90 €) on vahvistunut.')
  })

  test('notifies the shopper when an unknown outcome turns out not paid', async () => {
    const { attempt, userId } = await inDoubt()
    const notFound = { to: 'NOT_PROCESSED', stringCode: 'TERMINAL_UNREACHABLE', source: 'recovery' } as const
    await settleAttempt(shop.context, attempt, notFound)
    const notifications = await getNotifications(database, userId)
    // Both were written in one statement, so that their order is undefined.
    expect(notifications.toSorted((one, other) => one.code.localeCompare(other.code))).toMatchObject([
      { title: 'Maksusi ei onnistunut', url: '/home' },
      { title: 'Din betalning gick inte igenom' },
    ])
  })

  test('sends no notification when it succeeds at once', async () => {
    const session = await stocked.shopper()
    await subscribeApps(database, await userIdFor(database, session))
    const items = { orderItems: [{ product_id: stocked.milk, quantity: 1 }] }
    const order = (await shop.call(session, 'POST order', items)).json<Order>()
    const seen = { order_id: order.id, total_amount: order.total_amount }
    expect((await shop.call(session, 'POST order/pay', seen)).json()).toMatchObject({ string_code: 'SUCCESS' })
    expect(await getNotifications(database, await userIdFor(database, session))).toEqual([])
  })
})

test('delivered pre-orders notify each shopper once, even when they are delivered twice', async () => {
  const server = await openShop({ database, hasOutbox: true, modules: ['preorders'] })
  const admin = await server.caller('admin')
  const caps = new Map([[stocked.eventFish, null]])
  const eventId = await addEvent(database.kysely, { stores: [stocked.storeId], caps })
  const [one, other] = [await addShopper(database), await addShopper(database)]
  for (const userId of [one, other]) await subscribeApps(database, userId)
  const book = (user_id: number) =>
    addOrder(database, {
      user_id,
      store_id: stocked.storeId,
      order_type: 'preorder',
      status: 'preorder_booked',
      preorder_event_id: eventId,
      products: [stocked.eventFish],
    })
  const orders = [await book(one), await book(one), await book(other)]
  const deliver = () => admin.call('POST preorders/deliver', { event_id: eventId, store_id: stocked.storeId })
  await Promise.all([deliver(), deliver()])
  await deliver()
  expect(await getNotifications(database, one)).toMatchObject([
    { code: 'fi', title: 'Ennakkotilauksesi on noudettavissa', url: `/preorders/${orders[0]}` },
    { code: 'sv', title: 'Din förhandsbeställning kan hämtas', url: `/preorders/${orders[0]}` },
  ])
  expect(await getNotifications(database, other)).toMatchObject([{ url: `/preorders/${orders[2]}` }, { code: 'sv' }])
  await server.close()
})
