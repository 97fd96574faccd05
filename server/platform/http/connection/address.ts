import { isIPv4, isIPv6 } from 'node:net'
/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
/// <reference types="@fastify/cookie" />
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '#server/platform/context.ts'

/**
 * The app's origin as this browser sees it: configured, or taken from the request (development). Only for comparison with the
 * browser's own headers: nothing that is sent out takes its address from here.
 */
export function publicOrigin(request: FastifyRequest): string {
  const configured = request.server.publicUrl
  return configured ? configured.origin : `${request.protocol}://${request.host}`
}

type ListeningServer = {
  /** The port that the system chose, where the configured one is 0. */
  port?: number | undefined
  /** Another program serves the pages, at this origin (npm run dev). */
  pagesAt?: string | undefined
}

/** The shop's own origin, the base of every link in emails: configured, or where this server listens. No request changes it. */
export function ownOrigin(
  { publicUrl, ownHost, port: configuredPort }: Pick<Context['config'], 'publicUrl' | 'ownHost' | 'port'>,
  { port = configuredPort, pagesAt }: ListeningServer = {},
): string {
  return publicUrl?.origin ?? pagesAt ?? `http://${ownHost}:${port}`
}

/** Undefined while the server does not listen. */
export function listeningPort({ server }: FastifyInstance): number | undefined {
  const address = server.address()
  return typeof address === 'object' ? address?.port : undefined
}

export const isSecure = (request: FastifyRequest): boolean => {
  const configured = request.server.publicUrl
  return configured ? configured.protocol === 'https:' : request.protocol === 'https'
}

declare module 'fastify' {
  interface FastifyInstance {
    /** PUOTI_PUBLIC_URL, when it is configured. */
    publicUrl: URL | undefined
  }
}

/**
 * The key to count a call by: an IPv4 address, or the /64 of an IPv6 address, since a household has 2^64 of those. Expects
 * `request.ip`, which follows X-Forwarded-For only through trusted proxies.
 */
export const clientAddress = (ip: string): string => networkOfClient(ip, 64)

/**
 * For what costs money or reaches strangers: an IPv4 address, or the /48 of an IPv6 address. A /48 is what providers assign to one
 * customer, who has 65,536 networks of the size of clientAddress in it.
 */
export const clientNetwork = (ip: string): string => networkOfClient(ip, 48)

function networkOfClient(ip: string, prefix: 48 | 64): string {
  const address = ip.replace(/%.*$/, '').toLowerCase()
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped && isIPv4(mapped)) return mapped
  if (!isIPv6(address)) return address
  return `${networkGroups(address, prefix / 16).join(':')}::/${prefix}`
}

/** The first groups, without leading zeros. */
function networkGroups(address: string, count: number): string[] {
  const [head = '', tail] = address.split('::')
  const before = parseGroups(head)
  const after = parseGroups(tail ?? '')
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return groups.slice(0, count).map(group => group.replace(/^0+(?=.)/, ''))
}

/** A dotted end counts as its two groups. */
const parseGroups = (part: string): string[] =>
  part
    .split(':')
    .filter(Boolean)
    .flatMap(group => (group.includes('.') ? ['0', '0'] : [group]))

const OWN_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const OWN_PEER = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i
/** Proxies add these, and then the peer is the proxy. */
const FORWARDED_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether the caller is on this machine. The name in the Host header counts as well as the peer: a page of another site reaches
 * this machine under its own name (DNS rebinding).
 */
const isFromOwnMachine = ({ headers, socket }: FastifyRequest): boolean =>
  OWN_NAME.test(headers.host ?? '') &&
  OWN_PEER.test(socket.remoteAddress ?? '') &&
  !FORWARDED_HEADERS.some(name => headers[name] !== undefined)

/** Adds routes under /dev that only answer this machine: what they show opens the shop to any reader. */
export function ownMachineOnly(
  http: FastifyInstance,
  { origin }: Pick<Context, 'origin'>,
  addRoutes: (room: FastifyInstance) => void,
): void {
  void http.register(async room => {
    room.addHook('onRequest', async (request, reply) => {
      if (isFromOwnMachine(request)) return undefined
      const where = `Pages under ${origin()}/dev/ only answer the machine that the shop runs on, at localhost.\n`
      return reply.code(403).header('Cache-Control', 'no-store').type('text/plain; charset=utf-8').send(where)
    })
    addRoutes(room)
  })
}

/** The address of a peer that forwards another client's request without being in PUOTI_TRUSTED_PROXIES; otherwise undefined. */
export function untrustedProxy({ headers, ips, socket }: FastifyRequest): string | undefined {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  // Behind a trusted peer there are at least two addresses: its own and the one that it forwards.
  if (!isForwarded || (ips?.length ?? 1) > 1) return undefined
  return socket.remoteAddress
}

/**
 * Warns once per server about such a call. Behind an unlisted proxy all shoppers share one address, and its limits: thirty
 * sign-ins in ten minutes for everyone together.
 */
export function warnOfUntrustedProxies(http: FastifyInstance): void {
  let isTold = false
  http.addHook('onRequest', async request => {
    if (isTold) return
    const proxy = untrustedProxy(request)
    if (proxy === undefined) return
    isTold = true
    http.log.warn(
      { proxy },
      'X-Forwarded-For came from an address that PUOTI_TRUSTED_PROXIES does not name: behind an unnamed proxy all callers share one address and its limits',
    )
  })
}

/**
 * Aborts once the caller's connection has ended, or the response was sent. For work that only the caller waits for. Not fastify's
 * `request.signal`, nor `request.raw.destroyed`: Node.js destroys a request as soon as its body has been read.
 */
export function createDisconnectSignal({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort()
  const disconnected = new AbortController()
  raw.once('close', () => disconnected.abort())
  return disconnected.signal
}
