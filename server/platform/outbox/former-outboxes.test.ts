import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { makeSecrets } from '#server/platform/secrets/secrets.ts'
import { testDatabase } from '#test/database.ts'
import { addOrder, addShopper } from '#test/order-rows.ts'
import { subscribeApps } from '#test/push/subscribed.ts'
import { stockShop } from '#test/shop.ts'
import { moveFormerMessages } from './former-outboxes.ts'
import { messageSealer } from './outbox-message.ts'

const sealer = messageSealer(makeSecrets('a secret for tests, of no worth at all'))

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
  // The part of pg-boss's table that its jobs used.
  await database.pool.query(`CREATE SCHEMA pgboss;
    CREATE TABLE pgboss.job (id uuid DEFAULT gen_random_uuid(), name text NOT NULL, data jsonb,
      state text NOT NULL DEFAULT 'created', retry_count integer NOT NULL DEFAULT 0, start_after timestamptz NOT NULL DEFAULT now(),
      started_on timestamptz, created_on timestamptz NOT NULL DEFAULT now(), PRIMARY KEY (name, id))`)
})
beforeEach(() => database.pool.query('DELETE FROM outbox_message; DELETE FROM pgboss.job'))
afterAll(() => database.close())

const run = (statement: string, values: unknown[] = []) => database.pool.query(statement, values)
const messages = () => database.kysely.selectFrom('outbox_message').selectAll().orderBy('id').execute()

test('emails and SMS that wait in pg-boss are moved once, with their tries, and can still be decrypted', async () => {
  const mail = { to: 'aino@puoti.example', subject: 's', text: 't', html: 'h' }
  const until = '2026-11-26T12:00:00.000Z'
  const add = (job: { name: string; data: object; state: string; started_on?: string }) =>
    run(
      `INSERT INTO pgboss.job (name, data, state, retry_count, start_after, started_on)
        VALUES ($1, $2, $3, 2, '2026-11-26', now() - $4::interval)`,
      [job.name, JSON.stringify(job.data), job.state, job.started_on ?? null],
    )
  await add({ name: 'send-mail', data: { sealed: sealer.seal('mail', mail), until }, state: 'created' })
  const sms = sealer.seal('sms', { to: '+358401234567', text: 't' })
  await add({ name: 'send-sms', data: { sealed: sms }, state: 'retry' })
  await add({ name: 'send-mail', data: { sealed: 'sent now' }, state: 'active', started_on: '1 second' })
  await add({ name: 'send-mail', data: { sealed: 'of a dead server' }, state: 'active', started_on: '5 minutes' })
  await add({ name: 'send-mail', data: { sealed: 'sent' }, state: 'completed' })
  const moved = await Promise.all([moveFormerMessages(database.kysely), moveFormerMessages(database.kysely)])
  expect(moved[0] + moved[1]).toBe(3)
  const found = await messages()
  expect(found.map(({ kind, state, tries }) => `${kind} ${state} ${tries}`).toSorted()).toEqual([
    'mail waiting 2',
    'mail waiting 2',
    'sms waiting 2',
  ])
  const linked = found.find(({ expires_at }) => expires_at !== null)
  expect(linked?.expires_at).toEqual(new Date(until))
  expect(sealer.open('mail', linked?.sealed ?? '')).toEqual(mail)
  expect((await run('SELECT state FROM pgboss.job ORDER BY state')).rows).toEqual([
    { state: 'active' },
    { state: 'completed' },
  ])
})

test('deliveries of push are moved with their outcomes, except for one that is being sent', async () => {
  for (let number = 0; number < 3; number++) await subscribeApps(database, await addShopper(database))
  const { rows: told } =
    await run(`INSERT INTO push_notification (type, language_id, title, body, message_id, expires_at)
    VALUES ('promotions', 1001, 'Bread', 'Fresh', 7, now() + interval '1 day') RETURNING id`)
  const states = [
    `'waiting', NULL, NULL`,
    `'delivered', NULL, NULL`,
    `'failed', 'HTTP 410', NULL`,
    `'sending', NULL, now() + interval '20 seconds'`,
    `'sending', NULL, now() - interval '5 minutes'`,
  ]
  for (const [at, state] of states.entries())
    await run(
      `INSERT INTO push_delivery (notification_id, device_id, urgent, tries, state, reason, lease_until)
        SELECT $1, (SELECT id FROM push_device ORDER BY id OFFSET $2 LIMIT 1), true, 1, ${state}`,
      [told[0].id, at],
    )
  await moveFormerMessages(database.kysely)
  const moved = await messages()
  expect(moved.map(({ kind, state, reason, urgent, tries }) => [kind, state, reason, urgent, tries])).toEqual([
    ['push', 'waiting', null, true, 1],
    ['push', 'delivered', null, true, 1],
    ['push', 'failed', 'HTTP 410', true, 1],
    ['push', 'failed', 'unknown: the server ended', true, 1],
  ])
  expect((await run('SELECT state FROM push_delivery')).rows).toEqual([{ state: 'sending' }])
  // Its server has finished.
  await run(`UPDATE push_delivery SET state = 'delivered', lease_until = NULL`)
  await moveFormerMessages(database.kysely)
  expect((await messages()).map(({ state }) => state).filter(state => state === 'delivered')).toHaveLength(2)
})

test('messages that the version before gave up are moved', async () => {
  await run(`INSERT INTO undelivered_message (channel, reason, failed_at) VALUES ('sms', 'ECONNREFUSED', '2026-11-20')`)
  await moveFormerMessages(database.kysely)
  expect(await messages()).toMatchObject([
    { kind: 'sms', state: 'failed', reason: 'ECONNREFUSED', sent_at: new Date('2026-11-20T00:00:00Z') },
  ])
})

test('receipts that a server of the version before stored are emailed once', async () => {
  const { storeId, milk } = await stockShop(database)
  const user_id = await addShopper(database)
  const order = await addOrder(database, { user_id, store_id: storeId, products: [milk] })
  await run(
    `INSERT INTO receipt (order_id, operator_name, business_id, operator_address, operator_email, operator_phone, store_name,
      store_address, time_zone) VALUES ($1, '', '', '', '', '', '', '', '')`,
    [order],
  )
  await Promise.all([moveFormerMessages(database.kysely), moveFormerMessages(database.kysely)])
  expect(await messages()).toMatchObject([{ kind: 'receipt', state: 'waiting', receipt_id: expect.any(Number) }])
  await moveFormerMessages(database.kysely)
  expect(await messages()).toHaveLength(1)
})
