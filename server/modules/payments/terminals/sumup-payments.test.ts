import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { terminalUrls } from '#server/config/adapter-urls.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { findInvalidSums, getAdmin } from '#test/shop/refunds.ts'
import { SETTINGS, SumupSimulator } from '#test/terminals/sumup/sumup-simulator.ts'
import { saveTerminalSettings } from './queries.ts'

const simulator = new SumupSimulator()
let database: DatabaseHandle
let shop: Shop
beforeAll(async () => {
  database = await testDatabase()
  await simulator.open()
  const urls = terminalUrls({ PUOTI_SUMUP_URL: simulator.url })
  shop = await openShop({
    database,
    terminals: context => chooseTerminals({ ...context, config: { ...context.config, terminalUrls: urls } }),
  })
})
afterEach(async () => {
  simulator.clearFaults()
  expect(simulator.invalid).toEqual([])
  expect(await findInvalidSums(database)).toEqual([])
})
afterAll(async () => {
  await shop.close()
  await simulator.close()
  await database.close()
})

const shownNow = () => eventually(async () => simulator.current)

/** An order whose payment a reader of a new store shows. */
async function shownOnReader({ beforeShown = () => {} } = {}) {
  const stocked = await stockShop(database)
  const { terminalId, storeId } = stocked
  const { id } = simulator.addReader('in a store')
  const settings = { ...SETTINGS, pairing_code: id }
  await saveTerminalSettings(shop.context, { terminalId, provider: 'sumup', settings })
  const { kysely: db } = database
  await db.updateTable('terminal').set({ provider: 'sumup' }).where('id', '=', terminalId).execute()
  await db.updateTable('store').set({ payment_mode: 'terminal' }).where('id', '=', storeId).execute()
  const at = await atCheckout(shop, stocked)
  beforeShown()
  const paying = at.payToEnd()
  return { ...at, paying, shown: await shownNow() }
}

test('an order is paid at the reader, and a part of it goes back', async () => {
  const { order, paying, shown, getOrder } = await shownOnReader()
  shown.approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
  const receipt_text = expect.stringContaining('2.90 EUR') as string
  expect(await getOrder()).toMatchObject({ status: 'complete', receipt_text, receipt: { payment: 'card' } })
  const admin = await getAdmin(database, order.id)
  const { lines } = await admin.show(shop)
  const line = { order_line_id: lines[0]?.order_line_id, quantity: 1 }
  expect(await admin.refund(shop, { lines: [line] })).toMatchObject({ state: 'DONE', amount: 1.45 })
  expect(shown.refunds).toEqual([145])
})

test.each([
  ['declines', 'decline', 'DECLINED'],
  ['is cancelled by the shopper', 'cancel', 'USER_CANCELLED'],
] as const)('an order stays at checkout when the reader %s', async (_, press, code) => {
  const { paying, shown, getOrder } = await shownOnReader()
  shown[press]()
  expect(await paying).toMatchObject({ string_code: code })
  expect((await getOrder()).status).toBe('checkout')
})

test('the shop’s button ends the payment at the reader, and the order can be paid again', async () => {
  const { paying, shown, abort, payToEnd, getOrder } = await shownOnReader()
  expect((await abort()).statusCode).toBe(202)
  expect(await paying).toMatchObject({ string_code: 'USER_CANCELLED' })
  expect(shown.status).toBe('failed')
  const again = payToEnd()
  ;(await shownNow()).approve()
  expect(await again).toMatchObject({ string_code: 'SUCCESS' })
  expect((await getOrder()).status).toBe('complete')
})

test('a payment whose answer was lost is asked about, and is not sent again', async () => {
  const beforeShown = () => simulator.fault({ operation: 'checkout', act: 'lose_answer' })
  const { paying, shown, getOrder } = await shownOnReader({ beforeShown })
  shown.approve()
  expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
  expect((await getOrder()).status).toBe('complete')
  expect(simulator.payments.filter(({ serviceId }) => serviceId === shown.serviceId)).toHaveLength(1)
})
