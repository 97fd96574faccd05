import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import { transactionIds } from '#server/adapters/payment-terminal/jsonpos/answers.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { testDatabase } from '#test/database/database.ts'
import { eventually } from '#test/eventually.ts'
import { findAttempt, getAttempt } from '#test/rows/attempts.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import { atCheckout } from '#test/shop/checkout.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { bookPreorder } from '#test/shop/preorders.ts'
import { settingsFor, TERMINAL } from '#test/terminals/jsonpos-bench.ts'
import { runSimulator, type Simulator } from '#test/terminals/run-simulator.ts'
import { findTerminalSettings, saveTerminalSettings } from './queries.ts'

let database: DatabaseHandle
let simulator: Simulator
const open: Shop[] = []
beforeAll(async () => {
  database = await testDatabase()
  simulator = await runSimulator()
})
afterEach(() => Promise.all(open.splice(0).map(shop => shop.close())))
afterAll(async () => {
  await simulator.close()
  await database.close()
})

async function server(): Promise<Shop> {
  const shop = await openShop({ database, terminals: chooseTerminals })
  open.push(shop)
  return shop
}

/** A store with the simulated terminal, connected by the given settings. */
async function storeWithTerminal(
  shop: Shop,
  settings: PlainSettings = settingsFor(simulator, 'tcp'),
): Promise<Stocked> {
  const stocked = await stockShop(database)
  const { terminalId, storeId } = stocked
  await saveTerminalSettings(shop.context, { terminalId, provider: 'jsonpos', settings })
  await database.kysely.updateTable('store').set({ payment_mode: 'terminal' }).where('id', '=', storeId).execute()
  return stocked
}

async function pressed(what: 'approve' | 'decline') {
  while ((await simulator.press(TERMINAL, what)) !== 204) await sleep(20)
}

test('a pre-order whose payment is declined stays delivered, and is paid at the next attempt', async () => {
  const shop = await server()
  const preorder = await bookPreorder(database, await storeWithTerminal(shop), { status: 'preorder_delivered' })
  const paying = preorder.pay(shop)
  await pressed('decline')
  expect((await paying).json()).toEqual({ string_code: 'DECLINED', order_id: preorder.id })
  expect((await preorder.show(shop)).status).toBe('preorder_delivered')
  const again = preorder.pay(shop)
  await pressed('approve')
  expect((await again).json()).toEqual({ string_code: 'SUCCESS', order_id: preorder.id })
  expect(await preorder.show(shop)).toMatchObject({
    status: 'complete',
    receipt_text: expect.stringContaining('Customer'),
  })
})

test.each(['tcp', 'websocket'] as const)(
  'an order is paid at a terminal over %s, and both slips are stored',
  async over => {
    const shop = await server()
    const { order, payToEnd: pay } = await atCheckout(shop, await storeWithTerminal(shop, settingsFor(simulator, over)))
    const paying = pay()
    await pressed('approve')
    expect(await paying).toMatchObject({ string_code: 'SUCCESS' })
    const attempt = await getAttempt(database, order.id)
    const line = simulator.ledger().find(each => each.transaction_id === attempt.transaction_id)
    expect(line).toMatchObject({ event: 'approved', amount: 290, currency: 'EUR' })
    expect(attempt).toMatchObject({
      receipt_text: expect.stringContaining('Customer'),
      merchant_receipt_text: expect.stringContaining('Merchant'),
    })
  },
)

test('another server takes over a payment in progress, asks the terminal and does not pay again', async () => {
  const [first, second] = [await server(), await server()]
  const { order, payToEnd: pay } = await atCheckout(first, await storeWithTerminal(first))
  const paying = pay()
  await eventually(() => findAttempt(database, order.id))
  const ids = transactionIds((await getAttempt(database, order.id)).service_id)
  await simulator.shown(ids)
  await first.close()
  expect(await paying).toMatchObject({ string_code: 'IN_PROGRESS' })
  await pressed('approve')
  expect(await pay({ through: second })).toMatchObject({ string_code: 'SUCCESS' })
  const lines = simulator.ledger().filter(line => line.receipt_id === ids.receipt_id)
  expect(lines.map(line => line.event)).toEqual(['started', 'approved'])
  expect(await getAttempt(database, order.id)).toMatchObject({ state: 'APPROVED', source: 'recovery' })
})

test('a terminal that is off is reported within seconds, and the order stays at checkout', async () => {
  const shop = await server()
  const settings = { ...settingsFor(simulator, 'tcp'), port: '1' }
  const { session, order, payToEnd: pay } = await atCheckout(shop, await storeWithTerminal(shop, settings))
  const began = performance.now()
  expect(await pay()).toMatchObject({ string_code: 'TERMINAL_UNREACHABLE' })
  expect(performance.now() - began).toBeLessThan(5000)
  expect((await shop.call(session, `GET orders/${order.id}`)).json<Order>().status).toBe('checkout')
})

test('a store with real payments uses only its real terminals, even if a test terminal is free', async () => {
  const shop = await server()
  const stocked = await storeWithTerminal(shop)
  const spare = { store_id: stocked.storeId, name: 'varalla', provider: 'test' }
  await database.kysely.insertInto('terminal').values(spare).execute()
  const { order, payToEnd: pay } = await atCheckout(shop, stocked)
  const second = await atCheckout(shop, stocked)
  const paying = pay()
  await eventually(() => findAttempt(database, order.id))
  // In line at the real terminal, although the test terminal is free.
  const waiting = second.payToEnd()
  await eventually(() => findAttempt(database, second.order.id))
  expect((await getAttempt(database, second.order.id)).state).toBe('QUEUED')
  await pressed('decline')
  expect(await paying).toMatchObject({ string_code: 'DECLINED' })
  await pressed('approve')
  expect(await waiting).toMatchObject({ string_code: 'SUCCESS' })
})

test('the settings’ secrets are encrypted in the database, and can be decrypted only for their own terminal', async () => {
  const shop = await server()
  const { terminalId } = await storeWithTerminal(shop, settingsFor(simulator, 'websocket'))
  const other = await storeWithTerminal(shop)
  const rows = await database.kysely.selectFrom('terminal').selectAll().execute()
  const encrypted = rows.find(row => row.id === terminalId)?.settings_encrypted ?? ''
  const inside = Buffer.from(encrypted, 'base64').toString('latin1')
  expect(`${JSON.stringify(rows)} ${inside}`).not.toMatch(/simulated-password|simulated-api-key|websocket/)
  expect(await findTerminalSettings(shop.context, terminalId)).toEqual(settingsFor(simulator, 'websocket'))
  const moved = database.kysely.updateTable('terminal').set({ settings_encrypted: encrypted })
  await moved.where('id', '=', other.terminalId).execute()
  await expect(findTerminalSettings(shop.context, other.terminalId)).rejects.toThrow()
  const stranger = { db: shop.context.db, secrets: makeSecrets('the secret of another installation altogether') }
  await expect(findTerminalSettings(stranger, terminalId)).rejects.toThrow()
})

test('unusable settings are reported without their values', async () => {
  const shop = await server()
  const settings = {
    transport: 'websocket',
    url: 'ws://far.example/1/jsonpos',
    user: 'a',
    password: 'p4ss',
    api_key: 'k3y',
  }
  const { terminalId } = await storeWithTerminal(shop, settings)
  const health = await shop.context.terminals.byProvider('jsonpos')?.health(terminalId)
  expect(health).toEqual({ ok: false, code: 'invalidSettings', detail: 'JSONPOS: wrong settings: url' })
})
