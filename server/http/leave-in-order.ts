import type { Server } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Servers that were asked to end. */
const leaving = new WeakSet<Server>()
export const isLeaving = ({ server }: FastifyInstance): boolean => leaving.has(server)

/** What a proxy sends along that asks another server when this one answers 502 (deploy/nginx-several.conf). */
const MAY_ASK_ANOTHER = 'puoti-may-ask-another'
/** Nothing else of ours says it: the 503 of a database that is away is no reason to leave a server alone. */
const ASK_ANOTHER = 502

/**
 * A server that is asked to end keeps its door open for so long, so that what stands before it can notice: /readyz says 503, each
 * answer closes its connection (Fastify does), and a read whose proxy would ask another server is told to go there. A connection
 * that came to a door which was just shut would be broken, and who pays on it would see an error.
 */
export function leaveInOrder(http: FastifyInstance, noticeMs: number): void {
  http.addHook('preClose', async () => {
    leaving.add(http.server)
    await sleep(noticeMs)
  })
  http.addHook('onRequest', async (request, reply) => {
    if (isLeaving(http) && goesElsewhere(request)) return reply.code(ASK_ANOTHER).send()
    return undefined
  })
}

const goesElsewhere = ({ method, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && headers[MAY_ASK_ANOTHER] !== undefined
