import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { toFinding } from '#server/adapters/payment-terminal/connection-findings.ts'
import { freePort } from '#test/free-port.ts'
import { getIds, jsonposBench, never, newPayment, TERMINAL } from '#test/terminals/jsonpos-bench.ts'
import { JsonposTerminals } from './jsonpos-terminal.ts'
import type { JsonposSettings } from './settings.ts'

const bench = jsonposBench()
const opened: { server: Server; sockets: Set<Socket> }[] = []
afterEach(() => {
  for (const { server, sockets } of opened.splice(0)) {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
})

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => sockets.add(socket.on('error', () => undefined)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.push({ server, sockets })
  // A TCP server's address is an object once it listens.
  return (server.address() as AddressInfo).port
}

const gateway = (path = `/terminal/${TERMINAL}/jsonpos`, port = bench.simulator().ready.webSocketPort) =>
  `ws://127.0.0.1:${port}${path}`

/** Accepts any input and sends only `text`. */
const speaking = (text?: string) => listening(createServer(socket => void (text !== undefined && socket.write(text))))
const answering = (status: number) => {
  const server = createHttpServer((_request, response) => response.writeHead(status).end())
  server.on('upgrade', (_request, socket) => socket.end(`HTTP/1.1 ${status} No\r\nConnection: close\r\n\r\n`))
  return listening(server)
}

/** A label longer than DNS allows, so that no name server is queried. */
const NO_NAME = `${'a'.repeat(64)}.example`
const QUICK = { connectMs: 1000, answerMs: 300 }

describe.each(['tcp', 'websocket'] as const)('a health check of a terminal over %s', transport => {
  test('reports it as ready, and as busy during a payment', async () => {
    const terminals = bench.open(transport)
    const ready = { ok: true, code: 'ready', detail: 'JSONPOS, version 18.7.50' }
    expect(await terminals.health(TERMINAL)).toEqual(ready)
    const payment = newPayment()
    const answer = terminals.start(payment, never())
    await bench.simulator().shown(getIds(payment))
    expect(await terminals.health(TERMINAL)).toMatchObject({ ok: true, code: 'busy' })
    await bench.simulator().press(TERMINAL, 'approve')
    expect(await answer).toMatchObject({ kind: 'approved' })
    expect(await terminals.health(TERMINAL)).toEqual(ready)
  })

  test('reports a wrong key without repeating it', async () => {
    const terminals = bench.open(transport, { settings: { api_key: 'not-this-k3y' } })
    const health = await terminals.health(TERMINAL)
    expect(health).toEqual({ ok: false, code: 'invalidKey', detail: 'JSONPOS: INVALID_API_KEY' })
  })

  test('reports a terminal that keeps the connection open but does not answer', async () => {
    const terminals = bench.open(transport, { times: QUICK })
    expect(await terminals.health(TERMINAL)).toMatchObject({ code: 'ready' })
    await bench.simulator().mute(TERMINAL, true)
    expect(await terminals.health(TERMINAL)).toMatchObject({ ok: false, code: 'noAnswer' })
  })
})

type Reached = {
  tcp: Partial<Extract<JsonposSettings, { transport: 'tcp' }>>
  websocket: { url?: string; password?: string }
}

describe('a problem of a terminal', () => {
  test.each<[string, string, () => Promise<Reached['tcp']>]>([
    ['an unknown host name', 'hostNotFound', async () => ({ host: NO_NAME })],
    ['a closed port', 'connectionRefused', async () => ({ port: String(await freePort()) })],
    [
      'another protocol at the port',
      'protocol',
      async () => ({ port: String(await speaking('SSH-2.0-OpenSSH_9.9\r\n')) }),
    ],
    ['a silent port', 'noAnswer', async () => ({ port: String(await speaking()) })],
  ])('is reported over TCP: %s', async (_what, code, settings) => {
    const terminals = bench.open('tcp', { settings: await settings(), times: QUICK })
    expect(await terminals.health(TERMINAL)).toMatchObject({
      ok: false,
      code,
      detail: expect.stringMatching(/^JSONPOS/),
    })
  })

  test.each<[string, string, () => Promise<Reached['websocket']>]>([
    ['an unknown host name', 'hostNotFound', async () => ({ url: `wss://${NO_NAME}/1/jsonpos` })],
    ['a closed port', 'connectionRefused', async () => ({ url: gateway('/1/jsonpos', await freePort()) })],
    ['a server without encryption', 'tls', async () => ({ url: gateway().replace('ws:', 'wss:') })],
    ['a wrong password', 'invalidCredentials', async () => ({ password: 'wrong' })],
    ['no terminal at the address', 'invalidAddress', async () => ({ url: gateway('/', await answering(404)) })],
    ['a failing gateway', 'gatewayFailed', async () => ({ url: gateway('/', await answering(502)) })],
    ['a page instead of a gateway', 'protocol', async () => ({ url: gateway('/', await answering(200)) })],
    ['a silent port', 'connectTimeout', async () => ({ url: gateway('/', await speaking()) })],
  ])('is reported over WebSocket: %s', async (_what, code, settings) => {
    const terminals = bench.open('websocket', { settings: await settings(), times: QUICK })
    const health = await terminals.health(TERMINAL)
    expect(health).toMatchObject({ ok: false, code })
    expect(health.detail).not.toMatch(/simulated-|wrong$/)
  })

  test('is reported when settings are missing or invalid', async () => {
    const findSettings = async (terminalId: number) => {
      if (terminalId === TERMINAL) throw new Error('wrong settings: port')
      return undefined
    }
    const terminals = new JsonposTerminals({ findSettings, inFlightMs: 1000 })
    expect(await terminals.health(TERMINAL)).toMatchObject({ ok: false, code: 'invalidSettings' })
    expect(await terminals.health(TERMINAL + 1)).toMatchObject({ ok: false, code: 'noSettings' })
  })
})

test.each([
  ['EHOSTUNREACH', 'hostUnreachable'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'tls'],
  ['CERT_HAS_EXPIRED', 'tls'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'tls'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'tls'],
  ['EPROTO', 'tls'],
  ['ESOMETHING', 'unknown'],
])('the system error %s is reported as %s', (code, finding) => {
  expect(toFinding(Object.assign(new Error('failed'), { code }))).toBe(finding)
})
