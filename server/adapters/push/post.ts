import { lookup as systemLookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { type Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { isPublicAddress } from './public-address.ts'

const MOST_ANSWER_BYTES = 16_000
const TIMEOUT_MS = 10_000

export type Post = {
  url: URL
  headers: Record<string, string | number>
  body: Buffer | string
  agent: Agent
  /** Rejects addresses outside the public internet; undefined: the operator configured this address. */
  guard: LookupFunction | undefined
  timeoutMs?: number
}

/** `unsent`: nothing was sent. `unknown`: it was sent, but there was no response. */
export type Posted =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; text: string }
  | { kind: 'unsent'; why: string }
  | { kind: 'unknown'; why: string }

/** Posts once, without redirects and retries. Never throws. */
export function post({ url, headers, body, agent, guard, timeoutMs = TIMEOUT_MS }: Post): Promise<Posted> {
  return new Promise(resolve => {
    // The request is sent once the connection is ready; before that, nothing can have been sent.
    let mayHaveLeft = false
    const request = (url.protocol === 'https:' ? httpsRequest : httpRequest)(url, {
      method: 'POST',
      headers,
      agent,
      maxHeaderSize: MOST_ANSWER_BYTES,
      ...(guard && { lookup: guard }),
    })
    const end = (posted: Posted) => {
      clearTimeout(timer)
      resolve(posted)
    }
    let response: IncomingMessage | undefined
    const fail = (error: unknown) => {
      // The status line of a response is enough, even if the rest fails.
      if (response) end(answered(response, ''))
      else end({ kind: mayHaveLeft ? 'unknown' : 'unsent', why: codeOf(error) })
      request.destroy()
    }
    const timer = setTimeout(() => fail({ code: 'timeout' }), timeoutMs)
    request.on('error', fail)
    request.on('socket', socket =>
      watchSocket(request, socket, { isGuarded: guard !== undefined, ready: () => (mayHaveLeft = true) }),
    )
    request.on('response', begun => {
      response = begun
      readText(begun).then(text => end(answered(begun, text)), fail)
    })
    request.end(body)
  })
}

type Watch = { isGuarded: boolean; ready: () => void }

function watchSocket(request: ClientRequest, socket: Socket, { isGuarded, ready }: Watch): void {
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

const answered = ({ statusCode = 0, headers }: IncomingMessage, text: string): Posted => ({
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
    if (bytes > MOST_ANSWER_BYTES) break
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/** Never the message, which may contain the address. */
function codeOf(error: unknown): string {
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
export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * Called when connecting, and the returned addresses are the ones dialled, which prevents DNS rebinding. One address that is
 * not public rejects all.
 */
export const guardedLookup =
  (resolve: Resolve = systemLookup): LookupFunction =>
  (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? []
      if (error || !first) return done(error ?? new AddressRefused(), '')
      if (!addresses.every(({ address }) => isPublicAddress(address))) return done(new AddressRefused(), '')
      return options.all ? done(null, addresses) : done(null, first.address, first.family)
    })
  }
