import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminOrder } from '#contract/orders/admin-orders.ts'
import { terminalUrls } from '#server/config/adapter-urls.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { testDatabase } from '#test/database/database.ts'
import { getAttempt } from '#test/rows/attempts.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { getAdmin, findInvalidSums } from '#test/shop/refunds.ts'
import { storeWithApp } from '#test/shop/store-with-app.ts'
import { PaytrailSimulator, SETTINGS } from '#test/terminals/paytrail/paytrail-simulator.ts'
import { signedQuery } from '#test/terminals/paytrail/signature.ts'
import type { WebPayment } from '#test/terminals/paytrail/web-payment.ts'
import { saveTerminalSettings } from './queries.ts'

const simulator = new PaytrailSimulator()
let database: DatabaseHandle
let shop: Shop
beforeAll(async () => {
  database = await testDatabase()
  await simulator.open()
  const urls = terminalUrls({ PUOTI_PAYTRAIL_URL: simulator.url })
  shop = await openShop({
    database,
    terminals: context => chooseTerminals({ ...context, config: { ...context.config, terminalUrls: urls } }),
  })
})
afterAll(async () => {
  expect(simulator.invalid).toEqual([])
  expect(await findInvalidSums(database)).toEqual([])
  await shop.close()
  await simulator.close()
  await database.close()
})

/** An order whose payment waits on the vendor's page, in a store without a terminal. */
async function shownOnPage() {
  const stocked = await stockShop(database)
  const { storeId, terminalId } = stocked
  const { kysely: db } = database
  await db.updateTable('terminal').set({ retired_at: new Date() }).where('id', '=', terminalId).execute()
  const app = { store_id: storeId, name: 'Paytrail', provider: 'paytrail' }
  const { id } = await db.insertInto('terminal').values(app).returning('id').executeTakeFirstOrThrow()
  await saveTerminalSettings(shop.context, { terminalId: id, provider: 'paytrail', settings: SETTINGS })
  await db.updateTable('store').set({ payment_mode: 'terminal' }).where('id', '=', storeId).execute()
  const at = await atCheckout(shop, stocked)
  expect(at.order.payment_methods).toEqual(['phone'])
  const paying = at.payToEnd({ method: 'phone' })
  const link = await at.getAppLink()
  const { service_id } = await getAttempt(database, at.order.id)
  return { ...at, paying, link, shown: await simulator.shown(service_id), appId: id }
}

/** As the vendor calls the shop. */
function callBack(
  appId: number,
  { created, transactionId: id, status, provider = 'unknown' }: WebPayment,
  secret?: string,
) {
  const { amount, stamp } = created
  const query = new URLSearchParams(signedQuery({ amount, stamp, id, status, provider }, secret))
  return shop.app.inject({ method: 'GET', url: `/webhooks/terminals/${appId}?${query.toString()}` })
}

test('an order is paid on the vendor’s page: its link opens it, and a signed callback makes the shop ask', async () => {
  const { paying, link, shown, appId, getOrder } = await shownOnPage()
  expect(link).toBe(`${shown.link}#${shown.transactionId}`)
  expect((await callBack(appId, shown, 'guessed')).statusCode).toBe(401)
  shown.approve('nordea')
  expect((await callBack(appId, shown)).statusCode).toBe(200)
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
  const receipt_text = expect.stringContaining('2.90 EUR') as string
  expect(await getOrder()).toMatchObject({ status: 'complete', receipt_text, receipt: { payment: 'app' } })
})

test('a cancelled payment is paid all the same: the callback returns the money, and the order stays unpaid', async () => {
  const { paying, shown, appId, abort, getOrder } = await shownOnPage()
  await abort()
  expect(await paying).toMatchObject({ string_code: 'USER_CANCELLED' })
  shown.approve()
  expect((await callBack(appId, shown)).statusCode).toBe(200)
  expect(shown.refundedCents).toBe(290)
  expect(await getOrder()).toMatchObject({ status: 'checkout' })
})

test('what is paid after a cancellation at a bank that takes nothing back is on the order’s page, beside what paid it', async () => {
  const { paying, payToEnd, getAppLink, shown, appId, abort, order, getOrder } = await shownOnPage()
  const getAttempts = async () => {
    const { session } = await getAdmin(database, order.id)
    return (await shop.call(session, `GET admin/orders/${order.id}`)).json<AdminOrder>().attempts
  }
  await abort()
  await paying
  simulator.unrefundable.add('spankki')
  shown.approve('spankki')
  const again = payToEnd({ method: 'phone' })
  await getAppLink()
  expect((await callBack(appId, shown)).statusCode).toBe(200)
  const second = await simulator.shown((await getAttempt(database, order.id)).service_id)
  second.approve()
  await callBack(appId, second)
  expect(await again).toMatchObject({ string_code: 'SUCCESS' })
  expect(await getOrder()).toMatchObject({ status: 'complete' })
  const reason = expect.any(String) as string
  expect(await getAttempts()).toMatchObject([
    { state: 'CANCELLED', paid_late: { amount: 2.9, reason } },
    { state: 'APPROVED', paid_late: null },
  ])
})

