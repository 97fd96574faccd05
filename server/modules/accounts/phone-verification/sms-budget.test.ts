import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { testDatabase } from '#test/database/database.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { identityOptions } from '#test/shop/identity.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
beforeAll(async () => {
  database = await testDatabase()
})
afterEach(async () => {
  await server.close()
  await database.pool.query('DELETE FROM rate_limit; DELETE FROM sms_cooldown; DELETE FROM phone_verification')
})
afterAll(() => database.close())

const open = async (variables: Record<string, string>) => {
  server = await openShop(identityOptions(database, { PUOTI_RATE_LIMIT_FACTOR: '1', ...variables }))
}

/** A code request by a new account, from this address. */
async function send(phone: string, remoteAddress: string) {
  const token = await signedInShopper(database, { isVerified: false })
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/sendVerification',
    remoteAddress,
    headers: { 'x-csrf-token': csrfToken(server.context.secrets, token), cookie: `${SESSION_COOKIE}=${token}` },
    payload: { phone },
  })
  const body = answer.json<{ code?: string; retry_at?: string }>()
  return { code: body.code ?? answer.statusCode, retryAt: body.retry_at, retryAfter: answer.headers['retry-after'] }
}

let last = 0
const newPhone = () => `+35846${String((last += 1)).padStart(7, '0')}`
const CAPPED = 'verification.capReached'

test('a hundred accounts with one number do not use up a cap of a hundred: a newcomer gets an SMS', async () => {
  await open({ PUOTI_SMS_DAILY_CAP: '100' })
  const target = newPhone()
  const codes = []
  for (let account = 0; account < 100; account++) codes.push((await send(target, `198.51.100.${account % 5}`)).code)
  expect(codes.filter(code => code === 200)).toHaveLength(100)
  const phone = newPhone()
  expect((await send(phone, '203.0.113.7')).code).toBe(200)
  await server.lastSms(phone)
  expect(server.texts.filter(({ to }) => to === target)).toHaveLength(1)
})

test('a quarter of the cap is for networks that have had no SMS today', async () => {
  await open({ PUOTI_SMS_DAILY_CAP: '8' })
  const codes = []
  for (let call = 0; call < 8; call++) codes.push((await send(newPhone(), '198.51.100.1')).code)
  expect(codes).toEqual([200, 200, 200, 200, 200, 200, CAPPED, CAPPED])
  expect((await send(newPhone(), '203.0.113.1')).code).toBe(200)
  expect((await send(newPhone(), '203.0.113.1')).code).toBe(CAPPED)
})

test('the addresses of an IPv6 /48 have one budget, beside that of each /64', async () => {
  // A twentieth of every limit: five a day from a /48, one from each /64.
  await open({ PUOTI_RATE_LIMIT_FACTOR: '0.05' })
  const codes = []
  for (let network = 0; network < 7; network++) codes.push((await send(newPhone(), `2001:db8:7:${network}::1`)).code)
  expect(codes).toEqual([200, 200, 200, 200, 200, CAPPED, CAPPED])
  expect((await send(newPhone(), '2001:db8:8::1')).code).toBe(200)
})

test('a refusal says when the budget begins again, in its header and its body', async () => {
  await open({ PUOTI_SMS_DAILY_CAP: '1' })
  await send(newPhone(), '198.51.100.1')
  server.turnClock(3_600_000)
  const refused = await send(newPhone(), '203.0.113.1')
  expect(refused).toEqual({
    code: CAPPED,
    retryAt: new Date(server.context.now().getTime() + 23 * 3_600_000).toISOString(),
    retryAfter: String(23 * 3600),
  })
})

test('at the end of the budget, a number that gets no SMS now is refused like any other', async () => {
  await open({ PUOTI_SMS_DAILY_CAP: '4' })
  const busy = newPhone()
  await send(busy, '198.51.100.1')
  const responses = []
  // From half of the budget on each of these counts, although none sends an SMS.
  for (let call = 2; call < 8; call++) {
    if (call === 3) await send(newPhone(), '198.51.100.250')
    responses.push((await send(busy, `198.51.100.${call}`)).code)
  }
  expect(responses).toEqual([200, 200, 200, CAPPED, CAPPED, CAPPED])
  expect((await send(newPhone(), '203.0.113.1')).code).toBe(CAPPED)
})
