import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { UnresolvedPayment } from '#contract/payments/unresolved-payments.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { PaymentTerminal } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { listOrderEvents } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { findInvalidSums } from '#test/shop/refunds.ts'
import { onlyInFullTier } from '#test/tier.ts'

/** Money that was taken for an order that no longer waits for it: cancelled in SQL, past all guards. */

let database: DatabaseHandle
let stocked: Stocked
const open: Shop[] = []
let now = () => new Date()

beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(shop => shop.close()))
  expect(await findInvalidSums(database)).toEqual([])
})
afterAll(() => database.close())

type Way = Pick<PaymentTerminal, 'refund' | 'refundStatus'>

/** Starts a server; `way` overrides methods of its terminal. */
async function server(way?: (plain: PaymentTerminal) => Partial<Way>): Promise<Shop> {
  const shop = await openShop({
    database,
    thinkMs: 600_000,
    inFlightMs: 500,
    now: () => now(),
    terminal: plain => ({ ...plain, ...way?.(plain) }),
  })
  open.push(shop)
  return shop
}

/** Stops a server with its work unfinished. */
async function die(shop: Shop) {
  open.splice(open.indexOf(shop), 1)
  await shop.close()
}

const getRefunds = (orderId: number) =>
  database.kysely.selectFrom('refund').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
const inState = (orderId: number, state: string) =>
  eventually(async () => {
    const attempt = await findAttempt(database, orderId)
    return attempt?.state === state && attempt
  })

/** Approved at the terminal while its order was cancelled. */
async function paidForNothing(shop: Shop) {
  stocked = await stockShop(database)
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const { id } = (await shop.call(session, 'POST order', items)).json<Order>()
  const paying = shop.call(session, 'POST order/pay', { order_id: id, total_amount: 2.9 })
  const serviceId = await eventually(async () => {
    const key = (await findAttempt(database, id))?.service_id
    return key && (await shop.ledger.find(key)) && key
  })
  const cancelled = { status: 'checkout', cancelled_at: new Date() } as const
  await database.kysely.updateTable('customer_order').set(cancelled).where('id', '=', id).execute()
  await shop.ledger.decide(serviceId, { state: 'approved' })
  return { id, session, answer: (await paying).json<object>() }
}
const countRefunded = async () =>
  (await database.kysely.selectFrom('test_terminal_refund').selectAll().where('state', '=', 'refunded').execute())
    .length

test('a payment for a cancelled order is reversed in full, without a sale or stock movement', async () => {
  const shop = await server()
  const { id, session, answer } = await paidForNothing(shop)
  expect(answer).toEqual({ string_code: 'UNKNOWN', order_id: id })
  await inState(id, 'REVERSED')
  expect(await getRefunds(id)).toMatchObject([
    { kind: 'reversal', state: 'DONE', amount_cents: 290, requested_by: null },
  ])
  expect((await shop.call(session, `GET orders/${id}`)).json()).toMatchObject({
    status: 'checkout',
    cancelled_at: expect.any(String),
    string_code: 'USER_CANCELLED',
  })
  const moves = database.kysely.selectFrom('stock_move').selectAll().where('product_id', '=', stocked.milk)
  expect(await moves.execute()).toEqual([])
  const trail = await listOrderEvents(database, id)
  expect(trail.at(-1)).toMatchObject({
    to_status: 'cancelled',
    actor: 'terminal',
    kind: 'reversal',
    refund_id: expect.any(Number),
    outcome: 'REVERSED',
    reason: null,
  })
})

test('a reversal that the terminal refuses is listed for an admin, who records that the money was returned', async () => {
  const refused: TerminalAnswer = { kind: 'declined', code: 'CARD_GONE' }
  const shop = await server(() => ({ refund: async () => refused }))
  const { id, session } = await paidForNothing(shop)
  const attempt = await inState(id, 'REVIEW')
  const loud = shop.logged.map(line => JSON.parse(line)).filter(line => line.order === id && line.attempt === 'REVIEW')
  expect(loud).toEqual([expect.objectContaining({ level: 50, outcome: 'REFUSED', detail: 'CARD_GONE' })])
  const admin = await signedInShopper(database, { isAdmin: true })
  const list = (await shop.call(admin, 'GET admin/unresolved-payments')).json<UnresolvedPayment[]>()
  expect(list.find(payment => payment.id === attempt.id)).toMatchObject({
    state: 'REVIEW',
    advice: 'refund_by_hand',
    outcomes: ['not_paid', 'refunded_by_hand'],
    amount: 2.9,
    refund_id: null,
  })
  const decide = (outcome: string) =>
    shop.call(admin, `PUT admin/unresolved-payments/${attempt.id}/outcome`, { outcome, reason: 'cash, at the door' })
  expect((await decide('paid')).json()).toMatchObject({ code: 'payment.outcomeImpossible' })
  expect((await decide('refunded_by_hand')).statusCode).toBe(200)
  expect(await findAttempt(database, id)).toMatchObject({
    state: 'REVERSED',
    source: 'admin',
    transaction_id: attempt.transaction_id,
  })
  expect((await shop.call(session, `GET orders/${id}`)).json()).toMatchObject({ string_code: 'USER_CANCELLED' })
})

