import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentTerminal } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { beginPayment } from '#server/modules/payments/order-payments/begin-payment.ts'
import { claimTerminal } from '#server/modules/payments/order-payments/claim-terminal.ts'
import { changeTerminal } from '#server/modules/payments/terminals/change-terminal.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder } from '#test/shop/refunds.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { sqlRefundRepository } from './refund-repository.ts'
import { findRefund } from './refund-rows.ts'
import { requestRefund } from './request-refund.ts'
import { settleRefund } from './settle-refund.ts'

/** Payments and refunds at one terminal: one at a time, in any order and however close together. */
const ROUNDS = 15
const OWNER = 'a server of this test'

let database: DatabaseHandle
let stocked: Stocked
let shop: Shop
const open: Shop[] = []

async function server(terminal: (plain: PaymentTerminal) => PaymentTerminal = plain => plain, inFlightMs = 600) {
  const opened = await openShop({ database, inFlightMs, terminal })
  open.push(opened)
  return opened
}

beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop({ database })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(each => each.close()))
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** A store of the test's own, with a stored refund that no server sends. */
async function refundInHand() {
  stocked = await stockShop(database)
  const { order } = await paidOrder(shop, [{ product_id: stocked.milk, quantity: 2 }], { stocked })
  const { user_id: userId } = await getUser(order.id)
  const request = { orderId: order.id, userId, owner: OWNER, expectedCents: 0, reason: 'why', returnsStock: false }
  const refund = await requestRefund(shop.context, { ...request, lines: 'all' })
  if (isRefusal(refund)) throw new Error(refund.refused)
  return refund
}
const getUser = (orderId: number) =>
  database.kysely.selectFrom('customer_order').select('user_id').where('id', '=', orderId).executeTakeFirstOrThrow()
const newBuyer = async () => (await getUser((await atCheckout(shop, stocked)).order.id)).user_id
async function begin(userId: number) {
  const started = await beginPayment(shop.context, { userId, owner: OWNER, seen: undefined })
  if (isRefusal(started)) throw new Error(started.refused)
  return started
}
type Refund = Awaited<ReturnType<typeof refundInHand>>
async function send({ id }: Pick<Refund, 'id'>): Promise<'sent' | 'busy'> {
  const refunds = sqlRefundRepository(shop.context)
  const isTaken = await refunds.claimTerminal(id, OWNER)
  return isTaken && (await refunds.markSent(id, OWNER)) ? 'sent' : 'busy'
}

/** Runs `meanwhile` while a payment has already read the terminal, but has not taken it yet. */
async function overtaken(userId: number, meanwhile: () => Promise<unknown>) {
  return database.kysely.transaction().execute(async trx => {
    await trx.selectFrom('app_user').select('id').where('id', '=', userId).forUpdate().execute()
    const beginning = begin(userId)
    await sleep(200)
    await meanwhile()
    return [beginning]
  })
}

describe('a payment', () => {
  test('waits in line when a refund takes the terminal after the payment has read it', async () => {
    const refund = await refundInHand()
    const [beginning] = await overtaken(await newBuyer(), async () => expect(await send(refund)).toBe('sent'))
    const payment = (await beginning)!
    expect(payment.state).toBe('QUEUED')
    expect(await claimTerminal(database.kysely, payment.id, OWNER)).toBeUndefined()
    await settleRefund(shop.context, refund, { to: 'DONE', source: 'live' })
    expect(await claimTerminal(database.kysely, payment.id, OWNER)).toBeInstanceOf(Date)
  })

  test('takes the terminal beside a refund that updated only its own row, so the test above can fail', async () => {
    const refund = await refundInHand()
    const asBefore = database.kysely
      .updateTable('refund')
      .set({ state: 'SENT', sent_at: new Date() })
      .where('id', '=', refund.id)
    const [beginning] = await overtaken(await newBuyer(), () => asBefore.execute())
    expect((await beginning)!.state).toBe('INTENT')
  })

  test('queued behind a refund does not hold up that refund when it takes the terminal again', async () => {
    const refund = await refundInHand()
    const refunds = sqlRefundRepository(shop.context)
    expect(await refunds.claimTerminal(refund.id, OWNER)).toBeInstanceOf(Date)
    // The response was lost, or its server died.
    const payment = await begin(await newBuyer())
    expect(payment.state).toBe('QUEUED')
    expect(await refunds.claimTerminal(refund.id, OWNER)).toBeInstanceOf(Date)
    expect(await claimTerminal(database.kysely, payment.id, OWNER)).toBeUndefined()
    await settleRefund(shop.context, refund, { to: 'NOT_PROCESSED', source: 'live', onlyUnsent: true })
    expect(await claimTerminal(database.kysely, payment.id, OWNER)).toBeInstanceOf(Date)
  })

  test('does not wait for an unresolved refund', async () => {
    const refund = await refundInHand()
    expect(await send(refund)).toBe('sent')
    await settleRefund(shop.context, refund, { to: 'UNRESOLVED', source: 'live' })
    expect((await begin(await newBuyer())).state).toBe('INTENT')
  })

  test('never takes the terminal together with a refund that comes at the same moment', async () => {
    const counts = { payment: 0, refund: 0 }
    for (let round = 0; round < ROUNDS; round++) {
      const [refund, userId] = [await refundInHand(), await newBuyer()]
      const [payment, sent] = await Promise.all([begin(userId), sleep(round % 5).then(() => send(refund))])
      const isThere = { payment: payment.state === 'INTENT', refund: sent === 'sent' }
      expect([round, Number(isThere.payment) + Number(isThere.refund)]).toEqual([round, 1])
      counts[isThere.payment ? 'payment' : 'refund']++
    }
    expect(counts.payment, JSON.stringify(counts)).toBeGreaterThan(0)
  })

  test.runIf(onlyInFullTier('it repeats a race for seconds'))(
    'never takes the terminal together with a refund when it is next in line',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const refund = await refundInHand()
        const [first, second] = [await begin(await newBuyer()), await begin(await newBuyer())]
        expect([first.state, second.state]).toEqual(['INTENT', 'QUEUED'])
        await database.kysely
          .updateTable('payment_attempt')
          .set({ state: 'NOT_PROCESSED' })
          .where('id', '=', first.id)
          .execute()
        const [claimed, sent] = await Promise.all([claimTerminal(database.kysely, second.id, OWNER), send(refund)])
        expect([round, Number(claimed !== undefined) + Number(sent === 'sent')]).toEqual([round, 1])
      }
    },
  )
})

