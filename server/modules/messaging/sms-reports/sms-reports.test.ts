import * as fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { retentionFrom } from '#domain/operations/retention-periods.ts'
import { fortySixElksSms } from '#server/adapters/sms/46elks/46elks-sms.ts'
import type { ReportRequest, Sms, SmsGateway } from '#server/adapters/sms/sms.ts'
import { twilioSms } from '#server/adapters/sms/twilio/twilio-sms.ts'
import { firstThenSecond } from '#server/adapters/sms/two-gateways.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { sealedChannels } from '#server/platform/outbox/delivery.ts'
import { OutboxWorker, openOutbox } from '#server/platform/outbox/outbox.ts'
import {
  newSmsReference,
  readSmsDeliveries,
  recordAccepted,
  reportAddress,
} from '#server/platform/outbox/sms-deliveries.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { ELKS, FortySixElksSimulator } from '#test/sms/46elks-simulator.ts'
import { TWILIO, TwilioSimulator } from '#test/sms/twilio-simulator.ts'
import { smsReportGauges } from './gauges.ts'
import { smsDeliveries } from './retention.ts'
import { smsReportWebhooks } from './webhooks.ts'

const TO = '+358401234567'
const TEXT = 'Your code is 012345'

const [elks, twilio] = [new FortySixElksSimulator(), new TwilioSimulator()]
let database: DatabaseHandle
let server: Shop
let gateways: [SmsGateway, SmsGateway]
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: [], logLevel: 'trace' })
  server.context.config = { ...server.context.config, publicUrl: new URL('https://shop.example') }
  const [one, other] = [await elks.open(), await twilio.open()]
  gateways = [
    fortySixElksSms({ ...ELKS, url: one, timeoutMs: 300 }),
    twilioSms({ ...TWILIO, url: other, timeoutMs: 300 }),
  ]
  smsReportWebhooks(server.app, server.context, gateways)
})
beforeEach(() => database.pool.query('DELETE FROM sms_delivery; DELETE FROM outbox_message; DELETE FROM rate_limit'))
afterAll(async () => {
  await Promise.all([server.close(), elks.close(), twilio.close()])
  await database.close()
  expect([elks.invalid, twilio.invalid]).toEqual([[], []])
})

/** Writes a message into the outbox and sends what is there, as a server does. */
async function send(by: Sms, to = TO): Promise<void> {
  const { context } = server
  await openOutbox(context).enqueue(database.kysely, 'sms', { to, text: TEXT, reference: newSmsReference() })
  const worker = new OutboxWorker(
    { ...context, now: soon },
    sealedChannels(context, { mail: { send: absent }, sms: by }),
  )
  await worker.work()
  await worker.close()
}
/** Past the microseconds of the database's clock, which a Date cuts off. */
const soon = () => new Date(Date.now() + 1000)
const absent = () => Promise.reject(new Error('no email is sent here'))

async function report({ address, signature, body }: ReportRequest, contentType = 'application/x-www-form-urlencoded') {
  const headers = { 'content-type': contentType, ...(signature !== undefined && { 'x-twilio-signature': signature }) }
  const url = address.replace('https://shop.example', '')
  return (await server.app.inject({ method: 'POST', url, headers, payload: body })).statusCode
}

const deliveries = () => database.kysely.selectFrom('sms_delivery').selectAll().orderBy('accepted_at').execute()
const only = async () => (await deliveries()).map(({ gateway, state, reason }) => ({ gateway, state, reason }))

type Simulator = FortySixElksSimulator | TwilioSimulator
const getCode = (simulator: Simulator, state: string) =>
  simulator === twilio && state === 'failed' ? '30007' : undefined

