import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MINUTE_MS } from '#domain/durations.ts'
import { makeAdmin } from '#server/modules/accounts/admin-users/change-rights.ts'
import { makeAdminByAddress } from '#server/modules/operations/recovery-cli/recovery-commands.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { databaseText } from '#test/database/database-text.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { readSignInMail } from '#test/shop/inboxes.ts'
import { type Shop, openShop } from '#test/shop/open-shop.ts'
import { onlyInFullTier, timesInTier } from '#test/tier.ts'

const INVALID_LINK = { status: 401, body: { code: 'login.invalidLink' } }

/** A session without a passkey. */
const BY_MAIL = {
  tokenHash: Buffer.alloc(0),
  passkey: 'none',
  passkeyConfirmedAt: null,
  signedInAt: new Date(),
} as const

let database: DatabaseHandle
let server: Shop
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop(identityOptions(database, { PUOTI_ADMIN_EMAIL: 'Boss@puoti.example' }))
})
afterAll(async () => {
  await server.close()
  await database.close()
})

/** A browser that requested links, and their mails. */
async function requestLink(email: string, times = 1) {
  const browser = await server.browser().opened()
  const mails = []
  for (let mail = 1; mail <= times; mail++) {
    await browser.call('POST login', { email })
    mails.push(readSignInMail(await server.lastMail(email, mail)))
  }
  return { browser, mails, mail: mails.at(-1)! }
}
const open = (path: string) => `POST ${path.slice(1)}`
const userRow = (email: string) =>
  database.kysely.selectFrom('app_user').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
const block = (email: string) =>
  database.kysely.updateTable('app_user').set({ blocked_at: server.context.now() }).where('email', '=', email).execute()
const countUsers = async () => (await database.kysely.selectFrom('app_user').select('id').execute()).length
const getSessions = async (email: string) => {
  const { id } = await userRow(email)
  return database.kysely.selectFrom('session').select('token_sha256').where('user_id', '=', id).execute()
}

/** The audit log's changes of a user's right to use the back office, oldest first. */
async function getAdminAuditQuery(email: string) {
  const { id } = await userRow(email)
  const trail = database.kysely.selectFrom('audit_entry').select('changes').where('kind', '=', 'user')
  const entries = await trail.where('record_id', '=', id).orderBy('id').execute()
  return entries.flatMap(({ changes }) => changes.filter(({ field }) => field === 'is_admin').map(({ to }) => to))
}

test('an address whose domain has letters of its language gets its mail, and is one account in both forms', async () => {
  const email = 'pekka@xn--mkitupa-5wa.fi'
  const browser = await server.browser().opened()
  for (const typed of ['Pekka@mäkitupa.fi', email])
    expect(await browser.call('POST login', { email: typed })).toMatchObject({ status: 200 })
  const mail = readSignInMail(await server.lastMail(email, 2))
  expect(await browser.call(open(mail.path))).toMatchObject({ status: 200, body: { user: { email } } })
})

describe('POST authenticate', () => {
  test('returns 401 and a token for the login form to an anonymous visitor', async () => {
    const browser = server.browser()
    const answer = await browser.call('POST authenticate')
    expect(answer).toMatchObject({ status: 401, body: { code: 'session.required', csrf_token: expect.any(String) } })
    expect((await browser.call('POST login', { email: 'visitor@puoti.example' })).status).toBe(200)
  })

  test('returns the user of the session', async () => {
    const browser = await server.signedIn('me@puoti.example')
    expect(await browser.call('POST authenticate')).toMatchObject({
      status: 200,
      body: { csrf_token: browser.csrf, user: { email: 'me@puoti.example', is_admin: false, isAdmin: false } },
    })
  })

  test('clears a cookie whose session is gone, so that the browser can sign in again', async () => {
    const browser = await server.signedIn('gone@puoti.example')
    const { id } = await userRow('gone@puoti.example')
    await database.kysely.deleteFrom('session').where('user_id', '=', id).execute()
    expect((await browser.call('POST authenticate')).status).toBe(401)
    expect(browser.cookies.has('puoti-session')).toBe(false)
    expect((await browser.call('POST login', { email: 'gone@puoti.example' })).status).toBe(200)
  })

  test('returns 401 after a logout, which ends the session', async () => {
    const browser = await server.signedIn('leaver@puoti.example')
    const cookie = browser.cookieHeader()
    expect(await browser.call('POST logout')).toMatchObject({ status: 200, body: {} })
    expect((await server.browser({ cookie }).call('POST authenticate')).status).toBe(401)
    expect(await getSessions('leaver@puoti.example')).toEqual([])
  })
})

