import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { transactionIds } from '#server/adapters/payment-terminal/jsonpos/answers.ts'
import { saveTerminalSettings } from '#server/modules/payments/terminals/queries.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, paidOrder, findInvalidSums } from '#test/shop/refunds.ts'
import { settingsFor, TERMINAL } from '#test/terminals/jsonpos-bench.ts'
import { runSimulator, type Simulator } from '#test/terminals/run-simulator.ts'
import { onlyInFullTier } from '#test/tier.ts'

/** Refunds at terminals with a separate ledger, in a separate process: afterwards both agree to the cent. */
const IN_FLIGHT_MS = 3000

let database: DatabaseHandle
let simulator: Simulator
const open: Shop[] = []

beforeAll(async () => {
  database = await testDatabase()
  simulator = await runSimulator()
})
afterEach(async () => {
  await simulator.noFaults(TERMINAL)
  await simulator.refuseRefunds(TERMINAL)
  await Promise.all(open.splice(0).map(shop => shop.close()))
  expect(await findInvalidSums(database)).toEqual([])
  expect(await rowsOfDatabase()).toEqual(rowsOfLedger())
})
afterAll(async () => {
  await simulator.close()
  await database.close()
})

/** The refunds in the database, by the terminals' identifiers. */
async function rowsOfDatabase() {
  const rows = await database.kysely
    .selectFrom('refund')
    .innerJoin('payment_attempt', 'payment_attempt.id', 'refund.attempt_id')
    .select(['refund.refund_key', 'refund.amount_cents', 'refund.transaction_id'])
    .select('payment_attempt.transaction_id as refundedId')
    .where('refund.state', '=', 'DONE')
    .execute()
  return rows
    .map(({ refund_key, amount_cents: amount, transaction_id, refundedId }) => ({
      receipt_id: transactionIds(`refund ${refund_key}`).receipt_id,
      amount,
      transaction_id,
      refundedId,
    }))
    .toSorted((a, b) => a.receipt_id - b.receipt_id)
}
const rowsOfLedger = () =>
  simulator
    .ledger()
    .filter(line => line.kind === 'Refund' && line.event === 'approved')
    .map(({ receipt_id, amount, transaction_id, refundedId }) => ({
      receipt_id,
      amount,
      transaction_id,
      refundedId,
    }))
    .toSorted((a, b) => a.receipt_id - b.receipt_id)

async function server(): Promise<Shop> {
  const shop = await openShop({
    database,
    terminals: context => chooseTerminals({ ...context, config: { ...context.config, inFlightMs: IN_FLIGHT_MS } }),
  })
  open.push(shop)
  return shop
}

async function storeWithTerminal(shop: Shop, over: 'tcp' | 'websocket' = 'tcp'): Promise<Stocked> {
  const stocked = await stockShop(database)
  const { terminalId, storeId } = stocked
  const settings = settingsFor(simulator, over)
  await saveTerminalSettings(shop.context, { terminalId, provider: 'jsonpos', settings })
  await database.kysely.updateTable('store').set({ payment_mode: 'terminal' }).where('id', '=', storeId).execute()
  return stocked
}
const approve = async () => {
  while ((await simulator.press(TERMINAL, 'approve')) !== 204) await sleep(20)
}

/** Two milks and a soap: 5.89 €. */
async function paid(shop: Shop, over?: 'tcp' | 'websocket') {
  const stocked = await storeWithTerminal(shop, over)
  const items = [
    { product_id: stocked.milk, quantity: 2 },
    { product_id: stocked.soap, quantity: 1 },
  ]
  const { order } = await paidOrder(shop, items, { stocked, press: approve })
  const admin = await getAdmin(database, order.id)
  const { lines } = await admin.show(shop)
  const milk = { order_line_id: lines.find(line => line.product_id === stocked.milk)!.order_line_id, quantity: 1 }
  return { stocked, order, admin, milk }
}
const fault = (side: 'request' | 'answer', act: 'cut' | 'drop' | 'delay', ms?: number) =>
  simulator.fault(TERMINAL, { method: 'Refund', side, act, ...(ms !== undefined && { ms }) })
