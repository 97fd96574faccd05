import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { databaseNamed, testDatabase } from '#test/database.ts'
import { browserKeys } from '#test/push/browser-keys.ts'
import { openPushService } from '#test/push/push-service.ts'
import { eventually } from '#test/refunds.ts'
import { stockShop, type Stocked } from '#test/shop.ts'
import { openLetterBoxes } from './letter-boxes.ts'
import { openTalkativeShop, type TalkativeShop } from './talkative-shop.ts'

/** What the shop is told and must keep to itself; others it makes itself while people use it. */
const SECRETS = {
  'a shopper’s mail address': 'kanarie-4711@puoti.example',
  'an address that the mail server refuses': 'kanarie-refused@puoti.example',
  'a shopper’s phone': '+358457351948',
  'a phone that the gateway refuses': '+358457351999',
  'the installation’s secret': 'kanarie-of-the-installation-kept-secret',
  'the database’s password': 'kanarie-database-password',
  'the mail server’s password': 'kanarie-smtp-password',
  'the SMS gateway’s token': 'kanarie-sms-token',
  'the token of /metrics': 'kanarie-metrics-token',
  'a terminal’s key': 'kanarie-terminal-api-key',
  'a terminal’s password': 'kanarie-terminal-password',
  'a lock’s token': 'kanarie-nuki-token',
  'words to shoppers': 'kanarie-words-of-a-message',
  'a reason that names somebody': 'kanarie-reason',
}
const secrets = new Map<string, string>(Object.entries(SECRETS))
const SHOPPER = SECRETS['a shopper’s mail address']
const ADMIN = 'admin-kanarie@puoti.example'
secrets.set('an admin’s mail address', ADMIN)

let database: DatabaseHandle
let boxes: Awaited<ReturnType<typeof openLetterBoxes>>
let push: Awaited<ReturnType<typeof openPushService>>
let shop: TalkativeShop
let stocked: Stocked
beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  await database.kysely.updateTable('store').set({ always_open: true, lock_provider: 'rotating' }).execute()
  boxes = await openLetterBoxes({
    smtp: SECRETS['the mail server’s password'],
    sms: SECRETS['the SMS gateway’s token'],
  })
  push = await openPushService()
  shop = await openTalkativeShop({
    DATABASE_URL: await urlWithPassword(SECRETS['the database’s password']),
    PUOTI_DEMO: 'off',
    PUOTI_SECRET: SECRETS['the installation’s secret'],
    PUOTI_ADMIN_EMAIL: ADMIN,
    PUOTI_METRICS_TOKEN: SECRETS['the token of /metrics'],
    PUOTI_PUSH_SERVICES: push.origin,
    PUOTI_NUKI_URL: 'http://127.0.0.1:1',
    PUOTI_TEST_TERMINAL_MS: '0',
    SMTP_URL: boxes.smtpUrl,
    PUOTI_SMS_URL: boxes.smsUrl,
  })
})
afterAll(async () => {
  await shop.close()
  await Promise.all([boxes.close(), push.close(), database.close()])
})

type Browser = ReturnType<TalkativeShop['browser']>

/** The tests' own server asks for no password, and takes any. */
async function urlWithPassword(password: string): Promise<string> {
  const named = await database.pool.query<{ name: string }>('SELECT current_database() AS name')
  const connection = databaseNamed(inject('testServer').connection, named.rows[0]?.name ?? '')
  if (connection.connectionString !== undefined) return connection.connectionString
  const { user, database: name, host = '', port } = connection
  return `postgres://${user}:${password}@localhost/${name}?host=${encodeURIComponent(host)}&port=${port}`
}

