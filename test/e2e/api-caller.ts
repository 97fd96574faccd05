import type { APIRequestContext } from '@playwright/test'
import type { RunningShop } from './running-shop.ts'

export type ApiAnswer = { status: number; body: Record<string, unknown>; headers: Record<string, string> }

/** Calls the API with the cookies of a browser, as its app would. */
export class ApiCaller {
  readonly #request: APIRequestContext
  readonly #origin: string
  #csrf: string | undefined

  constructor(request: APIRequestContext, shop: RunningShop) {
    this.#request = request
    this.#origin = shop.origin
  }

  /** `request`: "POST login?lang=fi". */
  async call(request: string, data?: unknown): Promise<ApiAnswer> {
    if (this.#csrf === undefined && request !== 'POST authenticate') {
      this.#csrf = ''
      await this.call('POST authenticate')
    }
    const [method = 'GET', path = ''] = request.split(' ')
    const response = await this.#request.fetch(`${this.#origin}/api/${path}`, {
      method,
      headers: { 'x-csrf-token': this.#csrf ?? '', origin: this.#origin },
      ...(data !== undefined && { data }),
    })
    const text = await response.text()
    const parsed: unknown = text ? JSON.parse(text) : {}
    // Every response of the API is an object, or a list that callers cast themselves.
    const body = parsed as Record<string, unknown>
    if (typeof body['csrf_token'] === 'string') this.#csrf = body['csrf_token']
    return { status: response.status(), body, headers: response.headers() }
  }

  /** Returns the response body; throws when the call fails. */
  async request<Body = Record<string, unknown>>(request: string, data?: unknown): Promise<Body> {
    const { status, body } = await this.call(request, data)
    if (status >= 400) throw new Error(`${request} was answered ${status}: ${JSON.stringify(body)}`)
    // The caller names the type that the contract defines for this response.
    return body as Body
  }
}
