import { request as httpRequest, type Agent, type ClientRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { AddressRefused } from './guarded-lookup.ts'
import { isPublicAddress } from './public-address.ts'

const MOST_ANSWER_BYTES = 16_000
const TIMEOUT_MS = 10_000

export type Post = {
  url: URL
  headers: Record<string, string | number>
  body: Buffer | string
  agent: Agent
  /** Refuses what is not of the public internet; undefined: the operator named this address. */
  guard: LookupFunction | undefined
  timeoutMs?: number
}

/** `unsent`: not a byte of it left. `unknown`: it was sent, and what became of it nobody said. */
export type Posted =
  | { kind: 'answered'; status: number; retryAfter: string | undefined; text: string }
  | { kind: 'unsent'; why: string }
  | { kind: 'unknown'; why: string }

/** Posts once: follows no redirect, tries nothing again. Never throws. */
export function post({ url, headers, body, agent, guard, timeoutMs = TIMEOUT_MS }: Post): Promise<Posted> {
  return new Promise(resolve => {
    // The connection carries the request from when it is ready; before, nothing can have left.
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
      // The first line of an answer says what became of it, whatever comes after.
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
  // An address that stands in the URL itself is looked up by nobody.
  const check = () => isGuarded && !isPublicAddress(socket.remoteAddress ?? '') && request.destroy(new AddressRefused())
  if (readySockets.has(socket)) return ready()
  socket.once('connect', check)
  socket.once('encrypted' in socket ? 'secureConnect' : 'connect', () => {
    readySockets.add(socket)
    ready()
  })
}

/** Connections that carried a request before, or wait for one. */
const readySockets = new WeakSet<Socket>()

const answered = ({ statusCode = 0, headers }: IncomingMessage, text: string): Posted => ({
  kind: 'answered',
  status: statusCode,
  retryAfter: headers['retry-after'],
  text,
})

/** Its beginning; who sends more is hung up on, but has answered. */
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

/** Never the words: they may repeat the address. */
function codeOf(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'not reached'
}
