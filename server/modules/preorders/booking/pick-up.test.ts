import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Preorder } from '#contract/preorders/preorders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { listAttempts } from '#test/rows/attempts.ts'
import { addOrder, listOrderEvents } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { bookPreorder, type Booked } from '#test/shop/preorders.ts'
import { getAdmin } from '#test/shop/refunds.ts'

const OWN_PACE_MS = 600_000

let database: DatabaseHandle
let stocked: Stocked
const open: Shop[] = []

async function server(options: Parameters<typeof openShop>[0] = {}): Promise<Shop> {
  const shop = await openShop({ database, ...options })
  open.push(shop)
  return shop
}

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(shop => shop.close()))
  expect(await brokenInvariants(database)).toEqual({})
})
afterAll(() => database.close())

/** Books a pre-order in a store of the test's own. */
async function booked(order: Parameters<typeof bookPreorder>[2] = {}): Promise<Booked> {
  stocked = await stockShop(database)
  return bookPreorder(database, stocked, order)
}
const atTerminal = (shop: Shop, orderId: number) =>
  eventually(async () => {
    const attempt = (await listAttempts(database, orderId)).at(-1)
    return attempt && (await shop.ledger.find(attempt.service_id)) && attempt
  })
const getMoves = async () =>
  (await database.kysely.selectFrom('stock_move').select('id').where('store_id', '=', stocked.storeId).execute()).length
const getStatuses = async (orderId: number) =>
  (await listOrderEvents(database, orderId)).map(({ to_status }) => to_status)
const abandon = (orderId: number) =>
  database.kysely
    .updateTable('payment_attempt')
    .set({ owner: 'a dead server', lease_until: new Date(0) })
    .where('order_id', '=', orderId)
    .execute()
const placeMilk = async (shop: Shop, session: string) =>
  (await shop.call(session, 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 1 }] })).json<Order>()

