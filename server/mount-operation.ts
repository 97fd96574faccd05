import type { FastifyInstance } from 'fastify'
import type { Context } from './platform/context.ts'
import { isDraining } from './platform/http/graceful-shutdown.ts'

/** For operators: whether the process is alive, and whether it can serve requests. */
export function mountOperation(http: FastifyInstance, context: Context): void {
  http.get('/livez', async () => ({ ok: true }))
  http.get('/readyz', async (_request, reply) => {
    // A server that can't take orders is not ready; its proxy then responds that the shop is closed for a moment.
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