describe('a sign-in link', () => {
  test('signs in, sets the session cookie and stores the time of the last login', async () => {
    const { browser, mail } = await requestLink('aino@puoti.example')
    const answer = await browser.call(open(mail.path))
    expect(answer).toMatchObject({
      status: 200,
      body: { csrf_token: expect.any(String), user: { email: 'aino@puoti.example', is_verified: false, phone: null } },
    })
    expect(String(answer.headers['set-cookie'])).toMatch(/puoti-session=[\w-]{43}; .*Path=\/; HttpOnly; SameSite=Lax/)
    expect((await userRow('aino@puoti.example')).last_login_at).toEqual(server.context.now())
    expect((await browser.call('POST authenticate')).status).toBe(200)
  })

  test('is sent to one user, regardless of case and spaces in the address', async () => {
    const browser = await server.browser().opened()
    for (const email of ['  Same@Puoti.EXAMPLE ', 'same@puoti.example']) await browser.call('POST login', { email })
    await server.lastMail('same@puoti.example', 2)
    const users = await database.kysely
      .selectFrom('app_user')
      .select('id')
      .where('email', '=', 'same@puoti.example')
      .execute()
    expect(users).toHaveLength(1)
  })

  test.runIf(onlyInFullTier('it makes fifty calls at once, each with a mail'))(
    'fifty concurrent calls for a new address create one user and three links',
    async () => {
      const browser = await server.browser().opened()
      const email = 'crowd@puoti.example'
      const answers = await Promise.all(Array.from({ length: 50 }, () => browser.call('POST login', { email })))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      const { id } = await userRow(email)
      const links = await database.kysely.selectFrom('login_link').select('id').where('user_id', '=', id).execute()
      expect(links).toHaveLength(3)
    },
  )

  test('works once', async () => {
    const { browser, mail } = await requestLink('once@puoti.example')
    expect((await browser.call(open(mail.path))).status).toBe(200)
    expect(await browser.call(open(mail.path))).toMatchObject(INVALID_LINK)
    expect(await getSessions('once@puoti.example')).toHaveLength(1)
  })

  test('works for ten minutes', async () => {
    const early = await requestLink('early@puoti.example')
    const late = await requestLink('late@puoti.example')
    server.turnClock(10 * MINUTE_MS - 1)
    expect((await early.browser.call(open(early.mail.path))).status).toBe(200)
    server.turnClock(1)
    expect(await late.browser.call(open(late.mail.path))).toMatchObject(INVALID_LINK)
  })

  test('is not used up by a thousand GET and HEAD requests, only by the form’s POST', async () => {
    const { browser, mail } = await requestLink('scanner@puoti.example')
    for (let attempt = 0; attempt < 500; attempt++) {
      for (const method of ['GET', 'HEAD'] as const) await server.app.inject({ method, url: `/api${mail.path}` })
    }
    // A scanner that sends a POST has no token of this site.
    expect(await server.browser().call(open(mail.path))).toMatchObject({ status: 403, body: { code: 'csrf.invalid' } })
    expect(await getSessions('scanner@puoti.example')).toEqual([])
    expect((await browser.call(open(mail.path))).status).toBe(200)
  })

  test('works in another browser', async () => {
    const { mail } = await requestLink('phone-and-laptop@puoti.example')
    const other = await server.browser().opened()
    expect((await other.call(open(mail.path))).status).toBe(200)
  })

  test('stays valid beside two newer links, and is invalidated by a third', async () => {
    const three = await requestLink('three@puoti.example', 3)
    expect((await three.browser.call(open(three.mails[0]!.path))).status).toBe(200)
    const four = await requestLink('four@puoti.example', 4)
    expect(await four.browser.call(open(four.mails[0]!.path))).toMatchObject(INVALID_LINK)
    expect((await four.browser.call(open(four.mails[1]!.path))).status).toBe(200)
  })

  test('invalidates the other links of its browser when used', async () => {
    const { browser, mails } = await requestLink('others@puoti.example', 3)
    expect((await browser.call(open(mails[1]!.path))).status).toBe(200)
    for (const { path } of mails) expect(await browser.call(open(path))).toMatchObject(INVALID_LINK)
  })

  test('is refused with any part of its path altered, and stays valid', async () => {
    const { browser, mail } = await requestLink('parts@puoti.example')
    const { userId, timestamp, hash } = mail
    const foreign = await requestLink('foreign@puoti.example')
    const wrong = [
      [foreign.mail.userId, timestamp, hash],
      [userId, String(Number(timestamp) + 1), hash],
      [userId, timestamp, foreign.mail.hash],
      [userId, timestamp, `${hash.slice(0, -1)}!`],
      [userId, timestamp, hash.toLowerCase()],
      [userId, timestamp, 'x'],
      [userId, 'now', hash],
      [userId, `${timestamp}.0`, hash],
      [`0${userId}`, timestamp, hash],
      ['-1', timestamp, hash],
      ['99999999999', timestamp, hash],
      ['4294967296', timestamp, hash],
      ["1' OR '1'='1", timestamp, hash],
      [userId, '9'.repeat(20), hash],
    ]
    for (const parts of wrong) {
      const path = `POST login/${parts.map(part => encodeURIComponent(part ?? '')).join('/')}`
      expect(await browser.call(path), path).toMatchObject(INVALID_LINK)
    }
    expect((await browser.call(`POST login/${userId}/${timestamp}/${'x'.repeat(150)}`)).status).toBe(422)
    expect(await getSessions('parts@puoti.example')).toEqual([])
    expect((await browser.call(open(mail.path))).status).toBe(200)
  })

  const rounds = timesInTier('PUOTI_RACES', { merge: 4, full: 200 })
  test('signs in once when it is opened fifty times concurrently', { timeout: 600_000 }, async () => {
    for (let round = 0; round < rounds; round++) {
      const email = `race-${round}@puoti.example`
      const { mail } = await requestLink(email)
      const browser = await server.browser().opened()
      const answers = await Promise.all(Array.from({ length: 50 }, () => browser.call(open(mail.path))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(49)
      expect(await getSessions(email)).toHaveLength(1)
    }
  })

  test('signs in once when three links are opened concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const email = `links-${round}@puoti.example`
      const { browser, mails } = await requestLink(email, 3)
      const answers = await Promise.all(mails.map(({ path }) => browser.call(open(path))))
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(2)
    }
  })
})