describe('paying at pick-up', () => {
  test.each(['preorder_booked', 'preorder_delivered'] as const)(
    'completes an order in %s once, and moves no stock',
    async status => {
      const shop = await server()
      const { session, id, pay, show } = await booked({ status })
      expect((await pay(shop)).json()).toEqual({ string_code: 'SUCCESS', order_id: id })
      const shown = await show(shop)
      expect(shown).toMatchObject({ status: 'complete', string_code: 'SUCCESS', payment: null })
      expect(shown.paid_at).not.toBeNull()
      expect(shown.may).toEqual({ pay: false, change: false, cancel: false, withdraw: true })
      expect(await getMoves()).toBe(0)
      expect(await getStatuses(id)).toEqual([status, 'complete'])
      expect((await pay(shop)).json()).toEqual({ string_code: 'SUCCESS', order_id: id })
      expect(await listAttempts(database, id)).toMatchObject([{ state: 'APPROVED', order_status_before: status }])
      expect((await shop.call(session, 'GET preorders')).json()).toEqual([])
    },
  )

  test('is possible from the first pick-up day in the store’s time zone, or once the goods are delivered', async () => {
    let now = new Date('2026-06-09T20:59:59Z')
    const shop = await server({ now: () => now })
    const { id, pay, show } = await booked({ start_date: '2026-06-10' })
    const early = await pay(shop)
    expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'preorder.notYet' }])
    expect(await listAttempts(database, id)).toEqual([])
    expect(await show(shop)).toMatchObject({ status: 'preorder_booked', may: { pay: false } })
    const delivered = await booked({ start_date: '2026-06-10', status: 'preorder_delivered' })
    expect((await delivered.pay(shop)).json()).toMatchObject({ string_code: 'SUCCESS' })
    now = new Date('2026-06-09T21:00:00Z')
    expect((await pay(shop)).json()).toMatchObject({ string_code: 'SUCCESS' })
  })

  test.each([
    ['preorder_booked', 'declined', 'DECLINED'],
    ['preorder_delivered', 'declined', 'DECLINED'],
    ['preorder_delivered', 'cancelled', 'USER_CANCELLED'],
  ] as const)(
    'returns an order to %s after a card that is %s, and it can be paid again',
    async (status, state, code) => {
      const shop = await server({ thinkMs: OWN_PACE_MS })
      const { session, id, pay, show } = await booked({ status })
      const paying = pay(shop)
      const first = await atTerminal(shop, id)
      expect((await shop.call(session, 'GET order')).json<Order>()).toMatchObject({ id, status: 'payment_pending' })
      expect((await show(shop)).may).toEqual({ pay: false, change: false, cancel: false, withdraw: false })
      await shop.ledger.decide(first.service_id, { state })
      expect((await paying).json()).toEqual({ string_code: code, order_id: id })
      expect(await show(shop)).toMatchObject({ status, string_code: code, cancelled_at: null, may: { pay: true } })
      const again = pay(shop)
      const second = await eventually(async () => {
        const attempt = (await listAttempts(database, id))[1]
        return attempt && (await shop.ledger.find(attempt.service_id)) && attempt
      })
      await shop.ledger.decide(second.service_id, { state: 'approved' })
      expect((await again).json()).toMatchObject({ string_code: 'SUCCESS' })
    },
  )

  test('leaves another order at checkout, and only one of the two can be paid at a time', async () => {
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const { session, id, pay, show } = await booked()
    const milk = await placeMilk(shop, session)
    const paying = pay(shop)
    const { service_id } = await atTerminal(shop, id)
    const other = await shop.call(session, 'POST order/pay', { order_id: milk.id, total_amount: 1.45 })
    expect([other.statusCode, other.json()]).toMatchObject([409, { code: 'order.paymentPending' }])
    await shop.ledger.decide(service_id, { state: 'declined' })
    expect((await paying).json()).toMatchObject({ string_code: 'DECLINED' })
    expect((await shop.call(session, 'GET order')).json<Order>()).toMatchObject({ id: milk.id, status: 'checkout' })
    const buying = shop.call(session, 'POST order/pay', { order_id: milk.id, total_amount: 1.45 })
    const bought = await atTerminal(shop, milk.id)
    expect((await pay(shop)).json()).toMatchObject({ code: 'order.paymentPending' })
    expect((await show(shop)).status).toBe('preorder_booked')
    await shop.ledger.decide(bought.service_id, { state: 'approved' })
    expect((await buying).json()).toMatchObject({ string_code: 'SUCCESS', order_id: milk.id })
    expect(await getMoves()).toBe(1)
  })

  test('can be aborted by the shopper', async () => {
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const { session, id, pay, show } = await booked({ status: 'preorder_delivered' })
    const paying = pay(shop)
    await atTerminal(shop, id)
    expect((await shop.call(session, 'POST order/pay/abort')).statusCode).toBe(202)
    expect((await paying).json()).toEqual({ string_code: 'USER_CANCELLED', order_id: id })
    expect((await show(shop)).status).toBe('preorder_delivered')
  })

  test('makes one payment of many concurrent calls at two servers, and returns the same response to each', async () => {
    const [shop, other] = [await server({ thinkMs: 200 }), await server({ thinkMs: 200 })]
    const { id, pay } = await booked()
    const answers = await Promise.all([pay(shop), pay(other), pay(shop), pay(other)])
    expect(answers.map(answer => answer.json())).toEqual(answers.map(() => ({ string_code: 'SUCCESS', order_id: id })))
    expect(await listAttempts(database, id)).toHaveLength(1)
  })

  test('applies the VAT rate of the day of payment, and the total stays the same', async () => {
    const shop = await server()
    const { id, pay, show } = await booked({ created_at: new Date('2025-12-20T10:00:00Z') })
    await database.kysely
      .updateTable('order_line')
      .set({ rate_basis_points: 1400 })
      .where('order_id', '=', id)
      .execute()
    await pay(shop)
    expect(await show(shop)).toMatchObject({
      total_amount: 1,
      vat_by_rate: [{ vat: 13.5, gross: 1, net: 0.88, tax: 0.12 }],
      total_net_amount: 0.88,
    })
  })
})

