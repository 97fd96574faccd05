import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { terminalUrls } from '#server/config/adapter-urls.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { subscribeApps, getNotifications } from '#test/push/subscribed.ts'
import { getAttempt } from '#test/rows/attempts.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, findInvalidSums } from '#test/shop/refunds.ts'
import { storeWithApp } from '#test/shop/store-with-app.ts'
import { MobilepaySimulator, SETTINGS } from '#test/terminals/mobilepay/mobilepay-simulator.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { saveTerminalSettings } from './queries.ts'

const simulator = new MobilepaySimulator()
let database: DatabaseHandle
const open: Shop[] = []
let aheadMs = 0
beforeAll(async () => {
  database = await testDatabase()
  await simulator.open()
})
afterEach(async () => {
  simulator.noFaults()
  aheadMs = 0
  await Promise.all(open.splice(0).map(shop => shop.close()))
  expect(simulator.invalid).toEqual([])
  expect(await findInvalidSums(database)).toEqual([])
})
afterAll(async () => {
  await simulator.close()
  await database.close()
})

async function server(): Promise<Shop> {
  const urls = terminalUrls({ PUOTI_MOBILEPAY_URL: simulator.url })
  const shop = await openShop({
    database,
    now: () => new Date(Date.now() + aheadMs),
    terminals: context => chooseTerminals({ ...context, config: { ...context.config, terminalUrls: urls } }),
  })
  open.push(shop)
  return shop
}

const shownFor = async (orderId: number) => simulator.shown((await getAttempt(database, orderId)).service_id)

/** An order whose payment is shown in the app. */
async function shownInApp(shop: Shop) {
  const at = await atCheckout(shop, await storeWithApp(shop, database))
  const paying = at.payToEnd({ method: 'phone' })
  await at.getAppLink()
  return { ...at, paying, shown: await shownFor(at.order.id) }
}

test('an order is paid in the app: a link opens it, and the receipt has the app’s slip', async () => {
  const shop = await server()
  const {
    order,
    getOrder,
    payToEnd: pay,
    getAppLink: link,
  } = await atCheckout(shop, await storeWithApp(shop, database))
  expect(order.payment_methods).toEqual(['terminal', 'phone'])
  const paying = pay({ method: 'phone' })
  const app_link = await link()
  expect((await getOrder()).payment).toMatchObject({ state: 'at_terminal', method: 'phone', app_link })
  const shown = await shownFor(order.id)
  expect(app_link).toBe(shown.link)
  shown.approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
  expect(await getOrder()).toMatchObject({
    status: 'complete',
    receipt_text: expect.stringContaining('2.90 EUR'),
    receipt: { payment: 'app' },
  })
})

test('any number of shoppers pay in the app at once, each with ten minutes', async () => {
  const shop = await server()
  const stocked = await storeWithApp(shop, database)
  const shoppers = await Promise.all([1, 2, 3].map(() => atCheckout(shop, stocked)))
  const paying = shoppers.map(({ payToEnd }) => payToEnd({ method: 'phone' }))
  await Promise.all(shoppers.map(({ getAppLink }) => getAppLink()))
  for (const { order, getOrder } of shoppers) {
    const { payment } = await getOrder()
    const remainingMs = Date.parse(payment?.deadline_at ?? '') - shop.context.now().getTime()
    expect(remainingMs).toBeGreaterThan(9 * 60_000)
    ;(await shownFor(order.id)).approve()
  }
  for (const each of paying) expect(await each).toMatchObject({ string_code: 'SUCCESS' })
})

test('a terminal that is switched off leaves the order payable, and the app takes the payment', async () => {
  const shop = await server()
  const { order, payToEnd: pay, getAppLink: link } = await atCheckout(shop, await storeWithApp(shop, database))
  // Without a choice, the terminal comes first.
  expect(await pay()).toMatchObject({ string_code: 'TERMINAL_UNREACHABLE' })
  const paying = pay({ method: 'phone' })
  await link()
  ;(await shownFor(order.id)).approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
})

test('a store without the way that the shopper chose refuses, and takes the other', async () => {
  const shop = await server()
  const stocked = await storeWithApp(shop, database)
  await database.kysely
    .updateTable('terminal')
    .set({ retired_at: new Date() })
    .where('id', '=', stocked.terminalId)
    .execute()
  const { order, payToEnd: pay, getAppLink: link } = await atCheckout(shop, stocked)
  expect(order.payment_methods).toEqual(['phone'])
  expect(await pay({ method: 'terminal' })).toMatchObject({ code: 'order.terminalMissing' })
  const paying = pay()
  await link()
  ;(await shownFor(order.id)).approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
})