test('a store with a terminal and two apps takes the app that the shopper chose, and names it everywhere', async () => {
  const stocked = await storeWithApp(shop, database)
  const { kysely: db } = database
  const app = { store_id: stocked.storeId, name: 'Web payments', provider: 'paytrail' }
  const { id } = await db.insertInto('terminal').values(app).returning('id').executeTakeFirstOrThrow()
  await saveTerminalSettings(shop.context, { terminalId: id, provider: 'paytrail', settings: SETTINGS })
  const { session, order, payToEnd, getAppLink, getOrder, place } = await atCheckout(shop, stocked)
  expect(order).toMatchObject({
    payment_methods: ['terminal', 'phone'],
    apps: ['MobilePay', 'Paytrail'],
    is_terminal_down: false,
    last_purchase: null,
  })
  expect(await payToEnd({ method: 'phone', app: 'Another' })).toMatchObject({ code: 'order.terminalMissing' })
  const paying = payToEnd({ method: 'phone', app: 'Paytrail' })
  await getAppLink()
  expect(await getOrder()).toMatchObject({ payment: { method: 'phone', app: 'Paytrail' }, last_app: 'Paytrail' })
  const shown = await simulator.shown((await getAttempt(database, order.id)).service_id)
  shown.approve()
  await callBack(id, shown)
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
  expect(await getOrder()).toMatchObject({ receipt: { payment: 'app', app: 'Paytrail' }, last_purchase: null })
  const admin = await shop.call((await getAdmin(database, order.id)).session, `GET admin/orders/${order.id}`)
  expect(admin.json()).toMatchObject({ attempts: [{ app: { name: 'Paytrail', portal: 'merchant.paytrail.com' } }] })

  const { terms_version_id } = await db
    .selectFrom('customer_order')
    .select('terms_version_id')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow()
  const last_purchase = { method: 'phone', app: 'Paytrail', terms_version: terms_version_id }
  expect(await place()).toMatchObject({ last_purchase })
  expect((await shop.call(session, 'GET order')).json()).toMatchObject({ last_purchase })
})

test('a store whose terminals keepers are called about says so, for as long as the call is open', async () => {
  const stocked = await storeWithApp(shop, database)
  const { place, session } = await atCheckout(shop, stocked)
  const getWays = (storeId: number) => shop.call(session, `GET stores/${storeId}/ways-to-pay`)
  const now = new Date()
  const call = {
    cause: 'terminal_unreachable' as const,
    store_id: stocked.storeId,
    subject: String(stocked.terminalId),
  }
  const { id } = await database.kysely
    .insertInto('alert')
    .values({ ...call, facts: '{}', first_seen_at: now, last_seen_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const change = (values: { opened_at?: Date; cleared_at?: Date }) =>
    database.kysely.updateTable('alert').set(values).where('id', '=', id).execute()
  expect(await place()).toMatchObject({ is_terminal_down: false })
  const ways = { apps: ['MobilePay'], has_terminal: true }
  expect((await getWays(stocked.storeId)).json()).toEqual({ ...ways, is_terminal_down: false })
  await change({ opened_at: now })
  expect(await place()).toMatchObject({ is_terminal_down: true })
  expect((await getWays(stocked.storeId)).json()).toEqual({ ...ways, is_terminal_down: true })
  // Without an app, the store takes no payment now.
  const retire = (retired_at: Date | null) =>
    database.kysely.updateTable('terminal').set({ retired_at }).where('id', '=', stocked.appId).execute()
  await retire(now)
  expect((await getWays(stocked.storeId)).json()).toEqual({ apps: [], has_terminal: true, is_terminal_down: true })
  await retire(null)
  await database.kysely
    .updateTable('store')
    .set({ published: false, needs_terms: false })
    .where('id', '=', stocked.storeId)
    .execute()
  expect((await getWays(stocked.storeId)).json()).toMatchObject({ code: 'store.notFound' })
  await database.kysely.updateTable('store').set({ published: true }).where('id', '=', stocked.storeId).execute()
  await change({ cleared_at: now })
  expect(await place()).toMatchObject({ is_terminal_down: false })
})