describe('refused payments at pick-up', () => {
  test('another shopper’s pre-order can’t be paid, and responds like one that does not exist, also to an admin', async () => {
    const shop = await server()
    const { id, show } = await booked()
    const stranger = await stocked.shopper()
    const admin = await signedInShopper(database, { isAdmin: true })
    const answers = await Promise.all([
      shop.call(stranger, `POST order/preorder/${id}/pay`, { total_amount: 1 }),
      shop.call(stranger, 'POST order/preorder/999999/pay', { total_amount: 1 }),
      shop.call(admin, `POST order/preorder/${id}/pay`),
    ])
    expect(answers.map(answer => [answer.statusCode, answer.body])).toEqual(answers.map(() => [404, answers[1]?.body]))
    expect((await show(shop)).status).toBe('preorder_booked')
  })

  test('a total other than shown, a draft and a cancelled order are refused', async () => {
    const shop = await server()
    const { session, id, userId } = await booked()
    const refused = async (orderId: number, total_amount: number) => {
      const answer = await shop.call(session, `POST order/preorder/${orderId}/pay`, { total_amount })
      return [answer.statusCode, answer.json<{ code: string }>().code]
    }
    expect(await refused(id, 1.01)).toEqual([409, 'order.changed'])
    const columns = {
      user_id: userId,
      store_id: stocked.storeId,
      order_type: 'preorder',
      products: [stocked.eventFish],
    } as const
    const draft = await addOrder(database, { ...columns, status: 'checkout' })
    expect(await refused(draft, 1)).toEqual([409, 'order.changed'])
    const cancelled = await addOrder(database, { ...columns, status: 'preorder_booked', cancelled_at: new Date() })
    expect(await refused(cancelled, 1)).toEqual([409, 'order.changed'])
    expect(await Promise.all([id, draft, cancelled].map(each => listAttempts(database, each)))).toEqual([[], [], []])
  })

  test('a pre-order in a store without a terminal can’t be paid, and stays booked', async () => {
    const shop = await server()
    const { pay, show } = await booked()
    await database.kysely.deleteFrom('terminal').where('store_id', '=', stocked.storeId).execute()
    expect((await pay(shop)).json()).toMatchObject({ code: 'order.terminalMissing' })
    expect((await show(shop)).status).toBe('preorder_booked')
  })
})

describe('after a server has stopped', () => {
  test('another server drives the payment to its outcome', async () => {
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const { id, pay, show } = await booked({ status: 'preorder_delivered' })
    const paying = pay(shop)
    const { service_id } = await atTerminal(shop, id)
    await shop.worker.close()
    expect((await paying).json()).toEqual({ string_code: 'IN_PROGRESS', order_id: id })
    await abandon(id)
    const other = await server({ thinkMs: OWN_PACE_MS })
    await other.worker.recover()
    // If it were declined before the shopper's call, it would have ended, and the call would begin a new payment.
    await eventually(async () => (await listAttempts(database, id))[0]?.state === 'SENT')
    const joined = pay(other)
    await shop.ledger.decide(service_id, { state: 'declined' })
    expect((await joined).json()).toEqual({ string_code: 'DECLINED', order_id: id })
    expect((await show(other)).status).toBe('preorder_delivered')
    expect(await listAttempts(database, id)).toHaveLength(1)
  })
})

