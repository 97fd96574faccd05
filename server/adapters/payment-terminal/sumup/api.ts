import { z } from 'zod'
import {
  type ApiAnswer,
  type CallLimits,
  repeatCall,
  sendRequest,
  toApiAnswer,
  toRequestLimits,
} from '#server/adapters/payment-terminal/api-call.ts'
import { parseJson } from '#server/adapters/payment-terminal/connection-findings.ts'
import type { SumupOptions, SumupSettings, SumupTimes } from './settings.ts'

/** `path` without the merchant. `repeats`: a repeated call does no harm. */
export type SumupCall = {
  method: 'GET' | 'POST' | 'PATCH'
  version: string
  path: string
  body?: object
  repeats: boolean
}

/** The two forms of the vendor's errors. */
const problemBody = z.object({ title: z.string(), detail: z.string().optional() })
const errorsBody = z.object({ errors: z.object({ type: z.string().optional(), detail: z.string().optional() }) })

function parseReason(body: unknown, status: number): string {
  const { type, detail } = errorsBody.safeParse(body).data?.errors ?? {}
  return type ?? detail ?? problemBody.safeParse(body).data?.title ?? `HTTP ${status}`
}

/** Calls of the API with a merchant's key. */
export class SumupApi {
  readonly #urls: SumupOptions['urls']
  readonly #times: SumupTimes

  constructor(urls: SumupOptions['urls'], times: SumupTimes) {
    this.#urls = urls
    this.#times = times
  }

  call(settings: SumupSettings, call: SumupCall, limits: CallLimits): Promise<ApiAnswer> {
    const { backOffMs } = this.#times
    return repeatCall(() => this.#callOnce(settings, call, limits), limits, { repeats: call.repeats, backOffMs })
  }

  async #callOnce(settings: SumupSettings, call: SumupCall, limits: CallLimits): Promise<ApiAnswer> {
    const { environment, merchant_code: merchant, api_key: key } = settings
    const { method, version, path, body } = call
    const request = {
      url: new URL(`/${version}/merchants/${merchant}${path}`, this.#urls[environment]),
      method,
      headers: { authorization: `Bearer ${key}` },
      body: body && JSON.stringify(body),
    }
    const response = await sendRequest(request, toRequestLimits(limits, this.#times.requestMs))
    if (response.kind !== 'answered') return response
    const answer = parseJson(response.text)
    return toApiAnswer(response.status, answer, parseReason(answer, response.status))
  }
}
