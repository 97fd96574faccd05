import type { ChannelHealth } from '#domain/messaging/carriers/channel-health.ts'
import { SmsError, type SmsFault } from './sms.ts'

/** Below half a minute with all that comes before it: after that another server repeats the job. */
export const TIMEOUT_MS = 10_000
/** Answers are a few hundred characters. */
const MAX_CHARACTERS = 20_000

/** Network errors before anything was sent. */
const BEFORE_SENDING =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS|CERT_|DEPTH_ZERO)/

/** Node.js only reports "fetch failed"; the reason is the code of its cause. */
function getErrorCode(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : error.name
}

type GatewayCall = {
  url: string
  headers: Record<string, string>
  timeoutMs: number
  body?: string
  method?: 'POST' | 'GET' | 'OPTIONS'
}
type GatewayAnswer = { status: number; text: string; host: string }

/** Posts by default, and returns whatever the gateway answered. Throws SmsError if it did not answer. */
export async function callGateway({
  url,
  method = 'POST',
  headers,
  body,
  timeoutMs,
}: GatewayCall): Promise<GatewayAnswer> {
  const { host } = new URL(url)
  const init = { method, headers, ...(body !== undefined && { body }), signal: AbortSignal.timeout(timeoutMs) }
  try {
    // A redirect must not send the keys and shoppers' numbers elsewhere.
    const response = await fetch(url, { ...init, redirect: 'error' })
    // The status is enough if the rest of the answer is lost.
    const text = await readBeginning(response).catch(() => '')
    return { status: response.status, text, host }
  } catch (error) {
    const code = getErrorCode(error)
    throw new SmsError(BEFORE_SENDING.test(code) ? 'unreachable' : 'unknown', code, `${host}: ${code}`)
  }
}

async function readBeginning({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.length > MAX_CHARACTERS) break
  }
  return text
}

/** Asks a gateway about itself. `faultIn` finds a fault in its answer; without an answer, that is the fault. */
export async function requestHealth(
  call: GatewayCall,
  faultIn: (answer: GatewayAnswer) => string | undefined,
): Promise<ChannelHealth> {
  try {
    const answer = await callGateway(call)
    const fault = faultIn(answer)
    return fault === undefined ? { ok: true } : { ok: false, reason: `${answer.host}: ${fault}` }
  } catch (error) {
    if (error instanceof SmsError) return { ok: false, reason: error.reason }
    throw error
  }
}

/** The fault of a response without a known error code. After a server error the gateway may have accepted the message. */
export const faultOfStatus = (status: number): SmsFault => (status >= 500 ? 'unknown' : 'refused')

/** The error for an answer that refuses the message. */
export function refusalBy({ status, host }: GatewayAnswer, more?: { fault: SmsFault; code: string }): SmsError {
  const code = more ? `HTTP ${status} ${more.code}` : `HTTP ${status}`
  return new SmsError(more?.fault ?? faultOfStatus(status), code, `${host}: ${code}`)
}

export const basicAuthorization = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`

/** The fields of a form or of a JSON answer that are texts or numbers; nothing of it is trusted. */
export function parseFields(text: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null) return {}
    const fields = Object.entries(value).filter(([, field]) => typeof field === 'string' || typeof field === 'number')
    return Object.fromEntries(fields.map(([name, field]) => [name, String(field)]))
  } catch {
    return {}
  }
}
