import type { FastifyReply, FastifyRequest } from 'fastify'
import { isSecure } from './address.ts'
import { securityHeaders } from './security-headers.ts'

/** A list that was serialised and compressed before anyone asked: one body per encoding. */
export type PreparedBody = { etag: string; identity: Buffer; gzip: Buffer; br: Buffer }

type Encoding = 'br' | 'gzip' | 'identity'
/** Names and values by turns, as Node writes them out. */
type Head = string[]

const heads = new WeakMap<PreparedBody, Map<string, Head>>()

function encodingFor(request: FastifyRequest): Encoding {
  const accepted = request.headers['accept-encoding'] ?? ''
  return (['br', 'gzip'] as const).find(name => accepted.includes(name)) ?? 'identity'
}

function makeHead(body: PreparedBody, encoding: Encoding, secure: boolean): Head {
  const own = {
    ETag: body.etag,
    'Cache-Control': 'private, no-cache',
    Vary: 'Accept-Encoding',
    ...(encoding !== 'identity' && { 'Content-Encoding': encoding }),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(body[encoding].length),
  }
  return Object.entries({ ...own, ...securityHeaders(secure) }).flat()
}

function headFor(body: PreparedBody, encoding: Encoding, secure: boolean): Head {
  const made = heads.get(body) ?? new Map<string, Head>()
  heads.set(body, made)
  const key = `${encoding} ${secure}`
  const head = made.get(key) ?? makeHead(body, encoding, secure)
  made.set(key, head)
  return head
}

/**
 * Sends bytes and headers that are ready as they are. Node writes them itself: setting a dozen headers one by one for
 * each answer would take as long as all the rest of it.
 */
export function sendPrepared(reply: FastifyReply, body: PreparedBody): FastifyReply {
  const { request } = reply
  if (request.headers['if-none-match'] === body.etag) {
    return reply.code(304).header('ETag', body.etag).header('Cache-Control', 'private, no-cache').send()
  }
  const encoding = encodingFor(request)
  reply.hijack()
  reply.raw.writeHead(200, headFor(body, encoding, isSecure(request)))
  reply.raw.end(body[encoding])
  return reply
}
