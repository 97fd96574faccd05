import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { UnresolvedPayment } from '#contract/payments/unresolved-payments.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import { getAttempt } from '#server/modules/payments/order-payments/attempts.ts'
import { settleAttempt } from '#server/modules/payments/order-payments/settle-attempt.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt, listAttempts } from '#test/rows/attempts.ts'
import { listOrderEvents } from '#test/rows/orders.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin } from '#test/shop/refunds.ts'
import { inTier } from '#test/tier.ts'
import { decidePayment } from './decide-payment.ts'

let database: DatabaseHandle
let stocked: Stocked
let shop: Shop
let now: () => Date
/** Whether the terminal is reachable, and the answer that it returns instead of its own. */
let connection: { isOpen: boolean; answer: TerminalAnswer | undefined }

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  stocked = await stockShop(database)
  now = () => new Date()
  connection = { isOpen: true, answer: undefined }
  const unreachable: TerminalAnswer = { kind: 'unreachable' }
  shop = await openShop({
    database,
    thinkMs: 600_000,
    now: () => now(),
    terminal: plain => ({
      ...plain,
      async start(payment, signal) {
        if (connection.isOpen) return plain.start(payment, signal)
        await plain.start(payment, AbortSignal.abort())
        return unreachable
      },
      status: async payment => connection.answer ?? (connection.isOpen ? plain.status(payment) : unreachable),
    }),
  })
})
afterEach(() => shop.close())
afterAll(() => database.close())

/** A shopper whose payment of two milks (2.90 €) has no known outcome. */
async function inDoubt(answer?: TerminalAnswer) {
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const place = async () => (await shop.call(session, 'POST order', items)).json<Order>()
  const order = await place()
  connection = { isOpen: false, answer }
  const paying = shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: 2.9 })
  await eventually(async () => (await findAttempt(database, order.id))?.sent_at)
  if (!answer) now = () => new Date(Date.now() + 16 * 60_000)
  expect((await paying).json()).toMatchObject({ string_code: 'UNKNOWN' })
  now = () => new Date()
  const attempt = (await findAttempt(database, order.id))!
  const admin = await signedInShopper(database, { isAdmin: true })
  const decide = (outcome: string, id = attempt.id) =>
    shop.call(admin, `PUT admin/unresolved-payments/${id}/outcome`, { outcome, reason: 'it is on the terminal’s slip' })
  const list = async () => (await shop.call(admin, 'GET admin/unresolved-payments')).json<UnresolvedPayment[]>()
  const getOrder = async () => (await shop.call(session, `GET orders/${order.id}`)).json<Order>()
  return { session, order, attempt, admin, say: decide, list, show: getOrder, place }
}
const anotherAmount: TerminalAnswer = { kind: 'approved', transactionId: 'odd', amountCents: 289 }
const lastEvent = async (orderId: number) => (await listOrderEvents(database, orderId)).at(-1)
const getSold = async (productId: number) =>
  (await database.kysely.selectFrom('stock_move').selectAll().where('product_id', '=', productId).execute()).map(
    move => move.quantity_thousandths,
  )