const getRefunds = (orderId: number) =>
  database.kysely.selectFrom('refund').selectAll().where('order_id', '=', orderId).orderBy('id').execute()

test.each(['tcp', 'websocket'] as const)(
  'an order is refunded over %s line by line, and then as a whole',
  async over => {
    const shop = await server()
    const { admin, milk } = await paid(shop, over)
    expect(await admin.refund(shop, { lines: [milk] })).toMatchObject({ state: 'DONE', amount: 1.45 })
    const rest = await admin.refund(shop, { return_stock: true })
    expect(rest).toMatchObject({ state: 'DONE', amount: 4.44, receipt_text: expect.stringContaining('Refund 4.44') })
    expect(rest.merchant_receipt_text).toContain('Merchant')
    expect((await admin.ask(shop)).json()).toMatchObject({ code: 'refund.nothingLeft' })
  },
)

test('concurrent requests make one refund', async () => {
  const [first, second] = [await server(), await server()]
  const { order, admin } = await paid(first)
  const before = rowsOfLedger().length
  const answers = await Promise.all([first, second, first].map(shop => admin.ask(shop, { refunded_amount: 0 })))
  expect(answers.map(answer => answer.statusCode).toSorted((a, b) => a - b)).toEqual([202, 409, 409])
  await eventually(async () => (await getRefunds(order.id))[0]?.state === 'DONE')
  expect(rowsOfLedger()).toHaveLength(before + 1)
})

test('a lost answer is found by asking the terminal, and nothing is sent again', async () => {
  const shop = await server()
  const { admin } = await paid(shop)
  const before = rowsOfLedger().length
  await fault('answer', 'cut')
  expect(await admin.refund(shop)).toMatchObject({ state: 'DONE' })
  expect(rowsOfLedger()).toHaveLength(before + 1)
})

test.runIf(onlyInFullTier('it waits for the in-flight window in real time'))(
  'a lost request refunds nothing, and is reported after the in-flight window',
  async () => {
    const shop = await server()
    const { admin } = await paid(shop)
    await fault('request', 'cut')
    expect(await admin.refund(shop)).toMatchObject({ state: 'NOT_PROCESSED', detail: 'NOT_FOUND' })
    expect(await admin.show(shop)).toMatchObject({ refunded_amount: 0 })
    expect(await admin.refund(shop)).toMatchObject({ state: 'DONE', amount: 5.89 })
  },
)

test('another server takes over a refund in progress, asks the terminal and does not send it again', async () => {
  const [first, second] = [await server(), await server()]
  const { order, admin } = await paid(first)
  const before = rowsOfLedger().length
  await fault('answer', 'delay', 2000)
  await admin.ask(first)
  await eventually(async () => rowsOfLedger().length > before)
  await first.close()
  const done = await eventually(async () => (await getRefunds(order.id)).find(({ state }) => state === 'DONE'))
  expect(done).toMatchObject({ source: 'recovery' })
  expect(rowsOfLedger()).toHaveLength(before + 1)
  expect(await admin.show(second)).toMatchObject({ refunded_amount: 5.89 })
})

test('a refund that the terminal refuses is recorded as refused, and a later one succeeds', async () => {
  const shop = await server()
  const { admin } = await paid(shop)
  await simulator.refuseRefunds(TERMINAL, 'CARD_DECLINED')
  expect(await admin.refund(shop)).toMatchObject({ state: 'REFUSED', detail: 'CARD_DECLINED' })
  await simulator.refuseRefunds(TERMINAL)
  expect(await admin.refund(shop)).toMatchObject({ state: 'DONE' })
})

