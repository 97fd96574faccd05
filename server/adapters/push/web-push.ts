import { createECDH } from 'node:crypto'
import { Agent } from 'node:https'
import webPush from 'web-push'
import { HOUR_MS } from '#domain/durations.ts'
import { interpretAnswer, guardedLookup, postGuarded, type ResolveHost } from './post.ts'
import type { PushMessage, PushService, PushTarget, VapidKeys } from './push.ts'

const MAX_CONNECTIONS = 16
const SIGNED_FOR_SECONDS = 12 * 3600
const SIGN_AGAIN_MS = HOUR_MS
/** Limits the cache, since a browser can choose any subdomain of some services. */
const MAX_SIGNED = 100
/** Services accept 4,096 bytes; encryption adds about a hundred. */
const MAX_BYTES = 3_800

type WebPushOptions = {
  keys: VapidKeys
  /** A mailto: or https: URL at which a push service can contact the operator. */
  contact: () => Promise<string>
  /** Origins of additional push services that the operator configured. */
  trusted?: readonly string[]
  resolve?: ResolveHost
  /** The CA of a service whose certificate is not publicly trusted. */
  ca?: string
  timeoutMs?: number
}

/** Web push: encrypted for the browser (RFC 8291), signed by the shop (RFC 8292). */
export function webPushService(options: WebPushOptions): PushService {
  const trusted = new Set(options.trusted)
  const guard = guardedLookup(options.resolve)
  const agent = new Agent({ keepAlive: true, maxSockets: MAX_CONNECTIONS, ...(options.ca && { ca: options.ca }) })
  const sign = createSigner(options)
  return {
    accepts: target => readEndpoint(target.address, trusted) !== undefined && hasUsableKeys(target),
    async send(target, message) {
      const url = readEndpoint(target.address, trusted)
      if (!url) return { kind: 'gone', reason: 'address refused' }
      const encrypted = encryptMessage(target, message, await sign(url.origin))
      if (!encrypted) return { kind: 'gone', reason: 'keys of no use' }
      const sent = { url, ...encrypted, agent, guard: trusted.has(url.origin) ? undefined : guard }
      return interpretAnswer(await postGuarded({ ...sent, ...(options.timeoutMs && { timeoutMs: options.timeoutMs }) }))
    },
    close: () => agent.destroy(),
  }
}

/** Undefined when the keys can't be used for encryption. */
function encryptMessage({ address, keys }: PushTarget, message: PushMessage, authorization: string) {
  if (!keys) return undefined
  const { ttlSeconds, urgency, topic } = message
  const options = { TTL: ttlSeconds, urgency, topic, contentEncoding: 'aes128gcm' } as const
  try {
    const subscription = { endpoint: address, keys }
    const signed = { ...options, headers: { Authorization: authorization } }
    const { headers, body } = webPush.generateRequestDetails(subscription, formatPayload(message), signed)
    return { headers: toHeaders(headers), body }
  } catch {
    return undefined
  }
}

const toHeaders = (headers: object): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** A signature is for a service, not for a message, so it is reused for an hour. */
function createSigner({ keys, contact }: WebPushOptions): (origin: string) => Promise<string> {
  const signed = new Map<string, { header: string; at: number }>()
  return async origin => {
    const cached = signed.get(origin)
    if (cached && performance.now() - cached.at < SIGN_AGAIN_MS) return cached.header
    const expires = Math.floor(Date.now() / 1000) + SIGNED_FOR_SECONDS
    const { publicKey, privateKey } = keys
    const subject = await contact()
    const { Authorization: header } = webPush.getVapidHeaders(
      origin,
      subject,
      publicKey,
      privateKey,
      'aes128gcm',
      expires,
    )
    signed.delete(origin)
    signed.set(origin, { header, at: performance.now() })
    const [oldest] = signed.keys()
    if (signed.size > MAX_SIGNED && oldest !== undefined) signed.delete(oldest)
    return header
  }
}

/** Declarative web push: browsers that support it show this directly; in others a service worker reads the same data. */
function formatPayload({ title, body, navigate, language, topic }: PushMessage): string {
  const write = (text: string) =>
    JSON.stringify({
      web_push: 8030,
      notification: { title, body: text, navigate, lang: language, dir: 'auto', tag: topic },
    })
  const signs = Array.from(body)
  let whole = write(body)
  while (Buffer.byteLength(whole) > MAX_BYTES && signs.length > 0) {
    signs.length = Math.floor(signs.length * 0.9)
    whole = write(`${signs.join('')}…`)
  }
  return whole
}

/** A point of the curve and 16 bytes; encryption would fail with anything else. */
function hasUsableKeys({ keys }: PushTarget): boolean {
  if (!keys) return false
  const point = Buffer.from(keys.p256dh, 'base64url')
  if (point.length !== 65 || point[0] !== 4 || Buffer.from(keys.auth, 'base64url').length !== 16) return false
  try {
    const senderKey = createECDH('prime256v1')
    senderKey.generateKeys()
    senderKey.computeSecret(point)
    return true
  } catch {
    return false
  }
}

/** Hosts of the push services that browsers use; a leading dot matches any subdomain. */
const KNOWN_HOSTS = [
  'fcm.googleapis.com',
  'updates.push.services.mozilla.com',
  '.push.services.mozilla.com',
  'web.push.apple.com',
  '.push.apple.com',
  '.notify.windows.com',
]
/** Printable ASCII without backslashes, which browsers treat as slashes. */
const PLAIN_URL = /^https:\/\/[\x21-\x5b\x5d-\x7e]+$/

const isKnownHost = (host: string) =>
  KNOWN_HOSTS.some(each => (each.startsWith('.') ? host.endsWith(each) : host === each))

/**
 * The endpoint as a URL, if it belongs to a push service: https on the default port, without user and password.
 * `trusted`: additional origins that the operator configured.
 */
export function readEndpoint(endpoint: string, trusted: ReadonlySet<string>): URL | undefined {
  if (!PLAIN_URL.test(endpoint) || !URL.canParse(endpoint)) return undefined
  const url = new URL(endpoint)
  if (url.username !== '' || url.password !== '' || url.hash !== '') return undefined
  if (trusted.has(url.origin)) return url
  return url.port === '' && isKnownHost(url.hostname) ? url : undefined
}
