import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { userIdFor } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { bookPreorder } from '#test/shop/preorders.ts'

let database: DatabaseHandle
let stocked: Stocked
let shop: Shop
/** Whether the terminal responds; while it does not, outcomes are unknown. */
let isReachable = false
let now = () => new Date()

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({
    database,
    thinkMs: 600_000,
    hasOutbox: true,
    now: () => now(),
    terminal: plain => ({
      ...plain,
      async start(payment) {
        await plain.start(payment, AbortSignal.abort())
        return { kind: 'unreachable' }
      },
      status: async payment => (isReachable ? plain.status(payment) : { kind: 'unreachable' }),
    }),
  })
})
afterEach(() => {
  isReachable = false
  now = () => new Date()
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** As if the outcome had been unknown for that long. */
const ago = (orderId: number, seconds: number) =>
  database.pool.query(
    `UPDATE payment_attempt SET unknown_since = now() - make_interval(secs => $2) WHERE order_id = $1`,
    [orderId, seconds],
  )
const decide = async (orderId: number, state: 'approved' | 'declined') => {
  const attempt = await findAttempt(database, orderId)
  await shop.ledger.decide(attempt?.service_id ?? '', { state })
  isReachable = true
}
const unknown = (orderId: number) => eventually(async () => (await findAttempt(database, orderId))?.state === 'UNKNOWN')

/** A shopper whose payment of two milks (2.90 €) has an unknown outcome, at a terminal of their own. */
async function paying() {
  stocked = await stockShop(database)
  const session = await stocked.shopper()
  const call = (request: string, body?: unknown) => shop.call(session, request, body)
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const { id } = (await call('POST order', items)).json<Order>()
  const outcome = call('POST order/pay', { order_id: id, total_amount: 2.9 })
  await unknown(id)
  const userId = await userIdFor(database, session)
  const { email } = await database.kysely
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const mail = () => eventually(() => Promise.resolve(shop.mails.find(({ to }) => to === email)))
  const mailCount = () => shop.mails.filter(({ to }) => to === email).length
  const getOrder = async () => (await call(`GET orders/${id}`)).json<Order>()
  return { id, call, items, outcome, mail, mailCount, show: getOrder }
}

describe('a payment with an unknown outcome', () => {
  test('can be left after a minute, not before', async () => {
    const { id, call } = await paying()
    const early = await call('POST order/pay/abandon')
    expect([early.statusCode, early.json()]).toMatchObject([409, { code: 'order.paymentPending' }])
    expect((await call('GET order')).json<Order>()).toMatchObject({
      id,
      payment: { state: 'asking', can_abandon: false, is_abandoned: false },
    })
    await ago(id, 61)
    expect((await call('GET order')).json<Order>().payment).toMatchObject({ can_abandon: true })
    expect((await call('POST order/pay/abandon')).statusCode).toBe(200)
    expect((await call('POST order/pay/abandon')).statusCode).toBe(200)
  })

  test('is no longer the current order once left, and is listed as unresolved', async () => {
    const { id, call, items, show: getOrder } = await paying()
    expect((await call('GET orders/unresolved')).json()).toEqual([])
    await ago(id, 61)
    await call('POST order/pay/abandon')
    expect((await call('GET order')).json()).toMatchObject({ code: 'order.none' })
    expect((await call('GET orders/unresolved')).json()).toMatchObject([{ id, total_amount: 2.9 }])
    expect(await getOrder()).toMatchObject({ status: 'payment_pending', payment: { is_abandoned: true } })
    // The attempt keeps all its claims: nothing else can be paid or ordered meanwhile.
    expect((await call('POST order', items)).json()).toMatchObject({ code: 'order.paymentPending' })
    expect((await findAttempt(database, id))?.state).toBe('UNKNOWN')
  })

  test.each([
    { state: 'approved', status: 'complete', subject: /went through/, link: '/purchases/' },
    { state: 'declined', status: 'checkout', subject: /didn’t go through/, link: '/home' },
  ] as const)(
    'is reported by email, once, to a shopper who left it when it turns out $state',
    async ({ state, status, subject, link }) => {
      const { id, call, mail, mailCount, show: getOrder, outcome } = await paying()
      await ago(id, 61)
      await call('POST order/pay/abandon')
      await database.kysely.updateTable('operator').set({ phone: '+358470000100' }).execute()
      await decide(id, state)
      await outcome
      expect((await getOrder()).status).toBe(status)
      const { subject: mailSubject, text } = await mail()
      expect(mailSubject).toMatch(subject)
      expect(mailSubject).toContain(String(id))
      for (const part of ['2,90', 'Testilä', '+358 47 000 0100', link])
        expect(text.replaceAll('\u00a0', ' ')).toContain(part)
      expect(mailCount()).toBe(1)
      expect((await call('GET orders/unresolved')).json()).toEqual([])
    },
  )

  test('is also reported to a shopper who did not leave it, unless its outcome was known within a minute', async () => {
    const [long, short] = [await paying(), await paying()]
    await ago(long.id, 61)
    await decide(long.id, 'approved')
    await decide(short.id, 'approved')
    await Promise.all([long.outcome, short.outcome])
    expect((await long.mail()).subject).toMatch(/went through/)
    expect(short.mailCount()).toBe(0)
  })

  test('is not reported by email while it is unknown, even after a quarter of an hour', async () => {
    const { id, call, mailCount, outcome } = await paying()
    await ago(id, 61)
    await call('POST order/pay/abandon')
    now = () => new Date(Date.now() + 16 * 60_000)
    expect((await outcome).json()).toMatchObject({ string_code: 'UNKNOWN' })
    expect((await call('GET orders/unresolved')).json()).toMatchObject([{ id }])
    expect(mailCount()).toBe(0)
  })
})

test('a shopper without a payment can’t leave one', async () => {
  const session = await stocked.shopper()
  const refused = await shop.call(session, 'POST order/pay/abandon')
  expect([refused.statusCode, refused.json()]).toMatchObject([409, { code: 'order.noAttempt' }])
})

test('an order at checkout is the current one again after the payment of a pre-order was left', async () => {
  const stockedStore = await stockShop(database)
  const { session, id, pay } = await bookPreorder(database, stockedStore)
  const placed = await shop.call(session, 'POST order', {
    orderItems: [{ product_id: stockedStore.milk, quantity: 1 }],
  })
  const outcome = pay(shop)
  await unknown(id)
  await ago(id, 61)
  await shop.call(session, 'POST order/pay/abandon')
  expect((await shop.call(session, 'GET order')).json<Order>().id).toBe(placed.json<Order>().id)
  await decide(id, 'declined')
  expect((await outcome).json()).toMatchObject({ string_code: 'DECLINED' })
  expect((await shop.call(session, `GET preorders/${id}`)).json<Order>().status).toBe('preorder_booked')
})
