import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { addOrder, addShopper, listOrderEvents } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder } from '#test/shop/refunds.ts'

let database: DatabaseHandle
let stocked: Stocked
/** The terminal of `shop` approves at once; the one of `slow` waits for a decision. */
let shop: Shop
let slow: Shop
let admin: string

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database, hasOutbox: true })
  slow = await openShop({ database, thinkMs: 600_000 })
  admin = await signedInShopper(database, { isAdmin: true })
})
afterAll(async () => {
  await Promise.all([shop.close(), slow.close()])
  await database.close()
})

const read = async (id: number, lang = 'en') =>
  (await shop.call(admin, `GET admin/orders/${id}?lang=${lang}`)).json<AdminOrder>()
type StatusInput = { from: string; to: string; reason?: string }
const change = (id: number, body: StatusInput, by: Shop = shop) =>
  by.call(admin, `PUT admin/orders/${id}/status`, { reason: 'it came with the van', ...body })
const preorder = async (status: 'preorder_booked' | 'preorder_delivered' = 'preorder_booked') => {
  const order = { user_id: await addShopper(database), store_id: stocked.storeId }
  return addOrder(database, { ...order, status, order_type: 'preorder', products: [stocked.eventFish] })
}
const getAudit = (orderId: number) =>
  database.kysely
    .selectFrom('audit_entry')
    .select(['reason', 'changes'])
    .where('kind', '=', 'order')
    .where('record_id', '=', orderId)
    .orderBy('id')
    .execute()

describe('a paid order', () => {
  test('shows its goods in the requested language, its VAT, its payment and its order history', async () => {
    const items = [
      { product_id: stocked.milk, quantity: 2 },
      { product_id: stocked.soap, quantity: 1 },
    ]
    const { order } = await paidOrder(shop, items, { stocked })
    const shown = await read(order.id, 'fi')
    expect(shown.order_items.map(({ name, quantity, amount }) => [name, quantity, amount])).toEqual([
      ['Maito', 2, 2.9],
      ['Soap', 1, 2.99],
    ])
    expect(shown.vat_by_rate.reduce((sum, rate) => sum + rate.gross, 0)).toBeCloseTo(shown.total_amount, 6)
    expect(shown).toMatchObject({
      status: 'complete',
      steps: [],
      can_refund: true,
      unresolved: null,
      is_being_paid: false,
    })
    expect(shown.attempts).toMatchObject([
      { state: 'APPROVED', string_code: 'SUCCESS', amount: 5.89, source: 'live', terminal_name: 'maksupääte 1' },
    ])
    expect(shown.events).toMatchObject([
      { from: 'payment_pending', to: 'complete', actor: 'terminal', kind: 'payment', reason: null },
    ])
    expect(await listOrderEvents(database, shown.id)).toMatchObject([
      { attempt_id: shown.attempts[0]?.id, outcome: 'SUCCESS' },
    ])
  })

  test('keeps its status, whichever status an admin asks for', async () => {
    const { order } = await paidOrder(shop, [{ product_id: stocked.milk, quantity: 1 }], { stocked })
    for (const to of ['cancelled', 'preorder_booked', 'preorder_delivered', 'complete']) {
      const refused = await change(order.id, { from: 'complete', to })
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'order.statusForbidden'])
    }
    expect((await read(order.id)).status).toBe('complete')
  })

  test('shows in its order history who refunded a part of it, and why', async () => {
    const { order } = await paidOrder(shop, [{ product_id: stocked.milk, quantity: 2 }], { stocked })
    const body = { refunded_amount: 0, reason: 'it was sour', return_stock: false }
    expect((await shop.call(admin, `POST admin/orders/${order.id}/refunds`, body)).statusCode).toBe(202)
    const event = await eventually(async () => (await read(order.id)).events.find(({ actor }) => actor === 'admin'))
    expect(event).toMatchObject({ from: 'complete', to: 'complete', kind: 'refund', reason: 'it was sour' })
    expect(event.by?.email).toContain('@')
    expect(await getAudit(order.id)).toEqual([
      { reason: 'it was sour', changes: [{ field: 'refund', from: null, to: 2.9 }] },
    ])
  })
})