describe('an admin', () => {
  test('lists unresolved payments with advice for each', async () => {
    const { attempt, order, list } = await inDoubt()
    const findPayment = async () => (await list()).find(payment => payment.id === attempt.id)
    expect(await findPayment()).toMatchObject({
      state: 'UNRESOLVED',
      order_id: order.id,
      amount: 2.9,
      store: { id: stocked.storeId, name: 'Testilä' },
      terminal_name: 'maksupääte 1',
      advice: 'wait',
      outcomes: ['paid', 'not_paid'],
    })
    const longAgo = { created_at: new Date(Date.now() - 49 * 3_600_000) }
    await database.kysely.updateTable('payment_attempt').set(longAgo).where('id', '=', attempt.id).execute()
    expect(await findPayment()).toMatchObject({ advice: 'decide' })
    const odd = await inDoubt(anotherAmount)
    expect((await list()).find(payment => payment.id === odd.attempt.id)).toMatchObject({
      state: 'REVIEW',
      advice: 'check_amount',
      outcomes: ['paid', 'not_paid', 'refunded_by_hand'],
    })
  })

  test('records a payment as paid: the order completes, stock is taken once, and history and audit log have the entry', async () => {
    const { order, attempt, say: decide, show: getOrder, list } = await inDoubt()
    expect((await decide('paid')).statusCode).toBe(200)
    expect(await getOrder()).toMatchObject({ status: 'complete', string_code: 'SUCCESS', paid_at: expect.any(String) })
    expect(await findAttempt(database, order.id)).toMatchObject({ state: 'MANUAL', source: 'admin' })
    expect(await getSold(stocked.milk)).toEqual([-2000])
    expect(await lastEvent(order.id)).toMatchObject({
      from_status: 'error',
      to_status: 'complete',
      actor: 'admin',
      kind: 'payment',
      attempt_id: attempt.id,
      outcome: 'MANUAL',
      reason: 'it is on the terminal’s slip',
    })
    const audited = database.kysely.selectFrom('audit_entry').select(['reason', 'changes']).where('kind', '=', 'order')
    expect(await audited.where('record_id', '=', order.id).execute()).toEqual([
      {
        reason: 'it is on the terminal’s slip',
        changes: [
          { field: 'payment', from: 'UNRESOLVED', to: 'MANUAL' },
          { field: 'status', from: 'error', to: 'complete' },
        ],
      },
    ])
    expect((await list()).some(payment => payment.id === attempt.id)).toBe(false)
    expect((await decide('not_paid')).json()).toMatchObject({ code: 'payment.settled' })
    expect(await getSold(stocked.milk)).toEqual([-2000])
  })

  test('records a payment as not paid: the order is at checkout and can be paid again', async () => {
    const { order, session, say: decide, show: getOrder } = await inDoubt()
    expect((await decide('not_paid')).statusCode).toBe(200)
    expect(await getOrder()).toMatchObject({
      status: 'checkout',
      cancelled_at: null,
      string_code: 'TERMINAL_UNREACHABLE',
    })
    expect(await lastEvent(order.id)).toMatchObject({ actor: 'admin', from_status: 'error', to_status: 'checkout' })
    connection = { isOpen: true, answer: undefined }
    const paying = shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: 2.9 })
    const waiting = await eventually(async () => {
      const [, second] = await listAttempts(database, order.id)
      return second && shop.ledger.find(second.service_id)
    })
    await shop.ledger.decide(waiting.serviceId, { state: 'approved' })
    expect((await paying).json()).toMatchObject({ string_code: 'SUCCESS' })
  })

  test('records a payment as not paid when the shopper has another order by then, and the old order is cancelled', async () => {
    const { say: decide, show: getOrder, place } = await inDoubt()
    const later = await place()
    expect((await decide('not_paid')).statusCode).toBe(200)
    expect(await getOrder()).toMatchObject({ status: 'checkout', cancelled_at: expect.any(String) })
    expect(later.status).toBe('checkout')
  })

  test('records a payment of another amount as paid, and the terminal’s transaction id stays', async () => {
    const { order, say: decide, show: getOrder } = await inDoubt(anotherAmount)
    expect((await decide('paid')).statusCode).toBe(200)
    expect((await getOrder()).status).toBe('complete')
    expect(await findAttempt(database, order.id)).toMatchObject({ state: 'MANUAL', transaction_id: 'odd' })
  })

  test('refunds a payment recorded as paid, once the terminal knows it as approved', async () => {
    const { order, attempt, say: decide } = await inDoubt()
    await decide('paid')
    const refunds = await getAdmin(database, order.id)
    expect(await refunds.refund(shop)).toMatchObject({ state: 'REFUSED', detail: 'NOT_APPROVED' })
    await shop.ledger.decide(attempt.service_id, { state: 'approved' })
    expect(await refunds.refund(shop)).toMatchObject({ state: 'DONE', amount: 2.9 })
  })

  test('can’t decide a payment in progress or an unknown one, or choose an impossible outcome', async () => {
    const { say: decide } = await inDoubt()
    connection = { isOpen: true, answer: undefined }
    const other = await stocked.shopper()
    const items = { orderItems: [{ product_id: stocked.milk, quantity: 1 }] }
    const { id } = (await shop.call(other, 'POST order', items)).json<Order>()
    const paying = shop.call(other, 'POST order/pay', { order_id: id, total_amount: 1.45 })
    const { id: attemptId } = await eventually(async () => findAttempt(database, id))
    expect((await decide('paid', attemptId)).json()).toMatchObject({ code: 'payment.underWay' })
    expect((await decide('paid', 999_999)).statusCode).toBe(404)
    expect((await decide('refunded_by_hand')).json()).toMatchObject({ code: 'payment.outcomeImpossible' })
    expect((await decide('perhaps')).json()).toMatchObject({ code: 'request.invalid' })
    await shop.call(other, 'POST order/pay/abort')
    await paying
  })
})

