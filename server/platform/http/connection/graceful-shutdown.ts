import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Servers that are shutting down. */
const leavingServers = new WeakSet<Server>()
export const isDraining = ({ server }: FastifyInstance): boolean => leavingServers.has(server)

/** Sent by a proxy that asks another server when this one answers 502 (deploy/nginx-several.conf). */
const MAY_ASK_ANOTHER = 'puoti-may-ask-another'
/** Nothing else in the shop sends it: the 503 of an unavailable database is no reason to avoid a server. */
const ASK_ANOTHER = 502

/** Without a new connection for this long, none is waiting. */
const QUIET_MS = 50
/** Connections never stop if the proxy in front ignores the responses. */
const MAX_QUEUE_MS = 3000

/**
 * A server that is shutting down keeps its port open for `noticeMs`, so that the proxy in front can notice: /readyz returns 503,
 * each response closes its connection (Fastify does), and a read whose proxy would ask another server gets 502. A connection to a
 * port that was just closed would fail, and a shopper paying on it would see an error.
 */
export function shutDownGracefully(http: FastifyInstance, noticeMs: number): void {
  http.addHook('preClose', async () => {
    leavingServers.add(http.server)
    if (noticeMs === 0) return
    await sleep(noticeMs)
    await untilIdle(http.server)
  })
  http.addHook('onRequest', async (request, reply) => {
    if (isDraining(http) && goesElsewhere(request)) return reply.code(ASK_ANOTHER).send()
    return undefined
  })
}

/** A server that was too busy to accept connections has them waiting in its queue: closing the port would cut them off. */
async function untilIdle(server: Server): Promise<void> {
  let requests = 0
  const count = () => requests++
  server.on('connection', count)
  const latest = performance.now() + MAX_QUEUE_MS
  do {
    requests = 0
    await sleep(QUIET_MS)
  } while (requests > 0 && performance.now() < latest)
  server.off('connection', count)
}

const goesElsewhere = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers[MAY_ASK_ANOTHER] !== undefined
