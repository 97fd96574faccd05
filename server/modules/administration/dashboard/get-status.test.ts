import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ShopStatus } from '#contract/administration/dashboard.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { openOutbox } from '#server/platform/outbox/outbox.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const NOW = new Date('2026-11-20T12:30:00Z')

let database: DatabaseHandle
let server: Shop
let anna: Caller
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, now: () => NOW, modules: ['administration'] })
  anna = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function status(): Promise<ShopStatus> {
  const answer = await anna.call('GET home/status')
  expect(answer.status).toBe(200)
  return answer.body as ShopStatus
}
const run = (text: string, values: unknown[] = []) => database.pool.query(text, values)

test('a new shop has no backup, no invariant check, no unclear payments and an empty outbox', async () => {
  expect(await status()).toEqual({
    at: NOW.toISOString(),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    database: { version: expect.stringMatching(/^\d+/), is_embedded: true },
    backup: { is_scheduled: false, last_at: null, failed_at: null },
    invariants: { violations: 0, checked_at: null },
    payments: { unknown: 0, unresolved: 0, oldest_unknown_seconds: 0 },
    outbox: { waiting: 0, oldest_seconds: 0 },
    sms_codes: { sent: 0, used: 0 },
    disk: { min_free_bytes: null, is_full: false },
    has_passkey: false,
  })
})

test('the last completed and the last failed backup are reported; a running one is neither', async () => {
  await run(`INSERT INTO backup_run (started_at, file, ended_at, bytes, failure) VALUES
    ('2026-11-18T01:30:00Z', 'a', '2026-11-18T01:31:00Z', 1000, NULL),
    ('2026-11-19T01:30:00Z', 'b', '2026-11-19T01:31:00Z', 1000, NULL),
    ('2026-11-20T01:30:00Z', 'c', '2026-11-20T01:31:00Z', NULL, 'No space left'),
    ('2026-11-20T12:29:00Z', 'd', NULL, NULL, NULL)`)
  expect((await status()).backup).toEqual({
    is_scheduled: false,
    last_at: '2026-11-19T01:31:00.000Z',
    failed_at: '2026-11-20T01:31:00.000Z',
  })
})

test('the number of broken invariants and the oldest check are reported', async () => {
  await run(`INSERT INTO invariant_check (invariant, violations, sample, checked_at, violated_since) VALUES
    ('I1', 0, '[]', '2026-11-20T12:29:00Z', NULL), ('I2', 3, '[]', '2026-11-20T12:20:00Z', '2026-11-20T12:00:00Z')`)
  expect((await status()).invariants).toEqual({ violations: 1, checked_at: '2026-11-20T12:20:00.000Z' })
})

test('payments with an unknown outcome are counted apart from those that need a person', async () => {
  const store = await addStore(database)
  const { rows } = await run(
    `INSERT INTO terminal (store_id, name, provider) VALUES ($1, 'till', 'test') RETURNING id`,
    [store],
  )
  for (const [state, at, unknownSince = null] of [
    // In an app for nine minutes before.
    ['UNKNOWN', '2026-11-20T12:19:20Z', '2026-11-20T12:28:20Z'],
    ['UNRESOLVED', '2026-11-20T11:00:00Z'],
    ['REVIEW', '2026-11-20T11:00:00Z'],
    ['APPROVED', '2026-11-20T11:00:00Z'],
  ])
    await run(
      `WITH ordered AS (INSERT INTO customer_order (user_id, store_id, status, total_cents, net_cents)
          VALUES ($1, $2, 'error', 100, 0) RETURNING id, user_id)
        INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
            order_status_before, deadline_at, created_at, unknown_since)
          SELECT id, user_id, $3, 'S' || id, 100, 'EUR', $4, 'checkout', now(), $5, $6 FROM ordered`,
      [anna.id, store, rows[0]?.id, state, at, unknownSince],
    )
  expect((await status()).payments).toEqual({ unknown: 1, unresolved: 2, oldest_unknown_seconds: 100 })
})

test('emails and SMS that wait in the outbox are counted, with the age of the oldest', async () => {
  const writer = openOutbox(server.context)
  await writer.enqueue(database.kysely, 'mail', { to: 'a@puoti.example', subject: 's', text: 't', html: 'h' })
  await writer.enqueue(database.kysely, 'sms', { to: '+358401234567', text: 't' })
  await run(
    `UPDATE outbox_message SET created_at = now() - interval '7 minutes', due_at = now() - interval '7 minutes' WHERE kind = 'sms'`,
  )
  const { outbox } = await status()
  expect(outbox).toEqual({ waiting: 2, oldest_seconds: expect.any(Number) })
  expect(outbox.oldest_seconds).toBeGreaterThanOrEqual(420)
})