test('a shopper who chose nothing queues at the terminal in use, and is not sent to the app', async () => {
  const shop = await server()
  const stocked = await storeWithApp(shop, database)
  const [first, second] = [await atCheckout(shop, stocked), await atCheckout(shop, stocked)]
  await database.kysely
    .insertInto('payment_attempt')
    .values({
      ...(await database.kysely
        .selectFrom('customer_order')
        .select(['id as order_id', 'user_id'])
        .where('id', '=', first.order.id)
        .executeTakeFirstOrThrow()),
      terminal_id: stocked.terminalId,
      service_id: 'at-the-terminal',
      amount_cents: 290,
      currency: 'EUR',
      state: 'SENT',
      order_status_before: 'checkout',
      deadline_at: new Date(Date.now() + 60_000),
      sent_at: new Date(),
      lease_until: new Date(Date.now() + 60_000),
    })
    .execute()
  const paying = second.payToEnd()
  const method = await eventually(async () => (await second.getOrder()).payment?.method)
  expect(method).toBe('terminal')
  await second.abort()
  expect(await paying).toMatchObject({ string_code: 'USER_CANCELLED' })
})

test('a payment is cancelled by the shop’s button and in the app, and the order stays at checkout', async () => {
  const shop = await server()
  const {
    order,
    getOrder,
    payToEnd: pay,
    abort,
    getAppLink: link,
  } = await atCheckout(shop, await storeWithApp(shop, database))
  const first = pay({ method: 'phone' })
  await link()
  expect((await abort()).statusCode).toBe(202)
  expect(await first).toMatchObject({ string_code: 'USER_CANCELLED' })
  const second = pay({ method: 'phone' })
  await link()
  ;(await shownFor(order.id)).abort()
  expect(await second).toMatchObject({ string_code: 'USER_CANCELLED' })
  expect((await getOrder()).status).toBe('checkout')
})

test('another server takes over a payment in the app, and captures what was approved meanwhile', async () => {
  const [first, second] = [await server(), await server()]
  const { order, payToEnd: pay, paying, shown } = await shownInApp(first)
  await first.close()
  expect(await paying).toMatchObject({ string_code: 'IN_PROGRESS' })
  shown.approve()
  expect(await pay({ method: 'phone', through: second })).toMatchObject({ string_code: 'SUCCESS' })
  expect(shown.capturedCents).toBe(290)
  const attempt = await getAttempt(database, order.id)
  expect(attempt).toMatchObject({ state: 'APPROVED', source: 'recovery', occupies_terminal: false })
})

test('another server gets the app link that the first never received', async () => {
  const [first, second] = [await server(), await server()]
  const { order, getOrder, payToEnd: pay } = await atCheckout(first, await storeWithApp(first, database))
  simulator.fault({ operation: 'create', act: 'late', ms: 5000 })
  const paying = pay({ method: 'phone' })
  await eventually(async () => (await getOrder()).payment?.method)
  const shown = await shownFor(order.id)
  await first.close()
  expect(await paying).toMatchObject({ string_code: 'IN_PROGRESS' })
  const again = pay({ method: 'phone', through: second })
  const link = await eventually(async () => (await getOrder(second)).payment?.app_link ?? undefined)
  expect(link).toBe(shown.link)
  shown.approve()
  expect(await again).toMatchObject({ string_code: 'SUCCESS' })
})

