import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SessionList } from '#contract/accounts/sessions.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { readSignInMail } from '#test/shop/inboxes.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { confirmed, enrolled, passkeyOptions, signedInAdmin } from '#test/shop/passkeys.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'

const PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'

let database: DatabaseHandle
let shop: Shop
let count = 0
let email = ''
let phone: TestBrowser
let worker: TestBrowser
beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop(passkeyOptions(database))
})
beforeEach(async () => {
  count += 1
  email = `shopper-${count}@puoti.example`
  worker = await shop.signedIn(email)
  phone = await signedInByCode(shop.browser({ 'user-agent': PHONE }), email)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** Signs in with the mailed code, in a browser that may have a session already. */
async function signedInByCode(browser: TestBrowser, address: string): Promise<TestBrowser> {
  const before = shop.mails.filter(({ to }) => to === address).length
  await browser.opened()
  await browser.call('POST login', { email: address })
  const { code } = readSignInMail(await shop.lastMail(address, before + 1))
  expect((await browser.call('POST login/code', { email: address, code })).status).toBe(200)
  return browser
}

async function listed(browser: TestBrowser): Promise<SessionList> {
  const { status, body } = await browser.call('GET sessions')
  expect(status).toBe(200)
  // The contract guarantees the type.
  return body as SessionList
}

const isSignedIn = async (browser: TestBrowser) => (await browser.call('GET sessions')).status === 200
const otherIdIn = ({ sessions }: SessionList) => sessions.find(({ is_current }) => !is_current)?.id

test('a user sees their sessions, the current one first, each with its browser and system', async () => {
  const { sessions, sign_in_required } = await listed(phone)
  expect(sign_in_required).toBe(false)
  expect(sessions).toMatchObject([
    { browser: 'Chrome', system: 'Android', is_current: true },
    { browser: null, system: null, is_current: false },
  ])
  expect((await listed(worker)).sessions.map(({ is_current, browser }) => [is_current, browser])).toEqual([
    [true, null],
    [false, 'Chrome'],
  ])
})

test('an ended session is refused on its next call, on another server as well', async () => {
  const other = await openShop(passkeyOptions(database))
  const elsewhere = other.browser({ cookie: phone.cookieHeader() })
  expect((await elsewhere.call('GET privacy/my-data')).status).toBe(200)
  expect((await worker.call(`DELETE sessions/${otherIdIn(await listed(worker))}`)).status).toBe(200)
  expect(await isSignedIn(phone)).toBe(false)
  expect((await elsewhere.call('GET privacy/my-data')).status).toBe(401)
  expect(await isSignedIn(worker)).toBe(true)
  await other.close()
})

test('a user ends all their other sessions at once, and no other user’s', async () => {
  const third = await shop.signedIn(email)
  const stranger = await shop.signedIn(`stranger-${count}@puoti.example`)
  expect(await third.call('DELETE sessions')).toMatchObject({ status: 200, body: { ended: 2 } })
  expect(await Promise.all([phone, worker, third, stranger].map(isSignedIn))).toEqual([false, false, true, true])
})

test('ten minutes after signing in, a session cannot end others until its user signs in again', async () => {
  const id = otherIdIn(await listed(worker))
  shop.turnClock(10 * MINUTE_MS)
  const again = { status: 403, body: { code: 'session.signInAgain' } }
  expect((await listed(worker)).sign_in_required).toBe(true)
  expect(await worker.call('DELETE sessions')).toMatchObject(again)
  expect(await worker.call(`DELETE sessions/${id}`)).toMatchObject(again)
  expect(await isSignedIn(phone)).toBe(true)
  await signedInByCode(worker, email)
  const { sessions, sign_in_required } = await listed(worker)
  // The new session has replaced the former one.
  expect([sessions.length, sign_in_required]).toEqual([2, false])
  expect((await worker.call(`DELETE sessions/${otherIdIn({ sessions, sign_in_required })}`)).status).toBe(200)
  expect(await isSignedIn(phone)).toBe(false)
})

test('an admin with a passkey must confirm with it before ending sessions', async () => {
  const admin = await signedInAdmin(shop, `admin-${count}@puoti.example`)
  const passkey = await enrolled(admin)
  const second = await shop.signedIn(`admin-${count}@puoti.example`)
  expect(await second.call('DELETE sessions')).toMatchObject({ status: 403, body: { code: 'session.passkeyRequired' } })
  expect((await confirmed(second, passkey)).status).toBe(200)
  expect(await second.call('DELETE sessions')).toMatchObject({ status: 200, body: { ended: 1 } })
  expect(await isSignedIn(admin)).toBe(false)
})

test('an account has at most twenty sessions: a sign-in beyond ends the one that was used least recently', async () => {
  const address = `many-${count}@puoti.example`
  const browsers = []
  for (let each = 1; each <= 20; each++) {
    shop.turnClock(MINUTE_MS)
    browsers.push(await shop.signedIn(address))
  }
  const [first, second] = browsers
  shop.turnClock(61 * MINUTE_MS)
  expect(await isSignedIn(first!)).toBe(true)
  const newest = await shop.signedIn(address)
  expect((await listed(newest)).sessions).toHaveLength(20)
  expect(await Promise.all([first!, second!, newest].map(isSignedIn))).toEqual([true, false, true])
})

test('another user’s session is reported as not found, and a session’s id is not accepted as its cookie', async () => {
  const stranger = await shop.signedIn(`stranger-${count}@puoti.example`)
  const { sessions } = await listed(phone)
  for (const { id } of sessions)
    expect(await stranger.call(`DELETE sessions/${id}`)).toMatchObject({ status: 404, body: { code: 'notFound' } })
  const cookie = String([...phone.cookies.keys()].find(name => name.includes('session')))
  for (const { id } of sessions)
    expect((await shop.browser({ cookie: `${cookie}=${id}` }).call('GET sessions')).status).toBe(401)
  expect((await phone.call('DELETE sessions/x')).status).toBe(404)
})

test('only the browser and system names of the user agent are stored', async () => {
  const { rows } = await database.pool.query<{ all: string }>(`SELECT s::text AS all FROM session s`)
  expect(rows.map(({ all }) => all).join()).toContain('Android')
  for (const { all } of rows) expect(all).not.toMatch(/Mozilla|Mobile|KHTML/)
})
