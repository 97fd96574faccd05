import type { FastifyInstance } from 'fastify'
import type { Context } from '#server/platform/context.ts'
import { isDraining } from '#server/platform/http/connection/graceful-shutdown.ts'

/** /livez: the process responds. /readyz: it can take orders; 503 while it shuts down, the disk is full or the database is down. */
export function probes(http: FastifyInstance, context: Context): void {
  http.get('/livez', async () => ({ ok: true }))
  http.get('/readyz', async (_request, reply) => {
    // On 503 the proxy sends requests to another server, or shows the page that the shop is closed for a moment.
    if (isDraining(http) || (await context.storage.isFull())) return reply.code(503).send({ ok: false })
    const ready = await context.db
      .selectFrom('language')
      .select('id')
      .limit(1)
      .execute()
      .catch(() => undefined)
    return reply.code(ready ? 200 : 503).send({ ok: ready !== undefined })
  })
}
