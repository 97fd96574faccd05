import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { testDatabase } from '#test/database/database.ts'
import { stockShop } from '#test/rows/stock-shop.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { SETTINGS } from '#test/terminals/adyen/adyen-simulator.ts'
import { standardWebhook } from '#test/terminals/adyen/webhooks.ts'
import { saveTerminalSettings } from './queries.ts'

const KEY = 'AB'.repeat(32)
const { points } = RATE_LIMITS.forgedWebhooksPerAddress
let database: DatabaseHandle
let shop: Shop
let terminalId: number
let now = new Date()

beforeAll(async () => {
  database = await testDatabase()
  ;({ terminalId } = await stockShop(database))
})
beforeEach(async () => {
  await shop?.close()
  await database.kysely.deleteFrom('rate_limit').execute()
  now = new Date()
  shop = await openServer()
  const settings = { ...SETTINGS, webhook_secret: KEY }
  await saveTerminalSettings(shop.context, { terminalId, provider: 'adyen', settings })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const openServer = () => openShop({ database, now: () => now, terminals: chooseTerminals })

/** An event that is acknowledged and not kept. */
const about = { pspReference: 'PAYMENT1', originalReference: '', merchantReference: 'any', cents: 290 }
const event = (secret = KEY) =>
  standardWebhook(
    { secret, merchantAccount: SETTINGS.merchant_account },
    { ...about },
    { eventCode: 'AUTHORISATION', success: true },
  )
const forged = event('CD'.repeat(32))

type Call = { from: string; payload?: string; id?: number | string; on?: Shop }
const post = ({ from, payload = forged, id = terminalId, on = shop }: Call) =>
  on.app.inject({
    method: 'POST',
    url: `/webhooks/terminals/${id}`,
    remoteAddress: from,
    headers: { 'content-type': 'application/json' },
    payload,
  })
const getStatus = async (call: Call) => (await post(call)).statusCode

/** As many calls as one address may forge, to a terminal and to others that don't exist. */
async function forgeAll(from: string): Promise<void> {
  const calls = Array.from({ length: points }, (_, place) =>
    post({ from, id: place % 2 ? terminalId : 900_000 + place }),
  )
  expect(new Set((await Promise.all(calls)).map(({ statusCode }) => statusCode))).toEqual(new Set([401]))
}

/** Calls while the terminals can't be read. */
async function withoutTable<T>(call: () => Promise<T>): Promise<T> {
  await database.pool.query('ALTER TABLE terminal RENAME TO terminal_elsewhere')
  try {
    return await call()
  } finally {
    await database.pool.query('ALTER TABLE terminal_elsewhere RENAME TO terminal')
  }
}

test('an address that forges too many webhooks is refused from memory on each server until the window ends', async () => {
  const from = '203.0.113.1'
  await forgeAll(from)
  const refused = await post({ from })
  expect([refused.statusCode, refused.body, Number(refused.headers['retry-after'])]).toEqual([429, '', 600])
  expect(await withoutTable(() => getStatus({ from }))).toBe(429)
  const other = await openServer()
  expect(await getStatus({ from, on: other })).toBe(429)
  expect(await withoutTable(() => getStatus({ from, on: other }))).toBe(429)
  await other.close()
  expect(await getStatus({ from: '203.0.113.2' })).toBe(401)
  now = new Date(now.getTime() + 601_000)
  expect(await getStatus({ from })).toBe(401)
})

test('an address that no terminal can have is refused without a table, and counts nothing', async () => {
  for (const id of ['x', '0', '1234567890']) expect(await withoutTable(() => getStatus({ from: '::1', id }))).toBe(401)
  expect(await database.kysely.selectFrom('rate_limit').selectAll().execute()).toEqual([])
})

test('rightly signed webhooks are not counted, however many they are', async () => {
  const from = '203.0.113.3'
  for (let each = 0; each < points + 5; each++) expect(await getStatus({ from, payload: event() })).toBe(200)
  expect(await database.kysely.selectFrom('rate_limit').selectAll().execute()).toEqual([])
})

test('an address that has sent a right signature is not refused, even if most that comes from it is forged', async () => {
  const from = '203.0.113.4'
  expect(await getStatus({ from, payload: event() })).toBe(200)
  await forgeAll(from)
  expect(await getStatus({ from })).toBe(401)
  expect(await getStatus({ from, payload: event() })).toBe(200)
})

test('the largest webhooks of vendors are read, and nothing larger', async () => {
  const from = '203.0.113.5'
  const { live, notificationItems } = JSON.parse(event())
  const [{ NotificationRequestItem: item }] = notificationItems
  const withMore = (bytes: number) => {
    const additionalData = { ...item.additionalData, more: 'x'.repeat(bytes) }
    return { NotificationRequestItem: { ...item, additionalData } }
  }
  const six = JSON.stringify({ live, notificationItems: Array.from({ length: 6 }, () => withMore(4500)) })
  expect(await getStatus({ from, payload: six })).toBe(200)
  const large = JSON.stringify({ live, notificationItems: [withMore(32_768)] })
  expect(await getStatus({ from, payload: large })).toBe(413)
})
