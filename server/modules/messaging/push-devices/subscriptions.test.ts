import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { testDatabase } from '#test/database/database.ts'
import { HOSTILE_ENDPOINTS } from '#test/push/hostile-endpoints.ts'
import { openPushServices, type TestPushServices } from '#test/push/push-services.ts'
import { signedInShopper, userIdFor } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const NOT_SUBSCRIBED = { messageTypes: [], language: null }
const APP_TOKEN = 'fK3x:APA91bH-a_token.of.Firebase'

let database: DatabaseHandle
let push: TestPushServices
let server: Shop
beforeAll(async () => {
  database = await testDatabase()
  push = await openPushServices()
  server = await openShop({ database, modules: ['messaging', 'accounts'], services: { push: push.services } })
})
afterAll(async () => {
  await server.close()
  await push.close()
  await database.close()
})

async function shopper() {
  const session = await signedInShopper(database)
  const headers = {
    cookie: `${SESSION_COOKIE}=${session}`,
    'x-csrf-token': csrfToken(server.context.secrets, session),
  }
  async function call(request: `${'GET' | 'POST' | 'DELETE'} ${string}`, payload?: object) {
    const [method, path] = request.split(' ') as ['GET' | 'POST' | 'DELETE', string]
    const url = `/api/${path}`
    const response = await server.app.inject({ method, url, headers, ...(payload && { payload }) })
    const { statusCode: status, body } = response
    return { status, body: body === '' ? '' : response.json<Record<string, unknown>>() }
  }
  return { session, call }
}
type Shopper = Awaited<ReturnType<typeof shopper>>

type Browser = ReturnType<TestPushServices['webpush']['subscribe']>
const toInput = ({ endpoint, keys }: Browser, messageTypes = ['notifications'], language = 'fi') => ({
  messageTypes,
  language,
  endpoint,
  publicKey: keys.p256dh,
  authToken: keys.auth,
  contentEncoding: 'aes128gcm',
})
const save = (subscriber: Shopper, browser: Browser, messageTypes?: string[]) =>
  subscriber.call('POST subscriptions/webpush', toInput(browser, messageTypes))
const find = async (subscriber: Shopper, { endpoint }: Pick<Browser, 'endpoint'>) =>
  (await subscriber.call('POST subscriptions/webpush/find', { endpoint })).body
const devices = () => database.kysely.selectFrom('push_device').select(['address', 'user_id']).execute()
const isKept = async ({ endpoint }: Browser) => (await devices()).some(({ address }) => address === endpoint)

describe('a browser', () => {
  test('gets the shop’s key, subscribes, changes its message types, and is found', async () => {
    const [owner, browser] = [await shopper(), push.webpush.subscribe()]
    expect(await owner.call('GET subscriptions/webpush')).toEqual({
      status: 200,
      body: { publicKey: push.services.publicKey },
    })
    expect(await find(owner, browser)).toEqual(NOT_SUBSCRIBED)
    expect(await save(owner, browser)).toEqual({
      status: 200,
      body: { messageTypes: ['notifications'], language: 'fi' },
    })
    await save(owner, browser, ['promotions', 'notifications', 'promotions'])
    expect(await find(owner, browser)).toEqual({ messageTypes: ['notifications', 'promotions'], language: 'fi' })
  })

  test('is unsubscribed by an empty list of message types, and by DELETE, which returns no JSON', async () => {
    const [owner, browser] = [await shopper(), push.webpush.subscribe()]
    await save(owner, browser)
    expect(await save(owner, browser, [])).toEqual({ status: 200, body: NOT_SUBSCRIBED })
    expect(await isKept(browser)).toBe(false)
    await save(owner, browser)
    expect(await owner.call('DELETE subscriptions/webpush', { endpoint: browser.endpoint })).toEqual({
      status: 204,
      body: '',
    })
    expect(await isKept(browser)).toBe(false)
  })

  test('may send its keys in standard base64', async () => {
    const [owner, browser] = [await shopper(), push.webpush.subscribe()]
    const standard = (text: string) => Buffer.from(text, 'base64url').toString('base64')
    const keys = { publicKey: standard(browser.keys.p256dh), authToken: standard(browser.keys.auth) }
    expect(await owner.call('POST subscriptions/webpush', { ...toInput(browser), ...keys })).toMatchObject({
      status: 200,
    })
  })

  test.each([
    ['another language', { language: 'de' }],
    ['another type of message', { messageTypes: ['spam'] }],
    ['another encoding', { contentEncoding: 'aesgcm' }],
    ['a field more', { user_id: 1 }],
    ['a key that is none', { publicKey: 'ääää' }],
  ])('is refused with %s', async (_what, change) => {
    const [owner, browser] = [await shopper(), push.webpush.subscribe()]
    const answer = await owner.call('POST subscriptions/webpush', { ...toInput(browser), ...change })
    expect(answer).toMatchObject({ status: 422, body: { code: 'request.invalid' } })
  })

  test('cannot subscribe with a hostile endpoint', async () => {
    const owner = await shopper()
    const before = (await devices()).length
    for (const endpoint of HOSTILE_ENDPOINTS) {
      const answer = await owner.call('POST subscriptions/webpush', { ...toInput(push.webpush.subscribe()), endpoint })
      expect(answer.status, endpoint).toBe(422)
    }
    expect(await devices()).toHaveLength(before)
  })

  test('is one of at most sixteen of a shopper, even with concurrent subscriptions; the oldest is dropped', async () => {
    const owner = await shopper()
    const first = push.webpush.subscribe()
    await save(owner, first)
    await Promise.all(Array.from({ length: 20 }, () => save(owner, push.webpush.subscribe())))
    const userId = await userIdFor(database, owner.session)
    expect((await devices()).filter(device => device.user_id === userId)).toHaveLength(16)
    expect(await isKept(first)).toBe(false)
  })
})