test('refunds are given in the app, in part and in whole, while other shoppers pay', async () => {
  const shop = await server()
  const stocked = await storeWithApp(shop, database)
  const { order, payToEnd: pay, getAppLink: link } = await atCheckout(shop, stocked)
  const paying = pay({ method: 'phone' })
  await link()
  const shown = await shownFor(order.id)
  shown.approve()
  await paying
  const other = await atCheckout(shop, stocked)
  const otherPaying = other.payToEnd({ method: 'phone' })
  await other.getAppLink()
  const admin = await getAdmin(database, order.id)
  const [line] = (await admin.show(shop)).lines
  const lines = [{ order_line_id: line?.order_line_id ?? 0, quantity: 1 }]
  expect(await admin.refund(shop, { lines })).toMatchObject({ state: 'DONE', amount: 1.45 })
  const { user_id: userId } = await getAttempt(database, order.id)
  await subscribeApps(database, userId)
  expect(await admin.refund(shop, {})).toMatchObject({ state: 'DONE', amount: 1.45 })
  expect((await getNotifications(database, userId)).map(({ body }) => body)).toEqual([
    'Hyvitimme 1,45\u00a0€ palvelussa MobilePay. Se voi näkyä vasta muutaman päivän kuluttua.',
    'Vi har återbetalat 1,45\u00a0€ i MobilePay. Det kan ta några dagar innan beloppet syns.',
  ])
  expect(shown.refundedCents).toBe(290)
  ;(await shownFor(other.order.id)).approve()
  expect(await otherPaying).toMatchObject({ string_code: 'SUCCESS' })
})

test.each([
  ['no event names', { keys: true }, false],
  ['whose server died', { eventsMs: 86_400_000, refundsMs: 86_400_000 }, true],
])('a refund that the API accepted and %s waits for an admin, and is not made twice', async (_what, hidden, dies) => {
  const [shop, other] = [await server(), await server()]
  const { order, paying, shown } = await shownInApp(shop)
  shown.approve()
  await paying
  simulator.hidden = hidden
  const admin = await getAdmin(database, order.id)
  await admin.ask(shop)
  const isIn = async (state: string) => (await admin.show(other)).refunds[0]?.state === state
  await eventually(() => isIn('UNKNOWN'))
  if (dies) await shop.close()
  // Past the in-flight window, too: “not found” would be final.
  aheadMs = 16 * 60_000
  await eventually(() => isIn('UNRESOLVED'))
  expect((await admin.ask(other)).json()).toMatchObject({ code: 'refund.pending' })
  expect(shown.refundedCents).toBe(290)
})

test('money that was taken for a dead order is returned once, also when no event names the refund', async () => {
  const shop = await server()
  const { order, paying, shown } = await shownInApp(shop)
  const dead = { status: 'checkout' as const, cancelled_at: new Date() }
  await database.kysely.updateTable('customer_order').set(dead).where('id', '=', order.id).execute()
  simulator.hidden = { keys: true }
  shown.approve()
  await paying
  const reversals = database.kysely.selectFrom('refund').select('state').where('order_id', '=', order.id)
  const areIn = async (state: string) => (await reversals.execute()).map(row => row.state).join(' ') === state
  await eventually(() => areIn('UNKNOWN'))
  aheadMs = 16 * 60_000
  await eventually(() => areIn('UNRESOLVED'))
  expect(shown.refundedCents).toBe(290)
  expect(await getAttempt(database, order.id)).toMatchObject({ state: 'REVERSAL_DUE' })
})

/** A payment in the app without a known outcome, which a server that is not running still follows. */
async function inDoubt() {
  const first = await server()
  const { order, getOrder, paying, shown } = await shownInApp(first)
  await first.close()
  await paying
  const { id } = await getAttempt(database, order.id)
  const change = (columns: object) =>
    database.kysely.updateTable('payment_attempt').set(columns).where('id', '=', id).execute()
  const lease_until = new Date(Date.now() + 3_600_000)
  await change({ state: 'UNRESOLVED', string_code: 'UNKNOWN', owner: 'another server', lease_until })
  await database.kysely.updateTable('customer_order').set({ status: 'error' }).where('id', '=', order.id).execute()
  const shop = await server()
  const { session } = await getAdmin(database, order.id)
  const decide = `PUT admin/unresolved-payments/${id}/outcome`
  const reportOutcome = async (outcome: string) =>
    (await shop.call(session, decide, { outcome, reason: 'seen' })).json<object>()
  const attempt = () => getAttempt(database, order.id)
  return { shown, say: reportOutcome, change, attempt, getOrder: () => getOrder(shop) }
}
/** The API answers nothing. */
const silence = () =>
  simulator.fault(...Array.from({ length: 200 }, () => ({ operation: 'token', act: 'lose_request' }) as const))

