import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import { makeAdminByAddress, resetByAddress } from '#server/modules/operations/recovery-cli/recovery-commands.ts'
import { extendHashChain } from '#server/platform/audit-log/hash-chain.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { brokenInvariants } from '#test/database/broken-invariants.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { type Shop, openShop } from '#test/shop/open-shop.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'

const BOSS = 'boss@puoti.example'
const PHONES = { [BOSS]: '+358401112221', 'deputy@puoti.example': '+358401112222' }

let database: DatabaseHandle
let server: Shop
const open = async (variables: Record<string, string> = {}) => {
  server = await openShop(identityOptions(database, { PUOTI_ADMIN_EMAIL: BOSS, ...variables }))
}
beforeEach(async () => {
  database = await testDatabase()
  await open()
})
afterEach(async () => {
  await server.close()
  await database.close()
})

const getRow = (email: string) =>
  database.kysely.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const setUser = (email: string, change: { is_admin?: boolean; blocked_at?: Date; is_verified?: boolean }) =>
  database.kysely.updateTable('app_user').set(change).where('email', '=', email).execute()

/** Signs in by mail and verifies the phone of the address. */
async function arrives(email: keyof typeof PHONES): Promise<TestBrowser> {
  const browser = await server.signedIn(email)
  if ((await getRow(email)).is_verified) return browser
  const phone = PHONES[email] ?? ''
  const texts = server.texts.filter(({ to }) => to === phone).length
  server.turnClock(2 * DAY_MS)
  await browser.call('POST sendVerification', { phone })
  const { text } = await server.lastSms(phone, texts + 1)
  await browser.call('POST verify', { verification_code: /\d{6}/.exec(text)?.[0] ?? '' })
  return browser
}
/** The first admin, and a second one whom the first made an admin. */
async function twoAdmins() {
  await arrives(BOSS)
  await arrives('deputy@puoti.example')
  // Rights require a recent sign-in.
  const boss = await server.signedIn(BOSS)
  const { id } = await getRow('deputy@puoti.example')
  expect(await boss.call(`PUT admin/users/${id}/admin`, { is_admin: true })).toMatchObject({ status: 200 })
  const deputy = await server.signedIn('deputy@puoti.example')
  return { boss, deputy, bossId: (await getRow(BOSS)).id, deputyId: id }
}
async function isAdminAgain(): Promise<boolean> {
  const browser = await arrives(BOSS)
  const { status } = await browser.call('GET admin/users')
  const { is_admin: isAdmin } = await getRow(BOSS)
  expect(status).toBe(isAdmin ? 200 : 403)
  return isAdmin
}
async function removesOwnAccount(browser: TestBrowser, email: string) {
  const codes = () => server.mails.flatMap(({ to, text }) => (to === email ? (/^\d{6}$/m.exec(text)?.[0] ?? []) : []))
  const before = codes().length
  expect((await browser.call('POST removal/code')).status).toBe(200)
  await expect.poll(() => codes().length).toBe(before + 1)
  const code = codes().at(-1)
  expect((await browser.call('POST removal', { code, cancel_preorders: [] })).status).toBe(200)
}