async function done(calling: ReturnType<Browser['call']>): Promise<Record<string, unknown>> {
  const { status, body } = await calling
  if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
const received = (to: string, part: RegExp) => eventually(async () => part.exec(boxes.last(to) ?? '')?.[1])

async function signedIn(email: string, phone: string): Promise<Browser> {
  const browser = shop.browser()
  await browser.call('POST authenticate')
  await done(browser.call('POST login', { email }))
  const path = await received(email, /\/login\/(\S+)/)
  await done(browser.call(`POST login/${path}`))
  secrets.set(`the link mailed to ${email}`, path.split('/').at(-1) ?? '')
  secrets.set(`the code mailed to ${email}`, /^(\d{6})$/m.exec(boxes.last(email) ?? '')?.[1] ?? '')
  secrets.set(`the first session of ${email}`, browser.cookies.get(SESSION_COOKIE) ?? '')
  // Used twice, it is refused.
  await browser.call(`POST login/${path}`)
  await done(browser.call('POST sendVerification', { phone }))
  const code = await received(phone, /\b(\d{6})\b/)
  secrets.set(`the code sent to ${phone}`, code)
  await browser.call('POST verify', { verification_code: 'wrong' })
  await done(browser.call('POST verify', { verification_code: code }))
  secrets.set(`the session of ${email}`, browser.cookies.get(SESSION_COOKIE) ?? '')
  browser.tokens.forEach((token, index) => secrets.set(`token ${index} of ${email}`, token))
  return browser
}

async function buys(shopper: Browser): Promise<void> {
  await done(shopper.call('PUT user', { activeStoreId: stocked.storeId }))
  const placed = await done(shopper.call('POST order', { orderItems: [{ product_id: stocked.milk, quantity: 2 }] }))
  // What the contract says of this answer.
  const { id, total_amount } = placed as Pick<Order, 'id' | 'total_amount'>
  await done(shopper.call('POST order/pay', { order_id: id, total_amount }))
  const { door_code } = await done(shopper.call('POST door-code', { store_id: stocked.storeId }))
  secrets.set('a door code', (door_code as { code: string }).code)
}

async function subscribes(shopper: Browser): Promise<void> {
  const { p256dh, auth } = browserKeys()
  const endpoint = `${push.origin}/push/kanarie-device`
  const wish = { messageTypes: ['promotions'], language: 'en', contentEncoding: 'aes128gcm' }
  await done(shopper.call('POST subscriptions/webpush', { ...wish, endpoint, publicKey: p256dh, authToken: auth }))
  secrets.set('where a device is', endpoint).set('a device’s key', p256dh).set('a device’s secret', auth)
}

async function runsTheShop(admin: Browser, shopperId: number): Promise<void> {
  const settings = { transport: 'tcp', host: '127.0.0.1', port: 1, api_key: SECRETS['a terminal’s key'] }
  const terminal = { store_id: stocked.storeId, name: 'one', provider: 'jsonpos', settings }
  const { id } = await done(admin.call('POST admin/terminals', terminal))
  await done(admin.call(`GET admin/terminals/${Number(id)}/health`))
  const cloud = {
    transport: 'websocket',
    url: 'ws://127.0.0.1:1/',
    user: 'shop',
    password: SECRETS['a terminal’s password'],
    api_key: SECRETS['a terminal’s key'],
  }
  await done(admin.call(`PUT admin/terminals/${Number(id)}`, { name: 'one', provider: 'jsonpos', settings: cloud }))
  await done(admin.call(`GET admin/terminals/${Number(id)}/health`))
  const { key } = await done(admin.call(`POST admin/stores/${stocked.storeId}/keypad-key`))
  secrets.set('a keypad’s key', String(key))
  const store = await done(admin.call(`GET admin/stores/${stocked.storeId}`))
  const lock = { provider: 'nuki', smartlock_id: '17', api_token: SECRETS['a lock’s token'] }
  await admin.call(`PUT admin/stores/${stocked.storeId}`, { ...store, lock })
  await database.pool.query(`UPDATE store SET lock_provider = 'nuki' WHERE lock_provider IS NULL`)
  await admin.call(`GET admin/stores/${stocked.storeId}/lock-health`)
  const words = { title: SECRETS['words to shoppers'], text: SECRETS['words to shoppers'], url: '/home' }
  await done(admin.call('POST admin/messages', { key: 'kanarie-1', ...words, language_id: 1001, send_at: null }))
  const reason = SECRETS['a reason that names somebody']
  await done(admin.call(`PUT admin/users/${shopperId}/blocked`, { is_blocked: true, reason }))
  await done(admin.call(`PUT admin/users/${shopperId}/blocked`, { is_blocked: false, reason }))
}

/** Everything goes wrong with everything secret in it: unreadable, refused, unknown, and a database that quotes rows. */
async function goesWrong(browser: Browser): Promise<void> {
  for (const secret of secrets.values()) {
    const part = encodeURIComponent(secret)
    await browser.call('POST login', `{"email":"${secret}"`)
    await browser.call('POST login', { email: secret, [secret]: secret })
    await browser.call('POST login/code', { email: SHOPPER, code: secret.slice(0, 20) })
    await browser.call(`POST login/1/2/${part}`)
    await browser.call(`GET orders/${part}`)
    await browser.call(`GET ${part}?lang=${part}`)
    await browser.call('POST unknown-codes', { code: secret })
    await browser.call(`GET admin/users?q=${part}&${part}=1`)
  }
  for (const refused of ['an address that the mail server refuses'] as const)
    await browser.call('POST login', { email: SECRETS[refused] })
  await database.pool.query(`ALTER TABLE login_link ADD CONSTRAINT refuses CHECK (false) NOT VALID`)
  await browser.call('POST login', { email: SHOPPER })
  await database.pool
    .query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    )
    .catch(() => undefined)
  await browser.call(`GET admin/users?q=${encodeURIComponent(SHOPPER)}`)
}

