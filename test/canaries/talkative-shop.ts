import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const REPOSITORY = join(import.meta.dirname, '../..')

/** The real server as a child process, at its most verbose log level; records all its output and all its error responses. */
export async function openTalkativeShop(env: Record<string, string>) {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: REPOSITORY,
    env: { PATH, NODE_COMPILE_CACHE, PORT: '0', HOST: '127.0.0.1', PUOTI_LOG_LEVEL: 'trace', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let getOutput = ''
  const open = Promise.withResolvers<string>()
  const listen = (chunk: Buffer) => {
    getOutput += chunk.toString()
    const address = /"msg":"Server listening at (http:[^"]+)"/.exec(getOutput)?.[1]
    if (address) open.resolve(address)
  }
  child.stdout.on('data', listen)
  child.stderr.on('data', listen)
  const ended = once(child, 'close').then(() => open.reject(new Error(`It ended:\n${getOutput}`)))
  const address = await open.promise
  const refusals: string[] = []
  return {
    address,
    getOutput: () => getOutput,
    refusals,
    browser: () => new Browser(address, refusals),
    async close(): Promise<void> {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A browser's state: cookies and CSRF token. */
class Browser {
  readonly #address: string
  readonly #refusals: string[]
  readonly cookies = new Map<string, string>()
  /** All tokens it has ever had. */
  readonly tokens: string[] = []

  constructor(address: string, refusals: string[]) {
    this.#address = address
    this.#refusals = refusals
  }

  /** `request`: "POST login". A string is sent unchanged. */
  async call(request: string, body?: unknown): Promise<{ status: number; body: Record<string, unknown> }> {
    const [method = 'GET', path = ''] = request.split(' ')
    const response = await fetch(`${this.#address}/api/${path}`, {
      method,
      headers: {
        cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-csrf-token': this.tokens.at(-1) ?? '',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      this.cookies.set(name, value)
    }
    const text = await response.text()
    const json = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
    if (typeof json['csrf_token'] === 'string') this.tokens.push(json['csrf_token'])
    // The one error response that legitimately contains a secret: the login form's token.
    else if (response.status >= 400) this.#refusals.push(text)
    return { status: response.status, body: json }
  }
}
export type TalkativeShop = Awaited<ReturnType<typeof openTalkativeShop>>
