import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Refund as ShownRefund } from '#contract/payments/refunds.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { PaymentTerminal } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { changeTerminal } from '#server/modules/payments/terminals/change-terminal.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { listOrderEvents } from '#test/rows/orders.ts'
import { stockShop, type Stocked } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder, findInvalidSums } from '#test/shop/refunds.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { getRefund } from './refund-rows.ts'
import { requestRefund } from './request-refund.ts'
import { settleRefund } from './settle-refund.ts'

/** Refunds when servers die, responses are lost and terminals are unavailable: one refund, or none, and never two. */
const IN_FLIGHT_MS = 600

let database: DatabaseHandle
let stocked: Stocked
let now: () => Date
/** The keys of the refunds that terminals were asked to make. */
const sent: string[] = []
const open: Shop[] = []

type Way = Partial<Pick<PaymentTerminal, 'refund' | 'refundStatus'>>

/** Starts a server; `way` overrides methods of its terminal. */
async function server(way: (plain: PaymentTerminal) => Way = () => ({})): Promise<Shop> {
  const shop = await openShop({
    database,
    inFlightMs: IN_FLIGHT_MS,
    now: () => now(),
    terminal(plain) {
      const counting: PaymentTerminal = {
        ...plain,
        refund(payment, refund, signal) {
          sent.push(refund.refundId)
          return plain.refund(payment, refund, signal)
        },
      }
      return { ...counting, ...way(counting) }
    },
  })
  open.push(shop)
  return shop
}
/** Stops a server with its work unfinished. */
async function die(shop: Shop) {
  open.splice(open.indexOf(shop), 1)
  await shop.close()
}
const never = new Promise<TerminalAnswer>(() => undefined)
const unreachable: TerminalAnswer = { kind: 'unreachable' }

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
})
beforeEach(() => {
  now = () => new Date()
  sent.length = 0
})
afterEach(async () => {
  await Promise.all(open.splice(0).map(shop => shop.close()))
  expect(new Set(sent).size).toBe(sent.length)
  expect(await findInvalidSums(database)).toEqual([])
})
afterAll(() => database.close())

/** Two milks, paid: 2.90 €. */
async function paid(shop: Shop) {
  const { order } = await paidOrder(shop, [{ product_id: stocked.milk, quantity: 2 }], { stocked })
  return { order, admin: await getAdmin(database, order.id) }
}
const getRefunds = (orderId: number) =>
  database.kysely.selectFrom('refund').selectAll().where('order_id', '=', orderId).orderBy('id').execute()
const inState = (orderId: number, state: string) =>
  eventually(async () => (await getRefunds(orderId)).find(refund => refund.state === state))
const findRefundsBy = async (orderId: number) =>
  (
    await database.kysely
      .selectFrom('refund')
      .innerJoin('test_terminal_refund as given', 'given.refund_key', 'refund.refund_key')
      .select('given.amount_cents')
      .where('order_id', '=', orderId)
      .where('given.state', '=', 'refunded')
      .execute()
  ).map(row => row.amount_cents)
const lapse = (orderId: number) =>
  database.kysely
    .updateTable('refund')
    .set({ owner: 'a dead server', lease_until: new Date(0) })
    .where('order_id', '=', orderId)
    .execute()
const getReported = (shop: Shop, refundId: number) =>
  shop.logged.map(line => JSON.parse(line)).filter(line => line.refund === refundId && line.level === 50)

/** A stored refund that its server has not sent yet. */
async function writtenDown(shop: Shop, orderId: number, owner = 'a dead server') {
  const user = await database.kysely.selectFrom('app_user').select('id').executeTakeFirstOrThrow()
  const who = { orderId, userId: user.id, owner, expectedCents: 0 }
  const refund = await requestRefund(shop.context, { ...who, reason: 'why', returnsStock: true, lines: 'all' })
  if (isRefusal(refund)) throw new Error(refund.refused)
  return refund
}

/** Makes the statement that marks a refund as sent take half a second, during the work. */
async function whileSendMarkWaits(work: () => Promise<void>) {
  await database.pool.query(`
    CREATE FUNCTION wait_for_send_mark() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(0.5); RETURN NEW; END $$;
    CREATE TRIGGER wait_for_send_mark BEFORE UPDATE ON refund FOR EACH ROW WHEN (OLD.state = 'INTENT' AND NEW.state = 'SENT')
      EXECUTE FUNCTION wait_for_send_mark()`)
  try {
    await work()
  } finally {
    await database.pool.query('DROP TRIGGER wait_for_send_mark ON refund; DROP FUNCTION wait_for_send_mark()')
  }
}

