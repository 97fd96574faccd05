import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Invitation } from '#contract/accounts/invitations.ts'
import { DAY_MS } from '#domain/durations.ts'
import { CLEAN_UP_RULES } from '#server/module-list.ts'
import { cleanUp } from '#server/modules/operations/clean-up/clean-up.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { userIdByEmail } from '#test/shop/passkeys.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let teijo: number
let count = 0
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, hasOutbox: true, now: new Date('2026-12-01T10:00:00Z') })
  anna = await server.caller('admin')
  teijo = await addStore(database, { name: 'Teijo' })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const newEmail = () => `helper-${(count += 1)}@invited.example`
const helperRights = () => [{ kind: 'helper', store_ids: [teijo] }]
/** A call of an admin who has just signed in: the clock of the tests jumps by days. */
async function callAs(by: Caller, request: string, body?: object) {
  await database.pool.query('UPDATE session SET created_at = $2, last_seen_at = $2 WHERE user_id = $1', [
    by.id,
    server.context.now(),
  ])
  return by.call(request, body)
}
const call = (request: string, body?: object) => callAs(anna, request, body)
const invite = (email: string, body: object = {}, by = anna) =>
  callAs(by, 'POST invitations', { email, language: 'en', rights: helperRights(), ...body })
/** The token of the latest mail. */
async function tokenFor(email: string, mails = 1): Promise<string> {
  const { text } = await server.lastMail(email, mails)
  return /\/invitations\/([\w-]{43})/.exec(text)?.[1] ?? ''
}
async function invited(email = newEmail()) {
  const { status, body } = await invite(email)
  expect(status).toBe(200)
  return { ...(body as Invitation), token: await tokenFor(email) }
}
const newBrowser = () => server.browser().opened()
const listed = async (id: number) => ((await call('GET invitations')).body as Invitation[]).find(each => each.id === id)
const getRights = async (email: string) =>
  database.kysely
    .selectFrom('user_right')
    .innerJoin('app_user', 'app_user.id', 'user_id')
    .select(['kind', 'store_id'])
    .where('email', '=', email)
    .orderBy('user_right.id')
    .execute()