test('a refund at a terminal that is off fails, and succeeds when it is on again', async () => {
  const shop = await server()
  const { admin } = await paid(shop)
  await simulator.power(TERMINAL, { on: false })
  expect(await admin.refund(shop)).toMatchObject({ state: 'NOT_PROCESSED', detail: 'TERMINAL_UNREACHABLE' })
  await simulator.power(TERMINAL, { on: true })
  expect(await admin.refund(shop)).toMatchObject({ state: 'DONE' })
})

test('a refund waits for the shopper at the terminal', async () => {
  const shop = await server()
  const { stocked, order, admin } = await paid(shop)
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 1 }] }
  const next = (await shop.call(session, 'POST order', items)).json<Order>()
  const paying = shop.call(session, 'POST order/pay', { order_id: next.id, total_amount: next.total_amount })
  await eventually(async () => (await findAttempt(database, next.id))?.sent_at)
  await admin.ask(shop)
  await sleep(500)
  expect(await getRefunds(order.id)).toMatchObject([{ state: 'INTENT' }])
  await approve()
  expect((await paying).json()).toMatchObject({ string_code: 'SUCCESS' })
  await eventually(async () => (await getRefunds(order.id))[0]?.state === 'DONE')
})

test('money taken for an order that was cancelled meanwhile is reversed automatically', async () => {
  const shop = await server()
  const stocked = await storeWithTerminal(shop)
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const { id } = (await shop.call(session, 'POST order', items)).json<Order>()
  const paying = shop.call(session, 'POST order/pay', { order_id: id, total_amount: 2.9 })
  const attempt = () => findAttempt(database, id)
  await eventually(async () => (await attempt())?.sent_at)
  const cancelled = { status: 'checkout', cancelled_at: new Date() } as const
  await database.kysely.updateTable('customer_order').set(cancelled).where('id', '=', id).execute()
  await approve()
  expect((await paying).json()).toMatchObject({ string_code: 'UNKNOWN' })
  await eventually(async () => (await attempt())?.state === 'REVERSED')
  expect(await getRefunds(id)).toMatchObject([{ kind: 'reversal', amount_cents: 290, state: 'DONE' }])
})

test.runIf(onlyInFullTier('it refunds in many rounds with lost messages'))(
  'several admins refund what was paid and not a cent more, in spite of lost and delayed messages',
  async () => {
    const servers = [await server(), await server()]
    const { admin, order } = await paid(servers[0]!)
    const ways = [
      ['request', 'cut'],
      ['answer', 'drop'],
      ['answer', 'cut'],
      ['request', 'delay'],
    ] as const
    const others = [await getAdmin(database, order.id), await getAdmin(database, order.id)]
    for (const [side, act] of ways) {
      await fault(side, act, 800)
      const { lines, refunded_amount } = await admin.show(servers[0]!)
      const refundable = lines.find(line => line.refunded_quantity < line.quantity)
      if (!refundable) break
      const one = { refunded_amount, lines: [{ order_line_id: refundable.order_line_id, quantity: 1 }] }
      const pressed = [admin, ...others].map((each, index) => each.ask(servers[index % 2]!, one))
      const accepted = (await Promise.all(pressed)).filter(answer => answer.statusCode === 202)
      expect(accepted).toHaveLength(1)
      await admin.settled(servers[0]!, accepted[0]!.json<{ id: number }>().id)
      expect(await rowsOfDatabase()).toEqual(rowsOfLedger())
    }
    await simulator.noFaults(TERMINAL)
    const { refunded_amount } = await admin.show(servers[0]!)
    if (refunded_amount < 5.89) await admin.refund(servers[1]!)
    const ledgerRows = rowsOfLedger()
    const attempt = await database.kysely
      .selectFrom('payment_attempt')
      .select(['transaction_id', 'amount_cents'])
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow()
    const sum = ledgerRows
      .filter(({ refundedId }) => refundedId === attempt.transaction_id)
      .reduce((cents, { amount }) => cents + amount, 0)
    expect(sum).toBe(attempt.amount_cents)
  },
)
