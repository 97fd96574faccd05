import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { Closing } from '#contract/payments/closings.ts'
import type { Refund } from '#contract/payments/refunds.ts'
import { terminalUrls } from '#server/config/adapter-urls.ts'
import { findAttention } from '#server/modules/administration/dashboard/queries.ts'
import { paymentGauges } from '#server/modules/payments/gauges.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt } from '#test/rows/attempts.ts'
import { listOrderEvents } from '#test/rows/orders.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin } from '#test/shop/refunds.ts'
import { AdyenSimulator, SETTINGS } from '#test/terminals/adyen/adyen-simulator.ts'
import { type AcceptedRefund, type RefundReport, standardWebhook } from '#test/terminals/adyen/webhooks.ts'
import { saveTerminalSettings } from './queries.ts'

const simulator = new AdyenSimulator()
const KEY = 'AB'.repeat(32)
const ACCOUNT = { secret: KEY, merchantAccount: SETTINGS.merchant_account }
const FAILED: RefundReport = { eventCode: 'REFUND_FAILED', success: true, reason: 'Card closed' }
let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
const accepted: AcceptedRefund[] = []

beforeAll(async () => {
  database = await testDatabase()
  await simulator.open()
  simulator.device.onRefund = refund => accepted.push(refund)
  const urls = terminalUrls({ PUOTI_ADYEN_URL: simulator.url })
  shop = await openShop({
    database,
    terminals: context => chooseTerminals({ ...context, config: { ...context.config, terminalUrls: urls } }),
  })
  stocked = await stockShop(database)
  const { terminalId, storeId } = stocked
  const settings = { ...SETTINGS, webhook_secret: KEY }
  await saveTerminalSettings(shop.context, { terminalId, provider: 'adyen', settings })
  await database.kysely.updateTable('store').set({ payment_mode: 'terminal' }).where('id', '=', storeId).execute()
})
afterEach(() => expect(simulator.invalid).toEqual([]))
afterAll(async () => {
  await shop.close()
  await simulator.close()
  await database.close()
})

/** A paid order of two milks (2.90 €), refunded at the terminal. */
async function refunded() {
  const session = await stocked.shopper()
  const items = { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }
  const order = (await shop.call(session, 'POST order', items)).json<Order>()
  const paying = shop.call(session, 'POST order/pay', { order_id: order.id, total_amount: 2.9 })
  const attempt = await eventually(() => findAttempt(database, order.id))
  ;(await simulator.shown(attempt.service_id)).approve()
  await paying
  const admin = await getAdmin(database, order.id)
  const refund = await admin.refund(shop)
  expect(refund).toMatchObject({ state: 'DONE', failure: null })
  const inBooks = accepted.at(-1)
  if (!inBooks) throw new Error('the vendor has no refund')
  const getOrder = async () => (await admin.show(shop)).refunds[0]
  const unresolved = async () =>
    (await shop.call(admin.session, 'GET admin/refunds/unresolved')).json<Refund[]>().map(({ id }) => id)
  const decide = (outcome: string) =>
    shop.call(admin.session, `PUT admin/refunds/${refund.id}/outcome`, { outcome, reason: 'bank transfer 12' })
  return { order, refund, inBooks, admin, show: getOrder, unresolved, decide }
}

const post = (payload: string) =>
  shop.app.inject({
    method: 'POST',
    url: `/webhooks/terminals/${stocked.terminalId}`,
    headers: { 'content-type': 'application/json' },
    payload,
  })
const report = (about: AcceptedRefund, what: RefundReport = FAILED, by = ACCOUNT) =>
  post(standardWebhook(by, about, what))

const failuresIn = async () => {
  const gauges = await paymentGauges(shop.context)
  const { values = [] } = gauges.find(({ name }) => name === 'puoti_refund_failures') ?? {}
  return Object.fromEntries(values.map(({ labels, value }) => [labels?.['state'], value]))
}
const attention = () => findAttention(database.kysely, [stocked.storeId])

test('a refund that the vendor reports as failed stays as it was, and waits for an admin', async () => {
  const { order, refund, inBooks, show: getOrder, unresolved } = await refunded()
  const before = await attention()
  const answer = await report(inBooks)
  expect([answer.statusCode, answer.body]).toEqual([200, '[accepted]'])
  expect(await getOrder()).toMatchObject({
    id: refund.id,
    state: 'DONE',
    failure: { event: 'REFUND_FAILED', reason: 'Card closed', settled_as: null, settled_at: null },
  })
  expect(await unresolved()).toContain(refund.id)
  expect((await attention()).refunds).toBe(before.refunds + 1)
  expect(await failuresIn()).toMatchObject({ open: 1, unknown: 0 })
  const loud = shop.logged.map(line => JSON.parse(line)).filter(line => line.order === order.id && line.level === 50)
  expect(loud).toEqual([expect.objectContaining({ event: 'REFUND_FAILED', refund: refund.id })])
  // The vendor sends it again until it is accepted, and may send it twice.
  expect((await report(inBooks)).statusCode).toBe(200)
  expect((await report(inBooks, { eventCode: 'REFUNDED_REVERSED', success: true })).statusCode).toBe(200)
  expect(await getOrder()).toMatchObject({ failure: { event: 'REFUND_FAILED' } })
  expect(await failuresIn()).toMatchObject({ open: 1 })
})