describe('an order with an unknown payment outcome', () => {
  async function inError() {
    const state = { isReachable: false, now: () => new Date() }
    const shop = await server({
      thinkMs: OWN_PACE_MS,
      now: () => state.now(),
      terminal: plain => ({
        ...plain,
        async start(payment) {
          await plain.start(payment, AbortSignal.abort())
          return { kind: 'unreachable' }
        },
        status: async payment => (state.isReachable ? plain.status(payment) : { kind: 'unreachable' }),
      }),
    })
    const payer = await booked({ status: 'preorder_delivered' })
    const paying = payer.pay(shop)
    const { service_id } = await atTerminal(shop, payer.id)
    state.now = () => new Date(Date.now() + 16 * 60_000)
    expect((await paying).json()).toMatchObject({ string_code: 'UNKNOWN' })
    state.now = () => new Date()
    return { ...payer, shop, state, service_id }
  }

  test('is listed and can’t be paid again; a late decline restores its status, beside another order', async () => {
    const { session, shop, id, pay, show, state, service_id } = await inError()
    expect(await show(shop)).toMatchObject({ status: 'error', may: { pay: false, withdraw: false } })
    expect((await pay(shop)).json()).toMatchObject({ code: 'order.unresolvedPayment' })
    expect((await shop.call(session, 'GET preorders')).json()).toMatchObject([{ id, status: 'error' }])
    expect((await shop.call(session, 'GET orders/unresolved')).json()).toMatchObject([{ id }])
    const milk = await placeMilk(shop, session)
    await shop.ledger.decide(service_id, { state: 'declined' })
    state.isReachable = true
    await abandon(id)
    await shop.worker.recover()
    await eventually(async () => (await show(shop)).status === 'preorder_delivered')
    expect(await show(shop)).toMatchObject({ cancelled_at: null, may: { pay: true } })
    expect((await shop.call(session, 'GET order')).json<Order>().id).toBe(milk.id)
  })

  test('is completed by a late approval, and no stock moves', async () => {
    const { shop, id, show, state, service_id } = await inError()
    await shop.ledger.decide(service_id, { state: 'approved' })
    state.isReachable = true
    await abandon(id)
    await shop.worker.recover()
    await eventually(async () => (await show(shop)).status === 'complete')
    expect(await getMoves()).toBe(0)
  })
})

test('after a partial withdrawal of delivered goods, only the rest can be paid', async () => {
  const shop = await server({ hasOutbox: true })
  stocked = await stockShop(database)
  const { eventFish: fish, cheese } = stocked
  await database.kysely.updateTable('product').set({ perishable: true }).where('id', '=', cheese).execute()
  const delivered = { status: 'preorder_delivered', products: [fish, cheese] } as const
  const { session, id, eventId, pay } = await bookPreorder(database, stocked, delivered)
  const withdrawn = await shop.call(session, `POST preorders/${id}/withdrawal`, { product_ids: [fish] })
  const restId = withdrawn.json<Preorder>().replaced_by ?? 0
  expect((await pay(shop)).json()).toMatchObject({ code: 'order.changed' })
  expect(await listAttempts(database, id)).toEqual([])
  const paid = await shop.call(session, `POST order/preorder/${restId}/pay`, { total_amount: 1 })
  expect(paid.json()).toEqual({ string_code: 'SUCCESS', order_id: restId })
  expect((await listAttempts(database, restId)).map(({ amount_cents }) => amount_cents)).toEqual([100])
  expect(await getStatuses(id)).toEqual(['preorder_delivered', 'cancelled'])
  expect((await getStatuses(restId))[0]).toBe('preorder_delivered')
  const items = database.kysely.selectFrom('preorder_event_item').select(['product_id', 'booked_thousandths'])
  expect(await items.where('event_id', '=', eventId).orderBy('product_id').execute()).toEqual(
    [
      { product_id: fish, booked_thousandths: 0 },
      { product_id: cheese, booked_thousandths: 1000 },
    ].toSorted((a, b) => a.product_id - b.product_id),
  )
  // Goods that were withdrawn from can't be withdrawn from or refunded now.
  const shown = (await shop.call(session, `GET preorders/${restId}`)).json<Preorder>()
  expect(shown).toMatchObject({ status: 'complete', total_amount: 1, withdrawable_product_ids: [] })
})

test('a refund of a pre-order returns nothing to the stock, even if requested', async () => {
  const shop = await server()
  const { id, pay, show } = await booked()
  await pay(shop)
  const admin = await getAdmin(database, id)
  const refund = await admin.refund(shop, { return_stock: true })
  expect(refund).toMatchObject({ state: 'DONE', amount: 1, return_stock: false })
  expect(await getMoves()).toBe(0)
  expect(await show(shop)).toMatchObject({ withdrawable_product_ids: [], may: { withdraw: false } })
})
