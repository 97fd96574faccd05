import type { FastifyReply } from 'fastify'

/**
 * Aborts once the caller's connection has ended, or the response was sent. For work that only the caller waits for. Not fastify's
 * `request.signal`, nor `request.raw.destroyed`: Node.js destroys a request as soon as its body has been read.
 */
export function callerLeft({ raw }: FastifyReply): AbortSignal {
  if (raw.destroyed) return AbortSignal.abort()
  const left = new AbortController()
  raw.once('close', () => left.abort())
  return left.signal
}
