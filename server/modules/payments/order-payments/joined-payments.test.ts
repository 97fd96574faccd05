import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const OWN_PACE_MS = 600_000
const LOOK_MS = 300

let database: DatabaseHandle
const open: Shop[] = []

async function server(): Promise<Shop> {
  const shop = await openShop({ database, thinkMs: OWN_PACE_MS })
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

/** A payment at the terminal that the first server drives, and another server, whose reads of attempts are counted. */
async function payElsewhere() {
  const [driving, other] = [await server(), await server()]
  const stocked = await stockShop(database)
  const session = await stocked.shopper()
  const orderItems = [{ product_id: stocked.milk, quantity: 2 }]
  const { id } = (await driving.call(session, 'POST order', { orderItems })).json<Order>()
  const body = { order_id: id, total_amount: 2.9 }
  const pay = async (shop: Shop) => (await shop.call(session, 'POST order/pay', body)).json()
  const paying = pay(driving)
  const attempt = await eventually(() => findAttempt(database, id))
  await eventually(() => driving.ledger.find(attempt.service_id))
  const approve = () => driving.ledger.decide(attempt.service_id, { state: 'approved' })
  const finds = vi.spyOn(other.worker.repository, 'find')
  const success = { string_code: 'SUCCESS', order_id: id }
  return { driving, other, session, body, pay, paying, attempt, approve, finds, success }
}

test('many calls that join a payment of another server read it as often as one does, and stop when it ends', async () => {
  const { other, pay, paying, approve, finds, success } = await payElsewhere()
  const started = performance.now()
  const joined = Array.from({ length: 30 }, () => pay(other))
  await eventually(async () => finds.mock.calls.length >= 3)
  await approve()
  expect(await Promise.all([paying, ...joined])).toEqual(Array.from({ length: 31 }, () => success))
  expect(finds.mock.calls.length).toBeLessThanOrEqual((performance.now() - started) / LOOK_MS)
  const before = finds.mock.calls.length
  await sleep(2 * LOOK_MS)
  expect(finds).toHaveBeenCalledTimes(before)
})

test('a call whose client has hung up reads nothing more; one that still waits gets the outcome', async () => {
  const { other, session, body, pay, paying, approve, finds, success } = await payElsewhere()
  await other.app.listen({ port: 0, host: '127.0.0.1' })
  const headers = {
    cookie: `${SESSION_COOKIE}=${session}`,
    'x-csrf-token': csrfToken(other.context.secrets, session),
    'content-type': 'application/json',
  }
  const hangUp = new AbortController()
  const url = `${other.app.listeningOrigin}/api/order/pay`
  const call = { method: 'POST', headers, body: JSON.stringify(body), signal: hangUp.signal }
  const cut = Array.from({ length: 5 }, () => fetch(url, call).catch(() => 'cut'))
  // The body has been read by now, which is no hanging up.
  await eventually(async () => finds.mock.calls.length >= 2)
  hangUp.abort()
  expect(await Promise.all(cut)).toEqual(['cut', 'cut', 'cut', 'cut', 'cut'])
  await sleep(2 * LOOK_MS)
  const before = finds.mock.calls.length
  await sleep(3 * LOOK_MS)
  expect(finds).toHaveBeenCalledTimes(before)
  const joined = pay(other)
  await approve()
  expect(await Promise.all([paying, joined])).toEqual([success, success])
})

test('also where the payment is driven, a caller who leaves is not waited for, and the payment goes on', async () => {
  const { driving, paying, attempt, approve, success } = await payElsewhere()
  const disconnected = new AbortController()
  const waiting = driving.worker.waitForOutcome({ id: attempt.id, orderId: success.order_id }, disconnected.signal)
  disconnected.abort()
  expect(await waiting).toEqual({ ...success, string_code: 'IN_PROGRESS' })
  await approve()
  expect(await paying).toEqual(success)
})
