import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import { terminalUrls } from '#server/config/adapter-urls.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, findInvalidSums } from '#test/shop/refunds.ts'
import { AdyenSimulator, SETTINGS } from '#test/terminals/adyen/adyen-simulator.ts'
import { saveTerminalSettings } from './queries.ts'

const simulator = new AdyenSimulator()
const { device } = simulator
let database: DatabaseHandle
const open: Shop[] = []
beforeAll(async () => {
  database = await testDatabase()
  await simulator.open()
})
afterEach(async () => {
  simulator.clearFaults()
  await Promise.all(open.splice(0).map(shop => shop.close()))
  expect(simulator.invalid).toEqual([])
  expect(await findInvalidSums(database)).toEqual([])
  expect(await sumsOfShop()).toEqual(sumsOfDevice())
})
afterAll(async () => {
  await simulator.close()
  await database.close()
})

/** What was taken and given back by each payment, as the shop has it and as the terminal has it. */
async function sumsOfShop() {
  const { rows } = await database.pool.query<{ reference: string; charged: number; returned: number }>(`
    SELECT service_id AS reference, amount_cents::int AS charged,
      (SELECT coalesce(sum(amount_cents), 0)::int FROM refund WHERE attempt_id = attempt.id AND state = 'DONE') AS returned
    FROM payment_attempt attempt WHERE state = 'APPROVED' ORDER BY service_id`)
  return rows
}
const sumsOfDevice = () =>
  [...device.payments.values()]
    .filter(({ approvedCents }) => approvedCents > 0)
    .map(({ reference, approvedCents: charged, refundedCents: returned }) => ({ reference, charged, returned }))
    .toSorted((one, other) => (one.reference < other.reference ? -1 : 1))

async function server(inFlightMs = 150_000): Promise<Shop> {
  const shop = await openShop({
    database,
    terminals: context =>
      chooseTerminals({
        ...context,
        config: {
          ...context.config,
          inFlightMs,
          terminalUrls: terminalUrls({ PUOTI_ADYEN_URL: simulator.url }),
        },
      }),
  })
  open.push(shop)
  return shop
}

async function storeWithTerminal(shop: Shop, settings: PlainSettings = SETTINGS): Promise<Stocked> {
  const stocked = await stockShop(database)
  const { terminalId, storeId } = stocked
  await saveTerminalSettings(shop.context, { terminalId, provider: 'adyen', settings })
  await database.kysely.updateTable('store').set({ payment_mode: 'terminal' }).where('id', '=', storeId).execute()
  return stocked
}

async function shownFor(orderId: number) {
  // An earlier attempt may have ended.
  const isOpen = (state: string | undefined) => state === 'INTENT' || state === 'SENT' || state === 'UNKNOWN'
  const attempt = await eventually(async () => {
    const newest = await findAttempt(database, orderId)
    return isOpen(newest?.state) && newest
  })
  return simulator.shown(attempt.service_id)
}

async function paid(shop: Shop, stocked: Stocked) {
  const { order, payToEnd: pay } = await atCheckout(shop, stocked)
  const paying = pay()
  const shown = await shownFor(order.id)
  shown.approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
  return { shown, admin: await getAdmin(database, order.id) }
}

test('an order is paid at the terminal, and its slips, card and the reference of the vendor’s books are kept', async () => {
  const shop = await server()
  const { order, getOrder, payToEnd: pay } = await atCheckout(shop, await storeWithTerminal(shop))
  const paying = pay()
  const shown = await shownFor(order.id)
  shown.approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
  expect(await getOrder()).toMatchObject({
    status: 'complete',
    receipt_text: expect.stringContaining('CARDHOLDER COPY'),
    receipt: { payment: 'card' },
  })
  expect(await findAttempt(database, order.id)).toMatchObject({
    transaction_id: `${shown.id?.TransactionID} ${shown.id?.TimeStamp}`,
    merchant_receipt_text: expect.stringContaining('MERCHANT COPY'),
  })
})

test.each([
  ['decline', 'DECLINED'],
  ['cancel', 'USER_CANCELLED'],
] as const)('a payment that ends without money leaves the order payable: %s', async (what, code) => {
  const shop = await server()
  const { order, getOrder, payToEnd: pay } = await atCheckout(shop, await storeWithTerminal(shop))
  const paying = pay()
  ;(await shownFor(order.id))[what]()
  expect(await paying).toMatchObject({ string_code: code })
  expect((await getOrder()).status).toBe('checkout')
})

test('a payment is cancelled by the shop’s button', async () => {
  const shop = await server()
  const { order, getOrder, payToEnd: pay, abort } = await atCheckout(shop, await storeWithTerminal(shop))
  const paying = pay()
  await shownFor(order.id)
  expect((await abort()).statusCode).toBe(202)
  expect(await paying).toMatchObject({ string_code: 'USER_CANCELLED' })
  expect((await getOrder()).status).toBe('checkout')
})

test('a terminal that is offline, or serves somebody else, is reported at once', async () => {
  const shop = await server()
  const { order, getOrder, payToEnd: pay } = await atCheckout(shop, await storeWithTerminal(shop))
  simulator.isOnline = false
  expect(await pay()).toMatchObject({ string_code: 'TERMINAL_UNREACHABLE' })
  simulator.isOnline = true
  simulator.fault({ on: 'Payment', act: { condition: 'Busy', details: { serviceId: 'ANOTHER' } } })
  expect(await pay()).toMatchObject({ string_code: 'TERMINAL_BUSY' })
  expect((await getOrder()).status).toBe('checkout')
  const paying = pay()
  ;(await shownFor(order.id)).approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
})

