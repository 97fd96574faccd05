import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { type Check, type CheckName, CHECK_NAMES } from '#contract/operations/doctor.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { openStorage } from '#server/platform/db/storage.ts'
import { testDatabase } from '#test/database/database.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { ELKS, FortySixElksSimulator } from '#test/sms/46elks-simulator.ts'
import { TWILIO, TwilioSimulator } from '#test/sms/twilio-simulator.ts'
import type { DoctorNeeds } from './check-shop.ts'
import { runChecks } from './run-checks.ts'

let database: DatabaseHandle
let server: Shop
let admin: Caller
let web: Server
let origin: string
let webAnswers: { status: number; type: string }

beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['operations'] })
  admin = await server.caller('admin')
  web = createServer((_request, response) => {
    response.writeHead(webAnswers.status, { 'content-type': webAnswers.type }).end('[]')
  })
  await once(web.listen(0, '127.0.0.1'), 'listening')
  // A server that listens on TCP has an AddressInfo.
  const { port } = web.address() as AddressInfo
  origin = `http://127.0.0.1:${port}`
})
afterAll(async () => {
  web.close()
  await server.close()
  await database.close()
})

/** The checks of a command beside a shop with these settings. */
async function checksWith(variables: Record<string, string>, more: Partial<DoctorNeeds> = {}) {
  const config = readConfig({ NODE_ENV: 'test', ...variables })
  const db = database.kysely
  const none = { byProvider: () => undefined }
  const needs = { config, variables, db, terminals: none, locks: none, storage: openStorage({ db }), directories: {} }
  const checks = await runChecks({ ...needs, now: () => new Date(), ...more }, 'en')
  return (name: CheckName) => {
    const found = checks.find(({ check }) => check === name)
    return found && `${found.state}: ${found.text}`
  }
}

test('a shop that sends and saves nothing needs attention', async () => {
  const found = await checksWith({})
  expect([found('email'), found('sms'), found('backups')]).toEqual([
    'warning: None are sent: they go to the development mailbox.',
    'warning: None are sent: they go to the development mailbox.',
    'warning: No backups are taken: set PUOTI_BACKUP_DIR.',
  ])
})

