import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SmsHealth } from '#contract/administration/settings.ts'
import type { Config } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { recordAccepted, recordReport } from '#server/platform/outbox/sms-deliveries.ts'
import { testDatabase } from '#test/database/database.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
const configure = (changes: Partial<Config>) => Object.assign(server.context.config, changes)
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['administration'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const sms = async () => ((await anna.call('GET settings/health')).body as { sms: SmsHealth }).sms
const HTTP = { kind: 'http', url: 'https://sms.example/a-key' } as const
const ELKS = { kind: '46elks', url: 'https://api.46elks.com', user: 'u', password: 'secret', sender: 'Puoti' } as const

test('without a gateway nothing is to be authorised, and nothing is reported', async () => {
  expect(await sms()).toMatchObject({
    kind: 'mailbox',
    gateways: [],
    sender: null,
    sender_authorisation: 'needless',
    deliveries: null,
  })
})

test('a gateway with a sender of its own has no reports, and an admin confirms what nobody can see', async () => {
  configure({ smsGateways: [HTTP], smsSender: undefined })
  expect(await sms()).toMatchObject({
    kind: 'gateway',
    gateways: ['http'],
    sender_authorisation: 'missing',
    deliveries: null,
  })
  await anna.call('PUT home/sms-sender', { is_authorised: true })
  expect(await sms()).toMatchObject({ sender_authorisation: 'confirmed' })
  await anna.call('PUT home/sms-sender', { is_authorised: false })
})

test('a gateway with reports shows what arrived, the last failure and the sender, and no key', async () => {
  configure({ smsGateways: [ELKS, HTTP], smsSender: 'Puoti' })
  // No report could come.
  expect((await sms()).deliveries).toBeNull()
  configure({ publicUrl: new URL('https://shop.example') })
  const toReport = (reference: string) => ({ gateway: '46elks' as const, reference })
  for (const reference of ['a', 'b', 'c']) await recordAccepted(database.kysely, toReport(reference))
  await recordReport(database.kysely, toReport('a'), { state: 'delivered', reason: null })
  await recordReport(database.kysely, toReport('b'), { state: 'failed', reason: '46elks: failed' })
  const health = await sms()
  expect(health).toMatchObject({ gateways: ['46elks', 'http'], sender: 'Puoti', sender_authorisation: 'missing' })
  expect(health.deliveries).toEqual({
    accepted: 3,
    delivered: 1,
    failed: 1,
    unreported: 0,
    consecutive_failures: 1,
    last_failure: { at: expect.any(String), reason: '46elks: failed' },
  })
  expect(JSON.stringify(health)).not.toMatch(/secret|a-key/)
})

test('a confirmation is about one sender: another one is to be confirmed again', async () => {
  await anna.call('PUT home/sms-sender', { is_authorised: true })
  expect(await sms()).toMatchObject({ sender: 'Puoti', sender_authorisation: 'confirmed' })
  configure({ smsSender: 'Kauppa' })
  expect(await sms()).toMatchObject({ sender: 'Kauppa', sender_authorisation: 'missing' })
  await anna.call('PUT home/sms-sender', { is_authorised: true })
  await anna.call('PUT home/sms-sender', { is_authorised: true })
  expect(await sms()).toMatchObject({ sender_authorisation: 'confirmed' })
  configure({ smsSender: 'Puoti' })
  expect(await sms()).toMatchObject({ sender_authorisation: 'missing' })
})

test('a foreign number, or shoppers only abroad, need no authorisation; a staging copy has no gateway', async () => {
  configure({ smsSender: '+46701234567' })
  expect(await sms()).toMatchObject({ sender_authorisation: 'needless' })
  configure({ smsSender: 'Puoti', smsCountries: ['SE', 'NO'] })
  expect(await sms()).toMatchObject({ sender_authorisation: 'needless' })
  configure({ isStaging: true, smsCountries: ['FI'] })
  expect(await sms()).toMatchObject({ kind: 'mailbox', gateways: [], sender_authorisation: 'needless' })
})
