import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'

const agent = new Agent({ keepAlive: true, maxSockets: 1000 })

export type Answer = { status: number; body: unknown }
export type Call = {
  origin: string
  headers: Record<string, string>
  line: string
  body?: unknown
  signal: AbortSignal
}

/** One call of the API; undefined when no answer came, or the caller hung up. */
export async function call({ origin, headers: own, line, body, signal }: Call): Promise<Answer | undefined> {
  const [method = 'GET', path = ''] = line.split(' ')
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const about =
    payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  const headers = { ...own, ...about }
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
  request(`${origin}/api/${path}`, { method, agent, headers, signal }, answer => {
    text(answer).then(
      got => resolve({ status: answer.statusCode ?? 0, body: got ? (JSON.parse(got) as unknown) : undefined }),
      () => resolve(undefined),
    )
  })
    .on('error', () => resolve(undefined))
    .end(payload)
  return promise
}