test('every check has a result, in its order', async () => {
  const { body } = await admin.call('GET checks')
  const { checks, version, commit } = body as { checks: Check[]; version: string; commit: string }
  expect(checks.map(({ check }) => check)).toEqual(CHECK_NAMES)
  expect(checks.filter(({ text }) => /\{|undefined/.test(text))).toEqual([])
  expect(checks.find(({ check }) => check === 'database')).toMatchObject({ state: 'ok', title: 'Database' })
  expect(version).toMatch(/^\d+\.\d+\.\d+/)
  expect(commit).toMatch(/^(?:[0-9a-f]{12}|unknown)$/)
})

test('an unknown setting is found, with the name that was probably meant', async () => {
  const found = await checksWith({ PUOTI_PUBLC_URL: 'x' })
  expect(found('settings')).toMatch(/^warning: PUOTI_PUBLC_URL \(PUOTI_PUBLIC_URL\?\): not a setting/)
})

test('the keys for notifications are checked, and later pushes are signed as before', async () => {
  const db = database.kysely
  await db.deleteFrom('installation_secret').where('name', '=', 'vapid').execute()
  expect((await checksWith({}))('notifications')).toMatch(/^warning: /)
  const write = (keys: object) => {
    const value = JSON.stringify(keys)
    const row = db.insertInto('installation_secret').values({ name: 'vapid', value })
    return row.onConflict(conflict => conflict.column('name').doUpdateSet({ value })).execute()
  }
  await write(webPush.generateVAPIDKeys())
  expect((await checksWith({}))('notifications')).toBe('ok: The keys for browsers are there.')
  const { headers } = webPush.generateRequestDetails({ endpoint: 'https://push.example/1', keys: NO_KEYS })
  expect(headers).not.toHaveProperty('Authorization')
  await write({ publicKey: 'short', privateKey: 'short' })
  expect((await checksWith({}))('notifications')).toMatch(/^off: The check itself failed: Vapid/)
})
/** A request without content needs none. */
const NO_KEYS = { p256dh: '', auth: '' }

test('the public address is called, and told from another program at it', async () => {
  const readCheck = async () => (await checksWith({ PUOTI_PUBLIC_URL: origin }))('publicUrl')
  webAnswers = { status: 200, type: 'application/json; charset=utf-8' }
  expect(await readCheck()).toBe(`ok: ${origin} responds.`)
  webAnswers = { status: 502, type: 'text/html' }
  expect(await readCheck()).toBe(`off: ${origin} responds with 502, not as this Puoti: check the proxy.`)
  const gone = await checksWith({ PUOTI_PUBLIC_URL: 'http://127.0.0.1:9' })
  expect(gone('publicUrl')).toMatch(/^off: http:\/\/127\.0\.0\.1:9 can’t be reached from this machine: ./)
})

test('the mail server and the SMS gateways are asked whether they would take a message', async () => {
  const [elks, twilio] = [new FortySixElksSimulator(), new TwilioSimulator()]
  const gateways = {
    PUOTI_SMS_GATEWAYS: '46elks,twilio',
    PUOTI_SMS_SENDER: 'Puoti',
    PUOTI_46ELKS_USER: ELKS.user,
    PUOTI_46ELKS_PASSWORD: ELKS.password,
    PUOTI_46ELKS_URL: await elks.open(),
    PUOTI_TWILIO_ACCOUNT: TWILIO.account,
    PUOTI_TWILIO_TOKEN: TWILIO.token,
    PUOTI_TWILIO_URL: await twilio.open(),
  }
  const found = async () => (await checksWith(gateways))('sms')
  expect(await found()).toMatch(/^ok: Sent by 127\.0\.0\.1/)
  elks.balance = 0
  expect(await found()).toMatch(/^warning: One of two gateways doesn’t work: 127\S+: no credit$/)
  twilio.accountStatus = 'suspended'
  expect(await found()).toMatch(/^off: The next message won’t be sent: 127\S+: no credit; 127\S+: account suspended$/)
  const mail = await checksWith({ SMTP_URL: 'smtp://127.0.0.1:2' })
  expect(mail('email')).toMatch(/^off: The next message won’t be sent: 127\.0\.0\.1:2: ESOCKET/)
  await Promise.all([elks.close(), twilio.close()])
})

test('a directory that can’t be written and a full disk are found, and a right clock is ok', async () => {
  const storage = { disks: async () => [], noteFailure: () => undefined, isFull: async () => true }
  const found = await checksWith({}, { directories: { backups: '/dev/null/backups' }, storage })
  expect(found('directories')).toMatch(/^off: This user can’t write to \/dev\/null\/backups \(ENOTDIR\)/)
  expect(found('disk')).toMatch(/^off: The disk of the database is full/)
  expect(found('clock')).toMatch(/^ok: .* within 0,\d s\.$/)
})

test('an old, a failed and an unreadable backup are found', async () => {
  const readCheck = async (more?: Partial<DoctorNeeds>) =>
    (await checksWith({ PUOTI_BACKUP_DIR: '/tmp' }, more))('backups')
  expect(await readCheck()).toMatch(/^warning: There is no backup yet/)
  const end = (failure: string | null, ended_at: Date) =>
    database.kysely
      .insertInto('backup_run')
      .values({
        started_at: ended_at,
        ended_at,
        file: 'x',
        failure,
        ...(failure === null && { bytes: 1, is_verified: true }),
      })
      .execute()
  await end(null, new Date(Date.now() - 30 * 3_600_000))
  expect(await readCheck()).toMatch(/^off: The last backup is 30 h old/)
  expect(await readCheck({ directories: { backups: '/dev/null' } })).toMatch(
    /^off: The last backup can’t be read: ENOTDIR/,
  )
  await end('No space left on device', new Date())
  expect(await readCheck()).toBe('off: The last backup failed: No space left on device')
})

test('a broken rule of money is named', async () => {
  await database.kysely
    .insertInto('invariant_check')
    .values({ invariant: 'I3', violations: 1, sample: '[]', checked_at: new Date(), violated_since: new Date() })
    .execute()
  expect((await checksWith({}))('invariants')).toBe('off: Violated: I3. The table invariant_check lists the rows.')
})

test('a check that throws is reported, and the others go on', async () => {
  const storage = { ...openStorage({ db: database.kysely }), disks: () => Promise.reject(new Error('no such call')) }
  const found = await checksWith({}, { storage })
  expect(found('disk')).toBe('off: The check itself failed: no such call')
  expect(found('database')).toMatch(/^ok: /)
})

describe('a test message', () => {
  test('goes to the admin’s own address, and the result says who accepted it', async () => {
    const { body } = await admin.call('POST checks/message', { channel: 'email' })
    expect(body).toMatchObject({ check: 'email', state: 'ok', text: expect.stringContaining('/dev/mailbox accepted') })
    const [mail] = await database.kysely.selectFrom('development_mail').selectAll().orderBy('id', 'desc').execute()
    expect(mail).toMatchObject({ channel: 'mail', subject: 'Test message' })
  })

  test('can be sent ten times in an hour', async () => {
    const statuses: number[] = []
    for (let times = 0; times < 11; times++)
      statuses.push((await admin.call('POST checks/message', { channel: 'sms' })).status)
    expect(statuses.slice(0, 9)).toEqual(Array.from({ length: 9 }, () => 200))
    expect(statuses.at(-1)).toBe(429)
  })
})
