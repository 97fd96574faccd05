import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { listAttempts } from '#test/rows/attempts.ts'
import { listOrderEvents } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { unloadedMsUntil } from '#test/unloaded-time.ts'

let database: DatabaseHandle
let stocked: Stocked
const open: Shop[] = []

/** A server of the shop; closed after the test. */
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
})
afterAll(() => database.close())

async function atNewStore(shop: Shop) {
  stocked = await stockShop(database)
  return atCheckout(shop, stocked)
}
const milkStock = async () => {
  const moves = await database.kysely
    .selectFrom('stock_move')
    .selectAll()
    .where('product_id', '=', stocked.milk)
    .execute()
  const row = await database.kysely
    .selectFrom('store_stock')
    .selectAll()
    .where('product_id', '=', stocked.milk)
    .executeTakeFirstOrThrow()
  return { moves: moves.map(move => move.quantity_thousandths), quantity: row.quantity_thousandths }
}
const atTerminal = (orderId: number) =>
  eventually(async () => {
    const [attempt] = await listAttempts(database, orderId)
    return (
      attempt &&
      (await database.kysely
        .selectFrom('test_terminal_payment')
        .selectAll()
        .where('service_id', '=', attempt.service_id)
        .executeTakeFirst())
    )
  })
/** As if the server that drove the order's attempt had died long ago. */
const abandon = (orderId: number) =>
  database.kysely
    .updateTable('payment_attempt')
    .set({ owner: 'a dead server', lease_until: new Date(0) })
    .where('order_id', '=', orderId)
    .execute()

const OWN_PACE_MS = 600_000

