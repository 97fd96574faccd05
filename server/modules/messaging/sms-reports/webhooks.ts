import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { SmsGateway } from '#server/adapters/sms/sms.ts'
import type { Context } from '#server/platform/context.ts'
import { clientAddress } from '#server/platform/http/connection/address.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { isReportSecret, recordReport } from '#server/platform/outbox/sms-deliveries.ts'

/** Reports are a few hundred bytes. */
const MAX_BYTES = 8_192

type ReportParams = { gateway: string; reference: string; secret: string }

/**
 * POST /webhooks/sms/:gateway/:reference/:secret, for gateways' servers: not part of the contract, since it has no session and takes a
 * form. Its secret belongs to one message; some gateways also sign their reports. All other requests get 401 before any table is read.
 */
export const smsReportWebhooks = (app: FastifyInstance, context: Context, gateways: readonly SmsGateway[]): void =>
  // A separate scope, since bodies are left as text here and nowhere else.
  void app.register(async scope => {
    scope.removeAllContentTypeParsers()
    const asText = { parseAs: 'string', bodyLimit: MAX_BYTES } as const
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      asText,
      async (_request: unknown, body: unknown) => body,
    )
    scope.post('/webhooks/sms/:gateway/:reference/:secret', async (request: FastifyRequest, reply) =>
      reply.code(await receiveStatus(request, reply, { context, gateways })).send(),
    )
  })

type WebhookContext = { context: Context; gateways: readonly SmsGateway[] }

/** 204 for each valid report, also a repeated one: after any other status the gateway sends it again. */
async function receiveStatus(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, gateways }: WebhookContext,
): Promise<number> {
  // Fastify fills them from the route's own path.
  const { gateway: name, reference, secret } = request.params as ReportParams
  const gateway = gateways.find(each => each.name === name)
  if (!gateway || !isReportSecret(context.secrets, { gateway: gateway.name, reference, secret })) return 401
  const limit = RATE_LIMITS.smsReportsPerAddress
  if (await refusedByRate(context, reply, [[limit, clientAddress(request.ip)]])) return 429
  const report = gateway.parseReport({
    // The address as it was sent to the gateway; a proxy may have changed the host.
    address: `${context.config.publicUrl?.origin ?? ''}${request.url}`,
    signature: request.headers[gateway.signatureHeader ?? '']?.toString(),
    body: typeof request.body === 'string' ? request.body : '',
  })
  if (report === undefined) return 401
  if (report !== 'ignored') await recordSmsReport(context, { gateway: gateway.name, reference }, report)
  return 204
}

type RecordReportInput = Parameters<typeof recordReport>

async function recordSmsReport(context: Context, sms: RecordReportInput[1], report: RecordReportInput[2]) {
  const isNew = await recordReport(context.db, sms, report)
  if (isNew && report.state === 'failed')
    context.log.warn({ gateway: sms.gateway, reason: report.reason }, 'a gateway reports that an SMS did not arrive')
}