describe('an invitation', () => {
  test('is emailed in its language, with the rights and a link that nothing but its mail contains', async () => {
    const email = newEmail()
    const { status, body } = await invite(` ${email.toUpperCase()} `, { language: 'fi' })
    expect([status, body]).toMatchObject([200, { email, state: 'open', language: 'fi' }])
    const mail = await server.lastMail(email)
    expect(mail.text).toContain('Apulainen: Teijo')
    const token = await tokenFor(email)
    expect(token).toHaveLength(43)
    expect(mail.text).toContain(`/invitations/${token}?lang=fi`)
    expect(JSON.stringify(body)).not.toContain(token)
    const rows = await database.pool.query('SELECT * FROM invitation')
    expect(JSON.stringify(rows.rows)).not.toContain(token)
  })

  test('makes an account, signs it in and gives it the rights, once', async () => {
    const { email, token, id } = await invited()
    const browser = await newBrowser()
    for (let preview = 0; preview < 3; preview += 1)
      expect(await browser.call(`GET invitations/${token}`)).toMatchObject({
        status: 200,
        body: { state: 'open', email, must_sign_in: false, rights: [{ kind: 'helper', stores: [{ name: 'Teijo' }] }] },
      })
    expect(await getRights(email)).toEqual([])
    const accepted = await browser.call(`POST invitations/${token}`)
    expect(accepted).toMatchObject({
      status: 200,
      body: { user: { email, rights: [{ kind: 'helper' }], is_verified: false } },
    })
    expect((await browser.call('POST authenticate')).status).toBe(200)
    expect(await getRights(email)).toEqual([{ kind: 'helper', store_id: teijo }])
    // The phone must be verified first, as for every account.
    expect(await browser.call(`GET admin/stores/${teijo}/stock`)).toMatchObject({
      body: { code: 'session.unverified' },
    })
    await database.kysely
      .updateTable('app_user')
      .set({ is_verified: true, phone: '+358401230000' })
      .where('email', '=', email)
      .execute()
    expect((await browser.call(`GET admin/stores/${teijo}/stock`)).status).toBe(200)
    expect(await listed(id)).toMatchObject({ state: 'accepted' })
    const again = await (await newBrowser()).call(`POST invitations/${token}`)
    expect(again).toMatchObject({ status: 409, body: { code: 'invitation.closed' } })
  })

  test('accepted twice at once makes one account and one session', async () => {
    const { email, token } = await invited()
    const browsers = await Promise.all([newBrowser(), newBrowser(), newBrowser()])
    const answers = await Promise.all(browsers.map(browser => browser.call(`POST invitations/${token}`)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
    const id = await userIdByEmail(server, email)
    const sessions = database.kysely.selectFrom('session').select('user_id').where('user_id', '=', id)
    expect(await sessions.execute()).toHaveLength(1)
    expect(await getRights(email)).toHaveLength(1)
  })

  test('is for one address once while it is open', async () => {
    const { email } = await invited()
    expect(await invite(email)).toMatchObject({ status: 409, body: { code: 'invitation.open' } })
  })

  test('sent again works by its new link only, for seven days from then', async () => {
    const { email, token, id } = await invited()
    server.turnClock(6 * DAY_MS)
    expect((await call(`POST invitations/${id}/resend`)).status).toBe(200)
    const newToken = await tokenFor(email, 2)
    server.turnClock(6 * DAY_MS)
    const browser = await newBrowser()
    expect((await browser.call(`GET invitations/${token}`)).status).toBe(409)
    expect((await browser.call(`POST invitations/${token}`)).status).toBe(409)
    expect((await browser.call(`POST invitations/${newToken}`)).status).toBe(200)
    expect(await call(`POST invitations/${id}/resend`)).toMatchObject({ body: { code: 'invitation.closed' } })
  })

  test('expires after seven days, and is opened by sending it again', async () => {
    const { email, token, id } = await invited()
    server.turnClock(7 * DAY_MS)
    const browser = await newBrowser()
    expect((await browser.call(`GET invitations/${token}`)).body).toMatchObject({ state: 'expired' })
    expect(await browser.call(`POST invitations/${token}`)).toMatchObject({ body: { code: 'invitation.closed' } })
    expect(await listed(id)).toMatchObject({ state: 'expired' })
    await call(`POST invitations/${id}/resend`)
    expect((await browser.call(`POST invitations/${await tokenFor(email, 2)}`)).status).toBe(200)
  })

  test('withdrawn no longer works, and makes room for another', async () => {
    const { email, token, id } = await invited()
    expect((await call(`DELETE invitations/${id}`)).status).toBe(200)
    const browser = await newBrowser()
    expect((await browser.call(`GET invitations/${token}`)).body).toMatchObject({ state: 'withdrawn' })
    expect(await browser.call(`POST invitations/${token}`)).toMatchObject({ body: { code: 'invitation.closed' } })
    for (const request of [`DELETE invitations/${id}`, `POST invitations/${id}/resend`])
      expect(await call(request)).toMatchObject({ status: 409, body: { code: 'invitation.closed' } })
    expect((await invite(email)).status).toBe(200)
    expect(await getRights(email)).toEqual([])
  })

  test('is void once its sender is no longer an admin, until another admin sends it again', async () => {
    const bertil = await server.caller('admin')
    const email = newEmail()
    const { id } = (await invite(email, {}, bertil)).body as Invitation
    const token = await tokenFor(email)
    await database.kysely.updateTable('app_user').set({ blocked_at: new Date() }).where('id', '=', bertil.id).execute()
    const browser = await newBrowser()
    expect(await browser.call(`POST invitations/${token}`)).toMatchObject({ body: { code: 'invitation.closed' } })
    expect((await call(`POST invitations/${id}/resend`)).status).toBe(200)
    expect((await browser.call(`POST invitations/${await tokenFor(email, 2)}`)).status).toBe(200)
  })

  test.each([
    ['the admin right', { rights: [{ kind: 'admin', store_ids: null }] }],
    ['a flag', { is_admin: true }],
    ['no right', { rights: [] }],
    ['an account', { user_id: 1001 }],
    ['another sender', { invited_by: 1001 }],
    ['an unknown language', { language: 'de' }],
    ['no address', { email: 'nobody' }],
    ['a store that does not exist', { rights: [{ kind: 'helper', store_ids: [999_999] }] }],
  ])('accepts no %s', async (_, body) => {
    expect((await invite(newEmail(), body)).status).toBe(422)
  })
})

describe('an address with an account', () => {
  test('accepts only while signed in to it, keeps its session and other rights, and ends older sessions', async () => {
    const email = newEmail()
    const [older, elsewhere] = [await server.signedIn(email), await server.signedIn(email)]
    const id = await userIdByEmail(server, email)
    await database.kysely.insertInto('user_right').values({ user_id: id, kind: 'bookkeeper', store_id: null }).execute()
    await invite(email)
    const token = await tokenFor(email, 3)
    const stranger = await newBrowser()
    expect((await stranger.call(`GET invitations/${token}`)).body).toMatchObject({ must_sign_in: true })
    expect(await stranger.call(`POST invitations/${token}`)).toMatchObject({
      status: 403,
      body: { code: 'invitation.signInFirst' },
    })
    expect(await older.call(`POST invitations/${token}`)).toMatchObject({ status: 200 })
    expect((await older.call('POST authenticate')).body).toMatchObject({
      user: { rights: [{ kind: 'bookkeeper' }, { kind: 'helper' }] },
    })
    expect((await elsewhere.call('POST authenticate')).status).toBe(401)
    const [entry] = await listAuditEntries(anna, `user/${id}`)
    expect(entry).toMatchObject({ by: { id: anna.id }, changes: [{ field: 'rights.helper', to: [teijo] }] })
  })

  test('that is blocked gains nothing', async () => {
    const { email, token } = await invited()
    await database.pool.query(
      `INSERT INTO app_user (email, language_id, blocked_at, created_at) VALUES ($1, 1001, now(), now())`,
      [email],
    )
    const answer = await (await newBrowser()).call(`POST invitations/${token}`)
    expect(answer).toMatchObject({ status: 403, body: { code: 'login.disabled' } })
    expect(await getRights(email)).toEqual([])
  })
})

test('unknown links are answered alike', async () => {
  const browser = await newBrowser()
  for (const token of ['x', 'a'.repeat(43), '..%2f']) {
    expect((await browser.call(`GET invitations/${token}`)).status).toBe(409)
    expect((await browser.call(`POST invitations/${token}`)).status).toBe(409)
  }
})

test('an admin emails at most thirty in an hour', async () => {
  const carl = await server.caller('admin')
  for (let each = 0; each < 30; each += 1) expect((await invite(newEmail(), {}, carl)).status).toBe(200)
  expect((await invite(newEmail(), {}, carl)).status).toBe(429)
})

test('the audit log has every step, without the address', async () => {
  const { email, id } = await invited()
  await call(`POST invitations/${id}/resend`)
  await call(`DELETE invitations/${id}`)
  const entries = await listAuditEntries(anna, `invitation/${id}`)
  expect(entries.map(({ action, by }) => [action, by.id])).toEqual([
    ['removed', anna.id],
    ['changed', anna.id],
    ['created', anna.id],
  ])
  expect(JSON.stringify(entries.map(({ changes }) => changes))).not.toContain(email)
})

test('an invitation is erased a month after its end', async () => {
  const { id } = await invited()
  const expired = await invited()
  await call(`DELETE invitations/${id}`)
  const has = async (each: number) => (await listed(each)) !== undefined
  server.turnClock(29 * DAY_MS)
  await cleanUp(server.context, CLEAN_UP_RULES)
  expect([await has(id), await has(expired.id)]).toEqual([true, true])
  server.turnClock(2 * DAY_MS)
  await cleanUp(server.context, CLEAN_UP_RULES)
  expect([await has(id), await has(expired.id)]).toEqual([false, true])
  server.turnClock(7 * DAY_MS)
  await cleanUp(server.context, CLEAN_UP_RULES)
  expect(await has(expired.id)).toBe(false)
})