test.runIf(onlyInFullTier('it waits for several attempts of a worker'))(
  'a reversal at an unreachable terminal is tried again after a minute as a new refund',
  async () => {
    let isAway = true
    const away: TerminalAnswer = { kind: 'not_taken', reason: 'unreachable' }
    const shop = await server(plain => ({ refund: async (...args) => (isAway ? away : plain.refund(...args)) }))
    const { id } = await paidForNothing(shop)
    await eventually(async () => (await getRefunds(id)).some(refund => refund.state === 'NOT_PROCESSED'))
    await sleep(1500)
    expect(await getRefunds(id)).toHaveLength(1)
    isAway = false
    const aMinuteAgo = { outcome_at: new Date(Date.now() - 61_000) }
    await database.kysely.updateTable('refund').set(aMinuteAgo).where('order_id', '=', id).execute()
    await inState(id, 'REVERSED')
    const keys = (await getRefunds(id)).map(refund => refund.refund_key)
    expect(new Set(keys).size).toBe(2)
  },
)

test('a reversal is left to an admin after two days without the terminal', async () => {
  const away: TerminalAnswer = { kind: 'not_taken', reason: 'unreachable' }
  const shop = await server(() => ({ refund: async () => away }))
  const { id } = await paidForNothing(shop)
  await eventually(async () => (await getRefunds(id)).some(refund => refund.state === 'NOT_PROCESSED'))
  const ago = (ms: number) => ({ outcome_at: new Date(Date.now() - ms) })
  await database.kysely
    .updateTable('payment_attempt')
    .set(ago(49 * 3_600_000))
    .where('order_id', '=', id)
    .execute()
  await database.kysely
    .updateTable('refund')
    .set(ago(13 * 3_600_000))
    .where('order_id', '=', id)
    .execute()
  await inState(id, 'REVIEW')
})

test.runIf(onlyInFullTier('an admin’s decision on a refund is tested before each merge in refund-recovery.test.ts'))(
  'a reversal with an unknown outcome is decided by an admin on its refund',
  async () => {
    const unreachable: TerminalAnswer = { kind: 'unreachable' }
    const shop = await server(() => ({ refund: async () => unreachable, refundStatus: async () => unreachable }))
    const { id } = await paidForNothing(shop)
    await eventually(async () => (await getRefunds(id)).some(refund => refund.state === 'UNKNOWN'))
    now = () => new Date(Date.now() + 16 * 60_000)
    const refund = await eventually(async () => (await getRefunds(id)).find(({ state }) => state === 'UNRESOLVED'))
    now = () => new Date()
    const admin = await signedInShopper(database, { isAdmin: true })
    const list = (await shop.call(admin, 'GET admin/unresolved-payments')).json<UnresolvedPayment[]>()
    const { id: attemptId } = await inState(id, 'REVERSAL_DUE')
    const due = { state: 'REVERSAL_DUE', advice: 'decide_refund', outcomes: [], refund_id: refund.id }
    expect(list.find(payment => payment.id === attemptId)).toMatchObject(due)
    const decide = (path: string, outcome: string) =>
      shop.call(admin, `PUT admin/${path}/outcome`, { outcome, reason: 'seen' })
    expect((await decide(`unresolved-payments/${attemptId}`, 'refunded_by_hand')).json()).toMatchObject({
      code: 'payment.underWay',
    })
    expect((await decide(`refunds/${refund.id}`, 'refunded')).json()).toMatchObject({ state: 'DONE', kind: 'reversal' })
    expect(await findAttempt(database, id)).toMatchObject({ state: 'REVERSED' })
  },
)

test('a reversal is made once when the server dies after the terminal made it', async () => {
  const before = await countRefunded()
  const dying = await server(plain => ({
    async refund(...args) {
      await plain.refund(...args)
      return new Promise(() => undefined)
    },
  }))
  const { id } = await paidForNothing(dying)
  await eventually(async () => (await countRefunded()) > before)
  await die(dying)
  await Promise.all([server(), server()])
  await inState(id, 'REVERSED')
  expect(await getRefunds(id)).toMatchObject([{ state: 'DONE', source: 'recovery' }])
  expect(await countRefunded()).toBe(before + 1)
})
