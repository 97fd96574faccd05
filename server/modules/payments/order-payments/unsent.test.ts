import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { beginPayment } from './begin-payment.ts'

/** Payments that were stored and that no server has sent: nothing about them is unknown. */
const OWN_PACE_MS = 600_000
const LONG_IN_FLIGHT_MS = 600_000

let database: DatabaseHandle
const open: Shop[] = []
let now: () => Date

/** The payments that terminals were asked for. */
const started: string[] = []

async function server(): Promise<Shop> {
  const shop = await openShop({
    database,
    thinkMs: OWN_PACE_MS,
    inFlightMs: LONG_IN_FLIGHT_MS,
    now: () => now(),
    terminal: plain => ({
      ...plain,
      start(payment, signal) {
        started.push(payment.serviceId)
        return plain.start(payment, signal)
      },
    }),
  })
  open.push(shop)
  return shop
}

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(() => {
  now = () => new Date()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(shop => shop.close()))
  await database.kysely.updateTable('payment_attempt').set({ state: 'NOT_PROCESSED' }).execute()
})
afterAll(() => database.close())

/** An intent that is committed while its server shuts down cleanly, before it could send it. */
async function leaveUnsent() {
  const gone = await server()
  const stocked = await stockShop(database)
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const order = (await gone.call(session, 'POST order', items)).json<Order>()
  const { user_id: userId } = await database.kysely
    .selectFrom('customer_order')
    .select('user_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const begun = await beginPayment(gone.context, { userId, owner: gone.worker.owner, seen: undefined })
  if (isRefusal(begun)) throw new Error(begun.refused)
  await gone.worker.close()
  const { serviceId } = begun.payment
  const getOrder = async () => (await gone.call(session, `GET orders/${order.id}`)).json<Order>()
  const pay = (through: Shop) =>
    through.call(session, 'POST order/pay', { order_id: order.id, total_amount: order.total_amount })
  return { begun, serviceId, session, show: getOrder, pay, gone }
}
const getRow = (id: number) =>
  database.kysely.selectFrom('payment_attempt').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a payment that its server never sent', () => {
  test('is sent at once by the next server while the shopper still waits', async () => {
    const { begun, serviceId, show: getOrder } = await leaveUnsent()
    expect(await getRow(begun.id)).toMatchObject({ state: 'INTENT', sent_at: null, owner: null })
    const other = await server()
    await other.worker.recover()
    await eventually(() => other.ledger.find(serviceId))
    await other.ledger.decide(serviceId, { state: 'approved' })
    await eventually(async () => (await getOrder()).status === 'complete')
    expect(await getRow(begun.id)).toMatchObject({ state: 'APPROVED', source: 'recovery' })
  })

  test('ends at once when the shopper’s time is over, and can be paid again without a wait', async () => {
    const { begun, serviceId, show: getOrder, pay } = await leaveUnsent()
    const other = await server()
    now = () => new Date(Date.now() + 121_000)
    await other.worker.recover()
    await eventually(async () => (await getOrder()).status === 'checkout')
    expect(await getOrder()).toMatchObject({ string_code: 'TERMINAL_UNREACHABLE', payment: null })
    expect(await getRow(begun.id)).toMatchObject({ state: 'NOT_PROCESSED', sent_at: null })
    expect(started).not.toContain(serviceId)
    now = () => new Date()
    const paying = pay(other)
    const again = await eventually(async () => {
      const [waiting] = await database.kysely
        .selectFrom('test_terminal_payment')
        .selectAll()
        .where('state', '=', 'waiting')
        .execute()
      return waiting
    })
    await other.ledger.decide(again.service_id, { state: 'approved' })
    expect((await paying).json()).toMatchObject({ string_code: 'SUCCESS' })
  })

  test('ends at once when the shopper has aborted it', async () => {
    const { serviceId, session, show: getOrder, gone } = await leaveUnsent()
    expect((await gone.call(session, 'POST order/pay/abort')).statusCode).toBe(202)
    const other = await server()
    await other.worker.recover()
    await eventually(async () => (await getOrder()).status === 'checkout')
    expect(await getOrder()).toMatchObject({ string_code: 'USER_CANCELLED', payment: null })
    expect(started).not.toContain(serviceId)
  })

  test('is not ended by a server that missed that it was sent meanwhile', async () => {
    const { begun, show: getOrder } = await leaveUnsent()
    const late = await server()
    const sent = { owner: late.worker.owner, sent_at: new Date(), lease_until: new Date(Date.now() + 60_000) }
    await database.kysely.updateTable('payment_attempt').set(sent).where('id', '=', begun.id).execute()
    now = () => new Date(Date.now() + 121_000)
    await late.worker.drive(begun, 'recovery')
    await sleep(500)
    expect(await getRow(begun.id)).toMatchObject({ state: 'INTENT', outcome_at: null })
    expect((await getOrder()).status).toBe('payment_pending')
  })

  test('is sent once, even by several servers that believe they own it', async () => {
    const { begun, serviceId } = await leaveUnsent()
    const servers = await Promise.all([server(), server(), server()])
    await Promise.all(servers.map(each => each.worker.recover()))
    // Each server holds what the server that wrote it had.
    await Promise.all(servers.map(each => each.worker.drive({ ...begun }, 'live')))
    await eventually(async () => started.includes(serviceId))
    await sleep(300)
    expect(started.filter(id => id === serviceId)).toHaveLength(1)
  })
})
