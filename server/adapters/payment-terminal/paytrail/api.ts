import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { toTerminalHealth, type TerminalHealth } from '#domain/payments/terminal-health.ts'
import { type ApiAnswer, type CallLimits, toFailedCall } from '#server/adapters/payment-terminal/api-answer.ts'
import { parseJson, readText } from '#server/adapters/payment-terminal/connection-findings.ts'
import type { PaytrailOptions, PaytrailSettings, PaytrailTimes } from './settings.ts'
import { isSigned, signedHeaders } from './signature.ts'

/** `repeats`: a new body for each try, where a repeated call does no harm. */
export type PaytrailCall = {
  method: 'GET' | 'POST'
  path: string
  transactionId?: string
  body?: () => object
  repeats: boolean
}

const problem = z.object({ message: z.string() })

/** Signed calls of the Payment API. An answer counts only with the vendor's signature. */
export class PaytrailApi {
  readonly #urls: PaytrailOptions['urls']
  readonly #times: PaytrailTimes

  constructor(urls: PaytrailOptions['urls'], times: PaytrailTimes) {
    this.#urls = urls
    this.#times = times
  }

  /** Tries again within the limits: always what was not sent, and what may be repeated also after a lost answer. */
  async call(settings: PaytrailSettings, call: PaytrailCall, limits: CallLimits): Promise<ApiAnswer> {
    for (let tries = 0; ; tries++) {
      const answer = await this.#callOnce(settings, call)
      const isLimited = answer.kind === 'refused' && answer.status === 429
      const isWorthIt = answer.kind === 'unsent' || isLimited || (answer.kind === 'lost' && call.repeats)
      const pauseMs = this.#times.backOffMs * 2 ** tries
      if (!isWorthIt || limits.signal?.aborted || performance.now() + pauseMs >= limits.until) return answer
      await sleep(pauseMs, undefined, { ref: false })
    }
  }

  async #callOnce(settings: PaytrailSettings, { method, path, transactionId, body }: PaytrailCall): Promise<ApiAnswer> {
    const text = body && JSON.stringify(body())
    try {
      const response = await fetch(new URL(path, this.#urls[settings.environment]), {
        method,
        headers: signedHeaders(settings, { method, transactionId, body: text }),
        ...(text !== undefined && { body: text }),
        // A redirect must not send the signed request elsewhere.
        redirect: 'error',
        signal: AbortSignal.timeout(this.#times.requestMs),
      })
      return readAnswer(settings, response, (await readText(response.body)) ?? '')
    } catch (error) {
      return toFailedCall(error)
    }
  }
}

function readAnswer(settings: PaytrailSettings, response: Response, text: string): ApiAnswer {
  const body = parseJson(text)
  const why = problem.safeParse(body).data?.message ?? `HTTP ${response.status}`
  if (response.status >= 500 || response.status === 408) return { kind: 'lost', finding: 'gatewayFailed', why }
  if (!response.ok) return { kind: 'refused', status: response.status, why }
  return isSigned(settings, Object.fromEntries(response.headers), text)
    ? { kind: 'ok', body }
    : { kind: 'lost', finding: 'protocol', why: 'the answer isn’t signed' }
}

const prefixed = (text: string) => `Paytrail: ${text}`
const groups = z.array(z.object({ providers: z.array(z.object({ id: z.string() })) }))

type CheckPaytrailInput = {
  api: PaytrailApi
  until: number
  findSettings: () => Promise<PaytrailSettings | undefined>
}

/** Checks settings, connection and key, and that the merchant has ways to pay. */
export async function checkPaytrail({ api, until, findSettings }: CheckPaytrailInput): Promise<TerminalHealth> {
  let settings: PaytrailSettings | undefined
  try {
    settings = await findSettings()
  } catch (error) {
    return toTerminalHealth('invalidSettings', prefixed(error instanceof Error ? error.message : 'wrong settings'))
  }
  if (!settings) return toTerminalHealth('noSettings', prefixed('the terminal has no settings'))
  const call = { method: 'GET', path: '/merchants/grouped-payment-providers', repeats: true } as const
  const answer = await api.call(settings, call, { until })
  if (answer.kind === 'refused') {
    const isAboutKeys = answer.status === 401 || answer.status === 403
    const detail = prefixed(`HTTP ${answer.status}, ${answer.why}`)
    return toTerminalHealth(isAboutKeys ? 'invalidCredentials' : 'protocol', detail)
  }
  if (answer.kind !== 'ok') return toTerminalHealth(answer.finding, prefixed(answer.why))
  const found =
    z
      .object({ groups })
      .safeParse(answer.body)
      .data?.groups.flatMap(({ providers }) => providers) ?? []
  return found.length > 0
    ? toTerminalHealth('ready', prefixed(`${settings.environment}, ${found.length} ways to pay`))
    : toTerminalHealth('protocol', prefixed('the merchant has no way to pay'))
}
