import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Terminal } from '#contract/payments/terminals.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { chooseTerminals } from '#server/wiring/choose-terminals.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { findTerminalSettings, saveTerminalSettings } from './queries.ts'

const settings = { transport: 'tcp', host: '127.0.0.1', port: '1', api_key: 'k3y-that-nobody-sees' }
const form = { name: 'maksupääte 1', provider: 'jsonpos', settings }

let database: DatabaseHandle
let server: Shop
let admin: string
let storeId: number
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({
    database,
    hasOutbox: true,
    modules: ['payments'],
    terminals: context =>
      chooseTerminals({ ...context, config: { ...context.config, terminalNetworks: ['10.20.1.0/24'] } }),
  })
  admin = await signedInShopper(database, { isAdmin: true })
})
beforeEach(async () => {
  storeId = await addStore(database, { name: `store ${Math.random()}` })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function call(request: string, payload?: object, session = admin) {
  const [method = 'GET', url = ''] = request.split(' ')
  const response = await server.app.inject({
    // This file uses only these methods.
    method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: `/api/admin/${url}`,
    headers: { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrfToken(server.context.secrets, session) },
    ...(payload && { payload }),
  })
  return { status: response.statusCode, body: response.json<Terminal & { code?: string }>(), text: response.body }
}

describe('an admin', () => {
  test('adds a terminal to a store, and its secrets are never returned or logged', async () => {
    const added = await call('POST terminals', { store_id: storeId, ...form })
    expect(added).toMatchObject({ status: 200, body: { store_id: storeId, provider: 'jsonpos', has_settings: true } })
    const listed = await call('GET terminals')
    expect(listed.text).toContain(`"store_id":${storeId}`)
    const health = await call(`GET terminals/${added.body.id}/health`)
    expect(health.body).toMatchObject({ ok: false, detail: expect.stringContaining('JSONPOS') })
    expect(`${added.text} ${listed.text} ${health.text} ${server.logged.join()}`).not.toContain('k3y')
    expect(await findTerminalSettings(server.context, added.body.id)).toEqual(settings)
  })

  test('adds payments in the MobilePay app, whose secrets are kept only for the same sales unit', async () => {
    const unit = {
      transport: 'mobilepay',
      environment: 'test',
      user_flow: 'WEB_REDIRECT',
      receipt_lines: 'HIDDEN',
      merchant_serial_number: '123456',
      client_id: 'client',
    }
    const secrets = { client_secret: 'k3y-1', subscription_key: 'k3y-2', webhook_secret: 'k3y-3' }
    const app = { name: 'MobilePay', provider: 'mobilepay' }
    const added = await call('POST terminals', { store_id: storeId, ...app, settings: { ...unit, ...secrets } })
    expect(added).toMatchObject({ status: 200, body: { provider: 'mobilepay', stored_secrets: Object.keys(secrets) } })
    const { id } = added.body
    const again = await call(`PUT terminals/${id}`, { ...app, settings: { ...unit, user_flow: 'QR' } })
    expect(again.status).toBe(200)
    expect(await findTerminalSettings(server.context, id)).toEqual({ ...unit, ...secrets, user_flow: 'QR' })
    const other = { ...unit, merchant_serial_number: '654321' }
    const problems = ['client_secret', 'subscription_key'].map(field => ({ field, problem: 'secretNeeded' }))
    expect(await call(`PUT terminals/${id}`, { ...app, settings: other })).toMatchObject({
      body: { code: 'form.invalid', problems },
    })
    expect(`${added.text} ${again.text} ${server.logged.join()}`).not.toContain('k3y')
    const mixed = { store_id: storeId, ...app, settings }
    expect(await call('POST terminals', mixed)).toMatchObject({ status: 422, body: { code: 'request.invalid' } })
  })

  test('adds a terminal of Adyen’s, whose key is kept only for the same merchant account', async () => {
    const place = {
      transport: 'adyen',
      environment: 'test',
      merchant_account: 'PuotiVillage',
      poi_id: 'UX300-123456789',
      sale_id: 'puoti',
    }
    const adyen = { name: 'till', provider: 'adyen' }
    const added = await call('POST terminals', {
      store_id: storeId,
      ...adyen,
      settings: { ...place, api_key: 'k3y-1' },
    })
    expect(added).toMatchObject({ status: 200, body: { provider: 'adyen', settings: place } })
    const { id } = added.body
    const moved = { ...place, poi_id: 'UX300-987654321' }
    const again = await call(`PUT terminals/${id}`, { ...adyen, settings: moved })
    expect(again.status).toBe(200)
    expect(await findTerminalSettings(server.context, id)).toEqual({ ...moved, api_key: 'k3y-1' })
    for (const other of [{ merchant_account: 'Another' }, { environment: 'production' }])
      expect(await call(`PUT terminals/${id}`, { ...adyen, settings: { ...moved, ...other } })).toMatchObject({
        body: { code: 'form.invalid', problems: [{ field: 'api_key', problem: 'secretNeeded' }] },
      })
    expect(`${added.text} ${again.text} ${server.logged.join()}`).not.toContain('k3y')
    const webhook = { webhook_secret: 'AB'.repeat(32), webhook_user: 'adyen', webhook_password: 'p4ss' }
    const changed = await call(`PUT terminals/${id}`, { ...adyen, settings: { ...moved, ...webhook } })
    expect(changed.body).toMatchObject({ settings: moved, stored_secrets: ['api_key', ...Object.keys(webhook)] })
    const newKey = { webhook_secret: 'CD'.repeat(32) }
    const getStored = await call(`PUT terminals/${id}`, { ...adyen, settings: { ...moved, ...newKey } })
    expect(await findTerminalSettings(server.context, id)).toEqual({
      ...moved,
      api_key: 'k3y-1',
      ...webhook,
      ...newKey,
    })
    // Another user needs another password.
    await call(`PUT terminals/${id}`, { ...adyen, settings: { ...moved, webhook_user: 'other' } })
    const stored = await findTerminalSettings(server.context, id)
    expect(stored).toEqual({ ...moved, api_key: 'k3y-1', ...newKey, webhook_user: 'other' })
    expect(`${changed.text} ${getStored.text}`).not.toMatch(/p4ss|ABAB|CDCD/)
    const mixed = { store_id: storeId, name: 'till', provider: 'jsonpos', settings: { ...place, api_key: 'k3y-1' } }
    expect(await call('POST terminals', mixed)).toMatchObject({ status: 422, body: { code: 'request.invalid' } })
  })

  test('can’t send a key unencrypted through a network that is not configured', async () => {
    const at = (host: string) => ({ ...form, settings: { ...settings, host } })
    const problems = [{ field: 'host', problem: 'unprotected' }]
    for (const host of ['203.0.113.7', '192.168.1.9', '10.20.0.9', '::ffff:203.0.113.7']) {
      expect(await call('POST terminals', { store_id: storeId, ...at(host) })).toMatchObject({
        status: 422,
        body: { code: 'form.invalid', problems },
      })
    }
    for (const host of ['localhost', '127.0.0.9', '10.20.1.9'])
      expect(await call('POST terminals', { store_id: storeId, ...at(host) })).toMatchObject({ status: 200 })
    const { body: terminal } = await call('POST terminals', { store_id: storeId, ...form })
    const { api_key: _kept, ...open } = at('192.168.1.9').settings
    expect(await call(`PUT terminals/${terminal.id}`, { ...form, settings: open })).toMatchObject({
      status: 422,
      body: { problems },
    })
    expect(JSON.stringify(await findTerminalSettings(server.context, terminal.id))).toContain('127.0.0.1')
  })

  test('sees a terminal saved before networks were configured as unprotected, and no payment is sent to it', async () => {
    const { body: terminal } = await call('POST terminals', { store_id: storeId, ...form })
    await saveTerminalSettings(server.context, {
      terminalId: terminal.id,
      provider: 'jsonpos',
      settings: { ...settings, host: '203.0.113.7' },
    })
    const health = await call(`GET terminals/${terminal.id}/health`)
    expect(health.body).toMatchObject({ ok: false, code: 'unprotected' })
    const payment = { serviceId: 'a'.repeat(32), terminalId: terminal.id, amountCents: 100, currency: 'EUR' }
    const jsonpos = server.context.terminals.byProvider('jsonpos')
    expect(await jsonpos?.start(payment, new AbortController().signal)).toEqual({
      kind: 'not_taken',
      reason: 'unreachable',
    })
  })

  test('changes a terminal’s connection, but not while a payment there may still be answered', async () => {
    const { body: terminal } = await call('POST terminals', { store_id: storeId, ...form })
    const elsewhere = { ...form, name: 'uusi', settings: { ...settings, port: '2' } }
    expect(await call(`PUT terminals/${terminal.id}`, elsewhere)).toMatchObject({ status: 200, body: { name: 'uusi' } })
    const attempt = await openAttempt(terminal.id)
    for (const state of ['INTENT', 'SENT', 'UNKNOWN', 'UNRESOLVED']) {
      await database.kysely
        .updateTable('payment_attempt')
        .set({ state: state as 'SENT' })
        .where('id', '=', attempt)
        .execute()
      expect(await call(`PUT terminals/${terminal.id}`, form)).toMatchObject({
        status: 409,
        body: { code: 'terminal.paymentPending' },
      })
    }
    expect(await findTerminalSettings(server.context, terminal.id)).toMatchObject({ port: '2' })
    await database.kysely.updateTable('payment_attempt').set({ state: 'DECLINED' }).where('id', '=', attempt).execute()
    expect((await call(`PUT terminals/${terminal.id}`, form)).status).toBe(200)
  })

  test('can’t overwrite another admin’s change of the connection', async () => {
    const { body: terminal } = await call('POST terminals', { store_id: storeId, ...form })
    const { revision } = terminal
    const moved = { ...form, settings: { ...settings, port: '2' }, revision }
    expect((await call(`PUT terminals/${terminal.id}`, moved)).body).toMatchObject({ revision: revision + 1 })
    const renamed = { ...form, name: 'uusi', revision }
    const { api_key: _secret, ...shown } = moved.settings
    expect(await call(`PUT terminals/${terminal.id}`, renamed)).toMatchObject({
      status: 409,
      body: { code: 'record.changed', current: { name: form.name, settings: shown, revision: revision + 1 } },
    })
    expect(await findTerminalSettings(server.context, terminal.id)).toMatchObject({ port: '2' })
  })

  test('can’t change the provider of a terminal that has taken payments, because refunds need it', async () => {
    const row = { store_id: storeId, name: 'testipääte', provider: 'test' }
    const { id } = await database.kysely.insertInto('terminal').values(row).returning('id').executeTakeFirstOrThrow()
    const attempt = await openAttempt(id)
    await database.kysely.updateTable('payment_attempt').set({ state: 'APPROVED' }).where('id', '=', attempt).execute()
    expect(await call(`PUT terminals/${id}`, form)).toMatchObject({
      status: 409,
      body: { code: 'terminal.kindStays' },
    })
  })

  test('can’t use a name that the database can’t store', async () => {
    const nameless = { store_id: storeId, ...form, name: 'a\u0000b' }
    expect(await call('POST terminals', nameless)).toMatchObject({ body: { code: 'request.invalid' } })
  })

  test('chooses between real and test terminals for a store', async () => {
    expect((await call(`PUT stores/${storeId}/payment-mode`, { payment_mode: 'terminal' })).status).toBe(200)
    const store = database.kysely.selectFrom('store').select('payment_mode').where('id', '=', storeId)
    expect(await store.executeTakeFirst()).toEqual({ payment_mode: 'terminal' })
  })

  test('sees the connection without its secrets, and may omit them in a change that keeps the destination', async () => {
    const { body: terminal } = await call('POST terminals', { store_id: storeId, ...form })
    const { api_key: _key, ...reached } = settings
    const read = await call(`GET terminals/${terminal.id}`)
    expect(read.body).toMatchObject({ name: form.name, settings: reached, retired: false })
    expect(read.text).not.toContain('k3y')
    expect((await call(`PUT terminals/${terminal.id}`, { ...form, name: 'uusi', settings: reached })).status).toBe(200)
    const getStored = async () => findTerminalSettings(server.context, terminal.id)
    expect(await getStored()).toMatchObject({ ...reached, api_key: settings.api_key })
    // Otherwise an admin who may change a terminal's address could have its key sent there.
    const elsewhere = { ...form, settings: { ...reached, host: '127.0.0.2' } }
    expect(await call(`PUT terminals/${terminal.id}`, elsewhere)).toMatchObject({
      status: 422,
      body: { code: 'form.invalid', problems: [{ field: 'api_key', problem: 'secretNeeded' }] },
    })
    const cloud = { transport: 'websocket', url: 'wss://gateway.example/1/jsonpos', user: 'shop' }
    const moved = { ...form, settings: { ...cloud, api_key: 'new-k3y', password: 'passw0rd' } }
    expect((await call(`PUT terminals/${terminal.id}`, moved)).status).toBe(200)
    expect((await call(`PUT terminals/${terminal.id}`, { ...form, settings: cloud })).status).toBe(200)
    expect(await getStored()).toEqual({ ...cloud, api_key: 'new-k3y', password: 'passw0rd' })
    const asOther = { ...form, settings: { ...cloud, user: 'other' } }
    expect(await call(`PUT terminals/${terminal.id}`, asOther)).toMatchObject({
      body: { problems: [{ field: 'password', problem: 'secretNeeded' }] },
    })
    expect((await call(`GET terminals/${terminal.id}`)).text).not.toMatch(/passw0rd|k3y/)
  })

  test('retires a terminal and restores it, and removes one without payments and day sums', async () => {
    const { body: terminal } = await call('POST terminals', { store_id: storeId, ...form })
    const retire = (retired: boolean) => call(`PUT terminals/${terminal.id}/retired`, { retired })
    expect(await retire(true)).toMatchObject({ status: 200, body: { retired: true } })
    expect(await retire(false)).toMatchObject({ status: 200, body: { retired: false } })
    const attempt = await openAttempt(terminal.id)
    expect(await call(`DELETE terminals/${terminal.id}`)).toMatchObject({ status: 409, body: { code: 'record.inUse' } })
    await database.kysely.deleteFrom('payment_attempt').where('id', '=', attempt).execute()
    const reported = { note: '', reported_by: await anybody(), reported_at: new Date() }
    const daySum = { terminal_id: terminal.id, date: '2026-11-20', sum_cents: 100, ...reported }
    await database.kysely.insertInto('terminal_daily_total').values(daySum).execute()
    expect(await call(`DELETE terminals/${terminal.id}`)).toMatchObject({ status: 409, body: { code: 'record.inUse' } })
    await database.kysely.deleteFrom('terminal_daily_total').where('terminal_id', '=', terminal.id).execute()
    expect((await call(`DELETE terminals/${terminal.id}`)).status).toBe(200)
    expect((await call(`DELETE terminals/${terminal.id}`)).status).toBe(404)
  })

  test('gets one test terminal when test payment is chosen, even twice', async () => {
    await call(`PUT stores/${storeId}/payment-mode`, { payment_mode: 'test' })
    await call(`PUT stores/${storeId}/payment-mode`, { payment_mode: 'test' })
    const terminals = (await call('GET terminals')).body as unknown as Terminal[]
    expect(terminals.filter(({ store_id }) => store_id === storeId)).toMatchObject([{ provider: 'test' }])
  })

  test('can’t choose test payment in an installation without it', async () => {
    const { context } = server
    const { config } = context
    context.config = { ...config, testPayment: false }
    const refused = await call(`PUT stores/${storeId}/payment-mode`, { payment_mode: 'test' })
    context.config = config
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'form.invalid', problems: [{ field: 'payment_mode', problem: 'notHere' }] },
    })
  })

  test('leaves entries in the audit log without the connection’s secrets', async () => {
    const { body: terminal } = await call('POST terminals', { store_id: storeId, ...form })
    await call(`PUT terminals/${terminal.id}`, { ...form, name: 'uusi' })
    await call(`PUT stores/${storeId}/payment-mode`, { payment_mode: 'terminal' })
    const rows = await database.kysely
      .selectFrom('audit_entry')
      .select(['kind', 'action', 'changes'])
      .where('record_id', 'in', [terminal.id, storeId])
      .orderBy('id', 'desc')
      .limit(3)
      .execute()
    expect(rows.toReversed()).toMatchObject([
      { kind: 'terminal', action: 'created' },
      {
        kind: 'terminal',
        action: 'changed',
        changes: [{ field: 'name', from: 'maksupääte 1', to: 'uusi' }],
      },
      { kind: 'store', changes: [{ field: 'payment_mode', from: 'test', to: 'terminal' }] },
    ])
    expect(JSON.stringify(rows)).not.toContain('k3y')
  })

  test.each([
    ['GET terminals/999999/health', undefined, 404],
    ['PUT terminals/999999', form, 404],
    ['POST terminals', { store_id: 999_999, ...form }, 422],
    ['PUT stores/999999/payment-mode', { payment_mode: 'test' }, 422],
  ])('gets an error for a terminal or store that does not exist: %s', async (request, body, status) => {
    expect((await call(request, body)).status).toBe(status)
  })

  test.each([
    [
      'an unencrypted address',
      { transport: 'websocket', url: 'ws://far.example/1/jsonpos', user: 'a', password: 'p', api_key: 'k' },
    ],
    ['another transport', { ...settings, transport: 'bluetooth' }],
    ['no key', { ...settings, api_key: '' }],
    ['an invalid port', { ...settings, port: '70000' }],
    ['an unknown field', { ...settings, timeout: 1 }],
  ])('can’t save settings with %s', async (_what, wrong) => {
    expect((await call('POST terminals', { store_id: storeId, ...form, settings: wrong })).status).toBe(422)
  })
})

