import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Context } from '#server/platform/context.ts'

const OWN_NAME = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i
const OWN_PEER = /^(?:::1|(?:::ffff:)?127(?:\.\d{1,3}){3})$/i
/** Proxies add these, and then the peer is the proxy. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Whether the caller is on this machine. The name in the Host header counts as well as the peer: a page of another site reaches
 * this machine under its own name (DNS rebinding).
 */
const isFromOwnMachine = ({ headers, socket }: FastifyRequest): boolean =>
  OWN_NAME.test(headers.host ?? '') &&
  OWN_PEER.test(socket.remoteAddress ?? '') &&
  !FORWARDED.some(name => headers[name] !== undefined)

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
