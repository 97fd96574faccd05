import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Preorder } from '#contract/preorders/preorders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addOrder } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { bookPreorder } from '#test/shop/preorders.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const changeEvent = (id: number, event: { start_date?: string; end_date?: string; order_until?: Date | null }) =>
  database.kysely.updateTable('preorder_event').set(event).where('id', '=', id).execute()

describe('a shopper’s own pre-order', () => {
  test('has its event in the requested language, and the actions that are allowed', async () => {
    const { session, id, eventId, show } = await bookPreorder(database, stocked)
    const shown = await show(shop)
    expect(shown).toMatchObject({
      id,
      status: 'preorder_booked',
      isPreorder: true,
      total_amount: 1,
      preorder_event_id: eventId,
      event: { id: eventId, name: 'Fish day' },
      replaced_by: null,
      may: { pay: true, change: true, cancel: true, withdraw: true },
      withdrawable_product_ids: [stocked.eventFish],
      withdrawal: null,
    })
    expect(shown.preorder_event).toEqual({ id: eventId, start_date: shown.event.start_date })
    expect(shown.booked_at).not.toBeNull()
    const finnish = (await shop.call(session, `GET preorders/${id}?lang=fi`)).json<Preorder>()
    expect(finnish.event.name).toBe('Kalapäivä')
  })

  test('can be changed until its first day begins in the store’s time zone, or until the event’s deadline', async () => {
    const { eventId, show } = await bookPreorder(database, stocked)
    await changeEvent(eventId, { start_date: '2030-07-01', end_date: '2030-07-02', order_until: null })
    expect((await show(shop)).event.order_until).toBe('2030-06-30T21:00:00.000Z')
    await changeEvent(eventId, { order_until: new Date('2020-01-01T10:00:00Z') })
    const { event, may } = await show(shop)
    expect(event.order_until).toBe('2020-01-01T10:00:00.000Z')
    expect(may).toEqual({ pay: false, change: false, cancel: false, withdraw: true })
  })

  test('shows the order that replaced it, once that one is booked', async () => {
    const first = await bookPreorder(database, stocked, { cancelled_at: new Date() })
    const draft = { store_id: stocked.storeId, user_id: first.userId, order_type: 'preorder' } as const
    const replacing = { ...draft, replaces_order_id: first.id, products: [stocked.eventFish] }
    await addOrder(database, { ...replacing, status: 'checkout' })
    expect((await first.show(shop)).replaced_by).toBeNull()
    const second = await addOrder(database, { ...replacing, status: 'preorder_booked', booked_at: new Date() })
    expect(await first.show(shop)).toMatchObject({ replaced_by: second, may: { cancel: false, pay: false } })
  })

  test('can’t be withdrawn from for perishable goods', async () => {
    const { kysely: db } = database
    await db.updateTable('product').set({ perishable: true }).where('id', '=', stocked.eventFish).execute()
    const { id, show } = await bookPreorder(database, stocked, { products: [stocked.eventFish, stocked.soap] })
    expect((await show(shop)).withdrawable_product_ids).toEqual([stocked.soap])
    await db.deleteFrom('order_line').where('order_id', '=', id).where('product_id', '=', stocked.soap).execute()
    expect(await show(shop)).toMatchObject({ withdrawable_product_ids: [], may: { withdraw: false } })
    await db.updateTable('product').set({ perishable: false }).where('id', '=', stocked.eventFish).execute()
  })
})

describe('access to a pre-order', () => {
  test('another shopper’s, a standard order and one that does not exist get the same 404', async () => {
    const { id } = await bookPreorder(database, stocked)
    const stranger = await bookPreorder(database, stocked)
    const standard = await addOrder(database, {
      user_id: stranger.userId,
      store_id: stocked.storeId,
      products: [stocked.milk],
    })
    const answers = await Promise.all(
      [id, standard, 999_999].map(each => shop.call(stranger.session, `GET preorders/${each}`)),
    )
    expect(answers.map(answer => answer.statusCode)).toEqual([404, 404, 404])
    expect(new Set(answers.map(answer => answer.body)).size).toBe(1)
  })

  test('an admin can read any pre-order, and is allowed no action of the shopper', async () => {
    const { id } = await bookPreorder(database, stocked)
    const admin = await signedInShopper(database, { isAdmin: true })
    const shown = (await shop.call(admin, `GET preorders/${id}`)).json<Preorder>()
    expect(shown).toMatchObject({ id, may: { pay: false, change: false, cancel: false, withdraw: false } })
    expect((await shop.call(admin, 'GET preorders')).json()).toEqual([])
  })
})

test('the list contains the shopper’s pre-orders that are not picked up and paid, soonest first', async () => {
  const { session, userId, id, eventId } = await bookPreorder(database, stocked)
  await changeEvent(eventId, { start_date: '2031-01-01', end_date: '2031-01-02' })
  const columns = { user_id: userId, store_id: stocked.storeId, order_type: 'preorder' as const }
  const sooner = await addOrder(database, { ...columns, status: 'preorder_delivered', products: [stocked.eventFish] })
  const inDoubt = await addOrder(database, { ...columns, status: 'error', products: [stocked.eventFish] })
  for (const status of ['checkout', 'complete'] as const) {
    await addOrder(database, { ...columns, status, ...(status === 'complete' && { paid_at: new Date() }) })
  }
  await addOrder(database, { ...columns, status: 'preorder_booked', cancelled_at: new Date() })
  await addOrder(database, { user_id: userId, store_id: stocked.storeId, products: [stocked.milk] }).catch(() => 0)
  const list = (await shop.call(session, 'GET preorders')).json<Preorder[]>()
  expect(list.map(order => order.id)).toEqual([sooner, inDoubt, id])
  expect(list.map(order => order.order_items.map(item => item.name))).toEqual([['Fish'], ['Fish'], ['Fish']])
})
