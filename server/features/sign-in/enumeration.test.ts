import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/db/connect.ts'
import { testDatabase } from '#test/database.ts'
import { identityServer, readSignInMail, type IdentityServer } from '#test/identity-server.ts'

let database: DatabaseHandle
let server: IdentityServer
beforeAll(async () => {
  database = await testDatabase()
  // Wide limits for addresses, so that the account's five are what is met.
  server = await identityServer(database, { variables: { PUOTI_RATE_LIMIT_FACTOR: '1' } })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

let address = 0
/** What a call for an address answers and costs; each comes from a place of its own. */
async function knock(email: string) {
  address += 1
  const browser = await server.browser({ 'user-agent': 'test' }).opened()
  server.statements.length = 0
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: `192.0.2.${address}`,
    headers: { 'x-csrf-token': browser.csrf, cookie: browser.cookieHeader() },
    payload: { email },
  })
  const { date: _, ...headers } = response.headers
  return { status: response.statusCode, body: response.body, headers, statements: [...server.statements] }
}

async function makeKnown(email: string): Promise<void> {
  await knock(email)
  await server.lastMail(email)
}

test('known, unknown, disabled and too busy addresses get the same answer for the same statements', async () => {
  await makeKnown('known@puoti.example')
  await makeKnown('disabled@puoti.example')
  const blocked_at = server.context.now()
  await database.kysely
    .updateTable('app_user')
    .set({ blocked_at })
    .where('email', '=', 'disabled@puoti.example')
    .execute()
  for (let time = 0; time < 6; time++) await knock('busy@puoti.example')
  await server.lastMail('busy@puoti.example', 5)
  const mailsBefore = server.mails.length

  const known = await knock('known@puoti.example')
  expect(known).toMatchObject({ status: 200, body: '{}' })
  expect(known.statements.length).toBeGreaterThan(4)
  for (const email of ['unknown@puoti.example', 'disabled@puoti.example', 'busy@puoti.example']) {
    expect(await knock(email), email).toEqual(known)
  }
  await server.lastMail('known@puoti.example', 2)
  await server.lastMail('unknown@puoti.example')
  const since = server.mails.slice(mailsBefore).map(({ to }) => to)
  expect(since.toSorted()).toEqual(['known@puoti.example', 'unknown@puoti.example'])
})

test('calls beyond the account’s limit leave the links that were mailed alone', async () => {
  const email = 'victim@puoti.example'
  for (let time = 1; time <= 2; time++) {
    await knock(email)
    // Letters that are sent at once have no order.
    await server.lastMail(email, time)
  }
  await knock(email)
  // The oldest of the three that live: one more link would end it.
  const mail = readSignInMail(await server.lastMail(email, 3))
  for (let time = 0; time < 2; time++) await knock(email)
  await server.lastMail(email, 5)
  for (let time = 0; time < 10; time++) await knock(email)
  const browser = await server.browser().opened()
  expect((await browser.call(`POST ${mail.path.slice(1)}`)).status).toBe(200)
})

test('a code for an unknown address is refused as a wrong one is', async () => {
  const browser = await server.browser().opened()
  await knock('somebody@puoti.example')
  const answers = []
  for (const email of ['somebody@puoti.example', 'nobody@puoti.example']) {
    answers.push(await browser.call('POST login/code', { email, code: '123456' }))
  }
  expect(answers[0]).toMatchObject({ status: 401 })
  expect(answers[1]?.body).toEqual(answers[0]?.body)
})