describe('a sign-in', () => {
  test('starts a new session and ends the browser’s old one', async () => {
    const browser = await server.signedIn('rotate@puoti.example')
    const old = browser.cookieHeader()
    await browser.call('POST login', { email: 'rotate@puoti.example' })
    const mail = readSignInMail(await server.lastMail('rotate@puoti.example', 2))
    expect((await browser.call(open(mail.path))).status).toBe(200)
    expect(browser.cookieHeader()).not.toBe(old)
    expect((await server.browser({ cookie: old }).call('POST authenticate')).status).toBe(401)
    expect(await getSessions('rotate@puoti.example')).toHaveLength(1)
  })

  test('does not adopt a planted session cookie', async () => {
    const { mail } = await requestLink('fixed@puoti.example')
    const planted = 'p'.repeat(43)
    const browser = await server.browser().opened()
    browser.cookies.set('puoti-session', planted)
    await browser.call('POST authenticate')
    expect((await browser.call(open(mail.path))).status).toBe(200)
    expect(browser.cookies.get('puoti-session')).not.toBe(planted)
    expect((await getSessions('fixed@puoti.example')).map(row => row.token_sha256)).not.toContainEqual(sha256(planted))
  })

  test('makes the configured address an admin, and no other address', async () => {
    expect((await (await server.signedIn('boss@puoti.example')).call('POST authenticate')).body).toMatchObject({
      user: { is_admin: true, isAdmin: true },
    })
    expect((await userRow('me@puoti.example')).is_admin).toBe(false)
    expect(await getAdminAuditQuery('boss@puoti.example')).toEqual([true])
    await (await server.signedIn('boss@puoti.example')).call('POST authenticate')
    expect(await getAdminAuditQuery('boss@puoti.example')).toEqual([true])
  })

  test('does not restore an admin right that another admin revoked, even when no admin is left', async () => {
    await server.signedIn('deputy@puoti.example')
    const { id } = await userRow('deputy@puoti.example')
    const author = { userId: id, at: server.context.now() }
    const users = database.kysely.updateTable('app_user')
    await users.set({ is_admin: true, is_verified: true, phone: '+358401112223' }).where('id', '=', id).execute()
    const boss = (await userRow('boss@puoti.example')).id
    await makeAdmin(server.context, { id: boss, isAdmin: false, author, caller: BY_MAIL })
    const isAdminAgain = async () => {
      await server.signedIn('boss@puoti.example')
      return (await userRow('boss@puoti.example')).is_admin
    }
    expect([await isAdminAgain(), await getAdminAuditQuery('boss@puoti.example')]).toEqual([false, [true, false]])
    await block('deputy@puoti.example')
    expect([await isAdminAgain(), await getAdminAuditQuery('boss@puoti.example')]).toEqual([false, [true, false]])
    await makeAdminByAddress(server.context, 'boss@puoti.example')
    expect([await isAdminAgain(), await getAdminAuditQuery('boss@puoti.example')]).toEqual([true, [true, false, true]])
  })

  test('does not restore a revoked admin right after the account was removed', async () => {
    const users = database.kysely.updateTable('app_user')
    await users.set({ blocked_at: null }).where('email', '=', 'deputy@puoti.example').execute()
    const [deputy, boss] = [await userRow('deputy@puoti.example'), await userRow('boss@puoti.example')]
    const author = { userId: deputy.id, at: server.context.now() }
    await makeAdmin(server.context, { id: boss.id, isAdmin: false, author, caller: BY_MAIL })
    const nobody = { email: `#${boss.id}`, removed_at: new Date(), is_verified: false, last_login_at: null }
    await database.kysely.deleteFrom('session').where('user_id', '=', boss.id).execute()
    await users.set(nobody).where('id', '=', boss.id).execute()
    await server.signedIn('boss@puoti.example')
    const restored = await userRow('boss@puoti.example')
    expect(restored.id).not.toBe(boss.id)
    expect(restored.is_admin).toBe(false)
  })

  test('is refused to a blocked user, whose sessions all end', async () => {
    const email = 'blocked@puoti.example'
    const signedIn = await server.signedIn(email)
    const { browser, mail } = await requestSecondLink(email)
    await block(email)
    expect((await signedIn.call('POST authenticate')).status).toBe(401)
    expect(await browser.call(open(mail.path))).toMatchObject({ status: 403, body: { code: 'login.disabled' } })
    expect(await getSessions(email)).toEqual([])
    expect(await browser.call(open(mail.path))).toMatchObject(INVALID_LINK)
  })
})