test.each([
  'GET terminals',
  'POST terminals',
  'PUT terminals/1',
  'GET terminals/1/health',
  'PUT stores/1/payment-mode',
])('only an admin may %s', async request => {
  const shopper = await signedInShopper(database)
  const body = request.startsWith('GET') ? undefined : {}
  expect(await call(request, body, shopper)).toMatchObject({ status: 403, body: { code: 'session.adminRequired' } })
  expect(await call(request, body, 'nobody')).toMatchObject({ status: 401 })
})

const anybody = async () => (await database.kysely.selectFrom('app_user').select('id').executeTakeFirstOrThrow()).id

async function openAttempt(terminalId: number): Promise<number> {
  const { kysely: db } = database
  const user_id = await anybody()
  const order = {
    user_id,
    store_id: storeId,
    status: 'payment_pending' as const,
    total_cents: 100,
    net_cents: 80,
  }
  const { id: order_id } = await db.insertInto('customer_order').values(order).returning('id').executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('payment_attempt')
    .values({
      order_id,
      user_id,
      terminal_id: terminalId,
      service_id: `attempt at ${terminalId}`,
      amount_cents: 100,
      currency: 'EUR',
      state: 'INTENT',
      order_status_before: 'checkout',
      deadline_at: new Date('2099-01-01T00:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
