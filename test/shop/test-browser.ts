import type { FastifyInstance } from 'fastify'

type Answer = { status: number; body: Record<string, unknown>; headers: Record<string, unknown> }

/** A browser's side of the API: it keeps cookies and the CSRF token. */
export class TestBrowser {
  readonly app: FastifyInstance
  readonly headers: Record<string, string>
  readonly cookies = new Map<string, string>()
  csrf = ''

  constructor(app: FastifyInstance, headers: Record<string, string>) {
    this.app = app
    this.headers = headers
  }

  /** `request`: "POST login". Stores cookies and a token of the response. */
  async call(request: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const [method = 'GET', path = ''] = request.split(' ')
    const response = await this.app.inject({
      // Tests only use methods of the contract.
      method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: `/api/${path}`,
      headers: { 'x-csrf-token': this.csrf, cookie: this.cookieHeader(), ...this.headers, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    for (const { name, value, maxAge } of response.cookies) {
      if (maxAge === 0) this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const parsed: unknown = response.body ? JSON.parse(response.body) : {}
    const answer = parsed as Record<string, unknown>
    if (typeof answer['csrf_token'] === 'string') this.csrf = answer['csrf_token']
    return { status: response.statusCode, body: answer, headers: response.headers }
  }

  cookieHeader(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  /** A browser that has opened the app and has its token. */
  async opened(): Promise<this> {
    await this.call('POST authenticate')
    return this
  }
}
