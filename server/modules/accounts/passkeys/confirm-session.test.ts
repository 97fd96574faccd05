import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { databaseText } from '#test/database/database-text.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { beginConfirm, confirmed, enrolled, passkeyOptions, signedInAdmin } from '#test/shop/passkeys.ts'
import { SoftwareAuthenticator, type Deviations } from '#test/shop/software-authenticator.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'

const REFUSED = { status: 422, body: { code: 'passkey.refused' } }
const EXPIRED = { status: 422, body: { code: 'passkey.expired' } }
const DUE = { status: 403, body: { code: 'session.passkeyRequired' } }

let database: DatabaseHandle
let shop: Shop
let passkey: SoftwareAuthenticator
let count = 0
let email = ''
/** `first`: where the passkey was added; `second`: where the admin has signed in by mail only. */
let first: TestBrowser
let second: TestBrowser
beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop(passkeyOptions(database))
})
beforeEach(async () => {
  count += 1
  email = `admin-${count}@puoti.example`
  first = await signedInAdmin(shop, email)
  passkey = await enrolled(first)
  second = await shop.signedIn(email)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

const usersFor = (browser: TestBrowser) => browser.call('GET admin/users')

test('an admin with a passkey must confirm a session with it once before using the back office', async () => {
  expect((await usersFor(first)).status).toBe(200)
  expect(await usersFor(second)).toMatchObject(DUE)
  expect(await second.call('GET admin/passkeys')).toMatchObject(DUE)
  expect((await second.call('POST authenticate')).status).toBe(200)
  expect((await confirmed(second, passkey)).status).toBe(200)
  expect((await usersFor(second)).status).toBe(200)
})

test('a session must be confirmed again after twelve hours', async () => {
  shop.turnClock(12 * 60 * MINUTE_MS - 1)
  expect((await usersFor(first)).status).toBe(200)
  shop.turnClock(1)
  expect(await usersFor(first)).toMatchObject(DUE)
  expect((await confirmed(first, passkey)).status).toBe(200)
  expect((await usersFor(first)).status).toBe(200)
})

test('confirming replaces the session, and the old session is no longer valid', async () => {
  const old = second.cookieHeader()
  await confirmed(second, passkey)
  expect(second.cookieHeader()).not.toBe(old)
  expect((await shop.browser({ cookie: old }).call('POST authenticate')).status).toBe(401)
})

test('a former admin is never asked for a passkey', async () => {
  const users = database.kysely.updateTable('app_user')
  await users.set({ is_admin: false }).where('email', '=', email).execute()
  expect((await second.call('POST authenticate')).status).toBe(200)
  expect(await usersFor(second)).toMatchObject({ status: 403, body: { code: 'session.adminRequired' } })
  expect((await second.call('GET privacy/my-data')).status).toBe(200)
})

const deviations: [string, Deviations][] = [
  ['signed for another site', { origin: 'https://shop.example.evil.example' }],
  ['signed for this site at another port', { origin: 'https://shop.example:8443' }],
  ['signed over plain http', { origin: 'http://shop.example' }],
  ['of another relying party', { rpId: 'evil.example' }],
  ['without a verified user', { isUserVerified: false }],
  ['of another key', { hasForeignKey: true }],
]
test.each(deviations)('an assertion %s is refused', async (_name, deviation) => {
  expect(await confirmed(second, passkey, deviation)).toMatchObject(REFUSED)
  expect(await usersFor(second)).toMatchObject(DUE)
})

test('another admin’s passkey is refused', async () => {
  const other = await enrolled(await signedInAdmin(shop, `other-${count}@puoti.example`))
  expect(await confirmed(second, other)).toMatchObject(REFUSED)
  expect(await usersFor(second)).toMatchObject(DUE)
})

test('an assertion is accepted once; neither it nor its challenge can be reused', async () => {
  const { challenge } = await beginConfirm(second)
  const answer = passkey.get({ challenge })
  expect((await second.call('POST admin/passkeys/confirmation', answer)).status).toBe(200)
  expect(await second.call('POST admin/passkeys/confirmation', answer)).toMatchObject(EXPIRED)
  expect(await second.call('POST admin/passkeys/confirmation', passkey.get({ challenge }))).toMatchObject(EXPIRED)
})

test('a refused assertion uses up its challenge', async () => {
  const { challenge } = await beginConfirm(second)
  const wrong = passkey.get({ challenge }, { isUserVerified: false })
  expect(await second.call('POST admin/passkeys/confirmation', wrong)).toMatchObject(REFUSED)
  expect(await second.call('POST admin/passkeys/confirmation', passkey.get({ challenge }))).toMatchObject(EXPIRED)
})

test('only one of twenty concurrent assertions for a challenge confirms the session', async () => {
  const { challenge } = await beginConfirm(second)
  const answers = Array.from({ length: 20 }, () => passkey.get({ challenge }))
  const statuses = await Promise.all(
    answers.map(async answer => (await second.call('POST admin/passkeys/confirmation', answer)).status),
  )
  expect(statuses.filter(status => status === 200)).toHaveLength(1)
})

test('a challenge of another session, a made-up one and one for adding a passkey are refused', async () => {
  const ceremony = await beginConfirm(first)
  expect(await second.call('POST admin/passkeys/confirmation', passkey.get(ceremony))).toMatchObject(EXPIRED)
  const madeUp = { challenge: Buffer.from('anything at all').toString('base64url') }
  expect(await second.call('POST admin/passkeys/confirmation', passkey.get(madeUp))).toMatchObject(EXPIRED)
  const { body } = await first.call('POST admin/passkeys/options')
  const answer = passkey.get({ challenge: String(body['challenge']) })
  expect(await first.call('POST admin/passkeys/confirmation', answer)).toMatchObject(EXPIRED)
})

test('only the newest challenge is valid, for five minutes', async () => {
  const older = await beginConfirm(second)
  const newer = await beginConfirm(second)
  expect(await second.call('POST admin/passkeys/confirmation', passkey.get(older))).toMatchObject(EXPIRED)
  shop.turnClock(5 * MINUTE_MS)
  expect(await second.call('POST admin/passkeys/confirmation', passkey.get(newer))).toMatchObject(EXPIRED)
  const last = await beginConfirm(second)
  shop.turnClock(5 * MINUTE_MS - 1)
  expect((await second.call('POST admin/passkeys/confirmation', passkey.get(last))).status).toBe(200)
})

test('a signature counter that does not increase is refused and logged', async () => {
  expect((await confirmed(second, passkey, { counter: 7 })).status).toBe(200)
  const third = await shop.signedIn(email)
  for (const counter of [7, 3, 0]) expect(await confirmed(third, passkey, { counter })).toMatchObject(REFUSED)
  expect(shop.logged.filter(line => line.includes('counter went back'))).toHaveLength(3)
  expect((await confirmed(third, passkey, { counter: 8 })).status).toBe(200)
})

test('passkeys without a counter, and backed-up ones, need not increase the counter', async () => {
  for (const authenticator of [
    new SoftwareAuthenticator({ counts: false }),
    new SoftwareAuthenticator({ isBackedUp: true }),
  ]) {
    await enrolled(first, 'Another', authenticator)
    expect((await confirmed(second, authenticator)).status).toBe(200)
    authenticator.counter &&= 0
    expect((await confirmed(second, authenticator)).status).toBe(200)
  }
})

test('malformed assertions are refused', async () => {
  const { challenge } = await beginConfirm(second)
  const good = passkey.get({ challenge })
  const response = good.response
  for (const [body, status] of [
    [{}, 422],
    [{ ...good, type: 'password' }, 422],
    [{ ...good, response: { ...response, clientDataJSON: 'bm90aGluZw' } }, 422],
    [{ ...good, response: { ...response, clientDataJSON: 'x'.repeat(5000) } }, 422],
    [{ ...good, rawId: 'AAAA', response: { ...response, authenticatorData: 'AAAA' } }, 422],
    [{ ...good, response: { ...response, signature: 'AAAA' } }, 422],
  ] as const)
    expect((await second.call('POST admin/passkeys/confirmation', body)).status).toBe(status)
  expect(await usersFor(second)).toMatchObject(DUE)
})

test('an account with a passkey cannot be removed from an unconfirmed session', async () => {
  expect(await second.call('POST removal/code')).toMatchObject(DUE)
  expect(await second.call('POST removal', { code: '123456', cancel_preorders: [] })).toMatchObject(DUE)
})

test('the database contains no challenge in plain text, and the log no challenge or credential id', async () => {
  const { challenge } = await beginConfirm(second)
  const text = await databaseText(database)
  expect(text).not.toContain(challenge)
  expect(text).not.toContain(Buffer.from(challenge, 'base64url').toString('hex'))
  await second.call('POST admin/passkeys/confirmation', passkey.get({ challenge }, { rpId: 'evil.example' }))
  await confirmed(second, passkey)
  const log = shop.logged.join('\n')
  expect(log).toContain('a passkey was refused')
  for (const secret of [challenge, passkey.id, Buffer.from(passkey.id, 'base64url').toString('hex')])
    expect(log).not.toContain(secret)
})
