import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { testDatabase } from '#test/database/database.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { ELKS, FortySixElksSimulator } from './46elks-simulator.ts'
import { TWILIO, TwilioSimulator } from './twilio-simulator.ts'

const SHOP = 'https://shop.example'
const [elks, twilio] = [new FortySixElksSimulator(), new TwilioSimulator()]
let database: DatabaseHandle
let app: App
beforeAll(async () => {
  database = await testDatabase()
  const variables = {
    NODE_ENV: 'test',
    PUOTI_LOG_LEVEL: 'silent',
    PUOTI_PUBLIC_URL: SHOP,
    PUOTI_DEMO: 'off',
    PUOTI_DEV_MAILBOX: 'on',
    PUOTI_TEST_PAYMENT: 'off',
    PUOTI_SMS_GATEWAYS: '46elks,twilio',
    PUOTI_SMS_SENDER: 'Puoti',
    PUOTI_46ELKS_URL: await elks.open(),
    PUOTI_46ELKS_USER: ELKS.user,
    PUOTI_46ELKS_PASSWORD: ELKS.password,
    PUOTI_TWILIO_URL: await twilio.open(),
    PUOTI_TWILIO_ACCOUNT: TWILIO.account,
    PUOTI_TWILIO_TOKEN: TWILIO.token,
  }
  app = await openApp({ config: readConfig(variables), database })
})
afterAll(async () => {
  await app.close()
  await Promise.all([database.close(), elks.close(), twilio.close()])
  expect([elks.invalid, twilio.invalid]).toEqual([[], []])
})

/** A signed-in shopper whose phone is not verified. */
async function newcomer() {
  const session = await signedInShopper(database, { isVerified: false })
  const headers = {
    host: 'shop.example',
    cookie: `__Host-${SESSION_COOKIE}=${session}`,
    'x-csrf-token': csrfToken(app.context.secrets, session),
  }
  return {
    request: (phone: string) =>
      app.http.inject({ method: 'POST', url: '/api/sendVerification', headers, payload: { phone } }),
    enter: (code: string) =>
      app.http.inject({ method: 'POST', url: '/api/verify', headers, payload: { verification_code: code } }),
    hasFailed: async () => {
      const answer = await app.http.inject({ method: 'GET', url: '/api/verification-sms', headers })
      return answer.json<{ has_failed: boolean }>().has_failed
    },
  }
}

async function report({ address, signature, body }: ReturnType<TwilioSimulator['report']>): Promise<number> {
  expect(address.startsWith(`${SHOP}/webhooks/sms/`)).toBe(true)
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    ...(signature !== undefined && { 'x-twilio-signature': signature }),
  }
  const url = address.slice(SHOP.length)
  return (await app.http.inject({ method: 'POST', url, headers, payload: body })).statusCode
}

test('a code goes through the first gateway, its report is heard, and the code opens the shop', async () => {
  const shopper = await newcomer()
  expect((await shopper.request('0401234567')).statusCode).toBe(200)
  await expect.poll(() => elks.accepted.length).toBe(1)
  expect(elks.last).toMatchObject({ to: '+358401234567', from: 'Puoti' })
  expect(await report(elks.report(elks.last, 'sent'))).toBe(204)
  expect(await report(elks.report(elks.last, 'delivered'))).toBe(204)
  expect(await shopper.hasFailed()).toBe(false)
  const code = /#(\d{6})$/.exec(elks.last.text)?.[1] ?? ''
  expect((await shopper.enter(code)).json()).toMatchObject({ is_verified: true, phone: '+358401234567' })
})

test('while the first gateway refuses, the second sends the code, and the shopper learns that it did not arrive', async () => {
  elks.fault(403)
  const shopper = await newcomer()
  expect((await shopper.request('0401234568')).statusCode).toBe(200)
  await expect.poll(() => twilio.accepted.length).toBe(1)
  expect(await shopper.hasFailed()).toBe(false)
  expect(await report(twilio.report(twilio.last, 'undelivered', '30006'))).toBe(204)
  expect(await shopper.hasFailed()).toBe(true)
  expect(elks.accepted.length).toBe(1)
})
