import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PasskeyList } from '#contract/accounts/passkeys.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { resetByAddress } from '#server/modules/operations/recovery-cli/recovery-commands.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { beginAdd, confirmed, enrolled, passkeyOptions, signedInAdmin, userIdByEmail } from '#test/shop/passkeys.ts'
import { type Deviations, SoftwareAuthenticator } from '#test/shop/software-authenticator.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'

const DUE = { status: 403, body: { code: 'session.passkeyRequired' } }
const MISSING = { status: 403, body: { code: 'session.passkeyMissing' } }

let database: DatabaseHandle
let shop: Shop
let count = 0
let email = ''
let browser: TestBrowser
beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop(passkeyOptions(database))
})
beforeEach(async () => {
  count += 1
  email = `owner-${count}@puoti.example`
  browser = await signedInAdmin(shop, email)
})
afterEach(() => {
  Object.assign(shop.context.config, { passkeysRequired: false, rateLimitFactor: 1000 })
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

async function listed(client: TestBrowser): Promise<PasskeyList> {
  const { status, body } = await client.call('GET admin/passkeys')
  expect(status).toBe(200)
  // The contract guarantees the type.
  return body as PasskeyList
}

const getNames = async (client: TestBrowser) => (await listed(client)).passkeys.map(({ name }) => name)
const getId = async (client: TestBrowser, name: string) =>
  (await listed(client)).passkeys.find(passkey => passkey.name === name)?.id ?? 0

const trail = async (whose: string) => {
  const rows = await database.kysely
    .selectFrom('audit_entry')
    .select(['changes', 'user_id', 'reason'])
    .where('kind', '=', 'user')
    .where('record_id', '=', await userIdByEmail(shop, whose))
    .orderBy('id')
    .execute()
  return rows.map(({ changes, ...row }) => ({
    ...row,
    change: changes.map(({ field, to }) => `${field}: ${String(to)}`),
  }))
}

test('an admin adds, renames and removes passkeys; all is audited, additions and removals are emailed', async () => {
  expect(await listed(browser)).toEqual({ passkeys: [], is_required: false, sign_in_required: false })
  const old = browser.cookieHeader()
  await enrolled(browser, '  Phone ')
  expect(browser.cookieHeader()).not.toBe(old)
  await enrolled(browser, 'Key', new SoftwareAuthenticator({ isBackedUp: true }))
  expect((await listed(browser)).passkeys).toMatchObject([
    { name: 'Phone', is_backed_up: false, created_at: shop.context.now().toISOString() },
    { name: 'Key', is_backed_up: true },
  ])
  const id = await getId(browser, 'Phone')
  expect((await browser.call(`PUT admin/passkeys/${id}`, { name: 'Old phone' })).status).toBe(200)
  expect((await browser.call(`DELETE admin/passkeys/${id}`)).status).toBe(200)
  expect(await getNames(browser)).toEqual(['Key'])
  expect((await trail(email)).flatMap(({ change }) => change)).toEqual([
    'passkeys: 1',
    'passkeys: 2',
    `passkey_renamed: ${id}`,
    'passkeys: 1',
  ])
  await shop.lastMail(email, 4)
  const mails = shop.mails.filter(({ to }) => to === email).map(({ subject, text }) => `${subject}\n${text}`)
  expect(mails.filter(mail => mail.includes('A passkey was added'))).toHaveLength(2)
  expect(mails.find(mail => mail.includes('A passkey was removed'))).toContain('“Old phone”')
})

test('the first passkey must be added within ten minutes of signing in', async () => {
  shop.turnClock(10 * MINUTE_MS)
  expect(await listed(browser)).toMatchObject({ sign_in_required: true })
  const late = { status: 403, body: { code: 'passkey.signInAgain' } }
  expect(await browser.call('POST admin/passkeys/options')).toMatchObject(late)
  await enrolled(await shop.signedIn(email))
})

test('every further change requires a passkey used within the last ten minutes', async () => {
  const passkey = await enrolled(browser)
  const id = await getId(browser, 'Phone')
  shop.turnClock(10 * MINUTE_MS)
  const changes = ['POST admin/passkeys/options', `PUT admin/passkeys/${id}`, `DELETE admin/passkeys/${id}`]
  for (const change of changes) expect(await browser.call(change, { name: 'x' })).toMatchObject(DUE)
  await confirmed(browser, passkey)
  expect((await browser.call(`PUT admin/passkeys/${id}`, { name: 'x' })).status).toBe(200)
})

test('only one of two concurrent first passkeys is added', async () => {
  const other = await shop.signedIn(email)
  const made = []
  for (const each of [browser, other]) made.push(new SoftwareAuthenticator().create(await beginAdd(each)))
  const add = (each: TestBrowser, passkey: unknown) => each.call('POST admin/passkeys', { name: 'First', passkey })
  const answers = await Promise.all([add(browser, made[0]), add(other, made[1])])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
})

const deviations: [string, Deviations][] = [
  ['for another site', { origin: 'https://evil.example' }],
  ['for another relying party', { rpId: 'evil.example' }],
  ['without a verified user', { isUserVerified: false }],
]
test.each(deviations)('a passkey created %s is refused', async (_name, deviation) => {
  const passkey = new SoftwareAuthenticator().create(await beginAdd(browser), deviation)
  const refused = { status: 422, body: { code: 'passkey.refused' } }
  expect(await browser.call('POST admin/passkeys', { name: 'Phone', passkey })).toMatchObject(refused)
  expect(await getNames(browser)).toEqual([])
})

test('a challenge is valid once, for one account; a passkey cannot be added to a second account', async () => {
  const authenticator = new SoftwareAuthenticator()
  const ceremony = await beginAdd(browser)
  const body = { name: 'Phone', passkey: authenticator.create(ceremony) }
  const expired = { status: 422, body: { code: 'passkey.expired' } }
  const other = await signedInAdmin(shop, `another-${count}@puoti.example`)
  expect(await other.call('POST admin/passkeys', body)).toMatchObject(expired)
  expect((await browser.call('POST admin/passkeys', body)).status).toBe(200)
  expect(await browser.call('POST admin/passkeys', body)).toMatchObject(expired)
  const again = { name: 'Phone', passkey: authenticator.create(await beginAdd(other)) }
  expect(await other.call('POST admin/passkeys', again)).toMatchObject({ status: 409, body: { code: 'passkey.known' } })
})

test('another admin’s passkey can be neither renamed nor removed', async () => {
  await enrolled(browser)
  const other = await signedInAdmin(shop, `another-${count}@puoti.example`)
  await enrolled(other)
  const id = await getId(browser, 'Phone')
  expect((await other.call(`PUT admin/passkeys/${id}`, { name: 'Mine' })).status).toBe(404)
  expect((await other.call(`DELETE admin/passkeys/${id}`)).status).toBe(404)
  expect(await getNames(browser)).toEqual(['Phone'])
})

test('an account can have at most ten passkeys', async () => {
  for (let each = 1; each <= 10; each++) await enrolled(browser, `Key ${each}`)
  const tooMany = { status: 409, body: { code: 'passkey.tooMany' } }
  expect(await browser.call('POST admin/passkeys/options')).toMatchObject(tooMany)
})

test('removing a passkey requires every other session of its owner to confirm again', async () => {
  const phone = await enrolled(browser)
  await enrolled(browser, 'Key')
  const other = await shop.signedIn(email)
  await confirmed(other, phone)
  expect((await other.call('GET admin/users')).status).toBe(200)
  await browser.call(`DELETE admin/passkeys/${await getId(browser, 'Phone')}`)
  expect(await other.call('GET admin/users')).toMatchObject(DUE)
  expect((await browser.call('GET admin/users')).status).toBe(200)
})

test('where passkeys are required, an admin without one can only add it, and cannot remove the last one', async () => {
  shop.context.config.passkeysRequired = true
  const admin = browser
  expect(await admin.call('GET admin/users')).toMatchObject(MISSING)
  expect(await listed(admin)).toMatchObject({ is_required: true, passkeys: [] })
  await enrolled(admin)
  expect((await admin.call('GET admin/users')).status).toBe(200)
  const id = await getId(admin, 'Phone')
  expect(await admin.call(`DELETE admin/passkeys/${id}`)).toMatchObject({ status: 409, body: { code: 'passkey.last' } })
  await enrolled(admin, 'Key')
  expect((await admin.call(`DELETE admin/passkeys/${id}`)).status).toBe(200)
})

test('another admin resets lost passkeys; the owner is signed out everywhere, emailed, and can add a new one', async () => {
  await enrolled(browser)
  const helper = `helper-${count}@puoti.example`
  const other = await signedInAdmin(shop, helper)
  const id = await userIdByEmail(shop, email)
  const passkey = await enrolled(other)
  shop.turnClock(10 * MINUTE_MS)
  expect(await other.call(`POST admin/users/${id}/passkeys-reset`, { reason: 'Phone lost' })).toMatchObject(DUE)
  await confirmed(other, passkey)
  const reset = await other.call(`POST admin/users/${id}/passkeys-reset`, { reason: 'Phone lost' })
  expect(reset).toMatchObject({ status: 200, body: { passkeys: 0, sessions: 0 } })
  expect((await browser.call('POST authenticate')).status).toBe(401)
  expect((await trail(email)).at(-1)).toEqual({
    change: ['passkeys: 0'],
    user_id: await userIdByEmail(shop, helper),
    reason: 'Phone lost',
  })
  const back = await shop.signedIn(email)
  expect((await back.call('GET admin/users')).status).toBe(200)
  expect(shop.mails.some(({ to, subject }) => to === email && subject.includes('were reset'))).toBe(true)
  await enrolled(back)
})

test('an admin cannot reset their own passkeys', async () => {
  await enrolled(browser)
  const answer = await browser.call(`POST admin/users/${await userIdByEmail(shop, email)}/passkeys-reset`, {})
  expect(answer).toMatchObject({ status: 409, body: { code: 'user.yourself' } })
})

test('the operator resets an admin’s passkeys by email address, and the reset is in the audit log', async () => {
  await enrolled(browser)
  expect(await resetByAddress(shop.context, 'nobody@puoti.example')).toBe(undefined)
  expect(await resetByAddress(shop.context, email)).toBe(1)
  expect(await resetByAddress(shop.context, email)).toBe(0)
  expect((await browser.call('POST authenticate')).status).toBe(401)
  expect((await trail(email)).at(-1)).toMatchObject({ change: ['passkeys: 0'], reason: 'puoti reset-passkeys' })
})

test('passkey calls are limited to sixty in ten minutes', async () => {
  shop.context.config.rateLimitFactor = 1
  const statuses = []
  for (let each = 0; each < 61; each++) statuses.push((await browser.call('POST admin/passkeys/options')).status)
  expect(statuses.filter(status => status === 429)).toHaveLength(1)
})
