import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS, HOUR_MS } from '#domain/durations.ts'
import { operationsGauges } from '#server/modules/operations/metrics/gauges.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { messageSealer } from '#server/platform/outbox/outbox-message.ts'
import { readOutbox } from '#server/platform/outbox/outbox-rows.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { readSignInMail } from '#test/shop/inboxes.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { inTier } from '#test/tier.ts'
import { claimMailTurn } from './sign-in-mail-brake.ts'

const KNOWN = 'known@puoti.example'

let database: DatabaseHandle
let server: Shop
/** The cookies of a browser in which the known account has signed in. */
let knownCookies: string
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  // A known account. No other server may be open meanwhile: it would send the mails.
  const wide = await openShop(identityOptions(database))
  const browser = await wide.signedIn(KNOWN)
  await browser.call('POST logout')
  await browser.opened()
  knownCookies = browser.cookieHeader()
  await wide.close()
  await database.kysely.deleteFrom('rate_limit').execute()
})
afterEach(async () => {
  await server.close()
  await clear()
})
afterAll(() => database.close())

async function clear(): Promise<void> {
  await database.pool.query('DELETE FROM rate_limit; DELETE FROM outbox_message; DELETE FROM login_link')
  await database.pool.query("DELETE FROM app_user WHERE email LIKE 'target-%' OR email LIKE 'own-%'")
}

const open = async (factor: string) => {
  server = await openShop(identityOptions(database, { PUOTI_RATE_LIMIT_FACTOR: factor }))
}

let last = 0
const newAddress = () => `stranger-${(last += 1)}@puoti.example`

/** Asks for a link from this address, in a new browser. */
async function requestFor(email: string, remoteAddress: string, cookies?: string) {
  const browser = await server.browser(cookies === undefined ? {} : { cookie: cookies }).opened()
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress,
    headers: { 'x-csrf-token': browser.csrf, cookie: cookies ?? browser.cookieHeader() },
    payload: { email },
  })
  return { browser, status: answer.statusCode, body: answer.body }
}

const waiting = () =>
  database.kysely
    .selectFrom('outbox_message')
    .select(['id', 'due_at', 'created_at', 'urgent'])
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()

test('one IPv6 /48 sends no four hundred mails to strangers, and newcomers from elsewhere get theirs at once', async () => {
  await open('1')
  const statuses = []
  for (let part = 0; part < 3; part++) {
    for (let network = 0; network < 20; network++)
      for (let call = 0; call < 7; call++)
        statuses.push((await requestFor(newAddress(), `2001:db8:66:${network}::${call}`)).status)
    server.turnClock(10 * MINUTE_MS)
    // The database's clock goes on: the first mails are due after 18 seconds, which this test may take.
    await database.pool.query("UPDATE outbox_message SET due_at = due_at + interval '1 hour' WHERE due_at > now()")
  }
  expect(statuses.filter(status => status === 200)).toHaveLength(3 * 120)
  const [newcomer, other] = ['newcomer@puoti.example', 'newcomer-6@puoti.example']
  await requestFor(newcomer, '203.0.113.9')
  await requestFor(other, '2001:db8:77::1')
  await requestFor(KNOWN, '203.0.113.10')
  for (const email of [newcomer, other, KNOWN]) await server.lastMail(email)
  // Two hundred in an hour, what is given back in twenty minutes, and ten ahead of them; the others wait.
  expect(await waiting()).toHaveLength(84)
}, 60_000)