describe('the address in PUOTI_ADMIN_EMAIL', () => {
  test('becomes the first admin, and again when its only account was removed before it was verified', async () => {
    const browser = await server.signedIn(BOSS)
    expect((await getRow(BOSS)).is_admin).toBe(true)
    await removesOwnAccount(browser, BOSS)
    expect(await isAdminAgain()).toBe(true)
  })

  test('does not become an admin when another admin can use the back office', async () => {
    await arrives('deputy@puoti.example')
    await setUser('deputy@puoti.example', { is_admin: true })
    expect(await isAdminAgain()).toBe(false)
  })

  test.each([{ is_verified: false }, { blocked_at: new Date() }])('is an admin if the other is %j', async change => {
    await arrives('deputy@puoti.example')
    await setUser('deputy@puoti.example', { is_admin: true, ...change })
    expect(await isAdminAgain()).toBe(true)
  })

  test('is not an admin again after another admin removed its account', async () => {
    const { deputy, bossId } = await twoAdmins()
    expect((await deputy.call(`POST admin/users/${bossId}/removal`, {})).status).toBe(200)
    expect(await isAdminAgain()).toBe(false)
    await extendHashChain({ db: database.kysely })
    expect(await brokenInvariants(database)).toEqual({})
  })

  test('is not an admin again after its owner removed the account and another remains', async () => {
    const { boss } = await twoAdmins()
    await removesOwnAccount(boss, BOSS)
    expect(await isAdminAgain()).toBe(false)
  })

  test('is not an admin again after its right was revoked and its account removed', async () => {
    const { boss, deputy, bossId } = await twoAdmins()
    expect((await deputy.call(`PUT admin/users/${bossId}/admin`, { is_admin: false })).status).toBe(200)
    await removesOwnAccount(boss, BOSS)
    expect(await isAdminAgain()).toBe(false)
  })

  test('stays blocked with its phone number, and without the right, after it was blocked and removed', async () => {
    const { deputy, bossId } = await twoAdmins()
    expect((await deputy.call(`PUT admin/users/${bossId}/blocked`, { is_blocked: true })).status).toBe(200)
    expect((await deputy.call(`POST admin/users/${bossId}/removal`, {})).status).toBe(200)
    const browser = await server.browser().opened()
    await browser.call('POST login', { email: BOSS })
    expect((await getRow(BOSS)).blocked_at).toEqual(expect.any(Date))
    const other = await server.signedIn('other@puoti.example')
    server.turnClock(2 * DAY_MS)
    expect((await other.call('POST sendVerification', { phone: PHONES[BOSS] })).body).toMatchObject({
      code: 'verification.phoneBlocked',
    })
    const { id } = await getRow(BOSS)
    await deputy.call(`PUT admin/users/${id}/blocked`, { is_blocked: false })
    await server.signedIn(BOSS)
    expect(await getRow(BOSS)).toMatchObject({ blocked_at: null, is_admin: false })
  })

  test('is not an admin again when passkeys are required and the other admin has none', async () => {
    const { deputy, bossId } = await twoAdmins()
    expect((await deputy.call(`POST admin/users/${bossId}/removal`, {})).status).toBe(200)
    await server.close()
    await open({ PUOTI_ADMIN_PASSKEYS: 'required' })
    // The new server's clock starts over, but the SMS cooldowns were set by the former server's clock.
    server.turnClock(30 * DAY_MS)
    await resetByAddress(server.context, 'deputy@puoti.example')
    const browser = await arrives(BOSS)
    expect((await browser.call('GET admin/users')).body).toMatchObject({ code: 'session.adminRequired' })
  })

  test('is not an admin again when no admin is left; the make-admin command restores it and unblocks it', async () => {
    const { deputy, bossId } = await twoAdmins()
    expect((await deputy.call(`POST admin/users/${bossId}/removal`, {})).status).toBe(200)
    await setUser('deputy@puoti.example', { is_verified: false })
    expect(await isAdminAgain()).toBe(false)
    expect(await makeAdminByAddress(server.context, 'nobody@puoti.example')).toBe('unknown')
    await setUser(BOSS, { blocked_at: new Date() })
    expect(await makeAdminByAddress(server.context, BOSS)).toBe('made')
    expect(await makeAdminByAddress(server.context, BOSS)).toBe('known')
    expect(await isAdminAgain()).toBe(true)
    await extendHashChain({ db: database.kysely })
    expect(await brokenInvariants(database)).toEqual({})
  })
})

test('the audit log has the loss of a removed admin’s right, without the email address', async () => {
  const { boss, bossId, deputyId } = await twoAdmins()
  await removesOwnAccount(boss, BOSS)
  await arrives(BOSS)
  const next = (await getRow(BOSS)).id
  const deputy = await server.signedIn('deputy@puoti.example')
  await deputy.call(`PUT admin/users/${next}/admin`, { is_admin: true })
  const again = await server.signedIn(BOSS)
  expect((await again.call('GET admin/users')).status).toBe(200)
  await deputy.call(`POST admin/users/${next}/removal`, { reason: `wrote from ${BOSS}` })
  const entries = await database.kysely.selectFrom('audit_entry').selectAll().orderBy('id').execute()
  const losses = entries.filter(({ changes }) => changes.some(({ field, to }) => field === 'is_admin' && to === false))
  expect(losses.map(({ record_id, user_id }) => [record_id, user_id])).toEqual([
    [bossId, bossId],
    [next, deputyId],
  ])
  expect(JSON.stringify(entries)).not.toContain(BOSS)
})
