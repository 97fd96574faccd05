import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Message } from '#contract/messaging/messages.ts'
import { HOUR_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { HOSTILE_LINKS } from '#test/hostile-links/hostile-links.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { addShopper } from '#test/rows/orders.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { sendDueMessages } from './send-message.ts'

const [ENGLISH, FINNISH, SWEDISH] = [1001, 1002, 1003]
const START = new Date('2026-11-22T10:00:00Z')

let now = START
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
})
afterAll(async () => {
  await server.close()
  await other.close()
  await database.close()
})

let devices = 0
async function addDevice(language_id: number, wants_promotions = true): Promise<number> {
  devices++
  const row = await database.kysely
    .insertInto('push_device')
    .values({
      user_id: await addShopper(database, { email: `device-${devices}@puoti.example` }),
      session_sha256: null,
      platform: 'webpush',
      address: `https://push.example/${devices}`,
      p256dh: 'key',
      auth: 'auth',
      content_encoding: 'aes128gcm',
      language_id,
      wants_notifications: true,
      wants_promotions,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

const berries = { title: 'Berries', text: 'Strawberries, today only.' }
const words = { texts: { en: berries }, url: '/home', send_at: null }
const send = (message: object = {}) => anna.call('POST messages', { key: randomUUID(), ...words, ...message })
async function sent(message: object = {}): Promise<Message> {
  const { status, body } = await send(message)
  expect(status).toBe(200)
  return body as Message
}
const later = (ms = HOUR_MS) => new Date(now.getTime() + ms).toISOString()
const read = async (id: number) => (await anna.call(`GET messages/${id}`)).body as Message
const getDeliveries = (id: number) =>
  database.kysely
    .selectFrom('outbox_message')
    .innerJoin('push_notification', 'push_notification.id', 'notification_id')
    .select(['device_id', 'title', 'body', 'url', 'type'])
    .where('message_id', '=', id)
    .orderBy('device_id')
    .execute()
async function audience(language: 'en' | 'fi' | 'sv'): Promise<number> {
  const { body } = await anna.call('GET messages/audience')
  return (body as { devices: Record<string, number> }).devices[language] ?? NaN
}

test('a message to some stores reaches only the devices of shoppers who have chosen one of them', async () => {
  const stores = [await addStore(database), await addStore(database), await addStore(database)]
  const ids: number[] = []
  for (let count = 0; count < 4; count++) ids.push(await addDevice(ENGLISH))
  for (const [index, storeId] of stores.entries())
    await database.pool.query(
      'UPDATE app_user SET active_store_id = $1 WHERE id = (SELECT user_id FROM push_device WHERE id = $2)',
      [storeId, ids[index]],
    )
  const counted = (await anna.call('GET messages/audience')).body as { stores: { id: number; devices: object }[] }
  expect(counted.stores.filter(({ id }) => stores.includes(id)).map(({ devices: counts }) => counts)).toEqual(
    stores.map(() => ({ en: 1, fi: 0, sv: 0 })),
  )
  const message = await sent({ store_ids: stores.slice(0, 2) })
  expect(message).toMatchObject({ devices: 2, store_ids: stores.slice(0, 2) })
  const [entry] = await listAuditEntries(anna, `message/${message.id}`)
  expect(entry?.changes).toContainEqual({ field: 'stores', from: null, to: stores.slice(0, 2) })
  expect(await send({ store_ids: [999_999] })).toMatchObject({
    status: 422,
    body: { problems: [{ field: 'store_ids', problem: 'unknown' }] },
  })
  expect(await send({ store_ids: [] })).toMatchObject({ status: 422 })
  // Removed, so that the tests below count only their own devices.
  await database.pool.query('DELETE FROM push_device')
})

describe('a message', () => {
  test('reaches the devices that want promotions in its language, and their number is known before', async () => {
    const subscribed = [await addDevice(FINNISH), await addDevice(FINNISH)]
    await addDevice(FINNISH, false)
    await addDevice(SWEDISH)
    expect(await audience('fi')).toBe(2)
    const { id, ...message } = await sent({
      texts: { fi: { title: ' Marjoja ', text: 'Mansikoita.\nVain tänään.' } },
    })
    expect(message).toMatchObject({
      state: 'sending',
      devices: 2,
      waiting: 2,
      delivered: 0,
      failed: 0,
      texts: [{ language: 'fi', title: 'Marjoja', devices: 2, waiting: 2 }],
    })
    const content = { title: 'Marjoja', body: 'Mansikoita.\nVain tänään.', url: '/home', type: 'promotions' }
    expect(await getDeliveries(id)).toEqual(subscribed.map(device_id => ({ device_id, ...content })))
    await database.pool.query(
      `UPDATE outbox_message SET state = CASE device_id WHEN $1 THEN 'delivered' ELSE 'failed' END`,
      [subscribed[0]],
    )
    expect(await read(id)).toMatchObject({ state: 'sent', devices: 2, waiting: 0, delivered: 1, failed: 1 })
  })

  test('is marked sent when no device wants it', async () => {
    expect(await sent()).toMatchObject({ state: 'sent', devices: 0, waiting: 0 })
  })

  test('is sent once when it is submitted several times, and another one with the same key is refused', async () => {
    await addDevice(SWEDISH)
    const press = { key: randomUUID(), ...words, texts: { sv: berries } }
    const answers = await Promise.all(Array.from({ length: 6 }, () => anna.call('POST messages', press)))
    const [first] = answers
    expect(first?.status).toBe(200)
    for (const { body } of answers) expect(body).toEqual(first?.body)
    const { id } = first!.body as Message
    expect((await getDeliveries(id)).length).toBe(await audience('sv'))
    const changed = await anna.call('POST messages', { ...press, texts: { sv: { ...berries, title: 'Other' } } })
    expect(changed).toMatchObject({ status: 422, body: { problems: [{ field: 'key', problem: 'taken' }] } })
  })

  test('is returned to the same call also after its time', async () => {
    const press = { key: randomUUID(), ...words, send_at: later() }
    const first = await anna.call('POST messages', press)
    const before = now
    now = new Date(now.getTime() + 2 * HOUR_MS)
    const again = await anna.call('POST messages', press)
    now = before
    const { id } = first.body as Message
    expect([again.status, (again.body as Message).id]).toEqual([200, id])
    await anna.call(`POST messages/${id}/cancel`)
  })

  test('is in the audit log with its author, its text and its cancellation', async () => {
    const { id } = await sent({ send_at: later() })
    await anna.call(`POST messages/${id}/cancel`)
    const items = await listAuditEntries(anna, `message/${id}`)
    expect(items.map(({ action, by }) => [action, by.id])).toEqual([
      ['changed', anna.id],
      ['created', anna.id],
    ])
    expect(items[0]?.changes).toEqual([{ field: 'status', from: 'scheduled', to: 'cancelled' }])
    expect(items[1]?.changes).toContainEqual({ field: 'title.en', from: null, to: 'Berries' })
    expect(items[1]?.changes).toContainEqual({ field: 'url', from: null, to: '/home' })
  })

  test.each([
    [{ texts: {} }, { field: 'texts', problem: 'required' }],
    [{ texts: { en: { ...berries, title: ' ' } } }, { field: 'title.en', problem: 'required' }],
    [{ texts: { en: { ...berries, title: 'x'.repeat(81) } } }, { field: 'title.en', problem: 'tooLong', count: 80 }],
    [{ texts: { en: berries, fi: { title: 'Marjoja', text: '' } } }, { field: 'text.fi', problem: 'required' }],
    [{ url: '' }, { field: 'url', problem: 'required' }],
    [{ send_at: '2026-11-22T09:00:00Z' }, { field: 'send_at', problem: 'past' }],
  ])('is not created from %j', async (message, problem) => {
    expect(await send(message)).toMatchObject({ status: 422, body: { code: 'form.invalid', problems: [problem] } })
  })

  test('is delivered with its text unchanged, whatever it contains', async () => {
    await addDevice(ENGLISH)
    const title = '{{7*7}} ${x} <b>&amp;'
    const { id } = await sent({ texts: { en: { title, text: "'; DROP TABLE message; --" } } })
    const [delivery] = await getDeliveries(id)
    expect(delivery).toMatchObject({ title, body: "'; DROP TABLE message; --" })
  })

  test('is not saved with a hostile link', async () => {
    const before = (await anna.call('GET messages?size=1')).body as { total: number }
    for (const url of HOSTILE_LINKS) {
      // The longest are refused because of their size only.
      expect([413, 422], url.slice(0, 80)).toContain((await send({ url })).status)
    }
    const after = (await anna.call('GET messages?size=1')).body as { total: number }
    expect(after.total).toBe(before.total)
  })

  test('stores a link to the shop itself as a path', async () => {
    expect(await sent({ url: 'http://localhost:3000/basket?a=1' })).toMatchObject({ url: '/basket?a=1' })
  })
})

describe('a scheduled message', () => {
  test('is sent once when it is due, by one of two servers', async () => {
    await addDevice(ENGLISH)
    const ids = []
    for (let count = 0; count < 20; count++) ids.push((await sent({ send_at: later(HOUR_MS + count) })).id)
    expect(await sendDueMessages(server.context)).toBe(0)
    now = new Date(now.getTime() + 2 * HOUR_MS)
    const counts = await Promise.all([server, other, server, other].map(({ context }) => sendDueMessages(context)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(20)
    const reached = await audience('en')
    for (const id of ids) {
      expect(await read(id)).toMatchObject({ state: 'sending', devices: reached, sent_at: now.toISOString() })
      expect((await getDeliveries(id)).length).toBe(reached)
    }
    expect(await sendDueMessages(server.context)).toBe(0)
  })

  test('is either cancelled or sent when it is cancelled at the moment it is due', async () => {
    await addDevice(ENGLISH)
    const reached = await audience('en')
    for (let round = 0; round < 20; round++) {
      const { id } = await sent({ send_at: later(1000) })
      now = new Date(now.getTime() + 2000)
      const [cancelled] = await Promise.all(
        round % 2 === 0
          ? [anna.call(`POST messages/${id}/cancel`), sendDueMessages(server.context)]
          : [sendDueMessages(server.context), anna.call(`POST messages/${id}/cancel`)].toReversed(),
      )
      const { state } = await read(id)
      const isCancelled = state === 'cancelled'
      expect((cancelled as { status: number }).status).toBe(isCancelled ? 200 : 409)
      expect((await getDeliveries(id)).length).toBe(isCancelled ? 0 : reached)
    }
  })

  test('can be cancelled once, and not after it was sent', async () => {
    const { id } = await sent({ send_at: later() })
    expect(await anna.call(`POST messages/${id}/cancel`)).toMatchObject({ status: 200, body: { state: 'cancelled' } })
    const again = await anna.call(`POST messages/${id}/cancel`)
    expect(again).toMatchObject({ status: 409, body: { code: 'message.settled' } })
    const { id: gone } = await sent()
    expect((await anna.call(`POST messages/${gone}/cancel`)).status).toBe(409)
    expect((await anna.call('POST messages/999999/cancel')).status).toBe(404)
    now = new Date(now.getTime() + 2 * HOUR_MS)
    expect(await sendDueMessages(server.context)).toBe(0)
    expect(await getDeliveries(id)).toEqual([])
  })

  test('stays scheduled when the server fails while sending', async () => {
    await addDevice(ENGLISH)
    const { id } = await sent({ send_at: later(1000) })
    now = new Date(now.getTime() + 2000)
    // Its transaction fails after the message was marked sent, as when the server is killed.
    await database.pool.query(`ALTER TABLE outbox_message ADD CONSTRAINT broken CHECK (notification_id < 0) NOT VALID`)
    await expect(sendDueMessages(server.context)).rejects.toThrow()
    expect(await read(id)).toMatchObject({ state: 'scheduled', devices: null })
    await database.pool.query('ALTER TABLE outbox_message DROP CONSTRAINT broken')
    expect(await sendDueMessages(other.context)).toBe(1)
    expect((await getDeliveries(id)).length).toBe(await audience('en'))
  })

  test('is cancelled when its stored link is hostile, and does not block the next message', async () => {
    await addDevice(ENGLISH)
    const { id } = await sent({ send_at: later(1000) })
    const { id: next } = await sent({ send_at: later(1001) })
    await database.pool.query(`UPDATE message SET url = '/\\evil.example' WHERE id = $1`, [id])
    now = new Date(now.getTime() + 2000)
    await sendDueMessages(server.context)
    expect(await read(id)).toMatchObject({ state: 'cancelled' })
    expect(await getDeliveries(id)).toEqual([])
    expect(await read(next)).toMatchObject({ state: 'sending' })
  })
})

test('the list has the latest messages first, and is searched and filtered', async () => {
  await sent({ send_at: later(30 * HOUR_MS), texts: { fi: { title: 'Kesäkurpitsa zuccini', text: 'Nyt' } } })
  await sent({ send_at: later(40 * HOUR_MS), texts: { sv: { title: 'Zuccini', text: 'Nu' } } })
  const titles = async (query: string) => {
    const { items } = (await anna.call(`GET messages${query}`)).body as { items: Message[] }
    return items.map(({ texts: [first] }) => first?.title)
  }
  expect(await titles('?q=zuccini')).toEqual(['Zuccini', 'Kesäkurpitsa zuccini'])
  expect(await titles('?q=zuccini&sort=title')).toEqual(['Kesäkurpitsa zuccini', 'Zuccini'])
  expect(await titles(`?q=zuccini&language=sv&state=scheduled`)).toEqual(['Zuccini'])
  expect(await titles('?q=zuccini&state=sent')).toEqual([])
})
