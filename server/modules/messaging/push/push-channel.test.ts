import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#domain/durations.ts'
import { CLEAN_UP_RULES } from '#server/module-list.ts'
import { countDeliveries } from '#server/modules/messaging/messages/queries.ts'
import { cleanUp } from '#server/modules/operations/clean-up/clean-up.ts'
import type { Context } from '#server/platform/context.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { inTransaction } from '#server/platform/db/transaction.ts'
import { OutboxWorker } from '#server/platform/outbox/outbox.ts'
import { testDatabase } from '#test/database/database.ts'
import { addBrowser } from '#test/push/devices.ts'
import { openPushServices, type TestPushServices } from '#test/push/push-services.ts'
import { addShopper } from '#test/rows/orders.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { inTier } from '#test/tier.ts'
import { notifyShoppers } from './notify-shoppers.ts'
import { type NewNotification, notifySubscribers } from './notify-subscribers.ts'
import { pushChannel } from './push-channel.ts'

let database: DatabaseHandle
let server: Shop
let context: Context
let push: TestPushServices
let worker: OutboxWorker
let now: () => Date

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.pool.query('DELETE FROM push_notification')
  await database.pool.query('DELETE FROM push_device')
  now = () => new Date()
  server = await openShop({ database, now: () => now(), modules: [] })
  context = server.context
  push = await openPushServices()
  worker = opened()
})
afterEach(async () => {
  await worker.close()
  await push.close()
  await server.close()
})
afterAll(() => database.close())

const opened = () => new OutboxWorker(context, [pushChannel(context, push.services)])
const write = (notification: Partial<NewNotification> = {}) =>
  inTransaction(database.kysely, trx =>
    notifySubscribers(trx, {
      type: 'notifications',
      languageId: 1001,
      title: 'Title',
      body: 'Body',
      url: '/home',
      now: now(),
      ...notification,
    }),
  )
const deliveries = () =>
  database.kysely.selectFrom('outbox_message').select(['state', 'reason', 'tries', 'device_id']).orderBy('id').execute()
const states = async () => (await deliveries()).map(({ state }) => state)
const reached = () => push.webpush.received.map(({ device }) => device).toSorted()
const browser = (options: Parameters<typeof addBrowser>[2] = {}) => addBrowser(database, push.webpush, options)

describe('a notification', () => {
  test('reaches each device that wants its type in its language once, and no other', async () => {
    const [one, other] = [await browser(), await browser()]
    await browser({ language: 'fi' })
    await browser({ messageType: 'promotions' })
    expect(await write()).toMatchObject({ devices: 2 })
    await Promise.all([worker.work(), worker.work()])
    expect(reached()).toEqual([one.id, other.id].toSorted())
    expect(await states()).toEqual(['delivered', 'delivered'])
    await worker.work()
    expect(push.webpush.received).toHaveLength(2)
    expect(push.webpush.received[0]).toMatchObject({
      problem: undefined,
      payload: { notification: { title: 'Title', navigate: 'http://localhost:3000/home' } },
    })
  })

  test('is not written when no device wants it, nor sent when its transaction is rolled back', async () => {
    expect(await write()).toBeUndefined()
    await browser()
    const undone = inTransaction(database.kysely, async trx => {
      const text = { title: 'T', body: 'B', url: null }
      await notifySubscribers(trx, { type: 'notifications', languageId: 1001, ...text, now: now() })
      throw new Error('on purpose')
    })
    await expect(undone).rejects.toThrow('on purpose')
    await worker.work()
    expect(push.webpush.received).toEqual([])
  })

  test('is not sent to unsubscribed devices, nor after it has expired', async () => {
    const [gone, changed] = [await browser(), await browser(), await browser()]
    await write()
    await database.kysely.deleteFrom('push_device').where('id', '=', gone.deviceId).execute()
    await database.kysely
      .updateTable('push_device')
      .set({ wants_notifications: false, wants_promotions: true })
      .where('id', '=', changed.deviceId)
      .execute()
    now = () => new Date(Date.now() + DAY_MS)
    await worker.work()
    expect(push.webpush.received).toEqual([])
    expect(await deliveries()).toMatchObject([
      { state: 'failed', reason: 'unsubscribed' },
      { state: 'failed', reason: 'unsubscribed' },
      { state: 'failed', reason: 'expired' },
    ])
  })

  test('is sent to each device by only one of two servers', async () => {
    for (let index = 0; index < 40; index++) await browser()
    const second = opened()
    await write()
    await Promise.all([worker.work(), second.work()])
    expect(new Set(reached()).size).toBe(40)
    expect(push.webpush.received).toHaveLength(40)
    expect(await states()).toEqual(Array.from({ length: 40 }, () => 'delivered'))
    await second.close()
  })

  test('reaches an app through Firebase', async () => {
    const user_id = await addShopper(database)
    const choices = { wants_notifications: true, wants_promotions: false, language_id: 1001 }
    const address = 'fK3x:APA91bH-a_token.of.Firebase'
    await database.kysely
      .insertInto('push_device')
      .values({ user_id, platform: 'apns', address, ...choices })
      .execute()
    await write()
    await worker.work()
    expect(push.firebase.received).toMatchObject([{ token: address, notification: { title: 'Title', body: 'Body' } }])
    expect(await states()).toEqual(['delivered'])
  })
})