const isSendMarkWaiting = async () => {
  const { rowCount } = await database.pool.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
  )
  return rowCount === 1
}

describe('after a server died', () => {
  test('another server sends a refund that was not sent yet, once', async () => {
    const shop = await server()
    const { order } = await paid(shop)
    await writtenDown(shop, order.id)
    await lapse(order.id)
    expect(await inState(order.id, 'DONE')).toMatchObject({ source: 'recovery', amount_cents: 290 })
    expect(await findRefundsBy(order.id)).toEqual([290])
  })

  test.runIf(onlyInFullTier('it waits for the in-flight window'))(
    'a refund that may have been sent, but was not, ends after the in-flight window and is not sent later',
    async () => {
      const dying = await server(() => ({ refund: () => never }))
      const { order, admin } = await paid(dying)
      await admin.ask(dying)
      await inState(order.id, 'SENT')
      await die(dying)
      const shop = await server()
      expect(await inState(order.id, 'NOT_PROCESSED')).toMatchObject({ detail: 'NOT_FOUND', source: 'recovery' })
      expect(sent).toEqual([])
      expect(await admin.show(shop)).toMatchObject({ refunded_amount: 0 })
      expect(await admin.refund(shop)).toMatchObject({ state: 'DONE', amount: 2.9 })
      expect(await findRefundsBy(order.id)).toEqual([290])
    },
  )

  test('another server asks about a refund that the terminal made, and does not send it again', async () => {
    const dying = await server(plain => ({ refund: (...args) => plain.refund(...args).then(() => never) }))
    const { order, admin } = await paid(dying)
    await admin.ask(dying, { return_stock: true })
    await eventually(async () => (await findRefundsBy(order.id)).length > 0)
    await die(dying)
    await server()
    expect(await inState(order.id, 'DONE')).toMatchObject({ source: 'recovery', returns_stock: true })
    expect(await findRefundsBy(order.id)).toEqual([290])
    expect(sent).toHaveLength(1)
  })

  test.runIf(onlyInFullTier('it waits a second'))('a saved refund is left as it is', async () => {
    const shop = await server()
    const { order, admin } = await paid(shop)
    await admin.refund(shop)
    await shop.close()
    await server()
    await lapse(order.id)
    await sleep(1500)
    expect(await getRefunds(order.id)).toMatchObject([{ state: 'DONE', source: 'live' }])
    expect(sent).toHaveLength(1)
  })

  test('one of two other servers takes over the refund', async () => {
    const shop = await server()
    const { order } = await paid(shop)
    await writtenDown(shop, order.id)
    await server()
    await lapse(order.id)
    await inState(order.id, 'DONE')
    await sleep(1200)
    expect(sent).toHaveLength(1)
  })
})

describe('a server whose refund was taken over', () => {
  test('sends nothing that another server owns', async () => {
    const shop = await server()
    const { order } = await paid(shop)
    const refund = await writtenDown(shop, order.id)
    await shop.refundWorker.drive(refund, 'live')
    await sleep(500)
    expect(sent).toEqual([])
    expect((await getRefunds(order.id))[0]).toMatchObject({ state: 'INTENT', sent_at: null })
    await lapse(order.id)
    await inState(order.id, 'DONE')
  })

  test.runIf(onlyInFullTier('it waits for the end of a lease'))(
    'sends nothing when the response to its own send mark was lost',
    async () => {
      const shop = await server()
      const { order } = await paid(shop)
      const refund = await writtenDown(shop, order.id, shop.refundWorker.owner)
      const marked = { state: 'SENT', sent_at: new Date(), lease_until: new Date(Date.now() + 1000) } as const
      await database.kysely.updateTable('refund').set(marked).where('id', '=', refund.id).execute()
      await shop.refundWorker.drive(refund, 'live')
      expect(await inState(order.id, 'NOT_PROCESSED')).toMatchObject({ source: 'recovery' })
      expect(sent).toEqual([])
    },
  )

  test('sends nothing after a pause in which the refund may have been taken over', async () => {
    const shop = await server()
    const { order } = await paid(shop)
    const refund = await writtenDown(shop, order.id, shop.refundWorker.owner)
    await whileSendMarkWaits(async () => {
      await shop.refundWorker.drive(refund, 'live')
      await eventually(isSendMarkWaiting)
      // As if the server had been suspended while it waited for the database.
      now = () => new Date(Date.now() + 8000)
    })
    expect(await inState(order.id, 'NOT_PROCESSED')).toMatchObject({ detail: 'TERMINAL_UNREACHABLE', source: 'live' })
    expect(sent).toEqual([])
  })
})

