import type { FastifyInstance, InjectOptions } from 'fastify'

/** A call of a stream, which does not end: the response is what it sends first. Then the caller leaves. */
export async function injectFirst(app: FastifyInstance, options: InjectOptions) {
  const { statusCode, headers, stream } = await app.inject({ ...options, payloadAsStream: true })
  let body = ''
  for await (const chunk of stream()) {
    body = String(chunk)
    break
  }
  return { statusCode, headers, body }
}