describe.each([
  { name: '46elks', simulator: elks, reason: '46elks: failed' },
  { name: 'twilio', simulator: twilio, reason: 'twilio: 30007' },
] as const)('reports of $name', ({ name, simulator, reason }) => {
  const gateway = () => gateways.find(each => each.name === name) ?? gateways[0]
  const formatReport = (state: string) => simulator.report(simulator.last, state, getCode(simulator, state))
  const recordEntry = (state: string) => report(formatReport(state))

  test('change the state of the message, one after the other', async () => {
    await send(gateway())
    expect(await only()).toEqual([{ gateway: name, state: 'accepted', reason: null }])
    expect(await recordEntry('sent')).toBe(204)
    expect(await only()).toEqual([{ gateway: name, state: 'sent', reason: null }])
    expect(await recordEntry('delivered')).toBe(204)
    expect(await only()).toEqual([{ gateway: name, state: 'delivered', reason: null }])
  })

  test('that come late, twice or in another order change nothing', async () => {
    await send(gateway())
    for (const state of ['delivered', 'delivered', 'sent', 'failed']) expect(await recordEntry(state)).toBe(204)
    expect(await only()).toEqual([{ gateway: name, state: 'delivered', reason: null }])
  })

  test('keep the reason of a failure, until one says that the message came after all', async () => {
    await send(gateway())
    for (const state of ['failed', 'failed', 'sent']) expect(await recordEntry(state)).toBe(204)
    expect(await only()).toEqual([{ gateway: name, state: 'failed', reason }])
    expect(await recordEntry('delivered')).toBe(204)
    expect(await only()).toEqual([{ gateway: name, state: 'delivered', reason: null }])
  })

  test('with another message’s, gateway’s or invented secret are refused, and none of them reaches the table', async () => {
    await send(gateway())
    const body = formatReport('failed')
    const other = reportAddress(server.context, newSmsReference())(name)?.split('/').at(-1) ?? ''
    const [, reference = '', secret = ''] = /([^/]+)\/([^/]+)$/.exec(body.address) ?? []
    const swapped = name === '46elks' ? 'twilio' : '46elks'
    const forged = [
      body.address.replace(secret, other),
      body.address.replace(secret, 'x'),
      body.address.replace(secret, secret.slice(1)),
      body.address.replace(reference, newSmsReference()),
      body.address.replace(`/${name}/`, `/${swapped}/`),
      body.address.replace(`/${name}/`, '/http/'),
    ]
    for (const address of forged) expect(await report({ ...body, address })).toBe(401)
    expect(await only()).toEqual([{ gateway: name, state: 'accepted', reason: null }])
  })
})

test('what Twilio did not sign is refused, although the secret in its address is right', async () => {
  await send(gateways[1])
  const signed = twilio.report(twilio.last, 'failed', '30003')
  expect(await report({ ...signed, signature: undefined })).toBe(401)
  expect(await report({ ...signed, body: signed.body.replace('30003', '30008') })).toBe(401)
  expect(await only()).toEqual([{ gateway: 'twilio', state: 'accepted', reason: null }])
})

test('a report that is quicker than the record of the acceptance stays', async () => {
  const reference = newSmsReference()
  const address = reportAddress(server.context, reference)('46elks') ?? ''
  expect(await report({ address, signature: undefined, body: 'id=s1&status=delivered' })).toBe(204)
  await recordAccepted(database.kysely, { gateway: '46elks', reference })
  expect(await only()).toEqual([{ gateway: '46elks', state: 'delivered', reason: null }])
})

test('only small forms are read, and a flood of reports is slowed down', async () => {
  await send(gateways[0])
  const body = elks.report(elks.last, 'delivered')
  expect(await report({ ...body, body: `status=delivered&more=${'x'.repeat(9000)}` })).toBe(413)
  expect(await report({ ...body, body: '{}' }, 'application/json')).toBe(400)
  const { name, points } = RATE_LIMITS.smsReportsPerAddress
  expect(await report(body)).toBe(204)
  await database.kysely.updateTable('rate_limit').set({ points }).execute()
  expect([name, await report(body)]).toEqual(['sms reports per address', 429])
  server.context.refusedKeys.clear()
})

test('the second gateway’s message has one record, and reports of either lead to it', async () => {
  elks.fault('cut')
  await send(firstThenSecond(...gateways))
  expect(await only()).toEqual([{ gateway: 'twilio', state: 'accepted', reason: null }])
  expect(await report(elks.report(elks.last, 'delivered'))).toBe(204)
  expect(await only()).toEqual([{ gateway: 'twilio', state: 'delivered', reason: null }])
})

test('a number that can’t get SMS is tried once, and fails at once', async () => {
  await send(firstThenSecond(gateways[1], gateways[0]), '+15005550009')
  expect(await only()).toEqual([{ gateway: null, state: 'failed', reason: expect.stringMatching(/HTTP 400 21614$/) }])
  const rows = await database.kysely
    .selectFrom('outbox_message')
    .select(['state', 'tries', 'content_encrypted'])
    .execute()
  expect(rows).toEqual([{ state: 'failed', tries: 1, content_encrypted: null }])
  expect((await readSmsDeliveries(database.kysely)).failed).toBe(0)
})

test('a message whose acceptance can’t be recorded is not sent again', async () => {
  await database.pool.query('ALTER TABLE sms_delivery RENAME TO sms_elsewhere')
  const before = elks.accepted.length
  await send(gateways[0])
  await database.pool.query('ALTER TABLE sms_elsewhere RENAME TO sms_delivery')
  expect(elks.accepted.length).toBe(before + 1)
  expect(await database.kysely.selectFrom('outbox_message').selectAll().execute()).toEqual([])
})