describe('a phone that several users share', () => {
  test('belongs to the last subscriber, and the former user’s subscription ends', async () => {
    const [one, other, browser] = [await shopper(), await shopper(), push.webpush.subscribe()]
    await save(one, browser, ['promotions'])
    expect(await save(other, browser)).toMatchObject({ status: 200, body: { messageTypes: ['notifications'] } })
    expect(await find(other, browser)).toMatchObject({ messageTypes: ['notifications'] })
    expect(await find(one, browser)).toEqual(NOT_SUBSCRIBED)
  })

  test('becomes another device for the next user, so that waiting deliveries do not reach them', async () => {
    const [one, other, browser] = [await shopper(), await shopper(), push.webpush.subscribe()]
    await save(one, browser)
    const device = await database.kysely
      .selectFrom('push_device')
      .select('id')
      .where('address', '=', browser.endpoint)
      .executeTakeFirstOrThrow()
    await save(other, browser)
    const now = await database.kysely
      .selectFrom('push_device')
      .select('id')
      .where('address', '=', browser.endpoint)
      .executeTakeFirstOrThrow()
    expect(now.id).not.toBe(device.id)
  })

  test('belongs to one of two users who subscribe it concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const [one, other, browser] = [await shopper(), await shopper(), push.webpush.subscribe()]
      const answers = await Promise.all([save(one, browser), save(other, browser)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
      expect((await devices()).filter(({ address }) => address === browser.endpoint)).toHaveLength(1)
    }
  })

  test('loses the former user’s subscription when another user only queries it', async () => {
    const [one, other, browser] = [await shopper(), await shopper(), push.webpush.subscribe()]
    await save(one, browser)
    expect(await find(other, browser)).toEqual(NOT_SUBSCRIBED)
    expect(await isKept(browser)).toBe(false)
  })

  test('is not unsubscribed by another user’s DELETE', async () => {
    const [one, other, browser] = [await shopper(), await shopper(), push.webpush.subscribe()]
    await save(one, browser)
    await other.call('DELETE subscriptions/webpush', { endpoint: browser.endpoint })
    expect(await isKept(browser)).toBe(true)
  })

  test('is unsubscribed when its user logs out', async () => {
    const [owner, browser] = [await shopper(), push.webpush.subscribe()]
    await save(owner, browser)
    await owner.call('POST logout')
    expect(await isKept(browser)).toBe(false)
  })
})

test('removing a user’s sessions or account removes their devices', async () => {
  for (const end of ['session', 'app_user'] as const) {
    const [owner, browser] = [await shopper(), push.webpush.subscribe()]
    await save(owner, browser)
    const userId = await userIdFor(database, owner.session)
    if (end === 'session') await database.kysely.deleteFrom('session').where('user_id', '=', userId).execute()
    else await database.kysely.deleteFrom('app_user').where('id', '=', userId).execute()
    expect(await isKept(browser)).toBe(false)
  }
})

describe('the app', () => {
  test('sends its token once; afterwards the session is enough', async () => {
    const owner = await shopper()
    expect(await owner.call('POST subscriptions/apns/find')).toEqual({ status: 200, body: NOT_SUBSCRIBED })
    const types = { messageTypes: ['notifications'], language: 'sv' }
    expect(await owner.call('POST subscriptions/apns', types)).toMatchObject({ body: { code: 'push.tokenMissing' } })
    expect(await owner.call('POST subscriptions/apns', { ...types, token: APP_TOKEN })).toEqual({
      status: 200,
      body: types,
    })
    expect((await owner.call('POST subscriptions/apns/find')).body).toEqual(types)
    const more = { messageTypes: ['notifications', 'promotions'], language: 'sv' }
    expect((await owner.call('POST subscriptions/apns', more)).body).toEqual(more)
    expect((await owner.call('POST subscriptions/apns', { messageTypes: [], language: 'sv' })).body).toEqual(
      NOT_SUBSCRIBED,
    )
  })

  test('replaces its former token with a new one, and unsubscribes with DELETE', async () => {
    const owner = await shopper()
    const types = { messageTypes: ['notifications'], language: 'sv' }
    await owner.call('POST subscriptions/apns', { ...types, token: `${APP_TOKEN}-1` })
    await owner.call('POST subscriptions/apns', { ...types, token: `${APP_TOKEN}-2` })
    const listDevices = async () => (await devices()).filter(({ address }) => address.startsWith(`${APP_TOKEN}-`))
    expect(await listDevices()).toMatchObject([{ address: `${APP_TOKEN}-2` }])
    expect(await owner.call('DELETE subscriptions/apns')).toEqual({ status: 204, body: '' })
    expect(await listDevices()).toEqual([])
  })

  test('is found by its token, and not in another session', async () => {
    const owner = await shopper()
    await owner.call('POST subscriptions/apns', {
      messageTypes: ['promotions'],
      language: 'en',
      token: `${APP_TOKEN}-3`,
    })
    const answer = await owner.call('POST subscriptions/apns/find', { token: `${APP_TOKEN}-3` })
    expect(answer.body).toEqual({ messageTypes: ['promotions'], language: 'en' })
    const other = await shopper()
    expect((await other.call('POST subscriptions/apns/find')).body).toEqual(NOT_SUBSCRIBED)
  })
})

test('no endpoint or token of a device is logged', () => {
  expect(server.logged.join('\n')).not.toMatch(/127\.0\.0\.1:\d+\/push|APA91bH/)
})
