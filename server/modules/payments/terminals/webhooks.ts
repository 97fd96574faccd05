import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { RefundFailure } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { saveRefundFailures } from '#server/modules/payments/refunds/refund-failures.ts'
import { findTerminal } from '#server/modules/payments/terminals/queries.ts'
import type { Context } from '#server/platform/context.ts'
import { clientAddress } from '#server/platform/http/connection/address.ts'
import { refusedByRate, refusedFromMemory } from '#server/platform/http/rate-limiter.ts'
import { type RateLimit, RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { RecentMap } from '#server/platform/http/refused-keys.ts'

/** Integers of the database. */
const TERMINAL_ID = /^[1-9]\d{0,8}$/
/** The largest have six events of a few kilobytes. */
const MAX_BYTES = 32_768
/** Vendors call from few addresses. */
const MAX_VENDORS = 1000

/**
 * POST or GET /webhooks/terminals/:id, for vendors' servers: not part of the contract, since it has no session and its bytes are signed.
 * A webhook settles no payment: the named payment is only queried sooner, and a failed refund is stored. Anything unsigned gets
 * 401, and after many from one address 429 before any table is read.
 */
export const terminalWebhooks = (app: FastifyInstance, context: Context): void =>
  // A separate scope, since bodies are left as text here and nowhere else.
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'string', bodyLimit: MAX_BYTES },
      async (_request: unknown, body: unknown) => body,
    )
    const forgeries = limitForgeries(context)
    const receive = async (request: FastifyRequest, reply: FastifyReply) => {
      if (forgeries.areMany(request, reply)) return reply.code(429).send()
      const received = await receiveWebhook(context, request)
      if (received === 'nowhere') return reply.code(401).send()
      if (received === 'unsigned') return reply.code((await forgeries.count(request, reply)) ? 429 : 401).send()
      forgeries.trust(request)
      await saveRefundFailures(context, received.provider, received.failures)
      // Some vendors' webhooks want this text; others ignore it.
      return reply.code(200).type('text/plain').send('[accepted]')
    }
    scope.post('/webhooks/terminals/:id', receive)
    // Some vendors sign a query instead of a body.
    scope.get('/webhooks/terminals/:id', { exposeHeadRoute: false }, receive)
  })

type ReceivedWebhook = { provider: string; failures: RefundFailure[] }

/** `nowhere`: an address that no terminal can have; no table was read. */
async function receiveWebhook(
  context: Context,
  request: FastifyRequest,
): Promise<ReceivedWebhook | 'nowhere' | 'unsigned'> {
  // Fastify fills it from the route's own path.
  const { id } = request.params as { id: string }
  if (!TERMINAL_ID.test(id)) return 'nowhere'
  const terminal = await findTerminal(context.db, Number(id))
  const adapter = terminal && context.terminals.byProvider(terminal.provider)
  const failures = terminal && (await adapter?.receiveWebhook?.(terminal.id, toWebhookRequest(request, context)))
  return failures ? { provider: terminal.provider, failures } : 'unsigned'
}

const countedFor = (address: string): [RateLimit, string][] => [[RATE_LIMITS.forgedWebhooksPerAddress, address]]

/**
 * Counts forgeries by address. An address that has sent a valid signature is never refused: behind an untrusted proxy,
 * vendors and forgers share an address.
 */
function limitForgeries(context: Context) {
  const vendors = new RecentMap<string, true>(MAX_VENDORS)
  return {
    trust: (request: FastifyRequest) => void vendors.set(clientAddress(request.ip), true),
    /** Reads no table. */
    areMany(request: FastifyRequest, reply: FastifyReply): boolean {
      const address = clientAddress(request.ip)
      return !vendors.has(address) && refusedFromMemory(context, reply, countedFor(address)) !== undefined
    },
    /** Whether there are too many with this one. */
    async count(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
      const address = clientAddress(request.ip)
      return !vendors.has(address) && (await refusedByRate(context, reply, countedFor(address))) !== undefined
    },
  }
}

function toWebhookRequest(request: FastifyRequest, { config }: Context) {
  const headerNames = ['authorization', 'x-ms-date', 'x-ms-content-sha256']
  const headers = Object.fromEntries(headerNames.map(name => [name, request.headers[name]?.toString()]))
  // The address under which it was registered; a proxy may have changed the header.
  const host = config.publicUrl?.host ?? request.host
  return { host, path: request.url, headers, body: typeof request.body === 'string' ? request.body : '' }
}