describe('a refund at a terminal', () => {
  test.runIf(onlyInFullTier('it waits a second'))('is found by asking when its answer is lost', async () => {
    const shop = await server(plain => ({ refund: (...args) => plain.refund(...args).then(() => unreachable) }))
    const { order, admin } = await paid(shop)
    expect(await admin.refund(shop)).toMatchObject({ state: 'DONE', amount: 2.9 })
    expect(await findRefundsBy(order.id)).toEqual([290])
  })

  test('is recorded as refused when the terminal refuses it, and can be requested again', async () => {
    let isWilling = false
    const refused: TerminalAnswer = { kind: 'declined', code: 'NO_FUNDS' }
    const shop = await server(plain => ({
      refund: (...args) => (isWilling ? plain.refund(...args) : Promise.resolve(refused)),
    }))
    const { admin } = await paid(shop)
    expect(await admin.refund(shop)).toMatchObject({ state: 'REFUSED', detail: 'NO_FUNDS' })
    expect(await admin.show(shop)).toMatchObject({ refunded_amount: 0, lines: [{ refunded_quantity: 0 }] })
    isWilling = true
    expect(await admin.refund(shop)).toMatchObject({ state: 'DONE' })
  })

  test('is recorded as not processed when the terminal is unreachable', async () => {
    const away: TerminalAnswer = { kind: 'not_taken', reason: 'unreachable' }
    const shop = await server(() => ({ refund: async () => away }))
    const { admin } = await paid(shop)
    const refused = { state: 'NOT_PROCESSED', detail: 'TERMINAL_UNREACHABLE' }
    expect(await admin.refund(shop)).toMatchObject(refused)
  })

  test('waits until the terminal has served a shopper', async () => {
    const shop = await server()
    const { order, admin } = await paid(shop)
    const next = await paid(shop)
    const busy = (state: 'SENT' | 'APPROVED') =>
      database.kysely.updateTable('payment_attempt').set({ state }).where('order_id', '=', next.order.id).execute()
    await busy('SENT')
    const lease = { owner: 'another server', lease_until: new Date(Date.now() + 60_000) }
    await database.kysely.updateTable('payment_attempt').set(lease).where('order_id', '=', next.order.id).execute()
    await admin.ask(shop)
    await sleep(600)
    expect(await getRefunds(order.id)).toMatchObject([{ state: 'INTENT', sent_at: null }])
    await busy('APPROVED')
    await inState(order.id, 'DONE')
  })
})

