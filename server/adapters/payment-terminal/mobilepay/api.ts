import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { type TerminalFinding, toTerminalHealth, type TerminalHealth } from '#domain/payments/terminal-health.ts'
import {
  type ApiAnswer,
  type ApiRequest,
  type CallLimits,
  sendRequest,
  toApiAnswer,
  toRequestLimits,
} from '#server/adapters/payment-terminal/api-call.ts'
import { parseJson } from '#server/adapters/payment-terminal/connection-findings.ts'
import type { MobilepayOptions, MobilepaySettings, MobilepayTimes } from './settings.ts'

export type MobilepayCall = {
  method: 'GET' | 'POST'
  path: string
  body?: object
  /** The idempotency key, which each POST needs. */
  key?: string
}

type CallResult = ApiAnswer & { retryAfterMs?: number }

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() })
const problemBody = z.object({ title: z.string() })

/** A token is replaced when it has less time left. By this machine's monotonic clock, so a wrong wall clock doesn't matter. */
const TOKEN_MARGIN_MS = 60_000

type AccessToken = { value: string; until: number }

/** Calls of the ePayment API: access token, retries within the caller's limits, and waiting when it asks for fewer requests. */
export class MobilepayApi {
  readonly #urls: MobilepayOptions['urls']
  readonly #times: MobilepayTimes
  readonly #tokens = new Map<string, AccessToken>()

  constructor(urls: MobilepayOptions['urls'], times: MobilepayTimes) {
    this.#urls = urls
    this.#times = times
  }

  /**
   * Repeats a call that may be repeated: a question, a change with its idempotency key, and anything that was not sent. An answer
   * of “did nothing” counts only if no earlier try of this call may have taken effect.
   */
  async call(settings: MobilepaySettings, call: MobilepayCall, limits: CallLimits): Promise<ApiAnswer> {
    let lastAnswer: ApiAnswer | undefined
    for (let tries = 0; ; tries++) {
      const answer = await this.#callOnce(settings, call, limits)
      if (answer.kind === 'ok') return answer
      // What an earlier try may have done counts more than what a later one did not do.
      if (lastAnswer?.kind !== 'lost' && answer.kind !== 'unsent') lastAnswer = answer
      const isWorthIt = answer.kind !== 'refused' || answer.status === 429 || answer.status === 401
      const isRefusedAgain = answer.kind === 'refused' && answer.status === 401 && tries > 0
      const pauseMs = answer.retryAfterMs ?? this.#times.backOffMs * 2 ** tries
      if (!isWorthIt || isRefusedAgain || isOver(limits, pauseMs))
        return call.method === 'GET' && answer.kind !== 'unsent' ? answer : (lastAnswer ?? answer)
      await sleep(pauseMs, undefined, { ref: false })
    }
  }

  /** Fetches a new token, to check the keys. */
  async checkKeys(settings: MobilepaySettings): Promise<ApiAnswer> {
    this.#tokens.delete(credentialsKey(settings))
    const found = await this.#getToken(settings)
    return 'value' in found ? { kind: 'ok', body: null } : found
  }