describe('the response of a push service', () => {
  test.each([404, 410])('removes the device when it reports the device gone (%i)', async status => {
    await browser()
    push.webpush.state.behave = () => status
    await write()
    await worker.work()
    expect(await deliveries()).toMatchObject([{ state: 'failed', reason: `HTTP ${status}`, device_id: null }])
    expect(await database.kysely.selectFrom('push_device').select('id').execute()).toEqual([])
  })

  test('delays a retry by Retry-After, with five attempts at most', async () => {
    await browser()
    push.webpush.state.behave = () => 429
    push.webpush.state.headers = { 'retry-after': '300' }
    await write()
    let at = Date.now()
    for (const tries of [1, 2, 3, 4]) {
      await worker.work()
      expect(await deliveries()).toMatchObject([{ state: 'waiting', reason: 'HTTP 429', tries }])
      at += 299_000
      now = () => new Date(at)
      await worker.work()
      expect(push.webpush.received).toHaveLength(tries)
      at += 2_000 + 240_000
    }
    await worker.work()
    expect(await deliveries()).toMatchObject([{ state: 'failed', reason: 'HTTP 429', tries: 5 }])
  })

  test.each(inTier({ merge: [500, 'redirect'] as const, full: ['cut', 'silent', 500, 'redirect'] as const }))(
    'is not followed by a retry when it is “%s”',
    async behaviour => {
      await browser()
      push.webpush.state.behave = () => behaviour
      await write()
      await worker.work()
      now = () => new Date(Date.now() + DAY_MS / 2)
      await worker.work()
      expect(push.webpush.received).toHaveLength(1)
      expect(await states()).toEqual(['failed'])
    },
  )

  test('is logged once when it refuses the shop’s keys, without the device’s endpoint and keys', async () => {
    const browsers = await Promise.all(Array.from({ length: 5 }, () => browser()))
    push.webpush.state.behave = () => 403
    await write()
    await worker.work()
    expect(server.logged.filter(line => line.includes('HTTP 403'))).toHaveLength(1)
    const logged = server.logged.join('\n')
    for (const { endpoint, keys } of browsers) {
      for (const secret of [endpoint, keys.auth, keys.p256dh]) expect(logged).not.toContain(secret)
    }
  })
})

test('a delivery interrupted by a server’s death is never retried, and counts as failed', async () => {
  await browser()
  await write()
  const channel = pushChannel(context, push.services)
  expect(await channel.claim({ max: 10, now: now() })).toHaveLength(1)
  await worker.work()
  expect(await states()).toEqual(['sending'])
  await database.pool.query(`UPDATE outbox_message SET lease_until = now() - interval '1 second'`)
  await worker.work()
  expect(await deliveries()).toMatchObject([{ state: 'failed', reason: 'unknown: the server ended' }])
  expect(push.webpush.received).toEqual([])
})

test('a worker that closes releases the deliveries it has not begun', async () => {
  for (let index = 0; index < 30; index++) await browser()
  await write()
  const working = worker.work()
  await expect.poll(() => push.webpush.received.length).toBeGreaterThan(0)
  await worker.close()
  await working
  const counts = Object.groupBy(await states(), state => state)
  expect(counts.sending).toBeUndefined()
  expect(counts.waiting?.length).toBeGreaterThan(0)
  expect(counts.delivered).toHaveLength(push.webpush.received.length)
})

test('notifications to one shopper are sent before notifications to everyone', async () => {
  const all = await Promise.all(Array.from({ length: 60 }, () => browser()))
  await write()
  const [first] = all
  const text = () => ({ title: 'Yours', body: 'Body' })
  await inTransaction(database.kysely, trx =>
    notifyShoppers(trx, [{ userId: first!.userId, reference: 'something', text, url: '/home' }], { at: now() }),
  )
  await worker.work()
  const titles = push.webpush.received.map(
    ({ payload }) => (payload as { notification: { title: string } }).notification.title,
  )
  expect(titles.indexOf('Yours')).toBeLessThan(5)
})

test('an event notifies a shopper once in each device’s language, however often it is written', async () => {
  const userId = await addShopper(database)
  await browser({ userId, language: 'fi' })
  await browser({ userId, language: 'sv' })
  await browser({ userId, language: 'sv' })
  await browser({ userId, messageType: 'promotions' })
  await browser()
  const happened = {
    userId,
    reference: 'refund 1',
    text: (language: string) => ({ title: language, body: 'Body' }),
    url: '/home',
  }
  const report = () => inTransaction(database.kysely, trx => notifyShoppers(trx, [happened], { at: now() }))
  await Promise.all([report(), report(), report()])
  await report()
  await worker.work()
  const titles = push.webpush.received.map(
    ({ payload }) => (payload as { notification: { title: string } }).notification.title,
  )
  expect(titles.toSorted()).toEqual(['fi', 'sv', 'sv'])
})

test('writing a notification does not fail when a device is removed concurrently', async () => {
  for (let round = 0; round < 10; round++) {
    const { deviceId } = await browser()
    const ending = database.kysely.deleteFrom('push_device').where('id', '=', deviceId).execute()
    await Promise.all([write(), ending])
  }
})

test('deliveries are deleted after a month, and their counts are kept', async () => {
  await browser()
  await browser()
  push.webpush.state.behave = device => (device.endsWith('1') ? 404 : 201)
  await write({ messageId: 7 })
  await worker.work()
  const counted = async () => (await countDeliveries(database.kysely, [7])).get(7)
  expect(await counted()).toEqual({ waiting: 0, delivered: 1, failed: 1 })
  now = () => new Date(Date.now() + 31 * DAY_MS)
  await cleanUp(server.context, CLEAN_UP_RULES)
  expect(await deliveries()).toEqual([])
  expect(await counted()).toEqual({ waiting: 0, delivered: 1, failed: 1 })
})
