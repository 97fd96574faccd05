import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { selfSignedCertificate } from '#test/push/certificate.ts'
import { type RequestLimits, sendRequest, toApiAnswer } from './api-call.ts'

const [pinned, unknown] = [selfSignedCertificate(), selfSignedCertificate()]
const requests: { key: string | undefined; host: string | undefined; body: string }[] = []
const reply = { status: 200, body: '{"said":"hello"}', headers: {} as Record<string, string>, isSilent: false }

const answering = (certificate: { cert: string; key: string }): Server =>
  createServer(certificate, async (request, response) => {
    let body = ''
    for await (const part of request) body += String(part)
    requests.push({ key: request.headers['authorization'], host: request.headers.host, body })
    if (!reply.isSilent) response.writeHead(reply.status, reply.headers).end(reply.body)
  })
const [trusted, untrusted] = [answering(pinned), answering(unknown)]
/** Accepts connections, and sends nothing. */
const sockets: Socket[] = []
const mute = createTcpServer(socket => void sockets.push(socket.on('error', () => undefined)))

beforeAll(async () => {
  setDefaultCACertificates([...getCACertificates('default'), pinned.cert])
  for (const server of [trusted, untrusted, mute]) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  }
})
beforeEach(() => {
  requests.length = 0
  Object.assign(reply, { status: 200, body: '{"said":"hello"}', headers: {}, isSilent: false })
})
afterAll(() => {
  for (const server of [trusted, untrusted]) server.closeAllConnections()
  for (const socket of sockets) socket.destroy()
  for (const server of [trusted, untrusted, mute]) server.close()
})

// A server that listens on a port has an address that is an object.
const getPort = (server: { address: () => unknown }) => (server.address() as AddressInfo).port
const BODY = '{"hello":"world"}'
const send = (url: string, limits: Partial<RequestLimits> = {}) =>
  sendRequest(
    { url: new URL(url), method: 'POST', headers: { authorization: 'Bearer key' }, body: BODY },
    { connectBy: performance.now() + 2000, answerMs: 2000, ...limits },
  )
const over = (server: Server) => `https://localhost:${getPort(server)}/v1/`

test('a request goes over TLS with its headers, and it is known when it has left', async () => {
  let left = 0
  expect(await send(over(trusted), { onSent: () => (left += 1) })).toMatchObject({
    kind: 'answered',
    status: 200,
    text: reply.body,
  })
  expect(requests).toEqual([{ key: 'Bearer key', host: `localhost:${getPort(trusted)}`, body: BODY }])
  expect(left).toBe(1)
})

test('nothing is sent to a server whose certificate nobody signed, or that no certificate names', async () => {
  expect(await send(over(untrusted))).toMatchObject({ kind: 'unsent', finding: 'tls' })
  expect(await send(over(trusted).replace('localhost', '127.0.0.2'))).toMatchObject({ kind: 'unsent' })
  expect(requests).toEqual([])
})

test.each(['http', 'https'])('nothing was sent where nobody listens: %s', async scheme => {
  expect(await send(`${scheme}://127.0.0.1:1/v1`)).toMatchObject({ kind: 'unsent', finding: 'connectionRefused' })
})

test('nothing was sent when the encryption isn’t ready in time, or nobody waits any more', async () => {
  const url = `https://127.0.0.1:${getPort(mute)}/v1`
  const late = { kind: 'unsent', finding: 'connectTimeout', why: 'no connection in time' }
  expect(await send(url, { connectBy: performance.now() + 100 })).toEqual(late)
  expect(await send(over(trusted), { connectBy: performance.now() - 1 })).toEqual(late)
  const stopped = { signal: AbortSignal.abort() }
  expect(await send(over(trusted), stopped)).toMatchObject({ kind: 'unsent', why: 'not waited for' })
  expect(requests).toEqual([])
})

test.each(['plain', 'encrypted'])(
  'nothing is sent by a process that slept until its connection was too old: %s',
  async line => {
    const plain = createTcpServer(
      socket => void socket.on('data', piece => requests.push({ key: '', host: '', body: String(piece) })),
    )
    plain.listen(0, '127.0.0.1')
    await once(plain, 'listening')
    const sent = send(line === 'plain' ? `http://127.0.0.1:${getPort(plain)}/v1` : over(trusted))
    // The system reports the connection before any timer of the awoken process fires.
    const now = performance.now()
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 20_000)
    try {
      expect(await sent).toEqual({ kind: 'unsent', finding: 'connectTimeout', why: 'no connection in time' })
    } finally {
      clock.mockRestore()
    }
    await sleep(50)
    expect(requests).toEqual([])
    plain.close()
  },
)

test('a request that may have arrived is lost: without an answer in time, or when nobody waits any more', async () => {
  reply.isSilent = true
  expect(await send(over(trusted), { answerMs: 100 })).toMatchObject({ kind: 'lost', finding: 'noAnswer' })
  const stopping = new AbortController()
  const sent = send(over(trusted), { signal: stopping.signal, onSent: () => setTimeout(() => stopping.abort(), 50) })
  expect(await sent).toMatchObject({ kind: 'lost', why: 'not waited for' })
  expect(requests).toHaveLength(2)
})

test('no redirect is followed', async () => {
  Object.assign(reply, { status: 302, headers: { location: over(trusted) } })
  expect(await send(over(trusted))).toMatchObject({ kind: 'answered', status: 302 })
  expect(requests).toHaveLength(1)
})

test('an answer that is too long has no text', async () => {
  reply.body = 'x'.repeat(1_000_001)
  expect(await send(over(trusted))).toMatchObject({ kind: 'answered', text: '' })
})

test.each([
  [200, 'ok'],
  [302, 'lost'],
  [408, 'lost'],
  [500, 'lost'],
  [401, 'refused'],
] as const)('HTTP %s is understood as %s', (status, kind) => {
  expect(toApiAnswer(status, {}, 'why')).toMatchObject({ kind })
})
