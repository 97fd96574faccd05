import type { FastifyInstance } from 'fastify'
import type { Context } from './platform/context.ts'
import { isDraining } from './platform/http/graceful-shutdown.ts'

/** For those who run it: is the process alive, and can it serve? */
export function mountOperation(http: FastifyInstance, context: Context): void {
  http.get('/livez', async () => ({ ok: true }))
  http.get('/readyz', async (_request, reply) => {
    // A server that can't take an order gets none: its proxy answers that the shop is closed for a moment.
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
