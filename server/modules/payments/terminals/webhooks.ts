import type { FastifyInstance, FastifyRequest } from 'fastify'
import { keepRefundFailures } from '#server/modules/payments/refunds/refund-failures.ts'
import { findTerminal } from '#server/modules/payments/terminals/queries.ts'
import type { Context } from '#server/platform/context.ts'

/** Integers of the database. */
const ID = /^[1-9]\d{0,8}$/

/**
 * POST /webhooks/terminals/:id, for vendors' servers: not part of the contract, since it has no session and its bytes are signed.
 * A webhook decides no payment: the one that it names is asked about earlier, and a refund that failed is kept as a fact. Anything
 * unsigned has the same answer.
 */
export const terminalWebhooks = (app: FastifyInstance, context: Context): void =>
  // A separate scope, since bodies are left as text here and nowhere else.
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string' },
      async (_request: unknown, body: unknown) => body,
    )
    scope.post('/webhooks/terminals/:id', async (request: FastifyRequest, reply) => {
      // Fastify fills it from the route's own path.
      const { id } = request.params as { id: string }
      const terminal = ID.test(id) ? await findTerminal(context.db, Number(id)) : undefined
      const provider = terminal && context.terminals.byProvider(terminal.provider)
      const failures = terminal && (await provider?.hear?.(terminal.id, webhookOf(request, context)))
      if (!failures) return reply.code(401).send()
      await keepRefundFailures(context, terminal.provider, failures)
      // Adyen's older webhooks want this text; others ignore it.
      return reply.code(200).type('text/plain').send('[accepted]')
    })
  })

function webhookOf(request: FastifyRequest, { config }: Context) {
  const named = ['authorization', 'x-ms-date', 'x-ms-content-sha256']
  const headers = Object.fromEntries(named.map(name => [name, request.headers[name]?.toString()]))
  // The address under which it was registered; a proxy may have changed the header.
  const host = config.publicUrl?.host ?? request.host
  return { host, path: request.url, headers, body: typeof request.body === 'string' ? request.body : '' }
}
