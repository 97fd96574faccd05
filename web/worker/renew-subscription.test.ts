import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renewSubscription } from './renew-subscription.ts'

// The network and the server's answers: a worker uses nothing else of the app.
let calls: { call: string; token: string | undefined; body: unknown }[] = []
let answers: Record<string, object> = {}

beforeEach(() => {
  calls = []
  answers = {
    authenticate: { csrf_token: 'token', user: {} },
    'subscriptions/webpush/find': { messageTypes: ['promotions'], language: 'sv' },
    'subscriptions/webpush': {},
  }
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit & { headers: object }) => {
    const path = url.replace('/api/', '')
    const token = 'X-CSRF-Token' in headers ? headers['X-CSRF-Token'] : undefined
    calls.push({ call: `${method} ${path}`, token, body: typeof body === 'string' ? JSON.parse(body) : undefined })
    return Response.json(answers[path] ?? {})
  })
})
afterEach(() => vi.unstubAllGlobals())

const KEY = new Uint8Array([4, 1, 2]).buffer
const subscription = (endpoint: string) =>
  ({
    endpoint,
    options: { applicationServerKey: KEY, userVisibleOnly: true },
    toJSON: () => ({ endpoint, keys: { p256dh: 'public', auth: 'secret' } }),
    // The worker uses nothing else of it.
  }) as unknown as PushSubscription
const subscribedBy: PushSubscriptionOptionsInit[] = []
const manager = {
  subscribe: async (options: PushSubscriptionOptionsInit) => {
    subscribedBy.push(options)
    return subscription('https://push.example/new')
  },
} as unknown as PushManager

test('an expired subscription is renewed with the same message types and language', async () => {
  await renewSubscription({ oldSubscription: subscription('https://push.example/old'), newSubscription: null }, manager)
  expect(subscribedBy).toEqual([{ userVisibleOnly: true, applicationServerKey: KEY }])
  const fresh = { endpoint: 'https://push.example/new', publicKey: 'public', authToken: 'secret' }
  const saved = { messageTypes: ['promotions'], language: 'sv', ...fresh, contentEncoding: 'aes128gcm' }
  const old = { endpoint: 'https://push.example/old' }
  expect(calls).toEqual([
    { call: 'POST authenticate', token: undefined, body: undefined },
    { call: 'POST subscriptions/webpush/find', token: 'token', body: old },
    { call: 'POST subscriptions/webpush', token: 'token', body: saved },
    { call: 'DELETE subscriptions/webpush', token: 'token', body: old },
  ])
})

test('a device without message types isn’t subscribed again', async () => {
  answers['subscriptions/webpush/find'] = { messageTypes: [], language: null }
  await renewSubscription({ oldSubscription: subscription('https://push.example/old'), newSubscription: null }, manager)
  expect(calls.map(({ call }) => call)).toEqual(['POST authenticate', 'POST subscriptions/webpush/find'])
  await renewSubscription({ oldSubscription: null, newSubscription: null }, manager)
  expect(calls).toHaveLength(2)
})
