import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Servers that were asked to end. */
const leaving = new WeakSet<Server>()
export const isDraining = ({ server }: FastifyInstance): boolean => leaving.has(server)

/** What a proxy sends along that asks another server when this one answers 502 (deploy/nginx-several.conf). */
const MAY_ASK_ANOTHER = 'puoti-may-ask-another'
/** Nothing else of ours says it: the 503 of a database that is away is no reason to leave a server alone. */
const ASK_ANOTHER = 502

/** Nobody came for so long: nobody stands at the door. */
const QUIET_MS = 50
/** They come without end when nobody before it listens to what it says. */
const LONGEST_QUEUE_MS = 3000

/**
 * A server that is asked to end keeps its door open for so long, so that what stands before it can notice: /readyz says 503, each
 * answer closes its connection (Fastify does), and a read whose proxy would ask another server is told to go there. A connection
 * that came to a door which was just shut would be broken, and who pays on it would see an error.
 */
export function shutDownGracefully(http: FastifyInstance, noticeMs: number): void {
  http.addHook('preClose', async () => {
    leaving.add(http.server)
    if (noticeMs === 0) return
    await sleep(noticeMs)
    await untilNobodyComes(http.server)
  })
  http.addHook('onRequest', async (request, reply) => {
    if (isDraining(http) && goesElsewhere(request)) return reply.code(ASK_ANOTHER).send()
    return undefined
  })
}

/** A server that was too busy to let people in has them waiting at its door: shutting it would cut them off. */
async function untilNobodyComes(server: Server): Promise<void> {
  let came = 0
  const count = () => came++
  server.on('connection', count)
  const latest = performance.now() + LONGEST_QUEUE_MS
  do {
    came = 0
    await sleep(QUIET_MS)
  } while (came > 0 && performance.now() < latest)
  server.off('connection', count)
}

const goesElsewhere = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers[MAY_ASK_ANOTHER] !== undefined