test('without an address that gateways can reach, no reports are asked for', async () => {
  const insecure = { ...server.context, config: { publicUrl: new URL('http://shop.example') } }
  expect(reportAddress(insecure, 'x')('twilio')).toBeUndefined()
  expect(reportAddress({ ...insecure, config: { publicUrl: undefined } }, 'x')('46elks')).toBeUndefined()
  const config = server.context.config
  server.context.config = { ...config, publicUrl: undefined }
  await send(gateways[0])
  server.context.config = config
  expect([elks.last.callback, await deliveries()]).toEqual(['', []])
})

test('figures and gauges count a day’s messages, and those that failed since the last delivered one', async () => {
  const states = ['failed', 'delivered', 'failed', 'sent', 'failed', 'accepted', 'delivered']
  const minutes = [30, 25, 20, 15, 4, 3, 60 * 25]
  await database.pool.query(
    `INSERT INTO sms_delivery (reference, gateway, state, reason, accepted_at)
     SELECT 'r' || state || minutes, '46elks', state, CASE WHEN state = 'failed' THEN '46elks: ' || minutes END, now() - make_interval(mins => minutes)
     FROM unnest($1::text[], $2::integer[]) AS given (state, minutes)`,
    [states, minutes],
  )
  expect(await readSmsDeliveries(database.kysely)).toEqual({
    accepted: 6,
    delivered: 1,
    failed: 3,
    unreported: 1,
    consecutiveFailures: 2,
    lastFailure: { at: expect.any(Date), reason: '46elks: 4' },
  })
  const gauges = await smsReportGauges(server.context)
  expect(gauges.map(({ name, values }) => [name, values.map(({ value }) => value)])).toEqual([
    ['puoti_sms_deliveries', [6, 1, 3, 1]],
    ['puoti_sms_failed_in_a_row', [2]],
  ])
})

test('what became of a message is kept for thirty days', async () => {
  await database.pool.query(`INSERT INTO sms_delivery (reference, gateway, state, accepted_at)
    VALUES ('old', '46elks', 'sent', now() - interval '31 days'), ('new', '46elks', 'sent', now() - interval '29 days')`)
  expect(await smsDeliveries({ ...server.context, retention: retentionFrom({}) }, 100)).toBe(1)
  expect((await deliveries()).map(({ reference }) => reference)).toEqual(['new'])
})

const hostile = fc.oneof(
  fc.string({ maxLength: 80 }),
  fc.constantFrom(
    'status=delivered',
    'MessageStatus=failed&ErrorCode=30003',
    '%ff%00',
    'status=failed&status=delivered',
    '\u0000',
  ),
)

const part = fc.string({ minLength: 1, maxLength: 60 })

test('no address, body or signature that was not given out is heard, or breaks the server', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(fc.constantFrom('46elks', 'twilio', 'http', '..', 'a b'), part, part),
      hostile,
      fc.option(fc.base64String({ maxLength: 40 }), { nil: undefined }),
      async (parts, body, signature) => {
        const path = parts.map(encodeURIComponent).join('/')
        const status = await report({ address: `https://shop.example/webhooks/sms/${path}`, signature, body })
        expect([400, 401, 404, 414]).toContain(status)
      },
    ),
    { numRuns: 200, seed: 4711 },
  )
  expect(await deliveries()).toEqual([])
})

test('whatever a gateway sends to an address of its own, the server answers and records at most a state and a code', async () => {
  const address = reportAddress(server.context, newSmsReference())('46elks') ?? ''
  await fc.assert(
    fc.asyncProperty(hostile, async body => {
      expect(await report({ address, signature: undefined, body })).toBe(204)
    }),
    { numRuns: 100, seed: 4711 },
  )
  expect((await only()).every(({ reason }) => reason === null || reason === '46elks: failed')).toBe(true)
})

test('the log names gateways and codes, and no number, code, reference, secret or key', async () => {
  await send(gateways[1])
  const { address } = twilio.report(twilio.last, 'sent')
  await report(twilio.report(twilio.last, 'undelivered', '30005'))
  elks.fault(403)
  await send(gateways[0])
  const text = server.logged.join('\n')
  expect(text).toContain('twilio: 30005')
  expect(text).toContain('HTTP 403')
  const secrets = [...address.split('/').slice(-2), TWILIO.token, ELKS.password, TO.slice(1), '012345', '15005550009']
  expect(secrets.filter(secret => text.includes(secret))).toEqual([])
})