describe('paying', () => {
  test('completes the order and takes the stock once', async () => {
    const shop = await server()
    const { session, order, pay, getOrder } = await atNewStore(shop)
    expect((await pay()).json()).toEqual({ string_code: 'SUCCESS', order_id: order.id })
    expect(await getOrder()).toMatchObject({ status: 'complete', string_code: 'SUCCESS', payment: null })
    expect((await shop.call(session, 'GET order')).statusCode).toBe(404)
    expect(await milkStock()).toEqual({ moves: [-2000], quantity: -2000 })
    // A second call, as after a lost response to the first one.
    expect((await pay()).json()).toEqual({ string_code: 'SUCCESS', order_id: order.id })
    expect(await listAttempts(database, order.id)).toHaveLength(1)
  })

  test('adds the terminal’s card slip to the order, which has none before', async () => {
    const shop = await server()
    const { order, pay, getOrder } = await atNewStore(shop)
    expect(order.receipt_text).toBeNull()
    await pay()
    const [attempt] = await listAttempts(database, order.id)
    expect((await getOrder()).receipt_text).toBe(attempt?.receipt_text)
    expect((await getOrder()).receipt_text).toMatch(/^PURCHASE +2\.90 EUR$/m)
  })

  test('makes one payment of many concurrent calls at two servers, and returns the same response to each', async () => {
    const [shop, other] = [await server({ thinkMs: 200 }), await server({ thinkMs: 200 })]
    const { order, pay } = await atNewStore(shop)
    const answers = await Promise.all([pay(), pay({ through: other }), pay(), pay({ through: other }), pay()])
    expect(answers.map(answer => answer.json())).toEqual(
      answers.map(() => ({ string_code: 'SUCCESS', order_id: order.id })),
    )
    expect(await listAttempts(database, order.id)).toHaveLength(1)
    expect(await milkStock()).toEqual({ moves: [-2000], quantity: -2000 })
  })

  test('stores the attempt and its send mark before the terminal is called', async () => {
    let seen: unknown
    const shop = await server({
      terminal: plain => ({
        ...plain,
        async start(payment, signal) {
          const row = await database.kysely
            .selectFrom('payment_attempt')
            .selectAll()
            .where('service_id', '=', payment.serviceId)
            .executeTakeFirst()
          seen = row && { state: row.state, isMarked: row.sent_at !== null }
          return plain.start(payment, signal)
        },
      }),
    })
    const { pay } = await atNewStore(shop)
    await pay()
    expect(seen).toEqual({ state: 'INTENT', isMarked: true })
  })

  test('an order that differs from what the shopper saw is not paid', async () => {
    const shop = await server()
    const { session, order } = await atNewStore(shop)
    const answer = await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: 2.91 })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'order.changed' })
    expect(await listAttempts(database, order.id)).toHaveLength(0)
    expect((await shop.call(session, 'GET order')).json<Order>().status).toBe('checkout')
  })

  test.each([
    ['declined', 'DECLINED'],
    ['cancelled', 'USER_CANCELLED'],
  ] as const)('leaves the order payable when the card is %s', async (state, code) => {
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const { order, pay, getOrder } = await atNewStore(shop)
    const paying = pay()
    const first = await atTerminal(order.id)
    await shop.ledger.decide(first.service_id, { state })
    expect((await paying).json()).toEqual({ string_code: code, order_id: order.id })
    expect(await getOrder()).toMatchObject({ status: 'checkout', string_code: code })
    const again = pay()
    const second = await eventually(async () => (await listAttempts(database, order.id))[1])
    expect(second.service_id).not.toBe(first.service_id)
    await eventually(() => shop.ledger.find(second.service_id))
    await shop.ledger.decide(second.service_id, { state: 'approved' })
    expect((await again).json()).toMatchObject({ string_code: 'SUCCESS' })
  })

  test('keeps the order from being cancelled or replaced while it is pending', async () => {
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const { session, order, pay } = await atNewStore(shop)
    const paying = pay()
    const { service_id } = await atTerminal(order.id)
    expect((await shop.call(session, 'GET order')).json<Order>()).toMatchObject({
      status: 'payment_pending',
      payment: { state: 'at_terminal', terminal_name: 'maksupääte 1', queue_position: null, abort_requested: false },
    })
    expect((await shop.call(session, 'DELETE order')).json()).toMatchObject({ code: 'order.paymentPending' })
    const replaced = await shop.call(session, 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 9 }] })
    expect(replaced.json()).toMatchObject({ code: 'order.paymentPending' })
    await shop.ledger.decide(service_id, { state: 'approved' })
    expect((await paying).json()).toMatchObject({ string_code: 'SUCCESS' })
  })

  test('can be aborted by the shopper through any server', async () => {
    const [shop, other] = [await server({ thinkMs: OWN_PACE_MS }), await server({ thinkMs: OWN_PACE_MS })]
    const { session, order, pay, getOrder } = await atNewStore(shop)
    expect((await shop.call(session, 'POST order/pay/abort')).json()).toMatchObject({ code: 'order.noAttempt' })
    const paying = pay()
    await atTerminal(order.id)
    expect((await other.call(session, 'POST order/pay/abort')).statusCode).toBe(202)
    expect((await paying).json()).toEqual({ string_code: 'USER_CANCELLED', order_id: order.id })
    expect((await getOrder()).status).toBe('checkout')
  })
})

