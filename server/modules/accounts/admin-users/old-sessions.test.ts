import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/durations.ts'
import { makeAdminByAddress } from '#server/modules/operations/recovery-cli/recovery-commands.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { confirmed, enrolled, passkeyOptions, signedInAdmin, userIdByEmail } from '#test/shop/passkeys.ts'
import type { SoftwareAuthenticator } from '#test/shop/software-authenticator.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'

const DUE = { status: 403, body: { code: 'session.passkeyRequired' } }
const NEEDED = { status: 403, body: { code: 'user.passkeyNeeded' } }
const TOO_NEW = { status: 403, body: { code: 'user.passkeyNew' } }
const SIGN_IN = { status: 403, body: { code: 'session.signInAgain' } }
const LOGGED_OUT = { status: 401 }

let database: DatabaseHandle
let shop: Shop
let count = 0
let owner: TestBrowser
let ownerEmail = ''
let passkey: SoftwareAuthenticator
beforeAll(async () => {
  database = await testDatabase()
  shop = await openShop(passkeyOptions(database))
})
beforeEach(async () => {
  count += 1
  ownerEmail = `owner-${count}@puoti.example`
  owner = await signedInAdmin(shop, ownerEmail)
  passkey = await enrolled(owner)
})
afterAll(async () => {
  await shop.close()
  await database.close()
})

/** A verified shopper who has just signed in. */
async function shopper(name: string, change: { language_id?: number } = {}) {
  const email = `${name}-${count}@puoti.example`
  const browser = await signedInAdmin(shop, email)
  const users = database.kysely.updateTable('app_user')
  await users
    .set({ is_admin: false, ...change })
    .where('email', '=', email)
    .execute()
  return { browser, email, id: await userIdByEmail(shop, email) }
}

const mailsAbout = (what: string) => shop.mails.filter(({ subject }) => subject.includes(what))
/** `change`: "1001/admin". */
const put = (by: TestBrowser, change: string, body: object) => by.call(`PUT admin/users/${change}`, body)