/** Like `requestLink`, for an address that has received one mail already. */
async function requestSecondLink(email: string) {
  const browser = await server.browser().opened()
  await browser.call('POST login', { email })
  return { browser, mail: readSignInMail(await server.lastMail(email, 2)) }
}

describe('invalid input', () => {
  test.each([
    ['no body', undefined, 422],
    ['no address', {}, 422],
    ['no text', { email: 5 }, 422],
    ['an empty address', { email: '' }, 422],
    ['no address at all', { email: 'aino' }, 422],
    ['two addresses', { email: 'a@puoti.example,b@puoti.example' }, 422],
    ['a header in it', { email: 'a@puoti.example\r\nBcc: b@puoti.example' }, 422],
    ['too long an address', { email: `${'a'.repeat(250)}@puoti.example` }, 422],
    ['an unknown field', { email: 'a@puoti.example', is_admin: true }, 422],
    ['a list', ['a@puoti.example'], 422],
    ['no JSON', '{"email":', 400],
    ['more than 100 kB', { email: 'a'.repeat(120_000) }, 413],
  ])('%s is refused and creates no user', async (_name, body, status) => {
    const browser = await server.browser().opened()
    const before = await countUsers()
    const headers = { 'content-type': 'application/json' }
    expect((await browser.call('POST login', body, body === undefined ? {} : headers)).status).toBe(status)
    expect(await countUsers()).toBe(before)
  })

  test('an unknown language is refused', async () => {
    const browser = await server.browser().opened()
    expect((await browser.call("POST login?lang=de'--", { email: 'a@puoti.example' })).status).toBe(422)
  })

  test('a request without the browser’s own token, or from another site, is refused', async () => {
    const other = await server.browser().opened()
    for (const headers of [
      { 'x-csrf-token': '' },
      { 'x-csrf-token': other.csrf },
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
    ]) {
      const browser = await server.browser().opened()
      const answer = await browser.call('POST login', { email: 'forged@puoti.example' }, headers)
      expect(answer).toMatchObject({ status: 403, body: { code: 'csrf.invalid' } })
    }
    expect(server.mails.filter(({ to }) => to === 'forged@puoti.example')).toEqual([])
  })
})

test('no link, code, session or token is readable in the database or the logs', async () => {
  const email = 'canary@puoti.example'
  const { browser, mail } = await requestLink(email, 2)
  // Another mail, which waits in the outbox.
  await server.context.outbox.enqueue(server.context.db, 'mail', {
    to: email,
    subject: 's',
    text: mail.link,
    html: '',
  })
  const duringLogin = await databaseText(database)
  await browser.call(open(mail.path))
  const session = browser.cookies.get('puoti-session') ?? ''
  const visitor = browser.cookies.get('puoti-visitor') ?? ''
  const text = `${duringLogin}\n${await databaseText(database)}\n${server.logged.join('\n')}`
  expect(text).toContain(email)
  for (const secret of [mail.hash, mail.code, session, visitor, browser.csrf]) {
    expect(secret.length).toBeGreaterThanOrEqual(6)
    // As text, and in hexadecimal, as bytes are shown. A code may occur inside a longer number.
    expect(text).not.toMatch(new RegExp(`(?<![\\w-])${secret}(?![\\w-])`))
    expect(text).not.toContain(Buffer.from(secret).toString('hex'))
  }
})