describe('one terminal serves one shopper at a time', () => {
  test('further shoppers wait in line, first come, first served', async () => {
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const first = await atNewStore(shop)
    const [second, third] = [await atCheckout(shop, stocked), await atCheckout(shop, stocked)]
    const paying = [first.pay()]
    const { service_id } = await atTerminal(first.order.id)
    paying.push(second.pay())
    await eventually(async () => (await listAttempts(database, second.order.id))[0])
    paying.push(third.pay())
    await eventually(async () => (await listAttempts(database, third.order.id))[0])
    expect((await second.getOrder()).payment).toMatchObject({ state: 'queued', queue_position: 1 })
    expect((await third.getOrder()).payment).toMatchObject({ state: 'queued', queue_position: 2 })
    await shop.ledger.decide(service_id, { state: 'approved' })
    const next = await atTerminal(second.order.id)
    expect((await third.getOrder()).payment).toMatchObject({ state: 'queued', queue_position: 1 })
    await shop.ledger.decide(next.service_id, { state: 'declined' })
    await shop.ledger.decide((await atTerminal(third.order.id)).service_id, { state: 'approved' })
    const codes = (await Promise.all(paying)).map(answer => answer.json<{ string_code: string }>().string_code)
    expect(codes).toEqual(['SUCCESS', 'DECLINED', 'SUCCESS'])
  })

  test('the server that frees the terminal starts the next payment at once', async () => {
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const first = await atNewStore(shop)
    const second = await atCheckout(shop, stocked)
    // The periodic check finds nothing, and a payment itself checks only five seconds after it was queued.
    shop.worker.repository.nextInQueue = () => Promise.resolve([])
    const paying = [first.pay()]
    const { service_id } = await atTerminal(first.order.id)
    paying.push(second.pay())
    await eventually(async () => (await listAttempts(database, second.order.id))[0])
    await shop.ledger.decide(service_id, { state: 'approved' })
    const isCalled = async () => (await listAttempts(database, second.order.id))[0]?.state !== 'QUEUED'
    expect(await unloadedMsUntil(isCalled)).toBeLessThan(2000)
    await shop.ledger.decide((await atTerminal(second.order.id)).service_id, { state: 'approved' })
    expect((await Promise.all(paying)).map(answer => answer.json<{ string_code: string }>().string_code)).toEqual([
      'SUCCESS',
      'SUCCESS',
    ])
  })

  test.runIf(onlyInFullTier('it waits for several polls of a queue'))(
    'a shopper in line is refused as busy after three minutes, and can leave before',
    async () => {
      let now = () => new Date()
      const shop = await server({ thinkMs: OWN_PACE_MS, now: () => now() })
      const first = await atNewStore(shop)
      const [second, third] = [await atCheckout(shop, stocked), await atCheckout(shop, stocked)]
      const paying = first.pay()
      const { service_id } = await atTerminal(first.order.id)
      const givingUp = third.pay()
      await eventually(async () => (await listAttempts(database, third.order.id))[0])
      await shop.call(third.session, 'POST order/pay/abort')
      expect((await givingUp).json()).toMatchObject({ string_code: 'USER_CANCELLED' })
      const waiting = second.pay()
      await eventually(async () => (await listAttempts(database, second.order.id))[0])
      now = () => new Date(Date.now() + 181_000)
      expect((await waiting).json()).toMatchObject({ string_code: 'TERMINAL_BUSY' })
      expect((await second.getOrder()).status).toBe('checkout')
      now = () => new Date()
      await shop.ledger.decide(service_id, { state: 'approved' })
      expect((await paying).json()).toMatchObject({ string_code: 'SUCCESS' })
    },
  )
})

describe('after a server has stopped', () => {
  test('a closing server returns IN_PROGRESS, and another server drives the payment to its outcome', async () => {
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const { session, order, pay } = await atNewStore(shop)
    const paying = pay()
    const { service_id } = await atTerminal(order.id)
    await shop.worker.close()
    expect((await paying).json()).toEqual({ string_code: 'IN_PROGRESS', order_id: order.id })
    const other = await server({ thinkMs: OWN_PACE_MS })
    await other.worker.recover()
    const joined = other.call(session, 'POST order/pay', { order_id: order.id, total_amount: 2.9 })
    await shop.ledger.decide(service_id, { state: 'approved' })
    expect((await joined).json()).toEqual({ string_code: 'SUCCESS', order_id: order.id })
    expect(await listAttempts(database, order.id)).toHaveLength(1)
  })

  test('a payment approved meanwhile completes the order', async () => {
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const { order, pay, getOrder } = await atNewStore(shop)
    void pay()
    const { service_id } = await atTerminal(order.id)
    await shop.worker.close()
    await abandon(order.id)
    await shop.ledger.decide(service_id, { state: 'approved' })
    const other = await server({ thinkMs: OWN_PACE_MS })
    await other.worker.recover()
    await eventually(async () => (await getOrder(other)).status === 'complete')
    expect(await milkStock()).toEqual({ moves: [-2000], quantity: -2000 })
    expect((await listAttempts(database, order.id))[0]).toMatchObject({ state: 'APPROVED', source: 'recovery' })
  })

  test.runIf(onlyInFullTier('it waits for the in-flight window in real time'))(
    'a payment unknown to the terminal is not settled before the in-flight window is over',
    async () => {
      let isAnswered = false
      const deaf = await server({
        terminal: plain => ({
          ...plain,
          start: async () => {
            isAnswered = true
            return new Promise(() => undefined)
          },
        }),
      })
      const { order, pay, getOrder } = await atNewStore(deaf)
      void pay()
      await eventually(async () => isAnswered)
      await deaf.worker.close()
      await abandon(order.id)
      let now = () => new Date()
      const other = await server({ inFlightMs: 150_000, now: () => now() })
      await other.worker.recover()
      await eventually(async () => (await listAttempts(database, order.id))[0]?.state === 'UNKNOWN')
      expect(await getOrder(other)).toMatchObject({ status: 'payment_pending', payment: { state: 'asking' } })
      now = () => new Date(Date.now() + 151_000)
      await eventually(async () => (await getOrder(other)).status === 'checkout')
      expect(await getOrder(other)).toMatchObject({ string_code: 'TERMINAL_UNREACHABLE' })
    },
  )

  test('one of two servers that recover at once takes over the attempt', async () => {
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const { order, pay } = await atNewStore(shop)
    void pay()
    await atTerminal(order.id)
    await shop.worker.close()
    await abandon(order.id)
    const others = [await server({ thinkMs: OWN_PACE_MS }), await server({ thinkMs: OWN_PACE_MS })]
    await Promise.all(others.map(other => other.worker.recover()))
    const [attempt] = await listAttempts(database, order.id)
    expect(others.map(other => other.worker.owner)).toContain(attempt?.owner)
  })
})

