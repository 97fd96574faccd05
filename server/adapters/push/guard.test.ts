import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import webPush from 'web-push'
import { browserKeys } from '#test/push/browser-keys.ts'
import { HOSTILE_ENDPOINTS, REBOUND_ADDRESSES } from '#test/push/hostile-endpoints.ts'
import { PLAIN_MESSAGE } from '#test/push/plain-message.ts'
import { guardedLookup, type ResolveHost, isPublicAddress } from './post.ts'
import { readEndpoint, webPushService } from './web-push.ts'

const { p256dh, auth } = browserKeys()
const service = (resolve: ResolveHost) =>
  webPushService({
    keys: webPush.generateVAPIDKeys(),
    contact: async () => 'mailto:a@puoti.example',
    resolve,
    timeoutMs: 500,
  })

/** Every address that this process tries to connect to, and every name that it looks up. */
const dialled: string[] = []
const lookedUp: string[] = []
const noteSocket = (message: unknown) => {
  // The message format of this Node.js channel.
  const { socket } = message as { socket: Socket }
  socket.on('connectionAttempt', (address: string) => dialled.push(address))
}
beforeEach(() => {
  dialled.length = 0
  lookedUp.length = 0
  subscribe('net.client.socket', noteSocket)
})
afterEach(() => void unsubscribe('net.client.socket', noteSocket))

const leadingTo =
  (...addresses: string[]): ResolveHost =>
  (host, _options, done) => {
    lookedUp.push(host)
    done(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }

describe('A hostile endpoint', () => {
  test('the list has at least sixty entries', () => {
    expect(new Set(HOSTILE_ENDPOINTS).size).toBeGreaterThanOrEqual(60)
  })

  test.each(HOSTILE_ENDPOINTS)('%j is not accepted, and not contacted even if it is in the database', async address => {
    const push = service(leadingTo('8.8.8.8'))
    const target = { address, keys: { p256dh, auth } }
    expect(push.accepts(target)).toBe(false)
    expect(await push.send(target, PLAIN_MESSAGE)).toEqual({ kind: 'gone', reason: 'address refused' })
    expect({ lookedUp, dialled }).toEqual({ lookedUp: [], dialled: [] })
    push.close()
  })
})

describe('A push service’s name that resolves to a private address', () => {
  const target = { address: 'https://fcm.googleapis.com/fcm/send/1', keys: { p256dh, auth } }

  test.each(REBOUND_ADDRESSES)('%s is not dialled', async address => {
    for (const addresses of [[address], ['8.8.8.8', address], [address, '8.8.8.8']]) {
      const push = service(leadingTo(...addresses))
      expect(push.accepts(target)).toBe(true)
      expect(await push.send(target, PLAIN_MESSAGE)).toEqual({ kind: 'gone', reason: 'address refused' })
      push.close()
    }
    expect(lookedUp).toEqual(Array.from({ length: 3 }, () => 'fcm.googleapis.com'))
    expect(dialled).toEqual([])
  })

  test('the dial log of this test records a socket that connects', async () => {
    const server = createServer(socket => socket.destroy())
    await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)
    expect(dialled).toContain('127.0.0.1')
    server.close()
  })
})

test('the looked-up address is the dialled one, without a second lookup', async () => {
  let times = 0
  const lookup = guardedLookup((_host, _options, done) => {
    times++
    done(null, [{ address: times === 1 ? '8.8.8.8' : '127.0.0.1', family: 4 }])
  })
  const answer = await new Promise(resolve =>
    lookup('fcm.googleapis.com', {}, (error, address) => resolve(error ?? address)),
  )
  expect(answer).toBe('8.8.8.8')
  expect(times).toBe(1)
})

test.each(['8.8.8.8', '142.250.74.10', '2a00:1450:400f:80c::200a', '17.188.143.34'])('%s is public', address => {
  expect(isPublicAddress(address)).toBe(true)
})
test.each([...REBOUND_ADDRESSES, 'fe80::1%eth0', 'not an address', ''])('%j is not public', address => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each([
  'https://fcm.googleapis.com/fcm/send/dK2:APA91b',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QAbc',
  'https://db5p.notify.windows.com/w/?token=BQYAAA%3d',
  'https://fcm.googleapis.com:443/fcm/send/1',
])('%s is an endpoint of a push service', endpoint => {
  expect(readEndpoint(endpoint, new Set())).toBeDefined()
})

test('an origin configured by the operator is accepted, and similar ones are not', () => {
  const trusted = new Set(['https://push.puoti.example:8443'])
  expect(readEndpoint('https://push.puoti.example:8443/1', trusted)).toBeDefined()
  expect(readEndpoint('https://push.puoti.example/1', trusted)).toBeUndefined()
  expect(readEndpoint('https://u@push.puoti.example:8443/1', trusted)).toBeUndefined()
})
