import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { readSignInMail } from '#test/shop/inboxes.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'

let database: DatabaseHandle
let server: Shop
const recorded: string[] = []
beforeAll(async () => {
  database = await testDatabase()
  // The ordinary limits: every call comes from another IP address, so that only the account's limit of five is reached.
  server = await openShop({ ...identityOptions(database, { PUOTI_RATE_LIMIT_FACTOR: '1' }), statements: recorded })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

let address = 0
const opened = () => server.browser({ 'user-agent': 'test' }).opened()

/** A call's response and its statements; each call comes from another IP address. */
async function measured(browser: TestBrowser, call: 'login' | 'login/code', payload: object) {
  address += 1
  recorded.length = 0
  const response = await server.app.inject({
    method: 'POST',
    url: `/api/${call}`,
    remoteAddress: `192.0.2.${address}`,
    headers: { 'x-csrf-token': browser.csrf, cookie: browser.cookieHeader() },
    payload,
  })
  const { date: _, 'x-request-id': __, ...headers } = response.headers
  return { status: response.statusCode, body: response.body, headers, statements: [...recorded] }
}
const knock = async (email: string) => measured(await opened(), 'login', { email })
const guess = (browser: TestBrowser, email: string) => measured(browser, 'login/code', { email, code: '123456' })

async function makeKnown(email: string): Promise<void> {
  await knock(email)
  await server.lastMail(email)
}

const disable = (email: string) =>
  database.kysely.updateTable('app_user').set({ blocked_at: server.context.now() }).where('email', '=', email).execute()

test('known, unknown, disabled and rate-limited addresses get the same response with the same statements', async () => {
  await makeKnown('known@puoti.example')
  await makeKnown('disabled@puoti.example')
  await disable('disabled@puoti.example')
  for (let time = 0; time < 6; time++) await knock('busy@puoti.example')
  await server.lastMail('busy@puoti.example', 5)
  const mailsBefore = server.mails.length

  const existing = await knock('known@puoti.example')
  expect(existing).toMatchObject({ status: 200, body: '{}' })
  expect(existing.statements.length).toBeGreaterThan(4)
  for (const email of ['unknown@puoti.example', 'disabled@puoti.example']) {
    expect(await knock(email), email).toEqual(existing)
  }
  // For an address over its limit, known or not, the server caches the refusal and writes one point less.
  const busy = await knock('busy@puoti.example')
  const point = existing.statements.findIndex(statement => statement.startsWith('insert into "rate_limit"'))
  const others = (statements: string[]) => statements.filter(statement => statement !== existing.statements[point])
  expect({ ...busy, statements: others(busy.statements) }).toEqual({
    ...existing,
    statements: others(existing.statements),
  })
  await server.lastMail('known@puoti.example', 2)
  await server.lastMail('unknown@puoti.example')
  const mail = readSignInMail(await server.lastMail('disabled@puoti.example', 2))
  const since = server.mails.slice(mailsBefore).map(({ to }) => to)
  expect(since.toSorted()).toEqual(['disabled@puoti.example', 'known@puoti.example', 'unknown@puoti.example'])
  // Only the reader of the mail learns that the account is disabled.
  const answer = await (await opened()).call(`POST ${mail.path.slice(1)}`)
  expect(answer).toMatchObject({ status: 403, body: { code: 'login.disabled' } })
})

test('a browser with its own email budget causes the same statements as any other', async () => {
  const returning = await opened()
  await returning.call('POST login', { email: 'returning@puoti.example' })
  const mail = readSignInMail(await server.lastMail('returning@puoti.example'))
  expect((await returning.call(`POST ${mail.path.slice(1)}`)).status).toBe(200)
  await returning.call('POST logout')
  await returning.opened()
  const session = await opened()
  await session.call('POST login', { email: 'asking@puoti.example' })
  const { statements } = await knock('never-asked@puoti.example')
  expect((await measured(returning, 'login', { email: 'returning@puoti.example' })).statements).toEqual(statements)
  expect((await measured(session, 'login', { email: 'asking@puoti.example' })).statements).toEqual(statements)
})

test('a code causes the same statements with or without an account, in the requesting browser and elsewhere', async () => {
  const emails = ['code-known@puoti.example', 'code-disabled@puoti.example', 'code-unknown@puoti.example']
  await makeKnown('code-known@puoti.example')
  await makeKnown('code-disabled@puoti.example')
  await disable('code-disabled@puoti.example')
  const stranger = await opened()
  const unasked = []
  for (const email of emails) unasked.push(await guess(stranger, email))
  expect(unasked[0]).toMatchObject({ status: 401 })
  // The limit of the IP address, and one query for this browser's links: nothing is locked, nothing else written.
  expect(unasked[0]?.statements).toHaveLength(2)
  for (const answer of unasked) expect(answer).toEqual(unasked[0])

  const sentRequests = []
  for (const email of emails) {
    const browser = await opened()
    await browser.call('POST login', { email })
    sentRequests.push(await guess(browser, email))
  }
  expect(sentRequests[0]?.statements.length).toBeGreaterThan(5)
  for (const answer of sentRequests) expect(answer).toEqual(sentRequests[0])
})

test('an invalid link causes the same statements whether its user exists or not', async () => {
  await makeKnown('link-known@puoti.example')
  const { userId, timestamp } = readSignInMail(await server.lastMail('link-known@puoti.example'))
  const costs = []
  for (const id of [userId, '2000000000']) {
    const browser = await opened()
    recorded.length = 0
    const answer = await browser.call(`POST login/${id}/${timestamp}/${'x'.repeat(43)}`)
    costs.push({ status: answer.status, statements: [...recorded] })
  }
  expect(costs[0]?.statements).toHaveLength(2)
  expect(costs[1]).toEqual(costs[0])
})

test('calls beyond the account’s limit do not invalidate the links already sent', async () => {
  const email = 'victim@puoti.example'
  for (let time = 1; time <= 2; time++) {
    await knock(email)
    // Mails that are sent concurrently have no order.
    await server.lastMail(email, time)
  }
  await knock(email)
  // The oldest of the three live links: another link would end it.
  const mail = readSignInMail(await server.lastMail(email, 3))
  for (let time = 0; time < 2; time++) await knock(email)
  await server.lastMail(email, 5)
  for (let time = 0; time < 10; time++) await knock(email)
  const browser = await server.browser().opened()
  expect((await browser.call(`POST ${mail.path.slice(1)}`)).status).toBe(200)
})

test('a code for an unknown address is refused like a wrong code', async () => {
  const browser = await server.browser().opened()
  await knock('somebody@puoti.example')
  const answers = []
  for (const email of ['somebody@puoti.example', 'nobody@puoti.example']) {
    answers.push(await browser.call('POST login/code', { email, code: '123456' }))
  }
  expect(answers[0]).toMatchObject({ status: 401 })
  expect(answers[1]?.body).toEqual(answers[0]?.body)
})