describe('a late answer of the terminal', () => {
  test('takes precedence over an admin’s decision, because the terminal is asked once more', async () => {
    const { attempt, say: decide, show: getOrder } = await inDoubt()
    await shop.ledger.decide(attempt.service_id, { state: 'approved' })
    connection = { isOpen: true, answer: undefined }
    expect((await decide('not_paid')).json()).toMatchObject({ code: 'payment.settled' })
    expect(await getOrder()).toMatchObject({ status: 'complete', string_code: 'SUCCESS' })
    expect(await getSold(stocked.milk)).toEqual([-2000])
  })

  test.each(inTier({ merge: ['the admin'], full: ['the terminal', 'the admin'] }))(
    'is serialized with an admin’s decision at the same moment: %s is first and wins',
    async first => {
      const { order, attempt, show: getOrder } = await inDoubt()
      const seen = await getAttempt(database.kysely, attempt.id)
      const answer = { kind: 'approved', transactionId: 'late', amountCents: 290 } as const
      const late = { to: 'APPROVED', stringCode: 'SUCCESS', answer, source: 'recovery' } as const
      const { id: userId } = await database.kysely.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
      const word = { attemptId: attempt.id, outcome: 'not_paid', userId, reason: 'nothing on the slip' } as const
      const dispatch = () => settleAttempt(shop.context, seen, late)
      const decide = async () => 'refused' in (await decidePayment(shop.context, word))
      // Both have read the attempt, and wait for its row in the order of arrival.
      const both = await database.kysely.transaction().execute(async trx => {
        await trx.selectFrom('payment_attempt').select('id').where('id', '=', attempt.id).forUpdate().execute()
        const isTerminalFirst = first === 'the terminal'
        const earlier = isTerminalFirst ? dispatch() : decide()
        await sleep(300)
        const later = isTerminalFirst ? decide() : dispatch()
        await sleep(300)
        return isTerminalFirst ? [earlier, later] : [later, earlier]
      })
      const [answered, isRefused] = await Promise.all(both)
      const isTerminalFirst = first === 'the terminal'
      expect([answered !== undefined, isRefused]).toEqual([isTerminalFirst, isTerminalFirst])
      expect((await getOrder()).status).toBe(isTerminalFirst ? 'complete' : 'checkout')
      expect(await getSold(stocked.milk)).toEqual(isTerminalFirst ? [-2000] : [])
      expect(await findAttempt(database, order.id)).toMatchObject({
        state: isTerminalFirst ? 'APPROVED' : 'NOT_PROCESSED',
      })
    },
  )

  test('after an admin’s decision changes nothing, and is logged as an error when it took the money', async () => {
    const { attempt, say: decide, show: getOrder } = await inDoubt()
    const seen = await getAttempt(database.kysely, attempt.id)
    await decide('not_paid')
    const answer = { kind: 'approved', transactionId: 'late', amountCents: 290 } as const
    const late = { to: 'APPROVED', stringCode: 'SUCCESS', answer, source: 'recovery' } as const
    expect(await settleAttempt(shop.context, seen, late)).toBeUndefined()
    expect(await getOrder()).toMatchObject({ status: 'checkout' })
    const loud = shop.logged
      .map(line => JSON.parse(line))
      .filter(line => line.attempt === attempt.id && line.level === 50)
    expect(loud).toEqual([expect.objectContaining({ written: 'NOT_PROCESSED' })])
  })
})
