import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { operationsGauges } from '#server/modules/operations/metrics/gauges.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { readOutbox } from '#server/platform/outbox/outbox-rows.ts'
import { testDatabase } from '#test/database.ts'
import { identityServer, readSignInMail, type IdentityServer } from '#test/identity-server.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const KNOWN = 'known@puoti.example'

let database: DatabaseHandle
let server: IdentityServer
beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  // A known account. No other server may be open meanwhile: it would send the mails.
  const wide = await identityServer(database)
  await wide.signedIn(KNOWN)
  await wide.close()
  await database.kysely.deleteFrom('rate_limit').execute()
})
afterEach(async () => {
  await server.close()
  await database.pool.query('DELETE FROM rate_limit; DELETE FROM outbox_message; DELETE FROM login_link')
})
afterAll(() => database.close())

const open = async (factor: string) => {
  server = await identityServer(database, { variables: { PUOTI_RATE_LIMIT_FACTOR: factor } })
}

let last = 0
const newAddress = () => `stranger-${(last += 1)}@puoti.example`

/** Asks for a link from this address, in a new browser. */
async function requestFor(email: string, remoteAddress: string) {
  const browser = await server.browser().opened()
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress,
    headers: { 'x-csrf-token': browser.csrf, cookie: browser.cookieHeader() },
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

test('one IPv6 /48 sends no six hundred mails to strangers, and newcomers from elsewhere get theirs at once', async () => {
  await open('1')
  const statuses = []
  for (let network = 0; network < 20; network++)
    for (let call = 0; call < 30; call++)
      statuses.push((await requestFor(newAddress(), `2001:db8:66:${network}::${call}`)).status)
  expect(statuses.filter(status => status === 200)).toHaveLength(120)
  const [own, other] = ['newcomer@puoti.example', 'newcomer-6@puoti.example']
  await requestFor(own, '203.0.113.9')
  await requestFor(other, '2001:db8:77::1')
  await requestFor(KNOWN, '203.0.113.10')
  for (const email of [own, other, KNOWN]) await server.lastMail(email)
  // A hundred in an hour and five ahead of them; the others wait.
  expect(await waiting()).toHaveLength(15)
}, 60_000)

test('mails to new addresses beyond the limit of the shop wait in order, and those of known accounts do not', async () => {
  // A tenth of every limit: ten mails an hour to new addresses of networks that ask for few.
  await open('0.1')
  const answers = []
  for (let call = 0; call < 14; call++) answers.push(await requestFor(newAddress(), `198.51.100.${call}`))
  const known = await requestFor(KNOWN, '198.51.100.200')
  expect(new Set([...answers, known].map(({ status, body }) => `${status} ${body}`)).size).toBe(1)
  await server.lastMail(KNOWN)
  const rows = await waiting()
  const minutes = rows.map(row => Math.round((row.due_at.getTime() - row.created_at.getTime()) / MINUTE_MS))
  expect(minutes).toEqual([6, 12, 18, 24])
  const gauges = await operationsGauges(server.context)
  expect(gauges.find(({ name }) => name === 'puoti_sign_in_mails_delayed')?.values).toEqual([{ value: 4 }])
  // It is no fault of the mail server: that alarm stays silent.
  expect((await readOutbox(database.kysely)).mail.oldestSeconds).toBe(0)
  expect(server.logged.filter(line => line.includes('a sign-in mail to a new address waits'))).toHaveLength(4)
  // After an hour without requests, the next ones are sent at once.
  server.turnClock(2 * HOUR_MS)
  const later = newAddress()
  await requestFor(later, '198.51.100.201')
  await server.lastMail(later)
})

test('a link that waited is valid from when its mail is sent', async () => {
  await open('0.1')
  for (let call = 0; call < 10; call++) await requestFor(newAddress(), `198.51.100.${call}`)
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
  ['while the mail to a new address waits', 10],
  ['when it is not sent at all', 10 + 130],
])(
  'wrong codes reveal no account %s',
  async (_, earlier) => {
    // One code an hour for an account: the next try in a browser with a link is told that only the link works.
    await open('0.1')
    for (let call = 0; call < earlier; call++) await requestFor(newAddress(), `198.51.${call >> 8}.${call & 255}`)
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
  // One an hour.
  await open('0.01')
  for (let call = 0; call < 30; call++) await requestFor(newAddress(), `198.51.100.${call}`)
  // One that isn't sent is written too, and due.
  const later = async () => (await waiting()).filter(row => row.due_at.getTime() > row.created_at.getTime())
  const rows = await later()
  expect(rows).toHaveLength(12)
  const { status } = await requestFor(newAddress(), '198.51.100.200')
  expect([status, await later()]).toEqual([200, rows])
})

test('of mails that are due, those of known accounts are sent first', async () => {
  await open('1')
  await server.context.outbox.stop()
  for (const email of [newAddress(), newAddress(), KNOWN]) await requestFor(email, '198.51.100.1')
  expect((await waiting()).map(({ urgent }) => urgent)).toEqual([false, false, true])
})