describe('a session whose passkey was confirmed eleven hours ago', () => {
  test('makes no admin of a session that is already open; after a confirmation the new admin starts a new session', async () => {
    const mallory = await shopper('mallory')
    shop.turnClock(11 * HOUR_MS)
    expect((await owner.call('GET admin/users')).status).toBe(200)
    expect(await put(owner, `${mallory.id}/admin`, { is_admin: true })).toMatchObject(DUE)
    expect((await mallory.browser.call('GET admin/users')).status).toBe(403)
    await confirmed(owner, passkey)
    expect((await put(owner, `${mallory.id}/admin`, { is_admin: true })).status).toBe(200)
    expect(await mallory.browser.call('GET admin/users')).toMatchObject(LOGGED_OUT)
  })

  test('gives a bookkeeper no rights either, and ends the sessions of a new one', async () => {
    const reader = await shopper('reader')
    shop.turnClock(11 * HOUR_MS)
    expect(await put(owner, `${reader.id}/bookkeeper`, { is_bookkeeper: true })).toMatchObject(DUE)
    await confirmed(owner, passkey)
    expect((await put(owner, `${reader.id}/bookkeeper`, { is_bookkeeper: true })).status).toBe(200)
    expect(await reader.browser.call('GET admin/passkeys')).toMatchObject(LOGGED_OUT)
    shop.turnClock(11 * HOUR_MS)
    expect(await put(owner, `${reader.id}/blocked`, { is_blocked: true })).toMatchObject(DUE)
  })

  test('neither blocks, unblocks, strips nor removes an admin, but blocks a shopper at once', async () => {
    const other = `other-${count}@puoti.example`
    await signedInAdmin(shop, other)
    const id = await userIdByEmail(shop, other)
    const { phone } = await database.kysely
      .selectFrom('app_user')
      .select('phone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    shop.turnClock(11 * HOUR_MS)
    for (const [what, body] of [
      ['blocked', { is_blocked: true }],
      ['admin', { is_admin: false }],
      ['phone-blocked', { phone, is_blocked: true }],
    ] as const)
      expect([what, await put(owner, `${id}/${what}`, body)]).toMatchObject([what, DUE])
    expect(await owner.call(`POST admin/users/${id}/removal`, {})).toMatchObject(DUE)
    const customer = await shopper('customer')
    expect((await put(owner, `${customer.id}/blocked`, { is_blocked: true })).status).toBe(200)
    await confirmed(owner, passkey)
    expect((await put(owner, `${id}/blocked`, { is_blocked: true })).status).toBe(200)
    shop.turnClock(11 * HOUR_MS)
    expect(await put(owner, `${id}/blocked`, { is_blocked: false })).toMatchObject(DUE)
  })
})

describe('an admin without a passkey', () => {
  let plain: TestBrowser
  let ownerId = 0
  beforeEach(async () => {
    plain = await signedInAdmin(shop, `plain-${count}@puoti.example`)
    ownerId = await userIdByEmail(shop, ownerEmail)
  })

  test('cannot block, strip, reset or remove one who has a passkey', async () => {
    for (const [what, body] of [
      ['blocked', { is_blocked: true }],
      ['admin', { is_admin: false }],
    ] as const)
      expect([what, await put(plain, `${ownerId}/${what}`, body)]).toMatchObject([what, NEEDED])
    expect(await plain.call(`POST admin/users/${ownerId}/passkeys-reset`, {})).toMatchObject(NEEDED)
    expect(await plain.call(`POST admin/users/${ownerId}/removal`, {})).toMatchObject(NEEDED)
    expect((await owner.call('GET admin/users')).status).toBe(200)
  })

  test('acts on none of them with a passkey that was added within the last day either', async () => {
    shop.turnClock(60_000)
    const added = await enrolled(plain)
    const act = async (what: string, body: object) => {
      const { status } = await plain.call(`GET admin/users/${ownerId}`)
      expect(status).toBe(200)
      return what === 'blocked'
        ? put(plain, `${ownerId}/${what}`, body)
        : plain.call(`POST admin/users/${ownerId}/${what}`, body)
    }
    for (const [what, body] of [
      ['passkeys-reset', {}],
      ['blocked', { is_blocked: true }],
      ['removal', {}],
    ] as const)
      expect([what, await act(what, body)]).toMatchObject([what, TOO_NEW])
    // Who had a passkey first may act on who has a new one.
    const plainId = await userIdByEmail(shop, `plain-${count}@puoti.example`)
    expect((await owner.call(`POST admin/users/${plainId}/passkeys-reset`, {})).status).toBe(200)
    const again = await signedInAdmin(shop, `later-${count}@puoti.example`)
    const later = await enrolled(again, 'Phone', added)
    shop.turnClock(25 * HOUR_MS)
    await confirmed(again, later)
    expect((await again.call(`POST admin/users/${ownerId}/passkeys-reset`, {})).status).toBe(200)
  })

  test('changes rights and exports people only within an hour of signing in', async () => {
    const [customer, other] = [await shopper('customer'), `other-${count}@puoti.example`]
    await signedInAdmin(shop, other)
    const block = async (email: string) =>
      put(plain, `${await userIdByEmail(shop, email)}/blocked`, { is_blocked: true })
    shop.turnClock(0.9 * HOUR_MS)
    expect((await put(plain, `${customer.id}/bookkeeper`, { is_bookkeeper: true })).status).toBe(200)
    expect((await plain.call('GET admin/passkeys/freshness')).status).toBe(200)
    shop.turnClock(0.2 * HOUR_MS)
    expect(await put(plain, `${customer.id}/admin`, { is_admin: true })).toMatchObject(SIGN_IN)
    expect(await block(other)).toMatchObject(SIGN_IN)
    expect(await plain.call('GET admin/passkeys/freshness')).toMatchObject(SIGN_IN)
    expect((await block((await shopper('plain-customer')).email)).status).toBe(200)
    expect((await plain.call('GET admin/users')).status).toBe(200)
    const again = await shop.signedIn(`plain-${count}@puoti.example`)
    expect((await put(again, `${customer.id}/admin`, { is_admin: true })).status).toBe(200)
  })
})

describe('all admins are mailed, each in their own language', () => {
  test('about a new admin, a blocked one and one who is no longer an admin', async () => {
    const swede = `swede-${count}@puoti.example`
    await signedInAdmin(shop, swede)
    await database.kysely.updateTable('app_user').set({ language_id: 1003 }).where('email', '=', swede).execute()
    const chosen = await shopper('chosen', { language_id: 1001 })
    const change = (what: string, body: object) => put(owner, `${chosen.id}/${what}`, body)
    expect((await change('admin', { is_admin: true })).status).toBe(200)
    expect((await change('blocked', { is_blocked: true })).status).toBe(200)
    expect((await change('blocked', { is_blocked: false })).status).toBe(200)
    expect((await change('admin', { is_admin: false })).status).toBe(200)
    await expect.poll(() => mailsAbout(chosen.email).filter(({ to }) => to === swede).length).toBe(4)
    const received = (to: string) => mailsAbout(chosen.email).filter(mail => mail.to === to)
    expect(received(swede)[0]?.text).toContain(`${chosen.email} är nu administratör`)
    expect(received(swede)[0]?.text).toContain(`Ändrat av: ${ownerEmail}`)
    for (const each of [ownerEmail, chosen.email]) expect(received(each)).toHaveLength(4)
    const customer = await shopper('customer')
    await put(owner, `${customer.id}/blocked`, { is_blocked: true })
    expect(mailsAbout(customer.email)).toEqual([])
  })

  test('about an admin whose account is removed, and about one made on the server', async () => {
    const leaving = `leaving-${count}@puoti.example`
    await signedInAdmin(shop, leaving)
    expect((await owner.call(`POST admin/users/${await userIdByEmail(shop, leaving)}/removal`, {})).status).toBe(200)
    await expect.poll(() => mailsAbout(leaving).some(({ to }) => to === ownerEmail)).toBe(true)
    const removed = mailsAbout(leaving).find(({ to }) => to === ownerEmail)
    expect(removed?.text).toContain('The account can’t be restored')
    expect(removed?.text).not.toContain('undo')
    const made = await shopper('made')
    expect(await makeAdminByAddress(shop.context, made.email)).toBe('made')
    await expect.poll(() => mailsAbout(made.email).some(({ to }) => to === ownerEmail)).toBe(true)
    expect(await made.browser.call('GET admin/users')).toMatchObject(LOGGED_OUT)
  })

  test('about an admin’s first passkey and a reset, of which the admin concerned has a mail of their own', async () => {
    const other = `careful-${count}@puoti.example`
    const browser = await signedInAdmin(shop, other)
    await enrolled(browser)
    const to = (address: string, what = other) => mailsAbout(what).filter(mail => mail.to === address)
    await expect.poll(() => to(ownerEmail).length).toBe(1)
    expect(to(ownerEmail)[0]?.text).toContain(`${other} added their first passkey`)
    await enrolled(browser, 'Another')
    expect((await owner.call(`POST admin/users/${await userIdByEmail(shop, other)}/passkeys-reset`, {})).status).toBe(
      200,
    )
    await expect.poll(() => to(ownerEmail).length).toBe(2)
    expect(to(ownerEmail)[1]?.text).toContain(`Changed by: ${ownerEmail}`)
    expect(to(other)).toEqual([])
    const reader = await shopper('reader')
    await sql`INSERT INTO user_right (user_id, kind) SELECT id, 'bookkeeper' FROM app_user WHERE email = ${reader.email}`.execute(
      database.kysely,
    )
    await enrolled(reader.browser)
    expect(mailsAbout(reader.email)).toEqual([])
  })
})
