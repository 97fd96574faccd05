import { Agent, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

// A pay call holds its connection for as long as the shopper is at the terminal.
const agent = new Agent({ keepAlive: true, maxSockets: 10_000 })

/** The caller's own timeout expired, which is no fault of the shop. */
export const GAVE_UP = 'gave up'

export type Answer = { status: number; headers: IncomingHttpHeaders; body: unknown }
export type Call = {
  origin: string
  headers: Record<string, string>
  line: string
  body?: unknown
  signal: AbortSignal
  /** Receives the reason when there was no response. */
  onError?: ((why: string) => void) | undefined
}

/** One call of the API; undefined when there was no response, or the caller hung up. */
export async function call({
  origin,
  headers: extraHeaders,
  line,
  body,
  signal,
  onError,
}: Call): Promise<Answer | undefined> {
  const [method = 'GET', path = ''] = line.split(' ')
  const payload = body === undefined ? undefined : JSON.stringify(body)
  const about =
    payload === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }
  const headers = { ...extraHeaders, ...about }
  const { promise, resolve } = Promise.withResolvers<Answer | undefined>()
  const failed = (error: NodeJS.ErrnoException) => {
    onError?.(signal.aborted ? GAVE_UP : (error.code ?? error.name))
    resolve(undefined)
  }
  request(`${origin}/api/${path}`, { method, agent, headers, signal }, answer => {
    text(answer).then(responseText => resolve(getAnswer(answer, responseText)), failed)
  })
    .on('error', failed)
    .end(payload)
  return promise
}

const getAnswer = ({ statusCode: status = 0, headers }: IncomingMessage, body: string): Answer => ({
  status,
  headers,
  body: readBody(body),
})

/** A proxy's own error pages are not JSON. */
function readBody(body: string): unknown {
  try {
    return body ? (JSON.parse(body) as unknown) : undefined
  } catch {
    return body
  }
}