describe('an admin who says that a payment in the app was not paid', () => {
  test('ends it there first: what was reserved is released, and never captured', async () => {
    const { shown, say: decide, attempt, getOrder } = await inDoubt()
    shown.approve()
    expect(await decide('not_paid')).toEqual({})
    expect(shown.toResponse().aggregate).toMatchObject({
      cancelledAmount: { value: 290 },
      capturedAmount: { value: 0 },
    })
    expect(await attempt()).toMatchObject({ state: 'NOT_PROCESSED', source: 'admin' })
    expect((await getOrder()).status).toBe('checkout')
  })

  test('is contradicted by money that was captured', async () => {
    const { shown, say: decide, getOrder } = await inDoubt()
    shown.approve()
    shown.capture(290, 'another-server')
    expect(await decide('not_paid')).toMatchObject({ code: 'payment.settled' })
    expect((await getOrder()).status).toBe('complete')
  })

  test('is refused while the shopper confirms', async () => {
    const { shown, say: decide, attempt } = await inDoubt()
    shown.isConfirming = true
    expect(await decide('not_paid')).toMatchObject({ code: 'payment.underWay' })
    expect(await attempt()).toMatchObject({ state: 'UNRESOLVED' })
  })

  test.runIf(onlyInFullTier('it waits for time limits'))(
    'is refused while the API is silent, until no server asks about the payment',
    async () => {
      const { shown, say: decide, change, attempt } = await inDoubt()
      shown.approve()
      silence()
      expect(await decide('not_paid')).toMatchObject({ code: 'payment.underWay' })
      await change({ created_at: new Date(Date.now() - 49 * 3_600_000) })
      expect(await decide('not_paid')).toEqual({})
      expect(await attempt()).toMatchObject({ state: 'NOT_PROCESSED', source: 'admin' })
      simulator.noFaults()
      // Calls whose caller stopped waiting may cancel, and capture nothing.
      await sleep(3000)
      expect(shown.capturedCents).toBe(0)
    },
    60_000,
  )

  test.runIf(onlyInFullTier('it waits for time limits'))(
    'is refused while the API is too slow, and nothing is captured after the refusal',
    async () => {
      const { shown, say: decide, attempt } = await inDoubt()
      shown.approve()
      // Each answer takes almost as long as a request may: three of them take longer than the admin waits.
      simulator.fate = () => ({ act: 'late', ms: 4500 })
      simulator.fault({ operation: 'cancel', act: 503 })
      expect(await decide('not_paid')).toMatchObject({ code: 'payment.underWay' })
      await sleep(6000)
      expect(shown.capturedCents).toBe(0)
      simulator.fate = undefined
      expect(await attempt()).toMatchObject({ state: 'UNRESOLVED' })
      expect(await decide('not_paid')).toEqual({})
      expect(await attempt()).toMatchObject({ state: 'NOT_PROCESSED', source: 'admin' })
    },
    60_000,
  )
})

test('a signed webhook, come twice, makes the shop ask at once; others are refused', async () => {
  const shop = await server()
  const stocked = await storeWithApp(shop, database)
  await shop.app.listen({ port: 0, host: '127.0.0.1' })
  const url = `${shop.app.listeningOrigin}/webhooks/terminals/${stocked.appId}`
  simulator.webhook = { url, secret: SETTINGS.webhook_secret ?? '', deliveries: () => [0, 0] }
  const { order, payToEnd: pay, getAppLink: link } = await atCheckout(shop, stocked)
  const paying = pay({ method: 'phone' })
  await link()
  ;(await shownFor(order.id)).approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
  await eventually(async () => simulator.webhookAnswers.length >= 6)
  expect(new Set(simulator.webhookAnswers)).toEqual(new Set([200]))
  const forged = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }
  for (const address of [url, url.replace(/\d+$/, '999999'), url.replace(/\d+$/, 'x')])
    expect((await fetch(address, forged)).status).toBe(401)
  simulator.webhook = undefined
})

test('keys are encrypted in the database, and wrong ones are reported without their values', async () => {
  const shop = await server()
  const { appId } = await storeWithApp(shop, database)
  const rows = await database.kysely.selectFrom('terminal').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(SETTINGS.client_secret)
  const settings = { ...SETTINGS, merchant_serial_number: 'x' }
  await saveTerminalSettings(shop.context, { terminalId: appId, provider: 'mobilepay', settings })
  const health = await shop.context.terminals.byProvider('mobilepay')?.health(appId)
  const detail = 'MobilePay: wrong settings: merchant_serial_number'
  expect(health).toEqual({ ok: false, code: 'invalidSettings', detail })
})