  async #callOnce(settings: MobilepaySettings, call: MobilepayCall, limits: CallLimits): Promise<CallResult> {
    const found = await this.#getToken(settings)
    if (!('value' in found)) return found
    const { method, path, body, key } = call
    const headers = {
      ...buildHeaders(settings),
      authorization: `Bearer ${found.value}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    }
    const request = { method, path, headers, body: body && JSON.stringify(body) }
    const answer = await this.#send(settings, request, limits)
    // Revoked, or of keys that were replaced: the next try has a new one.
    if (answer.kind === 'refused' && answer.status === 401) this.#tokens.delete(credentialsKey(settings))
    return answer
  }

  async #getToken(settings: MobilepaySettings): Promise<AccessToken | Exclude<CallResult, { kind: 'ok' }>> {
    const cached = this.#tokens.get(credentialsKey(settings))
    if (cached && cached.until > performance.now()) return cached
    const { client_id, client_secret } = settings
    const headers = { ...buildHeaders(settings), client_id, client_secret }
    const request = { method: 'POST', path: '/accesstoken/get', headers } as const
    const answer = await this.#send(settings, request, { until: Infinity })
    // Whatever became of it, the call itself was not sent.
    if (answer.kind === 'lost') return { ...answer, kind: 'unsent' }
    if (answer.kind !== 'ok') return answer
    const read = tokenAnswer.safeParse(answer.body)
    if (!read.success) return { kind: 'unsent', finding: 'protocol', why: 'the answer has no access token' }
    const until = performance.now() + read.data.expires_in * 1000 - TOKEN_MARGIN_MS
    const fresh = { value: read.data.access_token, until }
    this.#tokens.set(credentialsKey(settings), fresh)
    return fresh
  }

  async #send(
    settings: MobilepaySettings,
    { path, ...request }: Omit<ApiRequest, 'url'> & { path: string },
    limits: CallLimits,
  ): Promise<CallResult> {
    const url = new URL(path, this.#urls[settings.environment])
    const response = await sendRequest({ ...request, url }, toRequestLimits(limits, this.#times.requestMs))
    if (response.kind !== 'answered') return response
    const { status, headers, text } = response
    const body = parseJson(text)
    const answer = toApiAnswer(status, body, problemBody.safeParse(body).data?.title ?? `HTTP ${status}`)
    return answer.kind === 'refused' ? { ...answer, ...retryAfter(headers) } : answer
  }
}

const isOver = ({ until, signal }: CallLimits, inMs: number): boolean =>
  signal?.aborted === true || performance.now() + inMs >= until

const credentialsKey = ({ environment, client_id, client_secret, subscription_key }: MobilepaySettings): string =>
  JSON.stringify([environment, client_id, client_secret, subscription_key])

const buildHeaders = ({ subscription_key, merchant_serial_number }: MobilepaySettings) => ({
  'Ocp-Apim-Subscription-Key': subscription_key,
  'Merchant-Serial-Number': merchant_serial_number,
  'Vipps-System-Name': 'puoti',
  'Vipps-System-Version': '1',
})

/** In seconds; a date would depend on this machine's clock. */
function retryAfter(headers: Readonly<Record<string, string>>): { retryAfterMs?: number } {
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfterMs: seconds * 1000 } : {}
}

type CheckMobilepayInput = {
  api: MobilepayApi
  until: number
  findSettings: () => Promise<MobilepaySettings | undefined>
}

const prefixMobilepay = (text: string) => `MobilePay: ${text}`

/** Checks everything that a payment needs: settings, connection, keys, and the sales unit. */
export async function checkMobilepay({ api, until, findSettings }: CheckMobilepayInput): Promise<TerminalHealth> {
  let settings: MobilepaySettings | undefined
  try {
    settings = await findSettings()
  } catch (error) {
    return toTerminalHealth(
      'invalidSettings',
      prefixMobilepay(error instanceof Error ? error.message : 'wrong settings'),
    )
  }
  if (!settings) return toTerminalHealth('noSettings', prefixMobilepay('the terminal has no settings'))
  const keys = await api.checkKeys(settings)
  if (keys.kind !== 'ok') return toProblemHealth(keys, 'invalidCredentials')
  // A payment that never existed: only keys and the sales unit matter.
  const path = `/epayment/v1/payments/${randomUUID()}`
  const answer = await api.call(settings, { method: 'GET', path }, { until })
  if (answer.kind === 'refused' && answer.status === 404)
    return toTerminalHealth('ready', prefixMobilepay(settings.environment))
  return answer.kind === 'ok'
    ? toTerminalHealth('protocol', prefixMobilepay('it returned a payment that never existed'))
    : toProblemHealth(answer, 'invalidKey')
}

function toProblemHealth(answer: Exclude<ApiAnswer, { kind: 'ok' }>, refused: TerminalFinding): TerminalHealth {
  if (answer.kind !== 'refused') return toTerminalHealth(answer.finding, prefixMobilepay(answer.why))
  const isAboutKeys = answer.status === 400 || answer.status === 401 || answer.status === 403
  const detail = prefixMobilepay(`HTTP ${answer.status}, ${answer.why}`)
  if (isAboutKeys) return toTerminalHealth(refused, detail)
  return toTerminalHealth(answer.status === 429 ? 'gatewayFailed' : 'protocol', detail)
}
