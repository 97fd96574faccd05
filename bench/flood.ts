// Child process that sends requests from one address over many connections, each as soon as the last is answered, until its input
// ends; prints the count of each response status. It reads only the first line of each response: an HTTP client would need more
// of the machine than the server does.
import { once } from 'node:events'
import { connect } from 'node:net'
import { randomToken } from '#server/platform/secrets/secrets.ts'
import type { Flood, FloodKind } from './flood-kinds.ts'

const { port, kind, connections, cookie, csrfToken }: Flood = JSON.parse(process.argv[2] ?? 'null')
/** The benchmark's shoppers use a different address. */
const ADDRESS = '127.0.0.2'

const CALLS: Record<FloodKind, () => { path: string; body: object; cookie: string }> = {
  'web-vitals': () => ({ path: 'web-vitals', body: { name: 'LCP', value: 1, rating: 'good', path: '/home' }, cookie }),
  // A new, never issued token each time, so that the server looks the session up in the database.
  authenticate: () => ({ path: 'authenticate', body: {}, cookie: `puoti-session=${randomToken()}` }),
  code: () => ({ path: 'login/code', body: { email: 'nobody@puoti.example', code: '123456' }, cookie }),
}

function requestText(): string {
  const { path, body, cookie: sent } = CALLS[kind]()
  const payload = JSON.stringify(body)
  const head = [
    `POST /api/${path} HTTP/1.1`,
    `Host: 127.0.0.1:${port}`,
    `Cookie: ${sent}`,
    `X-CSRF-Token: ${csrfToken}`,
    'Content-Type: application/json',
    `Content-Length: ${payload.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${payload}`
}

const answers: Record<string, number> = {}
let isOver = false

function flood(): void {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ADDRESS }, () => socket.write(requestText()))
  socket.setNoDelay(true)
  socket.on('data', (chunk: Buffer) => {
    const [, status] = /^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1', 0, 15)) ?? []
    if (status === undefined) return
    answers[status] = (answers[status] ?? 0) + 1
    if (!isOver) socket.write(requestText())
  })
  socket.on('error', () => undefined)
  // Reconnects when the connection closes.
  socket.on('close', () => isOver || flood())
}

for (let number = 0; number < connections; number++) flood()
process.stdin.resume()
await once(process.stdin, 'end')
isOver = true
console.log(JSON.stringify(answers))
process.exit(0)
