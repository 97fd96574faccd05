import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Message } from '#contract/messaging/messages.ts'
import { HOUR_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addShopper } from '#test/rows/orders.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { sendDueMessages } from './send-message.ts'

const [ENGLISH, FINNISH, SWEDISH] = [1001, 1002, 1003]

let now = new Date('2026-11-22T10:00:00Z')
let database: DatabaseHandle
let server: Shop
let other: Shop
let anna: Caller
beforeAll(async () => {
  database = await testDatabase()
  const open = () => openShop({ database, now: () => now, modules: ['messaging', 'administration'] })
  server = await open()
  other = await open()
  anna = await server.caller('admin')
  // Two devices in Finnish, one in Swedish, one in English.
  for (const [place, language_id] of [FINNISH, FINNISH, SWEDISH, ENGLISH].entries()) await addDevice(place, language_id)
})
afterAll(async () => {
  await server.close()
  await other.close()
  await database.close()
})
beforeEach(() => {
  now = new Date(now.getTime() + HOUR_MS)
})

const addDevice = async (place: number, language_id: number) =>
  database.kysely
    .insertInto('push_device')
    .values({
      user_id: await addShopper(database, { email: `translated-${place}@puoti.example` }),
      session_sha256: null,
      platform: 'webpush',
      address: `https://push.example/translated/${place}`,
      p256dh: 'key',
      auth: 'auth',
      content_encoding: 'aes128gcm',
      language_id,
      wants_notifications: true,
      wants_promotions: true,
    })
    .execute()

const berries = {
  fi: { title: 'Marjoja', text: 'Mansikoita tänään.' },
  sv: { title: 'Bär', text: 'Jordgubbar i dag.' },
  en: { title: 'Berries', text: 'Strawberries today.' },
}
const { fi, sv } = berries
const later = (ms = HOUR_MS) => new Date(now.getTime() + ms).toISOString()
async function sent(form: object): Promise<Message> {
  const call = { key: randomUUID(), texts: berries, url: '/home', send_at: null, ...form }
  const { status, body } = await anna.call('POST messages', call)
  expect(status).toBe(200)
  return body as Message
}
const read = async (id: number) => (await anna.call(`GET messages/${id}`)).body as Message
/** The titles of the notifications of the messages sent from a time on, by language. */
async function notifiedSince(since: Date): Promise<string[]> {
  const { rows } = await database.pool.query<{ title: string }>(
    `SELECT push_notification.title FROM outbox_message JOIN push_notification ON push_notification.id = notification_id
      WHERE push_notification.created_at >= $1 ORDER BY push_notification.title`,
    [since],
  )
  return rows.map(({ title }) => title)
}
const list = async (query = '') => (await anna.call(`GET messages${query}`)).body as { items: Message[]; total: number }

test('one message reaches each language in its own words, and is one row of the list', async () => {
  const { total } = await list()
  const message = await sent({})
  expect(message).toMatchObject({ state: 'sending', devices: 4, waiting: 4 })
  expect(message.texts.map(({ language, title, devices }) => [language, title, devices])).toEqual([
    ['en', 'Berries', 1],
    ['fi', 'Marjoja', 2],
    ['sv', 'Bär', 1],
  ])
  expect(await notifiedSince(now)).toEqual(['Berries', 'Bär', 'Marjoja', 'Marjoja'])
  const after = await list()
  expect([after.total, after.items[0]?.id]).toEqual([total + 1, message.id])
  // Found by its text in any language, once.
  expect((await list('?q=jordgubbar')).items.map(({ id }) => id)).toEqual([message.id])
  expect((await list('?q=marjoja&language=sv')).items.map(({ id }) => id)).toEqual([message.id])
})

test('a language without a text gets nothing', async () => {
  const message = await sent({ texts: { fi, sv } })
  expect(message.texts.map(({ language }) => language)).toEqual(['fi', 'sv'])
  expect(await notifiedSince(now)).toEqual(['Bär', 'Marjoja', 'Marjoja'])
})

test('the audience is counted in all languages at once', async () => {
  const { body } = await anna.call('GET messages/audience')
  expect(body).toEqual({ devices: { en: 1, fi: 2, sv: 1 }, stores: [] })
})

test('the same call again sends nothing more', async () => {
  const call = { key: randomUUID(), texts: berries, url: '/home', send_at: null }
  const answers = await Promise.all(Array.from({ length: 4 }, () => anna.call('POST messages', call)))
  for (const { status, body } of answers) expect([status, body]).toEqual([200, answers[0]?.body])
  expect(await notifiedSince(now)).toHaveLength(4)
})

test('it is cancelled in all languages with one call, once, with one entry in the audit log', async () => {
  const { id } = await sent({ send_at: later() })
  expect(await anna.call(`POST messages/${id}/cancel`)).toMatchObject({ status: 200, body: { state: 'cancelled' } })
  expect((await anna.call(`POST messages/${id}/cancel`)).status).toBe(409)
  now = new Date(now.getTime() + 2 * HOUR_MS)
  expect(await sendDueMessages(server.context)).toBe(0)
  const items = await listAuditEntries(anna, `message/${id}`)
  expect(items.map(({ action }) => action)).toEqual(['changed', 'created'])
  expect(items[1]?.changes).toContainEqual({ field: 'title.sv', from: null, to: 'Bär' })
})

test('when it is due, it is sent in all languages or in none, by one of two servers', async () => {
  for (let round = 0; round < 15; round++) {
    now = new Date(now.getTime() + HOUR_MS)
    const { id } = await sent({ send_at: later(1000) })
    now = new Date(now.getTime() + 2000)
    const [cancelled] = await Promise.all([
      anna.call(`POST messages/${id}/cancel`),
      sendDueMessages(server.context),
      sendDueMessages(other.context),
    ])
    const isCancelled = cancelled.status === 200
    expect((await read(id)).state).toBe(isCancelled ? 'cancelled' : 'sending')
    expect(await notifiedSince(now)).toHaveLength(isCancelled ? 0 : 4)
  }
})
