import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import type { Attempt } from './attempts.ts'
import { beginPayment } from './begin-payment.ts'

/** A server acts on its outdated state of a payment after another server, or a long pause, has overtaken it. */
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
  // Otherwise the next test's server would take over what this one left.
  await database.kysely
    .updateTable('payment_attempt')
    .set({ state: 'NOT_PROCESSED' })
    .where('state', 'in', ['QUEUED', 'INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED'])
    .execute()
})
afterAll(() => database.close())

const getAttempt = (orderId: number) => eventually(() => findAttempt(database, orderId))
const atTerminal = async (shop: Shop, orderId: number) => {
  const { service_id } = await getAttempt(orderId)
  return eventually(() => shop.ledger.find(service_id))
}
const anotherTerminal = async () => {
  const row = { store_id: stocked.storeId, name: 'another', provider: 'test' }
  return (await database.kysely.insertInto('terminal').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const getUser = (orderId: number) =>
  database.kysely.selectFrom('customer_order').select('user_id').where('id', '=', orderId).executeTakeFirstOrThrow()
/** Writes an intent to pay for a server that has not sent it yet. */
async function begin(shop: Shop, orderId: number): Promise<Attempt> {
  const { user_id: userId } = await getUser(orderId)
  const started = await beginPayment(shop.context, { userId, owner: shop.worker.owner, seen: undefined })
  if (isRefusal(started)) throw new Error(started.refused)
  return started
}

describe('a server whose payment was taken over', () => {
  test('does not end a payment as busy that another server has moved from the line to the terminal', async () => {
    let now = () => new Date()
    stocked = await stockShop(database)
    const shop = await server({ thinkMs: OWN_PACE_MS, now: () => now() })
    const [first, second] = [await atCheckout(shop, stocked), await atCheckout(shop, stocked)]
    void first.pay()
    await atTerminal(shop, first.order.id)
    void second.pay()
    const { id } = await getAttempt(second.order.id)
    const claimed = { owner: 'another server', state: 'SENT', terminal_id: await anotherTerminal() } as const
    now = () => new Date(Date.now() + 181_000)
    await database.kysely.updateTable('payment_attempt').set(claimed).where('id', '=', id).execute()
    await sleep(1500)
    expect(await getAttempt(second.order.id)).toMatchObject({ state: 'SENT' })
    expect((await second.getOrder()).status).toBe('payment_pending')
  })

  test('sends nothing to the terminal when another server owns the payment', async () => {
    stocked = await stockShop(database)
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const { order } = await atCheckout(shop, stocked)
    const started = await begin(shop, order.id)
    const claimed = { owner: 'another server' }
    await database.kysely.updateTable('payment_attempt').set(claimed).where('id', '=', started.id).execute()
    await shop.worker.drive(started, 'live')
    await sleep(500)
    expect(await shop.ledger.find(started.payment.serviceId)).toBeUndefined()
    expect(await getAttempt(order.id)).toMatchObject({ state: 'INTENT', sent_at: null, owner: 'another server' })
  })

  test('sends nothing to the terminal after a pause in which the payment may have been taken over', async () => {
    let now = () => new Date()
    stocked = await stockShop(database)
    const shop = await server({ thinkMs: OWN_PACE_MS, now: () => now() })
    const { order } = await atCheckout(shop, stocked)
    const started = await begin(shop, order.id)
    await database.kysely.transaction().execute(async trx => {
      await trx.selectFrom('payment_attempt').select('id').where('id', '=', started.id).forUpdate().execute()
      await shop.worker.drive(started, 'live')
      // As if the server had been suspended while it waited for the database.
      await sleep(300)
      now = () => new Date(Date.now() + 8000)
    })
    await eventually(async () => (await getAttempt(order.id)).state === 'NOT_PROCESSED')
    expect((await getAttempt(order.id)).sent_at).not.toBeNull()
    expect(await shop.ledger.find(started.payment.serviceId)).toBeUndefined()
  })

  // Takes more than two seconds: it waits for the rounds of a server.
  test('dates an answer that a payment is unknown from the request, not from the response', async () => {
    let now = () => new Date()
    stocked = await stockShop(database)
    const shop = await server({
      inFlightMs: 150_000,
      now: () => now(),
      terminal: plain => ({
        ...plain,
        start: async () => ({ kind: 'unreachable' }),
        async status(payment): Promise<TerminalAnswer> {
          const answer = await plain.status(payment)
          // The payment request arrives after the status request; then the server is suspended.
          await plain.start(payment, new AbortController().signal)
          now = () => new Date(Date.now() + 151_000)
          return answer
        },
      }),
    })
    const { pay } = await atCheckout(shop, stocked)
    expect((await pay()).json()).toMatchObject({ string_code: 'SUCCESS' })
  })
})

describe('payments without a driving server', () => {
  // Takes more than two seconds: it waits for the rounds of a server.
  test('a server that is busy with other payments picks up one of its own that it does not know of', async () => {
    stocked = await stockShop(database)
    await anotherTerminal()
    const shop = await server({ thinkMs: OWN_PACE_MS })
    const [busy, lost] = [await atCheckout(shop, stocked), await atCheckout(shop, stocked)]
    void busy.pay()
    await atTerminal(shop, busy.order.id)
    // As after a lost response to the commit: the row exists, and no server drives it.
    await begin(shop, lost.order.id)
    const soon = new Date(Date.now() + 1500)
    await database.kysely
      .updateTable('payment_attempt')
      .set({ lease_until: soon })
      .where('order_id', '=', lost.order.id)
      .execute()
    expect(await atTerminal(shop, lost.order.id)).toMatchObject({ state: 'waiting' })
  })

  // Takes more than two seconds: it waits for the rounds of a server.
  test('a second order is settled though the first one’s unknown outcome arrives meanwhile', async () => {
    let now = () => new Date()
    let isReachable = false
    stocked = await stockShop(database)
    const shop = await server({
      thinkMs: OWN_PACE_MS,
      now: () => now(),
      terminal: plain => ({
        ...plain,
        async start(payment, signal) {
          if (isReachable) return plain.start(payment, signal)
          await plain.start(payment, AbortSignal.abort())
          return { kind: 'unreachable' }
        },
        status: async payment => (isReachable ? plain.status(payment) : { kind: 'unreachable' }),
      }),
    })
    const { session, order, place, pay, getOrder } = await atCheckout(shop, stocked)
    const paying = pay()
    const first = await atTerminal(shop, order.id)
    now = () => new Date(Date.now() + 16 * 60_000)
    expect((await paying).json()).toMatchObject({ string_code: 'UNKNOWN' })
    now = () => new Date()
    isReachable = true
    const later = await place()
    const payingLater = pay({ order: later })
    const second = await atTerminal(shop, later.id)
    await shop.ledger.decide(first.serviceId, { state: 'declined' })
    await database.kysely
      .updateTable('payment_attempt')
      .set({ owner: 'a dead server', lease_until: new Date(0) })
      .where('order_id', '=', order.id)
      .execute()
    await eventually(async () => (await getOrder()).status === 'checkout')
    expect((await getOrder()).cancelled_at).not.toBeNull()
    await shop.ledger.decide(second.serviceId, { state: 'declined' })
    expect((await payingLater).json()).toEqual({ string_code: 'DECLINED', order_id: later.id })
    expect((await shop.call(session, `GET orders/${later.id}`)).json<Order>()).toMatchObject({
      status: 'checkout',
      cancelled_at: null,
    })
  })
})

test('a store whose terminal has an unknown provider takes no payment', async () => {
  stocked = await stockShop(database)
  const provider = { provider: 'of another kind' }
  await database.kysely.updateTable('terminal').set(provider).where('store_id', '=', stocked.storeId).execute()
  const { pay, getOrder } = await atCheckout(await server(), stocked)
  expect((await pay()).json()).toMatchObject({ code: 'order.terminalMissing' })
  expect((await getOrder()).status).toBe('checkout')
})

test('a payment waits for the shopper’s row lock before it locks the order, so that they don’t deadlock', async () => {
  stocked = await stockShop(database)
  const shop = await server()
  const { order, pay } = await atCheckout(shop, stocked)
  const { user_id: userId } = await getUser(order.id)
  const paying = await database.kysely.transaction().execute(async trx => {
    await trx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute()
    const started = pay()
    await sleep(300)
    await trx.selectFrom('customer_order').select('id').where('id', '=', order.id).forUpdate().noWait().execute()
    return [started]
  })
  expect((await paying[0])?.json()).toMatchObject({ string_code: 'SUCCESS' })
})

describe('a server that shuts down', () => {
  test('still sends a payment that it has just marked as sent, since no other server would send it', async () => {
    const reached = Promise.withResolvers<void>()
    const gone = await server({
      thinkMs: 0,
      inFlightMs: OWN_PACE_MS,
      terminal: plain => ({
        ...plain,
        // A terminal that takes a while to be reached.
        async start(payment, signal, onSent) {
          reached.resolve()
          await sleep(300)
          return signal.aborted ? { kind: 'not_taken', reason: 'unreachable' } : plain.start(payment, signal, onSent)
        },
      }),
    })
    stocked = await stockShop(database)
    const { pay, order } = await atCheckout(gone, stocked)
    const answer = pay()
    await reached.promise
    await gone.worker.close()
    expect((await answer).json()).toMatchObject({ string_code: 'IN_PROGRESS' })
    expect(await gone.ledger.find((await getAttempt(order.id)).service_id)).toBeDefined()
    const next = await server({ thinkMs: 0, inFlightMs: OWN_PACE_MS })
    await next.worker.recover()
    expect(await eventually(async () => (await getAttempt(order.id)).state === 'APPROVED')).toBe(true)
  })
})
