import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop | undefined
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await server?.close()
  await database.kysely.deleteFrom('rate_limit').execute()
})
afterAll(() => database.close())

let last = 0
/** The response codes of `times` calls, each by a new user for a new number. */
async function send(open: Shop, times: number, remoteAddress: (time: number) => string) {
  const codes: unknown[] = []
  for (let time = 0; time < times; time++) {
    last += 1
    const browser = await open.signedIn(`user-${last}@puoti.example`)
    const response = await open.app.inject({
      method: 'POST',
      url: '/api/sendVerification',
      remoteAddress: remoteAddress(time),
      headers: { 'x-csrf-token': browser.csrf, cookie: browser.cookieHeader() },
      payload: { phone: `+35840${String(last).padStart(7, '0')}` },
    })
    const body: { code?: string } = response.json()
    codes.push(body.code ?? response.statusCode)
  }
  return codes
}

test('the installation does not exceed its daily SMS cap, however many IP addresses call', async () => {
  server = await openShop(identityOptions(database, { PUOTI_SMS_DAILY_CAP: '3' }))
  const before = server.texts.length
  const codes = await send(server, 5, time => `198.51.100.${time}`)
  expect(codes).toEqual([200, 200, 200, 'verification.capReached', 'verification.capReached'])
  server.turnClock(DAY_MS)
  expect(await send(server, 1, () => '198.51.100.1')).toEqual([200])
  await server.lastSms(server.texts.at(-1)?.to ?? '')
  expect(server.texts.length - before).toBeLessThanOrEqual(4)
})

test('one IP address does not exceed its daily share of SMS, whichever users and numbers it uses', async () => {
  // A tenth of every limit: three SMS a day and six calls an hour from one address.
  const users = await signedInUsers(8)
  const open = await openShop(identityOptions(database, { PUOTI_RATE_LIMIT_FACTOR: '0.1' }))
  server = open
  const codes: unknown[] = []
  for (const [index, headers] of users.entries()) {
    const response = await open.app.inject({
      method: 'POST',
      url: '/api/sendVerification',
      remoteAddress: '198.51.100.9',
      headers,
      payload: { phone: `+3584199000${String(index).padStart(2, '0')}` },
    })
    const body: { code?: string } = response.json()
    codes.push(body.code ?? response.statusCode)
  }
  expect(codes.filter(code => code === 200)).toHaveLength(3)
  expect(codes.filter(code => code === 'verification.capReached')).toHaveLength(3)
  expect(codes.filter(code => code === 'rate.limited')).toHaveLength(2)
})

/** Signs in users under wide limits. No other server may be open meanwhile: it might send their mails and keep them. */
async function signedInUsers(count: number) {
  const wide = await openShop(identityOptions(database))
  const users: { 'x-csrf-token': string; cookie: string }[] = []
  for (let user = 0; user < count; user++) {
    last += 1
    const browser = await wide.signedIn(`user-${last}@puoti.example`)
    users.push({ 'x-csrf-token': browser.csrf, cookie: browser.cookieHeader() })
  }
  await wide.close()
  return users
}

test('a user can try ten codes in an hour, across all codes sent', async () => {
  const open = await openShop(identityOptions(database, { PUOTI_RATE_LIMIT_FACTOR: '1' }))
  server = open
  const browser = await open.signedIn('guesser@puoti.example')
  const statuses: number[] = []
  for (let attempt = 0; attempt < 12; attempt++) {
    statuses.push((await browser.call('POST verify', { verification_code: '123456' })).status)
  }
  expect(statuses.filter(status => status === 422)).toHaveLength(10)
  expect(statuses.filter(status => status === 429)).toHaveLength(2)
})

test('removal codes can be tried thirty times in a week, however many hours the session is used', async () => {
  const open = await openShop(identityOptions(database, { PUOTI_RATE_LIMIT_FACTOR: '1' }))
  server = open
  const browser = await open.signedIn('sat-at@puoti.example')
  const hourOfTries = async () => {
    const statuses = []
    for (let attempt = 0; attempt < 10; attempt++) {
      statuses.push((await browser.call('POST removal', { code: '123456', cancel_preorders: [] })).status)
    }
    open.turnClock(3_600_000)
    return statuses.filter(status => status === 429).length
  }
  expect([await hourOfTries(), await hourOfTries(), await hourOfTries(), await hourOfTries()]).toEqual([0, 0, 0, 10])
  open.turnClock(7 * DAY_MS)
  expect(await hourOfTries()).toBe(0)
})
