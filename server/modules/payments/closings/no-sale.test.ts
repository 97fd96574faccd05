import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Closing } from '#contract/payments/closings.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { plusDays } from '#domain/zoned-time.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { type Caller, signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

/** Money that was taken without a sale, and an admin's decision on it days later. */

const REFUSED: TerminalAnswer = { kind: 'declined', code: 'CARD_GONE' }
let database: DatabaseHandle
let shop: Shop
let server: Shop
let anna: Caller
/** The amount that the terminal reports, if it differs from the requested one. */
let takes: number | undefined

beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({
    database,
    thinkMs: 600_000,
    inFlightMs: 500,
    terminal: plain => ({
      ...plain,
      refund: async () => REFUSED,
      async start(payment, signal) {
        const answer = await plain.start(payment, signal)
        return answer.kind === 'approved' && takes ? { ...answer, amountCents: takes } : answer
      },
    }),
  })
  server = await openShop({ database, now: () => new Date('2026-11-20T12:00:00Z'), modules: ['payments'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await shop.close()
  await database.close()
})

/** Two milks, 2.90 €, paid at the terminal while the order is `cancelled`, or for another amount; ends in REVIEW. */
async function inReview(stocked: Stocked, { isCancelled }: { isCancelled: boolean }) {
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const { id } = (await shop.call(session, 'POST order', items)).json<Order>()
  const paying = shop.call(session, 'POST order/pay', { order_id: id, total_amount: 2.9 })
  const serviceId = await eventually(async () => {
    const key = (await findAttempt(database, id))?.service_id
    return key && (await shop.ledger.find(key)) && key
  })
  if (isCancelled)
    await database.kysely
      .updateTable('customer_order')
      .set({ status: 'checkout', cancelled_at: new Date() })
      .where('id', '=', id)
      .execute()
  await shop.ledger.decide(serviceId, { state: 'approved' })
  await paying
  const { id: attemptId } = await eventually(async () => {
    const attempt = await findAttempt(database, id)
    return attempt?.state === 'REVIEW' && attempt
  })
  const cameAt = '2026-11-05T10:00:00Z'
  await database.pool.query('UPDATE payment_attempt SET unmatched_at = $2, created_at = $2 WHERE id = $1', [
    attemptId,
    cameAt,
  ])
  return { attemptId, orderId: id }
}

async function decide(attemptId: number, outcome: string) {
  const session = await signedInShopper(database, { isAdmin: true })
  const path = `PUT admin/unresolved-payments/${attemptId}/outcome`
  expect((await shop.call(session, path, { outcome, reason: 'looked at the terminal' })).statusCode).toBe(200)
  await database.pool.query(`UPDATE payment_attempt SET outcome_at = '2026-11-09T10:00:00Z' WHERE id = $1`, [attemptId])
  await database.pool.query(
    `UPDATE customer_order SET paid_at = '2026-11-09T10:00:00Z' WHERE paid_at IS NOT NULL AND id =
       (SELECT order_id FROM payment_attempt WHERE id = $1)`,
    [attemptId],
  )
}

async function days(storeId: number) {
  const path = `GET closings/months/2026-11/days?test=true&sort=date&store=${storeId}`
  const { items } = (await anna.call(path)).body as { items: Closing[] }
  return items.map(({ date, gross, card, other, clearing }) => ({ date, gross, card, other, clearing }))
}

const CAME = { date: '2026-11-05', gross: 0, card: 2.9, other: 0, clearing: 2.9 }
const ENDED = { date: plusDays('2026-11-05', 4), gross: 0, card: 0, other: -2.9, clearing: -2.9 }

test.each(['refunded_by_hand', 'not_paid'])(
  'money taken for a dead order stays on the day it was taken, and the decision %s is booked on its own day',
  async outcome => {
    const stocked = await stockShop(database)
    const { attemptId } = await inReview(stocked, { isCancelled: true })
    expect(await days(stocked.storeId)).toEqual([CAME])
    await decide(attemptId, outcome)
    expect(await days(stocked.storeId)).toEqual([CAME, ENDED])
  },
)

test('another amount than requested is no sale until an admin decides; the difference is then booked beside the card', async () => {
  takes = 250
  const stocked = await stockShop(database)
  const { attemptId } = await inReview(stocked, { isCancelled: false })
  takes = undefined
  const cameAt = { ...CAME, card: 2.5, clearing: 2.5 }
  expect(await days(stocked.storeId)).toEqual([cameAt])
  await decide(attemptId, 'paid')
  expect(await days(stocked.storeId)).toEqual([
    cameAt,
    { date: '2026-11-09', gross: 2.9, card: 0, other: 0.4, clearing: -2.5 },
  ])
})
