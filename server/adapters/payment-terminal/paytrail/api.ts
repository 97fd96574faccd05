import { z } from 'zod'
import { toTerminalHealth, type TerminalHealth } from '#domain/payments/terminal-health.ts'
import {
  type ApiAnswer,
  type ApiResponse,
  type CallLimits,
  repeatCall,
  sendRequest,
  toApiAnswer,
  toRequestLimits,
} from '#server/adapters/payment-terminal/api-call.ts'
import { parseJson } from '#server/adapters/payment-terminal/connection-findings.ts'
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

const problemBody = z.object({ message: z.string() })

/** Signed calls of the Payment API. An answer counts only with the vendor's signature. */
export class PaytrailApi {
  readonly #urls: PaytrailOptions['urls']
  readonly #times: PaytrailTimes

  constructor(urls: PaytrailOptions['urls'], times: PaytrailTimes) {
    this.#urls = urls
    this.#times = times
  }

  call(settings: PaytrailSettings, call: PaytrailCall, limits: CallLimits): Promise<ApiAnswer> {
    const { backOffMs } = this.#times
    return repeatCall(() => this.#callOnce(settings, call, limits), limits, { repeats: call.repeats, backOffMs })
  }

  async #callOnce(settings: PaytrailSettings, call: PaytrailCall, limits: CallLimits): Promise<ApiAnswer> {
    const { method, path, transactionId } = call
    const body = call.body && JSON.stringify(call.body())
    const headers = signedHeaders(settings, { method, transactionId, body })
    const url = new URL(path, this.#urls[settings.environment])
    const response = await sendRequest({ url, method, headers, body }, toRequestLimits(limits, this.#times.requestMs))
    return response.kind === 'answered' ? readAnswer(settings, response) : response
  }
}

function readAnswer(settings: PaytrailSettings, { status, headers, text }: ApiResponse): ApiAnswer {
  const body = parseJson(text)
  const answer = toApiAnswer(status, body, problemBody.safeParse(body).data?.message ?? `HTTP ${status}`)
  return answer.kind !== 'ok' || isSigned(settings, headers, text)
    ? answer
    : { kind: 'lost', finding: 'protocol', why: 'the answer isn’t signed' }
}

const prefixPaytrail = (text: string) => `Paytrail: ${text}`
const methodGroups = z.array(z.object({ providers: z.array(z.object({ id: z.string() })) }))

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
    return toTerminalHealth(
      'invalidSettings',
      prefixPaytrail(error instanceof Error ? error.message : 'wrong settings'),
    )
  }
  if (!settings) return toTerminalHealth('noSettings', prefixPaytrail('the terminal has no settings'))
  const call = { method: 'GET', path: '/merchants/grouped-payment-providers', repeats: true } as const
  const answer = await api.call(settings, call, { until })
  if (answer.kind === 'refused') {
    const isAboutKeys = answer.status === 401 || answer.status === 403
    const detail = prefixPaytrail(`HTTP ${answer.status}, ${answer.why}`)
    return toTerminalHealth(isAboutKeys ? 'invalidCredentials' : 'protocol', detail)
  }
  if (answer.kind !== 'ok') return toTerminalHealth(answer.finding, prefixPaytrail(answer.why))
  const found =
    z
      .object({ groups: methodGroups })
      .safeParse(answer.body)
      .data?.groups.flatMap(({ providers }) => providers) ?? []
  return found.length > 0
    ? toTerminalHealth('ready', prefixPaytrail(`${settings.environment}, ${found.length} ways to pay`))
    : toTerminalHealth('protocol', prefixPaytrail('the merchant has no way to pay'))
}