test('an admin returns the money in another way, once, and the order’s history has it', async () => {
  const { order, inBooks, show: getOrder, unresolved, decide, refund } = await refunded()
  expect((await decide('refunded_by_hand')).json()).toMatchObject({ code: 'refund.settled' })
  await report(inBooks, { eventCode: 'CANCEL_OR_REFUND', success: false, reason: 'Insufficient balance' })
  expect((await decide('not_refunded')).json()).toMatchObject({ code: 'refund.settled' })
  expect((await decide('refunded_by_hand')).statusCode).toBe(200)
  expect(await getOrder()).toMatchObject({
    state: 'DONE',
    failure: { settled_as: 'by_hand', settled_at: expect.any(String) },
  })
  expect((await decide('refunded')).json()).toMatchObject({ code: 'refund.settled' })
  expect(await unresolved()).not.toContain(refund.id)
  const events = await listOrderEvents(database, order.id)
  expect(events.at(-1)).toMatchObject({
    kind: 'refund',
    refund_id: refund.id,
    actor: 'admin',
    reason: 'bank transfer 12',
  })
  const audited = database.kysely.selectFrom('audit_entry').select('changes').where('kind', '=', 'order')
  const [last] = await audited.where('record_id', '=', order.id).orderBy('id', 'desc').execute()
  expect(last?.changes).toEqual([{ field: 'refund', from: 'FAILED', to: 'by_hand' }])
})

test('a report that comes before the answer is stored counts as soon as it is', async () => {
  const { refund, inBooks, show: getOrder } = await refunded()
  const { transaction_id, outcome_at } = await database.kysely
    .selectFrom('refund')
    .select(['transaction_id', 'outcome_at'])
    .where('id', '=', refund.id)
    .executeTakeFirstOrThrow()
  const set = (row: { state: 'SENT' | 'DONE'; transaction_id: string | null; outcome_at: Date | null }) =>
    database.kysely.updateTable('refund').set(row).where('id', '=', refund.id).execute()
  await set({ state: 'SENT', transaction_id: null, outcome_at: null })
  expect((await report(inBooks)).statusCode).toBe(200)
  expect(await getOrder()).toMatchObject({ state: 'SENT', failure: null })
  await set({ state: 'DONE', transaction_id, outcome_at })
  expect(await getOrder()).toMatchObject({ state: 'DONE', failure: { settled_as: null } })
})

test('what is not signed, or about no refund of ours, changes nothing', async () => {
  const { inBooks, show: getOrder } = await refunded()
  const { open } = await failuresIn()
  expect((await report(inBooks, FAILED, { ...ACCOUNT, secret: 'CD'.repeat(32) })).statusCode).toBe(401)
  expect((await post('{}')).statusCode).toBe(401)
  expect((await report({ ...inBooks, pspReference: 'ANOTHER', merchantReference: '' })).statusCode).toBe(200)
  expect((await report({ ...inBooks, pspReference: 'PART', cents: 1 })).statusCode).toBe(200)
  expect((await report(inBooks, { eventCode: 'CANCEL_OR_REFUND', success: true })).statusCode).toBe(200)
  expect(await getOrder()).toMatchObject({ failure: null })
  expect(await failuresIn()).toMatchObject({ open, unknown: 2 })
})

test('closings have the money as due from the report until it is returned, and balance', async () => {
  const server = await openShop({ database, now: () => new Date('2026-12-02T10:00:00Z'), modules: ['payments'] })
  try {
    const clerk = await server.caller('admin')
    const getDay = async (date: string) => {
      const { body } = await clerk.call(`GET closings/months/${date.slice(0, 7)}/days?store=${stocked.storeId}`)
      return (body as { items: Closing[] }).items.find(day => day.date === date)
    }
    const ends = [
      ['refunded_by_hand', { card: 0, other: -2.9, clearing: -2.9 }],
      ['refunded', { card: -2.9, other: 0, clearing: -2.9 }],
    ] as const
    for (const [place, [outcome, onSettling]] of ends.entries()) {
      const { inBooks, refund, decide } = await refunded()
      await report(inBooks)
      await decide(outcome)
      const [received, settled] = [`2026-0${place + 2}-03`, `2026-0${place + 2}-05`]
      await database.pool.query(`UPDATE refund_failure SET received_at = $2, settled_at = $3 WHERE reference = $1`, [
        inBooks.pspReference,
        `${received}T10:00:00Z`,
        `${settled}T10:00:00Z`,
      ])
      expect(refund.amount).toBe(2.9)
      expect(await getDay(received)).toMatchObject({
        card: 2.9,
        other: 0,
        clearing: 2.9,
        gross: 0,
        refunds: { count: 0 },
      })
      expect(await getDay(settled)).toMatchObject({ ...onSettling, gross: 0 })
    }
  } finally {
    await server.close()
  }
})