describe('a refund with an unknown outcome', () => {
  /** A refund after 15 minutes without a response; `isRefunded`: whether the terminal made it. */
  async function unresolved({ isRefunded }: { isRefunded: boolean }) {
    const way = { isOpen: false }
    const shop = await server(plain => ({
      refund: async (...args) => {
        if (isRefunded) await plain.refund(...args)
        return unreachable
      },
      refundStatus: async (...args) =>
        way.isOpen ? ((await plain.refundStatus?.(...args)) ?? unreachable) : unreachable,
    }))
    const { order, admin } = await paid(shop)
    await admin.ask(shop, { return_stock: true })
    await inState(order.id, 'UNKNOWN')
    now = () => new Date(Date.now() + 16 * 60_000)
    const { id } = await inState(order.id, 'UNRESOLVED')
    now = () => new Date()
    const decide = (outcome: string) =>
      shop.call(admin.session, `PUT admin/refunds/${id}/outcome`, { outcome, reason: 'asked the bank' })
    return { shop, order, admin, id, way, decide }
  }

  test('is logged as an error, listed, and prevents a second one', async () => {
    const { shop, admin, id } = await unresolved({ isRefunded: false })
    expect(getReported(shop, id)).toEqual([expect.objectContaining({ outcome: 'UNRESOLVED', detail: 'NO_ANSWER' })])
    const list = (await shop.call(admin.session, 'GET admin/refunds/unresolved')).json<ShownRefund[]>()
    expect(list).toContainEqual(expect.objectContaining({ id, state: 'UNRESOLVED', amount: 2.9, outcome_at: null }))
    expect((await admin.ask(shop)).json()).toMatchObject({ code: 'refund.pending' })
    // Another terminal in its place would have no record of the refund.
    const settings = { transport: 'tcp', host: '127.0.0.1', port: '1', api_key: 'key' } as const
    const elsewhere = { name: 'new', provider: 'jsonpos', settings } as const
    const author = { userId: 0, at: new Date() }
    expect(await changeTerminal(shop.context, stocked.terminalId, { ...elsewhere, author })).toEqual({
      refused: 'terminal.paymentPending',
    })
  })

  test.runIf(onlyInFullTier('“not given” is the same statement'))('can be recorded as given by an admin', async () => {
    const { shop, order, admin, id, decide } = await unresolved({ isRefunded: false })
    expect((await decide('refunded')).json()).toMatchObject({ state: 'DONE', reported_by: 'admin' })
    expect(await admin.show(shop)).toMatchObject({ refunded_amount: 2.9 })
    expect((await listOrderEvents(database, order.id)).at(-1)).toMatchObject({
      actor: 'admin',
      kind: 'refund',
      refund_id: id,
      outcome: 'DONE',
      reason: 'asked the bank',
    })
    expect((await decide('not_refunded')).json()).toMatchObject({ code: 'refund.settled' })
  })

  test('can be recorded as not given by an admin, and then counts as not refunded', async () => {
    const { shop, admin, decide } = await unresolved({ isRefunded: false })
    expect((await decide('not_refunded')).json()).toMatchObject({ state: 'NOT_PROCESSED', reported_by: 'admin' })
    expect(await admin.show(shop)).toMatchObject({ refunded_amount: 0 })
  })

  test('gets the terminal’s outcome if the terminal can be asked by then, whatever an admin decides', async () => {
    const { order, way, decide } = await unresolved({ isRefunded: true })
    way.isOpen = true
    expect((await decide('not_refunded')).json()).toMatchObject({ code: 'refund.settled' })
    expect(await getRefunds(order.id)).toMatchObject([{ state: 'DONE', source: 'recovery' }])
    expect(await findRefundsBy(order.id)).toEqual([290])
  })

  test('can’t be recorded as not given when the terminal reports another amount', async () => {
    const another = { kind: 'approved', transactionId: 'another', amountCents: 100 } as const
    const shop = await server(() => ({ refund: async () => unreachable, refundStatus: async () => another }))
    const { order, admin } = await paid(shop)
    await admin.ask(shop)
    const { id } = await inState(order.id, 'UNRESOLVED')
    const decide = (outcome: string) =>
      shop.call(admin.session, `PUT admin/refunds/${id}/outcome`, { outcome, reason: 'asked the bank' })
    expect((await decide('not_refunded')).json()).toMatchObject({ code: 'refund.outcomeImpossible' })
    expect(await admin.show(shop)).toMatchObject({ refunded_amount: 2.9 })
    expect((await decide('refunded')).json()).toMatchObject({ state: 'DONE', reported_by: 'admin' })
  })

  test('keeps its first outcome, and a contradicting one is logged as an error', async () => {
    const { shop, order, id, decide } = await unresolved({ isRefunded: false })
    const shelf = async () =>
      (await database.kysely.selectFrom('stock_move').selectAll().where('kind', '=', 'return').execute()).length
    const [before, seen] = [await shelf(), await getRefund(database.kysely, id)]
    const answer = { kind: 'approved', transactionId: 'late', amountCents: 290 } as const
    const late = () => settleRefund(shop.context, { ...seen }, { to: 'DONE', answer, source: 'recovery' })
    await decide('not_refunded')
    expect(await late()).toBeUndefined()
    expect(await shelf()).toBe(before)
    expect(await getRefunds(order.id)).toMatchObject([{ state: 'NOT_PROCESSED', transaction_id: null }])
    expect(getReported(shop, id)).toContainEqual(expect.objectContaining({ written: 'NOT_PROCESSED' }))
  })

  test('ends once when different outcomes arrive at the same time', async () => {
    const { shop, order, id } = await unresolved({ isRefunded: false })
    const seen = await getRefund(database.kysely, id)
    const answer = { kind: 'approved', transactionId: 'late', amountCents: 290 } as const
    const done = () => settleRefund(shop.context, { ...seen }, { to: 'DONE', answer, source: 'recovery' })
    const refused = () => settleRefund(shop.context, { ...seen }, { to: 'REFUSED', source: 'recovery' })
    const outcomes = await Promise.all([done(), refused(), done(), refused()])
    expect(outcomes.filter(Boolean)).toHaveLength(1)
    expect(await getRefunds(order.id)).toMatchObject([{ state: outcomes[0] || outcomes[2] ? 'DONE' : 'REFUSED' }])
  })

  test('can’t be decided by an admin while the server still asks the terminal', async () => {
    const shop = await server(() => ({ refund: async () => unreachable, refundStatus: async () => unreachable }))
    const { order, admin } = await paid(shop)
    await admin.ask(shop)
    const { id } = await inState(order.id, 'UNKNOWN')
    const word = { outcome: 'refunded', reason: 'sure' }
    const decide = (refundId: number) => shop.call(admin.session, `PUT admin/refunds/${refundId}/outcome`, word)
    expect((await decide(id)).json()).toMatchObject({ code: 'refund.pending' })
    expect((await decide(999_999)).statusCode).toBe(404)
  })
})