async function askedForMetrics(): Promise<string | undefined> {
  const headers = { authorization: `Bearer ${SECRETS['the token of /metrics']}` }
  const answer = await fetch(`${shop.address}/metrics`, { headers })
  return answer.ok ? answer.text() : undefined
}

test(
  'nothing that is secret or somebody’s is ever in the log, the metrics or a refusal',
  { timeout: 60_000 },
  async () => {
    const admin = await signedIn(ADMIN, '+358457351000')
    const shopper = await signedIn(SHOPPER, SECRETS['a shopper’s phone'])
    const { body } = await shopper.call('POST authenticate')
    await buys(shopper)
    await subscribes(shopper)
    await runsTheShop(admin, (body['user'] as { id: number }).id)
    const { rows } = await database.pool.query<{ value: string }>(
      `SELECT value FROM installation_secret WHERE name = 'vapid'`,
    )
    const vapid = JSON.parse(rows[0]?.value ?? '{}') as { privateKey: string }
    secrets.set('the private key for push services', vapid.privateKey)
    await goesWrong(shopper)

    // The connections that were just killed are found dead one by one.
    const metrics = await vi.waitUntil(askedForMetrics, { timeout: 10_000 })
    const everything = { log: shop.said(), metrics, refusals: shop.refusals.join('\n') }
    // Something was said everywhere, or nothing would be proven.
    expect(everything.log).toContain('the request failed')
    expect(everything.metrics).toContain('puoti_')
    expect(shop.refusals.length).toBeGreaterThan(50)
    expect([...secrets.values()].every(secret => secret.length >= 6)).toBe(true)
    expect(secrets.size).toBeGreaterThanOrEqual(25)
    const found = [...secrets].flatMap(([what, secret]) =>
      Object.entries(everything).flatMap(([where, text]) => (holds(text, secret) ? [`${what}: ${where}`] : [])),
    )
    expect(found).toEqual([])
  },
)

/** By itself: six digits may be part of a longer number. */
const holds = (text: string, secret: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<![\\w.])${secret}(?![\\w.])`).test(text) : text.includes(secret)
