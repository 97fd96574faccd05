import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { newSmsReference } from '#server/platform/outbox/sms-deliveries.ts'
import { testDatabase } from '#test/database/database.ts'
import { HEADERS, SAFE_HEADERS } from './answer-headers.ts'
import { PRINCIPALS, type Principal } from './door.ts'
import { allPrincipals, type Headers } from './principals.ts'

let database: DatabaseHandle
let app: App
let principals: Record<Principal, Headers>
beforeAll(async () => {
  database = await testDatabase()
  const variables = {
    NODE_ENV: 'test',
    PUOTI_DEMO: 'off',
    PUOTI_SMS_GATEWAYS: '46elks,twilio',
    PUOTI_SMS_SENDER: 'Puoti',
    PUOTI_46ELKS_URL: 'http://127.0.0.1:2',
    PUOTI_46ELKS_USER: 'u',
    PUOTI_46ELKS_PASSWORD: 'p',
    PUOTI_TWILIO_URL: 'http://127.0.0.1:2',
    PUOTI_TWILIO_ACCOUNT: `AC${'0'.repeat(32)}`,
    PUOTI_TWILIO_TOKEN: 't',
  }
  app = await openApp({ config: readConfig(variables), database })
  principals = await allPrincipals({ app, database }, async () => undefined)
})
afterAll(async () => {
  await app.close()
  await database.close()
})

const FORM = { type: 'application/x-www-form-urlencoded', body: 'status=failed&MessageStatus=failed&ErrorCode=30003' }
const JSON_EVENT = { type: 'application/json', body: '{"reference":"1"}' }

// They have no session, so the contract and its matrix don't have them: the caller's rights must be worth nothing there.
test.each([
  { path: `/webhooks/sms/46elks/${newSmsReference()}/secret`, sent: FORM },
  { path: `/webhooks/sms/twilio/${newSmsReference()}/secret`, sent: FORM },
  { path: '/webhooks/terminals/1', sent: JSON_EVENT },
])('$path refuses whoever calls it without the secret of its vendor', async ({ path, sent }) => {
  for (const principal of PRINCIPALS) {
    const { statusCode, body, headers } = await app.http.inject({
      method: 'POST',
      url: path,
      headers: { ...principals[principal], 'content-type': sent.type, 'x-twilio-signature': 'x' },
      payload: sent.body,
    })
    expect([principal, statusCode, body]).toEqual([principal, 401, ''])
    expect(headers).toMatchObject(SAFE_HEADERS)
    expect(Object.keys(headers).filter(name => !HEADERS.has(name))).toEqual([])
  }
  expect(await database.kysely.selectFrom('sms_delivery').selectAll().execute()).toEqual([])
})

test('a webhook whose vendor signs its query refuses one without the signature', async () => {
  const url = '/webhooks/terminals/1?checkout-status=ok&signature=x'
  const { statusCode, body } = await app.http.inject({ method: 'GET', url })
  expect([statusCode, body]).toEqual([401, ''])
  expect((await app.http.inject({ method: 'HEAD', url })).statusCode).toBe(404)
})

test('webhooks answer no other method', async () => {
  for (const method of ['GET', 'PUT', 'DELETE'] as const)
    expect((await app.http.inject({ method, url: '/webhooks/sms/46elks/a/b' })).statusCode).toBe(404)
})
