import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toProductOffer } from '#domain/catalogue/open-food-facts.ts'
import type { ProductAnswer, ProductData } from '#server/adapters/product-data/product-data.ts'
import { ConfigError } from '#server/config/config-values.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import { testDatabase } from '#test/database/database.ts'
import { chooseMailAndSms, choosePush } from './choose-channels.ts'
import { chooseProductData, serviceThenFile } from './choose-data-services.ts'
import { chooseLocks } from './choose-locks.ts'
import { chooseTerminals } from './choose-terminals.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const chosen = (variables: Record<string, string>) =>
  chooseMailAndSms({ config: readConfig(variables), db: database.kysely })
const getStored = () => database.kysely.selectFrom('development_mail').select(['channel', 'recipient']).execute()

describe('Without a configured email or SMS provider', () => {
  test('development keeps emails and SMS in its mailbox', async () => {
    const { mail, sms } = chosen({})
    await mail.send({ to: 'aino@puoti.example', subject: 's', text: 't', html: 'h' })
    await sms.send({ to: '+358401234567', text: 't' })
    expect(await getStored()).toEqual([
      { channel: 'mail', recipient: 'aino@puoti.example' },
      { channel: 'sms', recipient: '+358401234567' },
    ])
  })

  const production = { NODE_ENV: 'production', PUOTI_PUBLIC_URL: 'https://puoti.example', PUOTI_SECRET: 'stored' }
  test.each([
    ['SMTP_URL', { PUOTI_SMS_URL: 'https://sms.example' }],
    ['PUOTI_SMS_URL', { SMTP_URL: 'smtp://mail.example' }],
  ])('production does not start, and the error names %s', (name, rest) => {
    const start = () => chosen({ ...production, ...rest })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(new RegExp(`\\b${name}\\b`))
  })

  test('production starts when the development mailbox is switched on explicitly', () => {
    expect(() => chosen({ ...production, PUOTI_DEV_MAILBOX: 'on' })).not.toThrow()
  })

  test('reports are heard from the gateways that send them, also from the second', () => {
    const keys = {
      PUOTI_SMS_SENDER: 'Puoti',
      PUOTI_46ELKS_USER: 'u',
      PUOTI_46ELKS_PASSWORD: 'p',
      PUOTI_46ELKS_URL: 'http://127.0.0.1:2',
      PUOTI_TWILIO_ACCOUNT: `AC${'0'.repeat(32)}`,
      PUOTI_TWILIO_TOKEN: 't',
      PUOTI_TWILIO_URL: 'http://127.0.0.1:2',
      PUOTI_SMS_URL: 'http://127.0.0.1:2',
    }
    const reporting = (PUOTI_SMS_GATEWAYS: string, more = {}) =>
      chosen({ ...keys, ...more, PUOTI_SMS_GATEWAYS }).sms.gateways.map(({ name }) => name)
    expect(['http', '46elks', 'twilio,http', '46elks,twilio'].map(names => reporting(names))).toEqual([
      [],
      ['46elks'],
      ['twilio'],
      ['46elks', 'twilio'],
    ])
    expect(reporting('46elks,twilio', { PUOTI_STAGING: 'on' })).toEqual([])
  })

  test('production starts with both providers', () => {
    const both = { SMTP_URL: 'smtp://mail.example', PUOTI_SMS_URL: 'https://sms.example' }
    expect(() => chosen({ ...production, ...both })).not.toThrow()
  })
})

test('a staging copy keeps emails and SMS, and reaches no terminal, lock or device', async () => {
  const url = 'http://127.0.0.1:9'
  const config = readConfig({ PUOTI_STAGING: 'on', SMTP_URL: 'smtp://127.0.0.1:9', PUOTI_SMS_URL: url })
  const needs = { config, db: database.kysely, secrets: makeSecrets('a secret that only this test has, of no worth') }
  const { mail, sms } = chooseMailAndSms(needs)
  await mail.send({ to: 'staged@puoti.example', subject: 's', text: 't', html: 'h' })
  await sms.send({ to: '+358401234568', text: 't' })
  expect((await getStored()).slice(-2).map(({ recipient }) => recipient)).toEqual([
    'staged@puoti.example',
    '+358401234568',
  ])
  const terminals = chooseTerminals({ ...needs, log: { warn: () => undefined } })
  expect([terminals.byProvider('jsonpos'), chooseLocks(needs).byProvider('nuki')]).toEqual([undefined, undefined])
  const { webpush, apns } = await choosePush(needs)
  expect(webpush.accepts({ address: 'https://fcm.googleapis.com/x', keys: { p256dh: 'k', auth: 'a' } })).toBe(false)
  expect(apns).toBeUndefined()
})

describe('Product data', () => {
  const unknown: ProductData = {
    find: () => Promise.resolve({ kind: 'unknown' }),
    fetchPicture: () => Promise.resolve({ kind: 'unknown' }),
  }
  const answering = (answer: ProductAnswer): ProductData => ({ ...unknown, find: () => Promise.resolve(answer) })
  const found = (brands: string): ProductAnswer => ({ kind: 'found', offer: toProductOffer({ brands }) })

  test('has no source by default', () => {
    expect(chooseProductData({ config: readConfig({}), db: database.kysely })).toBeUndefined()
  })

  test('is that of the service, or else of the file, or else what the service says', async () => {
    const busy: ProductAnswer = { kind: 'busy', until: new Date() }
    const find = (service: ProductAnswer, file: ProductAnswer) =>
      serviceThenFile(answering(service), answering(file)).find('6408430000135')
    expect(await find(found('Service'), found('File'))).toEqual(found('Service'))
    expect(await find(busy, found('File'))).toEqual(found('File'))
    expect(await find(busy, { kind: 'unknown' })).toEqual(busy)
  })
})
