import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { sendError } from '#server/platform/http/errors.ts'
import type { Gauge, ReadGauges } from '#server/platform/module.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { metricsText } from './metrics-text.ts'
import { watchEventLoopDelay, processGauges, periodicJobGauges, responseTimes } from './process-gauges.ts'

/** /metrics, for requests with the configured token. Without a configured token the page does not exist: deny by default. */
export function metricsPage(http: FastifyInstance, context: Context, gaugesOfModules: readonly ReadGauges[]): void {
  const { metricsToken } = context.config
  if (metricsToken === undefined) return
  const eventLoopDelay = watchEventLoopDelay()
  const expected = sha256(`Bearer ${metricsToken}`)
  http.get('/metrics', async (request, reply) => {
    const hash = sha256(request.headers.authorization ?? '')
    if (!timingSafeEqual(hash, expected)) return sendError(reply, 'session.required')
    reply.header('Cache-Control', 'no-store').type('text/plain; version=0.0.4; charset=utf-8')
    const moduleGauges: Gauge[] = []
    // One after the other: a scrape takes one connection from the pool.
    for (const read of gaugesOfModules) moduleGauges.push(...(await read(context)))
    const gauges = [...moduleGauges, ...processGauges(eventLoopDelay), ...periodicJobGauges(context)]
    return metricsText(gauges, responseTimes(http))
  })
}