test('mails to new addresses beyond the limit of the shop wait in order, sooner than those of known accounts', async () => {
  // A tenth of every limit: twenty mails an hour to new addresses of networks that ask for few.
  await open('0.1')
  const answers = []
  for (let call = 0; call < 24; call++) answers.push(await requestFor(newAddress(), `198.51.100.${call}`))
  const toKnown = await requestFor(KNOWN, '198.51.100.200')
  expect(new Set([...answers, toKnown].map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  await server.lastMail(KNOWN)
  const rows = await waiting()
  const minutes = rows.map(row => Math.round((row.due_at.getTime() - row.created_at.getTime()) / MINUTE_MS))
  expect(minutes).toEqual([3, 6, 9, 12])
  const gauges = await operationsGauges(server.context)
  expect(gauges.find(({ name }) => name === 'puoti_sign_in_mails_delayed')?.values).toEqual([{ value: 4 }])
  // It is no fault of the mail server: that alarm stays silent.
  expect((await readOutbox(database.kysely)).mail.oldestSeconds).toBe(0)
  expect(server.logged.filter(line => line.includes('a sign-in mail waits'))).toHaveLength(4)
  // After an hour without requests, the next ones are sent at once.
  server.turnClock(2 * HOUR_MS)
  const later = newAddress()
  await requestFor(later, '198.51.100.201')
  await server.lastMail(later)
})

test('a link that waited is valid from when its mail is sent', async () => {
  await open('0.1')
  for (let call = 0; call < 20; call++) await requestFor(newAddress(), `198.51.100.${call}`)
  const email = newAddress()
  const { browser } = await requestFor(email, '198.51.100.99')
  const sendNow = () => database.pool.query("UPDATE outbox_message SET due_at = now() WHERE state = 'waiting'")
  // Ten times as long as a link is valid.
  server.turnClock(100 * MINUTE_MS)
  await sendNow()
  const mail = readSignInMail(await server.lastMail(email))
  server.turnClock(9 * MINUTE_MS)
  const signedIn = await browser.call('POST login/code', { email, code: mail.code })
  expect(signedIn.status).toBe(200)
})

test('a link ends ten minutes after its mail was sent, however long that mail might have waited', async () => {
  await open('1')
  const email = newAddress()
  const { browser } = await requestFor(email, '198.51.100.1')
  const mail = readSignInMail(await server.lastMail(email))
  server.turnClock(10 * MINUTE_MS)
  expect((await browser.call('POST login/code', { email, code: mail.code })).status).toBe(401)
  expect((await browser.call(`POST ${mail.path.slice(1)}`)).status).not.toBe(200)
})

test.each([
  ['while the mail to a new address waits', 20],
  ['when it is not sent at all', 5 * 80],
])(
  'wrong codes reveal no account %s',
  async (_, earlier) => {
    // One code an hour for an account: the next try in a browser with a link is told that only the link works.
    await open('0.1')
    for (let call = 0; call < earlier; call++) {
      // Eighty an hour: more than the limit for new addresses, and less than that for known ones.
      if (call > 0 && call % 80 === 0) server.turnClock(HOUR_MS)
      await requestFor(newAddress(), `198.51.${call >> 8}.${call & 255}`)
    }
    const strangers = [await requestFor(KNOWN, '203.0.113.1'), await requestFor(newAddress(), '203.0.113.2')]
    await server.lastMail(KNOWN)
    const emails = [KNOWN, `stranger-${last}@puoti.example`]
    // The known account's code has expired, the other one's mail was not sent yet.
    server.turnClock(20 * MINUTE_MS)
    const answers = await Promise.all(
      strangers.map(async ({ browser }, at) => {
        const type = async () => (await browser.call('POST login/code', { email: emails[at], code: '000000' })).body
        return [await type(), await type()]
      }),
    )
    expect(answers[1]).toEqual(answers[0])
  },
  60_000,
)

test('a mail that would wait for more than twelve hours is not sent', async () => {
  // Two an hour.
  await open('0.01')
  for (let call = 0; call < 30; call++) await requestFor(newAddress(), `198.51.100.${call}`)
  // One that isn't sent is written too, and due.
  const later = async () => (await waiting()).filter(row => row.due_at.getTime() > row.created_at.getTime())
  const rows = await later()
  expect(rows).toHaveLength(24)
  const { status } = await requestFor(newAddress(), '198.51.100.200')
  expect([status, await later()]).toEqual([200, rows])
})

test('a queue takes mails at its own pace during a flood of mails that are not sent', async () => {
  // Two an hour.
  await open('0.01')
  let calls = 0
  const claim = () =>
    claimMailTurn(server.context, {
      email: newAddress(),
      network: `net-${(calls += 1)}`,
      isReturning: false,
      isAllowed: true,
    })
  for (let mail = 0; mail < 30; mail++) await claim()
  let accepted = 0
  for (let hour = 0; hour < 30; hour++) {
    server.turnClock(HOUR_MS)
    for (const turn of [await claim(), await claim(), await claim()]) if (turn.waitMs !== undefined) accepted += 1
  }
  expect(accepted).toBe(60)
})

test('of mails that are due, those of known accounts are sent first', async () => {
  await open('1')
  await server.context.outbox.stop()
  for (const email of [newAddress(), newAddress(), KNOWN]) await requestFor(email, '198.51.100.1')
  expect((await waiting()).map(({ urgent }) => urgent)).toEqual([false, false, true])
})

/** Accounts that have signed in before. */
const addKnown = (emails: readonly string[]) =>
  database.pool.query(
    `INSERT INTO app_user (email, language_id, created_at, last_login_at)
      SELECT email, (SELECT min(id) FROM language), now(), now() FROM unnest($1::text[]) AS email`,
    [emails],
  )

const numbered = (name: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${name}-${at}@puoti.example`)

test('mails to known accounts wait in order too beyond a wide limit, but not in browsers that they have used', async () => {
  // A hundredth of every limit: ten mails an hour to known accounts.
  await open('0.01')
  await server.context.outbox.stop()
  const addresses = numbered('own-known', 14)
  await addKnown(addresses)
  for (const [at, email] of addresses.entries()) await requestFor(email, `198.51.100.${at}`)
  await requestFor(KNOWN, '198.51.100.200', knownCookies)
  const minutes = (await waiting()).map(row => (row.due_at.getTime() - row.created_at.getTime()) / MINUTE_MS)
  expect(minutes).toEqual([...Array.from({ length: 10 }, () => 0), 6, 12, 18, 24, 0])
})

/** Numbers from 0 to below `max`; the same ones for the same seed. */
function numbersFrom(seed: number) {
  let state = seed
  return (max: number) => {
    state = (state * 48_271) % 2_147_483_647
    return state % max
  }
}

/** What an observer sees who requests mails for targets and for own addresses, from many networks, in a fixed order. */
async function observe(targets: 'known' | 'new', seed: number) {
  await clear()
  await addKnown([...numbered('own-known', 240), ...(targets === 'known' ? numbered('target', 240) : [])])
  await open('0.05')
  await server.context.outbox.stop()
  const next = numbersFrom(seed)
  const seen = []
  const mails: (string | undefined)[] = []
  for (let call = 0; call < 240; call++) {
    const kind = ['target', 'target', 'own-known', 'own-new'][next(4)]
    const isReturning = kind === 'own-known' && next(8) === 0
    const email = isReturning ? KNOWN : `${kind}-${call}@puoti.example`
    const { status, body } = await requestFor(
      email,
      `2001:db8:${next(40)}:${next(1000)}::1`,
      isReturning ? knownCookies : undefined,
    )
    seen.push(`${status} ${body}`)
    if (status === 200) mails.push(kind)
    server.turnClock(next(30_000))
  }
  const sealer = messageSealer(server.context.secrets)
  const { rows } = await database.pool.query<{ content_encrypted: string; seconds: number }>(
    'SELECT content_encrypted, extract(epoch FROM due_at - created_at)::float AS seconds FROM outbox_message ORDER BY id',
  )
  const received = rows.map(({ content_encrypted, seconds }, at) => ({
    kind: mails[at],
    to: sealer.open('mail', content_encrypted).to,
    seconds,
  }))
  await server.close()
  return { seen, own: received.filter(({ kind }) => kind !== 'target') }
}

test.each(inTier({ merge: [1], full: [1, 2] }))(
  'no sequence of requests shows by answers or by delays of own mails whether others have accounts (%i)',
  async seed => {
    const observed = await observe('known', seed)
    expect(await observe('new', seed)).toEqual(observed)
    // Mails of both kinds waited, and some were not sent: otherwise equal delays would mean nothing.
    const delayed = (kind: string) => observed.own.filter(mail => mail.kind === kind && mail.seconds > 0)
    expect(Math.min(delayed('own-known').length, delayed('own-new').length)).toBeGreaterThan(5)
    expect(observed.own.some(({ to }) => to === null)).toBe(true)
  },
  60_000,
)