describe('an unknown outcome', () => {
  /** A terminal that is unreachable until `reachable` is true. */
  async function unreachable() {
    const state = { reachable: false, now: () => new Date() }
    const shop = await server({
      thinkMs: OWN_PACE_MS,
      now: () => state.now(),
      terminal: plain => ({
        ...plain,
        async start(payment) {
          await plain.start(payment, AbortSignal.abort())
          return { kind: 'unreachable' }
        },
        status: async payment => (state.reachable ? plain.status(payment) : { kind: 'unreachable' }),
      }),
    })
    const payer = await atNewStore(shop)
    const paying = payer.pay()
    const { service_id } = await atTerminal(payer.order.id)
    state.now = () => new Date(Date.now() + 16 * 60_000)
    expect((await paying).json()).toMatchObject({ string_code: 'UNKNOWN' })
    return { ...payer, shop, state, service_id }
  }

  test('prevents a second payment of the order, and lets the shopper place another one', async () => {
    const { shop, session, order, getOrder } = await unreachable()
    expect(await getOrder()).toMatchObject({ status: 'error', string_code: 'UNKNOWN' })
    expect((await shop.call(session, 'GET orders/unresolved')).json()).toMatchObject([
      { id: order.id, total_amount: 2.9 },
    ])
    const again = await shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: 2.9 })
    expect(again.json()).toMatchObject({ code: 'order.unresolvedPayment' })
    const fresh = await shop.call(session, 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 1 }] })
    expect(fresh.statusCode).toBe(200)
  })

  test('completes the order when a late approval arrives', async () => {
    const { shop, order, getOrder, state, service_id } = await unreachable()
    await shop.ledger.decide(service_id, { state: 'approved' })
    state.reachable = true
    await abandon(order.id)
    await shop.worker.recover()
    await eventually(async () => (await getOrder()).status === 'complete')
    expect(await milkStock()).toEqual({ moves: [-2000], quantity: -2000 })
  })

  test('cancels the order after a late decline if the shopper has another order by then', async () => {
    const { shop, session, order, getOrder, state, service_id } = await unreachable()
    await shop.call(session, 'POST order', { orderItems: [{ product_id: stocked.milk, quantity: 1 }] })
    await shop.ledger.decide(service_id, { state: 'declined' })
    state.reachable = true
    await abandon(order.id)
    await shop.worker.recover()
    await eventually(async () => (await getOrder()).cancelled_at !== null)
    expect((await listOrderEvents(database, order.id)).map(event => event.to_status)).toEqual(['error', 'cancelled'])
    expect((await shop.call(session, 'GET orders/unresolved')).json()).toEqual([])
  })
})