test('another server takes over a payment, asks the terminal and does not pay again', async () => {
  const [first, second] = [await server(), await server()]
  const { order, payToEnd: pay } = await atCheckout(first, await storeWithTerminal(first))
  const paying = pay()
  const shown = await shownFor(order.id)
  await first.close()
  expect(await paying).toMatchObject({ string_code: 'IN_PROGRESS' })
  shown.approve()
  expect(await pay({ through: second })).toMatchObject({ string_code: 'SUCCESS' })
  expect(await findAttempt(database, order.id)).toMatchObject({ state: 'APPROVED', source: 'recovery' })
  const { service_id } = await eventually(() => findAttempt(database, order.id))
  expect(
    simulator.received.filter(each => each.category === 'Payment' && contains(each.body, service_id)),
  ).toHaveLength(1)
})

const contains = (body: unknown, reference: string): boolean => JSON.stringify(body).includes(reference)

test('a payment whose answer is lost completes the order all the same', async () => {
  const shop = await server()
  const { order, payToEnd: pay } = await atCheckout(shop, await storeWithTerminal(shop))
  simulator.fault({ on: 'Payment', act: 'lose_answer' })
  const paying = pay()
  ;(await shownFor(order.id)).approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
})

test('a payment that the terminal never got is not charged, and that is believed only after the window', async () => {
  const shop = await server(2000)
  const { order, getOrder, payToEnd: pay } = await atCheckout(shop, await storeWithTerminal(shop))
  simulator.fault({ on: 'Payment', act: 'lose_request' })
  const began = performance.now()
  expect(await pay()).toMatchObject({ string_code: 'TERMINAL_UNREACHABLE' })
  expect(performance.now() - began).toBeGreaterThan(2000)
  const attempt = await eventually(() => findAttempt(database, order.id))
  expect(attempt.state).toBe('NOT_PROCESSED')
  expect((await getOrder()).status).toBe('checkout')
  // Of an older one, an admin would have to decide: the terminal may have forgotten it.
  const { service_id: serviceId, terminal_id: terminalId, amount_cents: amountCents, currency } = attempt
  const request = () =>
    shop.context.terminals.byProvider('adyen')?.status({ serviceId, terminalId, amountCents, currency })
  expect(await request()).toEqual({ kind: 'not_found' })
  const sent_at = new Date(Date.now() - 16 * 60_000)
  await database.kysely.updateTable('payment_attempt').set({ sent_at }).where('id', '=', attempt.id).execute()
  expect(await request()).toEqual({ kind: 'unreachable' })
})

test('a request that reaches the terminal late, within the window, is charged once', async () => {
  const shop = await server(8000)
  const { order, payToEnd: pay } = await atCheckout(shop, await storeWithTerminal(shop))
  simulator.fault({ on: 'Payment', act: 'late_request', ms: 1500 })
  const paying = pay()
  ;(await shownFor(order.id)).approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
})

test('refunds are given in part and in whole', async () => {
  const shop = await server()
  const { shown, admin } = await paid(shop, await storeWithTerminal(shop))
  const [line] = (await admin.show(shop)).lines
  const lines = [{ order_line_id: line?.order_line_id ?? 0, quantity: 1 }]
  expect(await admin.refund(shop, { lines })).toMatchObject({ state: 'DONE', amount: 1.45 })
  expect(await admin.refund(shop, {})).toMatchObject({ state: 'DONE', amount: 1.45 })
  expect(shown.refundedCents).toBe(290)
})

test('a refund whose answer is lost is found by another server, and given once', async () => {
  const [first, second] = [await server(), await server()]
  const { shown, admin } = await paid(first, await storeWithTerminal(first))
  simulator.fault({ on: 'Reversal', act: 'swallow_answer' })
  const { id } = (await admin.ask(first)).json<{ id: number }>()
  await eventually(async () => shown.refundedCents > 0)
  await first.close()
  expect(await admin.settled(second, id)).toMatchObject({ state: 'DONE', amount: 2.9 })
  expect(shown.refundedCents).toBe(290)
})

test('a refund that the vendor refuses stays refused, and frees its part', async () => {
  const shop = await server()
  const { shown, admin } = await paid(shop, await storeWithTerminal(shop))
  simulator.fault({ on: 'Reversal', act: { condition: 'Refusal' } })
  expect(await admin.refund(shop, {})).toMatchObject({ state: 'REFUSED' })
  expect(await admin.refund(shop, {})).toMatchObject({ state: 'DONE' })
  expect(shown.refundedCents).toBe(290)
})

test('the key is encrypted in the database, and wrong settings are reported without their values', async () => {
  const shop = await server()
  const { terminalId } = await storeWithTerminal(shop)
  const rows = await database.kysely.selectFrom('terminal').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(SETTINGS.api_key)
  const health = async () => shop.context.terminals.byProvider('adyen')?.health(terminalId)
  expect(await health()).toMatchObject({ ok: true, code: 'ready' })
  await saveTerminalSettings(shop.context, { terminalId, provider: 'adyen', settings: { ...SETTINGS, poi_id: 'x y' } })
  expect(await health()).toEqual({ ok: false, code: 'invalidSettings', detail: 'Adyen: wrong settings: poi_id' })
})
