import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { type Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type LookupFunction, type Socket, BlockList, isIPv4, isIPv6 } from 'node:net'
import { HOUR_MS } from '#domain/durations.ts'
import type { PushOutcome } from './push.ts'

const MAX_ANSWER_BYTES = 16_000
const TIMEOUT_MS = 10_000

type PostInput = {
  url: URL
  headers: Record<string, string | number>
  body: Buffer | string
  agent: Agent
  /** Rejects addresses outside the public internet; undefined: the operator configured this address. */
  guard: LookupFunction | undefined
  timeoutMs?: number
}

/** `unsent`: nothing was sent. `unknown`: it was sent, but there was no response. */
export type PostResult =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; text: string }
  | { kind: 'unsent'; why: string }
  | { kind: 'unknown'; why: string }

/** Posts once, without redirects and retries. Never throws. */
export function postGuarded({
  url,
  headers,
  body,
  agent,
  guard,
  timeoutMs = TIMEOUT_MS,
}: PostInput): Promise<PostResult> {
  return new Promise(resolve => {
    // The request is sent once the connection is ready; before that, nothing can have been sent.
    let mayBeSent = false
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      headers,
      agent,
      maxHeaderSize: MAX_ANSWER_BYTES,
      ...(guard && { lookup: guard }),
    })
    const end = (posted: PostResult) => {
      clearTimeout(timer)
      resolve(posted)
    }
    let response: IncomingMessage | undefined
    const fail = (error: unknown) => {
      // The status line of a response is enough, even if the rest fails.
      if (response) end(toPostResult(response, ''))
      else end({ kind: mayBeSent ? 'unknown' : 'unsent', why: getErrorCode(error) })
      request.destroy()
    }
    const timer = setTimeout(() => fail({ code: 'timeout' }), timeoutMs)
    request.on('error', fail)
    request.on('socket', socket =>
      watchSocket(request, socket, { isGuarded: guard !== undefined, ready: () => (mayBeSent = true) }),
    )
    request.on('response', started => {
      response = started
      readText(started).then(text => end(toPostResult(started, text)), fail)
    })
    request.end(body)
  })
}

type SocketWatch = { isGuarded: boolean; ready: () => void }

function watchSocket(request: ClientRequest, socket: Socket, { isGuarded, ready }: SocketWatch): void {
  // An IP address in the URL itself causes no lookup.
  const check = () => isGuarded && !isPublicAddress(socket.remoteAddress ?? '') && request.destroy(new AddressRefused())
  if (readySockets.has(socket)) return ready()
  socket.once('connect', check)
  socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
    readySockets.add(socket)
    ready()
  })
}

/** Connections that have become ready. */
const readySockets = new WeakSet<Socket>()

const toPostResult = ({ statusCode = 0, headers }: IncomingMessage, text: string): PostResult => ({
  kind: 'answered',
  status: statusCode,
  retryAfter: headers['retry-after'],
  text,
})

/** Reads the beginning of the response; a longer one is cut off, but still counts. */
async function readText(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_ANSWER_BYTES) break
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Never the message, which may contain the address. */
function getErrorCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'not reached'
}

class AddressRefused extends Error {
  readonly code = 'EADDRREFUSED'
  constructor() {
    super('the address is not one of the public internet')
  }
}

/** Names resolved by the system, or by a test. */
export type ResolveHost = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Called when connecting, and the returned addresses are the ones dialled, which prevents DNS rebinding. One address that is
 * not public rejects all.
 */
export const guardedLookup =
  (resolve: ResolveHost = systemLookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new AddressRefused(), '')
      if (!addresses.every(({ address }) => isPublicAddress(address))) return done(new AddressRefused(), '')
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }

const MAX_WAIT_MS = HOUR_MS

/**
 * Interprets a response. Delivery is at most once, so a message is retried only if the service reports that it did not accept
 * it, or if nothing was sent. A 5xx other than 503 may come from a gateway in front of a service that accepted it.
 */
export function interpretAnswer(posted: PostResult): PushOutcome {
  if (posted.kind === 'unknown') return { kind: 'failed', reason: `unknown: ${posted.why}` }
  if (posted.kind === 'unsent') {
    // A hostile address must not be retried.
    if (posted.why === 'EADDRREFUSED') return { kind: 'gone', reason: 'address refused' }
    return { kind: 'later', reason: posted.why }
  }
  return interpretStatus(posted.status, posted.retryAfter)
}

function interpretStatus(status: number, retryAfter: string | undefined): PushOutcome {
  const reason = `HTTP ${status}`
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 404 || status === 410) return { kind: 'gone', reason }
  if (status === 429 || status === 503) return { kind: 'later', reason, ...readRetryAfter(retryAfter) }
  // The service rejects the keys, the contact or the size, so other messages will fail as well.
  if ([400, 401, 403, 413].includes(status)) return { kind: 'failed', reason, isAlarming: true }
  return { kind: 'failed', reason }
}

/** The header contains seconds or a date. */
function readRetryAfter(header: string | undefined): { afterMs?: number } {
  if (header === undefined) return {}
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - Date.now()
  return Number.isFinite(ms) ? { afterMs: Math.min(Math.max(ms, 0), MAX_WAIT_MS) } : {}
}

/** Special-purpose IPv4 networks: private, shared, loopback, link-local, documentation, benchmarking, multicast. */
const SPECIAL_V4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const

/** Special parts of 2000::/3: Teredo and similar, documentation, 6to4. */
const SPECIAL_V6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const specialNetworks = new BlockList()
for (const [network, prefix] of SPECIAL_V4) specialNetworks.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of SPECIAL_V6) specialNetworks.addSubnet(network, prefix, 'ipv6')

/** The global unicast range; addresses that embed an IPv4 address (mapped, NAT64) are outside it. */
const globalNetworks = new BlockList()
globalNetworks.addSubnet('2000::', 3, 'ipv6')

/** Whether an address is on the public internet: not this machine or its network, or an indirect way to them. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !specialNetworks.check(address, 'ipv4')
  if (!isIPv6(address) || address.includes('%')) return false
  return globalNetworks.check(address, 'ipv6') && !specialNetworks.check(address, 'ipv6')
}