describe('a refund', () => {
  test('does not block itself when the response to its commit was lost, and is not sent again', async () => {
    const refund = await refundInHand()
    expect(await send({ ...refund })).toBe('sent')
    expect(await send({ ...refund })).toBe('busy')
  })

  test('waits for another refund at the terminal', async () => {
    const first = await refundInHand()
    const { order } = await paidOrder(shop, [{ product_id: stocked.soap, quantity: 1 }], { stocked })
    const { user_id: userId } = await getUser(order.id)
    const request = { orderId: order.id, userId, owner: OWNER, expectedCents: 0, reason: 'why', returnsStock: false }
    const second = await requestRefund(shop.context, { ...request, lines: 'all' })
    if (isRefusal(second)) throw new Error(second.refused)
    expect([await send(first), await send(second)]).toEqual(['sent', 'busy'])
    await settleRefund(shop.context, first, { to: 'DONE', source: 'live' })
    expect(await send(second)).toBe('sent')
  })

  test('is not sent when no terminal took the payment', async () => {
    const refund = await refundInHand()
    const never = { state: 'MANUAL', sent_at: null } as const
    await database.kysely.updateTable('payment_attempt').set(never).where('id', '=', refund.attemptId).execute()
    const lapsed = { owner: 'a dead server', lease_until: new Date(0) }
    await database.kysely.updateTable('refund').set(lapsed).where('id', '=', refund.id).execute()
    await eventually(async () => (await findRefund(database.kysely, refund.id))?.state === 'NOT_PROCESSED')
    expect(await shop.ledger.findRefund(refund.request.refundId)).toBeUndefined()
  })

  test('is still sent by a server that shuts down right after it marked it as sent', async () => {
    const reached = Promise.withResolvers<void>()
    const gone = await server(
      plain => ({
        ...plain,
        // A terminal that takes a while to be reached.
        async refund(payment, refund, call) {
          reached.resolve()
          await sleep(300)
          if (call?.signal?.aborted) return { kind: 'not_taken', reason: 'unreachable' }
          return plain.refund(payment, refund, call)
        },
      }),
      600_000,
    )
    stocked = await stockShop(database)
    const { order } = await paidOrder(gone, [{ product_id: stocked.milk, quantity: 2 }], { stocked })
    const admin = await getAdmin(database, order.id)
    await admin.ask(gone)
    await reached.promise
    await gone.refundWorker.close()
    const next = await server(undefined, 600_000)
    const [refund] = await eventually(async () => {
      const { refunds } = await admin.show(next)
      return refunds[0]?.state === 'DONE' && refunds
    })
    expect(refund).toMatchObject({ state: 'DONE', amount: 2.9 })
  })
})

test('a terminal’s settings can’t be changed while the next in line takes it', async () => {
  const author = { userId: 0, at: new Date() }
  const elsewhere = { name: 'new', provider: 'jsonpos', author } as const
  const settings = { transport: 'tcp', host: '127.0.0.1', port: '1', api_key: 'key' } as const
  await refundInHand()
  const [first, second] = [await begin(await newBuyer()), await begin(await newBuyer())]
  await database.kysely
    .updateTable('payment_attempt')
    .set({ state: 'NOT_PROCESSED' })
    .where('id', '=', first.id)
    .execute()
  // Locks the row as a change of the terminal does, and checks that `claimTerminal` waits for it.
  const changed = await database.kysely.transaction().execute(async trx => {
    await trx.selectFrom('terminal').select('id').where('id', '=', stocked.terminalId).forUpdate().execute()
    const claim = claimTerminal(database.kysely, second.id, OWNER)
    const isTaken = await Promise.race([claim.then(() => true), sleep(300, false)])
    expect(isTaken).toBe(false)
    return [claim]
  })
  expect(await changed[0]).toBeInstanceOf(Date)
  expect(await changeTerminal(shop.context, stocked.terminalId, { ...elsewhere, settings })).toEqual({
    refused: 'terminal.paymentPending',
  })
})
