/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorCode, ERRORS } from '#contract/error-codes.ts'
import { isConnectionError } from '#server/platform/db/retry-while-database-is-down.ts'
import { isDiskFull, type Storage } from '#server/platform/db/storage.ts'
import { isSecure } from './connection/address.ts'
import { securityHeaders } from './security-headers.ts'

/** Responds with {code, message, …} and the code's status. Never cached: the next call may have another result. */
export function sendError(reply: FastifyReply, code: ErrorCode, extra: Record<string, unknown> = {}): FastifyReply {
  const { status, message } = ERRORS[code]
  reply.refusedAs = code
  return reply
    .code(status)
    .header('Cache-Control', 'no-store')
    .header('X-Request-Id', reply.request.id)
    .send({ code, message, ...extra })
}

/** The code of an unexpected error: fastify's own refusals of a bad request, an unavailable database, or a fault of the shop. */
function toErrorCode(error: FastifyError): ErrorCode {
  if (error.statusCode === 413) return 'request.tooLarge'
  if (error.statusCode === 429) return 'rate.limited'
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) return 'request.malformed'
  return isConnectionError(error) || isDiskFull(error) ? 'server.unavailable' : 'server.error'
}

/** Unexpected errors are logged with the request's id and answered without detail. */
function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const code = toErrorCode(error)
  request.server.storage?.noteFailure(error)
  if (code === 'server.error') request.log.error({ err: error }, 'the request failed')
  if (code === 'server.unavailable') request.log.warn({ reason: error.message }, 'the database did not answer')
  if (code === 'server.unavailable') reply.header('Retry-After', '1')
  return sendError(reply, code)
}

/**
 * For fastify's `frameworkErrors`: a URL that can't be parsed gets no further than its router, and no hook runs, including the
 * one that adds these headers.
 */
export const answerUnreadable: typeof answerError = (error, request, reply) =>
  answerError(error, request, reply.headers(securityHeaders(isSecure(request))))

/** `storage` receives each error of the database. */
export function installErrorAnswers(app: FastifyInstance, storage?: Storage): void {
  app.decorate('storage', storage)
  app.setErrorHandler(answerError)
  // Only JSON is parsed: a form of another site can't be a call.
  app.removeContentTypeParser('text/plain')
}

declare module 'fastify' {
  interface FastifyInstance {
    storage: Storage | undefined
  }
}