describe('a pre-order', () => {
  test('can be delivered, booked again and cancelled, and each step is in the order history and the audit log', async () => {
    const id = await preorder()
    expect((await read(id)).steps).toEqual(['preorder_delivered', 'complete', 'cancelled'])
    const delivered = await change(id, { from: 'preorder_booked', to: 'preorder_delivered' })
    expect([delivered.statusCode, delivered.json<AdminOrder>().status]).toEqual([200, 'preorder_delivered'])
    await change(id, { from: 'preorder_delivered', to: 'preorder_booked', reason: 'the wrong store' })
    const cancelled = (
      await change(id, { from: 'preorder_booked', to: 'cancelled', reason: 'a call' })
    ).json<AdminOrder>()
    expect(cancelled).toMatchObject({ status: 'preorder_booked', steps: [] })
    expect(cancelled.cancelled_at).not.toBeNull()
    const byAdmin = { actor: 'admin', kind: 'status_changed' }
    expect(cancelled.events.slice(1)).toMatchObject([
      { ...byAdmin, to: 'preorder_delivered', reason: 'it came with the van' },
      { ...byAdmin, to: 'preorder_booked', reason: 'the wrong store' },
      { ...byAdmin, to: 'cancelled', reason: 'a call' },
    ])
    const audited = await getAudit(id)
    expect(audited.at(-1)).toEqual({
      reason: 'a call',
      changes: [{ field: 'status', from: 'preorder_booked', to: 'cancelled' }],
    })
    expect(audited.length).toBe(3)
    // Others can book its goods.
    const item = database.kysely
      .selectFrom('preorder_event_item')
      .innerJoin('customer_order', 'preorder_event_id', 'event_id')
    const booked = await item.select('booked_thousandths').where('customer_order.id', '=', id).execute()
    expect(booked).toEqual([{ booked_thousandths: 0 }])
  })

  test('completed by an admin gets a MANUAL payment and moves no stock', async () => {
    const id = await preorder('preorder_delivered')
    const paid = await change(id, { from: 'preorder_delivered', to: 'complete', reason: 'cash' })
    expect(paid.json<AdminOrder>()).toMatchObject({
      status: 'complete',
      attempts: [{ state: 'MANUAL', string_code: 'SUCCESS', source: 'admin', sent_at: null, amount: 1 }],
      can_refund: true,
    })
    const moves = await database.kysely
      .selectFrom('stock_move')
      .selectAll()
      .where('product_id', '=', stocked.eventFish)
      .execute()
    expect(moves).toEqual([])
    expect(await brokenInvariants(database)).toEqual({})
  })

  test('completed by an admin is paid at a terminal that takes the store’s payments, not at a test terminal', async () => {
    const { kysely: db } = database
    const terminal = { store_id: stocked.storeId, provider: 'jsonpos' }
    const added = ['retired', 'in use'].map((name, index) => ({
      ...terminal,
      name,
      retired_at: index ? null : new Date(),
    }))
    const terminals = await db.insertInto('terminal').values(added).returning('id').execute()
    const ids = terminals.map(({ id }) => id)
    const mode = (payment_mode: 'test' | 'terminal') =>
      db.updateTable('store').set({ payment_mode }).where('id', '=', stocked.storeId).execute()
    await mode('terminal')
    const id = await preorder('preorder_delivered')
    const paid = await change(id, { from: 'preorder_delivered', to: 'complete', reason: 'cash' })
    await mode('test')
    expect(paid.json<AdminOrder>().attempts.map(({ terminal_name }) => terminal_name)).toEqual(['in use'])
    await db.updateTable('terminal').set({ retired_at: new Date() }).where('id', 'in', ids).execute()
  })

  test('returns nothing to the stock when it is refunded, because it took nothing from there', async () => {
    const id = await preorder('preorder_delivered')
    await change(id, { from: 'preorder_delivered', to: 'complete', reason: 'cash' })
    const worker = await getAdmin(database, id)
    expect((await worker.refund(shop, { return_stock: true, refunded_by_hand: true })).state).toBe('DONE')
    const moves = database.kysely.selectFrom('stock_move').selectAll().where('product_id', '=', stocked.eventFish)
    expect(await moves.execute()).toEqual([])
    expect(await brokenInvariants(database)).toEqual({})
  })

  test('is not changed by an admin who saw an earlier status', async () => {
    const id = await preorder()
    await change(id, { from: 'preorder_booked', to: 'preorder_delivered' })
    const late = await change(id, { from: 'preorder_booked', to: 'cancelled' })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ code: 'order.statusChanged', current: 'preorder_delivered' })
  })

  test('is changed by exactly one of several concurrent admin requests', async () => {
    const id = await preorder()
    const statuses = ['cancelled', 'preorder_delivered', 'complete', 'cancelled', 'complete', 'preorder_delivered']
    const answers = await Promise.all(statuses.map(to => change(id, { from: 'preorder_booked', to })))
    const [done, refused] = [200, 409].map(code => answers.filter(({ statusCode }) => statusCode === code).length)
    expect([done, refused]).toEqual([1, 5])
    expect((await read(id)).events.length).toBe(2)
    expect(await brokenInvariants(database)).toEqual({})
  })

  test('is not changed without a reason', async () => {
    const id = await preorder()
    for (const reason of ['', '   ', 'x'.repeat(501)])
      expect((await change(id, { from: 'preorder_booked', to: 'cancelled', reason })).statusCode).toBe(422)
  })
})

describe('during a payment', () => {
  test('an order shows that it is being paid, and refuses status changes by admins', async () => {
    const session = await stocked.shopper()
    const items = { orderItems: [{ product_id: stocked.milk, quantity: 1 }] }
    const order = (await slow.call(session, 'POST order', items)).json<Order>()
    const paying = slow.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
    const shown = await eventually(async () => {
      const seen = await read(order.id)
      return seen.attempts[0]?.sent_at && seen
    })
    expect(shown).toMatchObject({ status: 'payment_pending', is_being_paid: true, steps: [], can_refund: false })
    for (const to of ['cancelled', 'complete', 'preorder_booked', 'preorder_delivered']) {
      const refused = await change(order.id, { from: 'payment_pending', to })
      expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([409, 'order.paymentPending'])
    }
    await slow.call(session, 'POST order/pay/abort')
    expect((await paying).json()).toMatchObject({ string_code: 'USER_CANCELLED' })
    expect(await read(order.id)).toMatchObject({ status: 'checkout', is_being_paid: false, steps: [] })
    expect((await read(order.id)).attempts[0]?.abort_requested_at).not.toBeNull()
  })
})

test('an order that does not exist can be neither read nor changed', async () => {
  expect((await shop.call(admin, 'GET admin/orders/999999')).statusCode).toBe(404)
  expect((await change(999_999, { from: 'preorder_booked', to: 'cancelled' })).statusCode).toBe(404)
})
