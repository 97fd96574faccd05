import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { readSignInMail } from '#test/shop/inboxes.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import type { TestBrowser } from '#test/shop/test-browser.ts'
import { onlyInFullTier } from '#test/tier.ts'

let database: DatabaseHandle
const servers: Shop[] = []
const recorded: string[] = []
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
  await database.kysely.deleteFrom('rate_limit').execute()
})
afterAll(() => database.close())

async function open(variables: Record<string, string> = {}): Promise<Shop> {
  const server = await openShop({
    ...identityOptions(database, { PUOTI_RATE_LIMIT_FACTOR: '1', ...variables }),
    statements: recorded,
  })
  servers.push(server)
  return server
}

/** The statuses of `times` calls for new addresses, each sent from the client that `from` returns. */
async function knock(server: Shop, times: number, from: (time: number) => Record<string, string>) {
  const browser = await server.browser().opened()
  const statuses: number[] = []
  for (let time = 0; time < times; time++) {
    const { remoteAddress = '192.0.2.1', ...headers } = from(time)
    statuses.push(await knockOnce(server, browser, { remoteAddress, headers }))
  }
  return statuses
}

let newEmail = 0
async function knockOnce(
  server: Shop,
  browser: TestBrowser,
  { remoteAddress, headers }: { remoteAddress: string; headers: Record<string, string> },
): Promise<number> {
  newEmail += 1
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress,
    headers: { 'x-csrf-token': browser.csrf, cookie: browser.cookieHeader(), ...headers },
    payload: { email: `somebody-${newEmail}@puoti.example` },
  })
  return response.statusCode
}
const forgedAddress = (time: number) => ({
  'x-forwarded-for': `10.${time >> 8}.${time & 255}.1`,
  forwarded: `for=10.0.0.${time % 250}`,
})
const refused = (statuses: number[]) => statuses.filter(status => status === 429).length

test('one IP address may ask thirty times in ten minutes, then gets 429 with Retry-After', async () => {
  const server = await open()
  expect(refused(await knock(server, 30, () => ({})))).toBe(0)
  const browser = await server.browser().opened()
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: '192.0.2.1',
    headers: { 'x-csrf-token': browser.csrf, cookie: browser.cookieHeader() },
    payload: { email: 'late@puoti.example' },
  })
  expect(answer.statusCode).toBe(429)
  expect(answer.json()).toMatchObject({ code: 'rate.limited' })
  expect(Number(answer.headers['retry-after'])).toBe(600)
  expect(refused(await knock(server, 1, () => ({ remoteAddress: '192.0.2.2' })))).toBe(0)
  server.turnClock(10 * 60_000)
  expect(refused(await knock(server, 1, () => ({})))).toBe(0)
})

test.runIf(onlyInFullTier('it makes a thousand calls'))(
  'a thousand forged X-Forwarded-For headers change nothing',
  { timeout: 60_000 },
  async () => {
    const server = await open()
    expect(refused(await knock(server, 1_000, forgedAddress))).toBe(970)
  },
)

test.runIf(onlyInFullTier('it makes calls up to several limits'))(
  'behind a trusted proxy, only the address that the proxy saw counts, whatever the header claims',
  async () => {
    const server = await open({ PUOTI_TRUSTED_PROXIES: '192.0.2.1' })
    expect(refused(await knock(server, 40, time => ({ 'x-forwarded-for': `203.0.113.${time}` })))).toBe(0)
    expect(refused(await knock(server, 40, time => ({ 'x-forwarded-for': `10.0.0.${time}, 198.51.100.7` })))).toBe(10)
  },
)

/** The statements that a flood of calls would cause. */
const getStatements = async (call: () => Promise<unknown>) => {
  const before = recorded.length
  await call()
  return recorded.slice(before)
}

test('a refused call makes no database query until its window ends', async () => {
  const server = await open()
  await knock(server, 31, () => ({}))
  const browser = await server.browser().opened()
  const late = () => knockOnce(server, browser, { remoteAddress: '192.0.2.1', headers: {} })
  expect(await getStatements(async () => expect([await late(), await late()]).toEqual([429, 429]))).toEqual([])
  server.turnClock(10 * 60_000)
  expect(await late()).toBe(200)
})

test('a call refused by one limit uses no points of another', async () => {
  const server = await open()
  const browser = await server.signedIn('sender@puoti.example')
  const send = () => browser.call('POST sendVerification', { phone: '+358401234567' })
  for (let time = 0; time < 10; time++) await send()
  expect((await send()).status).toBe(429)
  // Only the session is looked up.
  const statements = await getStatements(send)
  expect(statements.filter(statement => !/^select /i.test(statement))).toEqual([])
  expect(statements.length).toBeLessThanOrEqual(1)
})

test('a call with a made-up session writes nothing to the database', async () => {
  const server = await open()
  for (const value of ['x'.repeat(43), 'junk', 'x'.repeat(5000)]) {
    const browser = server.browser()
    browser.cookies.set('puoti-session', value)
    const statements = await getStatements(async () => {
      const { status, headers } = await browser.call('POST authenticate')
      expect(status).toBe(401)
      expect(String(headers['set-cookie'])).toContain('puoti-session=; Max-Age=0')
    })
    expect(statements.filter(statement => !/^select /i.test(statement))).toEqual([])
  }
})

test.runIf(onlyInFullTier('it makes calls up to several limits'))(
  'the addresses of an IPv6 network count as one',
  async () => {
    const server = await open()
    expect(
      refused(await knock(server, 40, time => ({ remoteAddress: `2001:db8:1:2::${(time + 1).toString(16)}` }))),
    ).toBe(10)
    expect(refused(await knock(server, 1, () => ({ remoteAddress: '2001:db8:1:3::1' })))).toBe(0)
  },
)

test('several servers share the counts', async () => {
  const [one, other] = [await open(), await open()]
  expect(refused(await knock(one, 20, () => ({})))).toBe(0)
  expect(refused(await knock(other, 20, () => ({})))).toBe(10)
})

test('the counts contain neither IP addresses nor email addresses in plain text', async () => {
  const server = await open()
  await knock(server, 1, () => ({ remoteAddress: '198.51.100.77' }))
  const rows = await database.kysely.selectFrom('rate_limit').selectAll().execute()
  expect(rows.length).toBeGreaterThan(1)
  expect(JSON.stringify(rows)).not.toMatch(/198\.51|puoti\.example/)
})

test('an account may try ten codes in an hour, however many emails it requests', async () => {
  const server = await open()
  const email = 'guessed@puoti.example'
  const statuses: number[] = []
  for (let mail = 1; mail <= 5; mail++) {
    const browser = await server.browser().opened()
    await browser.call('POST login', { email })
    const { code } = readSignInMail(await server.lastMail(email, mail))
    const wrong = code === '111111' ? '222222' : '111111'
    for (let attempt = 0; attempt < 4; attempt++) {
      statuses.push((await browser.call('POST login/code', { email, code: wrong })).status)
    }
  }
  expect(statuses.filter(status => status === 401)).toHaveLength(10)
  expect(refused(statuses)).toBe(10)
})

test('one IP address may try sixty links in ten minutes', async () => {
  const server = await open()
  const browser = await server.browser().opened()
  const statuses: number[] = []
  for (let attempt = 0; attempt < 62; attempt++) {
    statuses.push((await browser.call(`POST login/1001/${attempt}/${'x'.repeat(43)}`)).status)
  }
  expect(refused(statuses)).toBe(2)
})
