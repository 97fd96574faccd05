import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { listAttempts } from '#test/rows/attempts.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const OWN_PACE_MS = 600_000

let database: DatabaseHandle
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
})
afterAll(() => database.close())

test('the terminal gets the order’s last four digits as a reference', async () => {
  let reference: string | undefined
  const shop = await server({
    terminal: plain => ({
      ...plain,
      async start(payment, signal) {
        reference = payment.reference
        return plain.start(payment, signal)
      },
    }),
  })
  const { order, pay } = await atCheckout(shop, await stockShop(database))
  await pay()
  expect(reference).toBe(String(order.id).slice(-4))
})

test('after two timeouts at the terminal, a shopper must wait, and the response has the time of the next payment', async () => {
  const shop = await server({ thinkMs: OWN_PACE_MS })
  const { order, pay, getOrder } = await atCheckout(shop, await stockShop(database))
  for (const attempt of [0, 1]) {
    const paying = pay()
    const { service_id } = await eventually(async () => (await listAttempts(database, order.id))[attempt])
    await eventually(() => shop.ledger.find(service_id))
    await shop.ledger.decide(service_id, { state: 'declined' })
    await paying
  }
  await database.kysely
    .updateTable('payment_attempt')
    .set({ state: 'ABORTED', string_code: 'TIMEOUT' })
    .where('order_id', '=', order.id)
    .execute()
  const answer = await pay()
  expect([answer.statusCode, answer.json()]).toMatchObject([429, { code: 'order.waitToPay' }])
  const waitMs = Date.parse(answer.json<{ may_pay_at: string }>().may_pay_at) - Date.now()
  expect(waitMs).toBeGreaterThan(60_000)
  expect(waitMs).toBeLessThanOrEqual(120_000)
  expect(await getOrder()).toMatchObject({ status: 'checkout' })
})

test('a cancellation that reaches the terminal before the payment is repeated, and nothing is charged', async () => {
  const cancelled: string[] = []
  const shop = await server({
    thinkMs: OWN_PACE_MS,
    terminal: plain => ({
      ...plain,
      async start(payment, signal, onSent) {
        await sleep(300)
        return plain.start(payment, signal, onSent)
      },
      async cancel(payment) {
        await plain.cancel(payment)
        cancelled.push((await shop.ledger.find(payment.serviceId))?.state ?? 'not there')
      },
    }),
  })
  const { order, pay, getOrder, abort } = await atCheckout(shop, await stockShop(database))
  const paying = pay()
  await eventually(async () => (await listAttempts(database, order.id))[0])
  expect((await abort()).statusCode).toBe(202)
  const answer = await Promise.race([paying, sleep(5000)])
  expect(answer?.json()).toMatchObject({ string_code: 'USER_CANCELLED' })
  expect(cancelled).toEqual(['not there', 'cancelled'])
  expect(await getOrder()).toMatchObject({ status: 'checkout' })
})
