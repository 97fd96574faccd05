import { randomUUID } from 'node:crypto'
import type { ErrorCode } from '#contract/error-codes.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestTimes } from './request-times.ts'

/** What takes longer is told, however it ends; a payment may. */
const SLOW_MS = 1000
const QUIET = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A name for a call that no other call of any server has: what is logged of it carries the name, and so does an error's answer. */
export const nameRequest = (): string => randomUUID()

/**
 * Counts how long answers take, and writes a line for each call that may have changed something, was refused, failed or was
 * slow; of the others at `debug`. It names the caller by id and the refusal by code. Never the call's address, which may
 * hold a sign-in link, nor anything that was sent.
 */
export function watchRequests(app: FastifyInstance): void {
  const times = new RequestTimes()
  app.decorate('requestTimes', times)
  app.addHook('onRequest', async (request, reply) => {
    const trace = traceIn(request)
    if (trace !== undefined) request.log = reply.log = request.log.child({ trace })
  })
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request
    const route = request.routeOptions.url ?? 'none'
    const { statusCode: status, elapsedTime: ms } = reply
    times.note(method, route, { status, seconds: ms / 1000 })
    const isRefused = status >= 400 && route.startsWith('/api/')
    const isPlain = QUIET.has(method) && status < 500 && ms < SLOW_MS && !isRefused
    const line = { method, route, status, ms: Math.round(ms), ...whoAndWhy(request, reply) }
    if (isPlain) request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
  })
}

const TRACE_PARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-|$)/

/** The trace that a proxy or a caller says this call belongs to (W3C Trace Context). It decides nothing. */
function traceIn({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined
}

/** The caller's id, when a session told it, and the code of the refusal, when it was one. */
const whoAndWhy = ({ callerId }: FastifyRequest, { refusedAs }: FastifyReply) => ({
  ...(callerId !== undefined && { user: callerId }),
  ...(refusedAs !== undefined && { code: refusedAs }),
})

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the call came with. */
    callerId?: number
  }
  interface FastifyReply {
    refusedAs?: ErrorCode
  }
  interface FastifyInstance {
    requestTimes: RequestTimes
  }
}
