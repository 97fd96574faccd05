import { randomUUID } from 'node:crypto'
/* oxlint-disable typescript/consistent-type-definitions -- only an interface extends a library’s type */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ErrorCode } from '#contract/error-codes.ts'
import { isEventStream } from '#server/platform/http/send-events.ts'

/** Seconds: from imperceptible on a phone to the duration of a payment at a terminal. */
export const TIME_BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60, 180] as const

type RequestSeries = { method: string; route: string; status: string; counts: number[]; sum: number; count: number }

/** Response times of this server, by declared route: a URL itself may contain a sign-in link. */
class RequestTimes {
  readonly #series = new Map<string, RequestSeries>()

  note(method: string, route: string, { status, seconds }: { status: number; seconds: number }): void {
    const kind = `${Math.floor(status / 100)}xx`
    const key = `${method} ${route} ${kind}`
    let series = this.#series.get(key)
    if (!series) {
      series = { method, route, status: kind, counts: TIME_BOUNDS.map(() => 0), sum: 0, count: 0 }
      this.#series.set(key, series)
    }
    const { counts } = series
    TIME_BOUNDS.forEach((bound, at) => (counts[at] = (counts[at] ?? 0) + (seconds <= bound ? 1 : 0)))
    series.sum += seconds
    series.count++
  }

  all(): readonly RequestSeries[] {
    return [...this.#series.values()]
  }
}

/** Slower responses are logged, whatever their status; a payment may be slower. */
const SLOW_MS = 1000
const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A request id that is unique across servers: the request's log lines and an error response contain it. */
export const nameRequest = (): string => randomUUID()

/**
 * Measures response times, and logs a line for each call that may have changed something, was refused, failed or was slow; the
 * others at `debug`. It contains the caller's id and the refusal's code. Never the call's URL, which may contain a sign-in link,
 * nor anything that was sent.
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
    if (isEventStream(reply)) return request.log.debug({ method, route, status }, 'ended')
    times.note(method, route, { status, seconds: ms / 1000 })
    const isRefused = status >= 400 && route.startsWith('/api/')
    const isPlain = READING_METHODS.has(method) && status < 500 && ms < SLOW_MS && !isRefused
    const line = { method, route, status, ms: Math.round(ms), ...callerAndRefusal(request, reply) }
    if (isPlain) request.log.debug(line, 'answered')
    else request.log.info(line, 'answered')
  })
}

const TRACE_PARENT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}(?:-|$)/

/** The trace id of the call, sent by a proxy or a caller (W3C Trace Context). Only logged. */
function traceIn({ headers: { traceparent } }: FastifyRequest): string | undefined {
  return typeof traceparent === 'string' ? TRACE_PARENT.exec(traceparent)?.[1] : undefined
}

/** The caller's id, if a session identifies it, and the refusal's code, if there is one. */
const callerAndRefusal = ({ callerId }: FastifyRequest, { refusedAs }: FastifyReply) => ({
  ...(callerId !== undefined && { user: callerId }),
  ...(refusedAs !== undefined && { code: refusedAs }),
})

declare module 'fastify' {
  interface FastifyRequest {
    /** The user whose session the call came with. */
    callerId?: number
  }
  interface FastifyReply {
    refusedAs?: ErrorCode
  }
  interface FastifyInstance {
    requestTimes: RequestTimes
  }
}
