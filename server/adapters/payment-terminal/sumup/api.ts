import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import {
  type ApiAnswer,
  type CallLimits,
  sendRequest,
  toApiAnswer,
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

  /** Tries again within the limits: always what was not sent, and what may be repeated also after a lost answer. */
  async call(settings: SumupSettings, call: SumupCall, limits: CallLimits): Promise<ApiAnswer> {
    for (let tries = 0; ; tries++) {
      const answer = await this.#callOnce(settings, call, limits)
      const isLimited = answer.kind === 'refused' && answer.status === 429
      const isWorthIt = answer.kind === 'unsent' || isLimited || (answer.kind === 'lost' && call.repeats)
      const pauseMs = this.#times.backOffMs * 2 ** tries
      if (!isWorthIt || limits.signal?.aborted || performance.now() + pauseMs >= limits.until) return answer
      await sleep(pauseMs, undefined, { ref: false })
    }
  }

  async #callOnce(settings: SumupSettings, call: SumupCall, { until, signal }: CallLimits): Promise<ApiAnswer> {
    const { environment, merchant_code: merchant, api_key: key } = settings
    const { method, version, path, body } = call
    const { requestMs: answerMs } = this.#times
    const connectBy = Math.min(until, performance.now() + answerMs)
    const request = {
      url: new URL(`/${version}/merchants/${merchant}${path}`, this.#urls[environment]),
      method,
      headers: { authorization: `Bearer ${key}` },
      body: body && JSON.stringify(body),
    }
    const response = await sendRequest(request, { connectBy, answerMs, signal })
    if (response.kind !== 'answered') return response
    const answer = parseJson(response.text)
    return toApiAnswer(response.status, answer, parseReason(answer, response.status))
  }
}
