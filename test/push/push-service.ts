import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { browserKeys, type BrowserKeys } from './browser-keys.ts'
import { selfSignedCertificate } from './certificate.ts'
import { readVapid } from './vapid.ts'

/** How a push service responds to a message: a status, or something worse. */
export type Behaviour = number | 'cut' | 'silent' | 'redirect' | 'cut-after-status'

/** A message as the browser reads it. `problem`: the sender's mistake. */
export type Received = {
  device: string
  headers: IncomingMessage['headers']
  payload: unknown
  publicKey: string | undefined
  contact: string | undefined
  problem: string | undefined
}

export type Browser = { id: string; endpoint: string; keys: { p256dh: string; auth: string } }

type Options = {
  behave?: (device: string) => Behaviour
  headers?: Record<string, string>
  /** A certificate that is already trusted; a new one by default. */
  certificate?: { cert: string; key: string }
  port?: number
  /** The longest delay of a response. */
  thinkMs?: number
}

/**
 * A local push service, with the browsers that subscribed to it. It decrypts messages as the browser would, and checks the
 * sender's signature. Its certificate is self-signed: trust `cert`, or put its file into NODE_EXTRA_CA_CERTS.
 */
export async function openPushService(options: Options = {}) {
  const { key, cert } = options.certificate ?? selfSignedCertificate()
  const browsers = new Map<string, BrowserKeys>()
  const received: Received[] = []
  const state = { behave: options.behave ?? (() => 201), headers: options.headers ?? {}, connections: 0 }
  const server = createServer(
    { key, cert },
    (request, response) => void receive(request, response).catch(() => undefined),
  )
  async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    // A message counts as received before the response, like a phone that rings before the server receives it.
    const device = request.url?.replace('/push/', '') ?? ''
    received.push(readMessage({ device, request, body, keys: browsers.get(device), origin }))
    if (options.thinkMs) await sleep(Math.random() * options.thinkMs)
    answer(response, state.behave(device), { ...state.headers, location: `${origin}/push/elsewhere` })
  }
  server.on('connection', () => state.connections++)
  await new Promise<void>(resolve => void server.listen(options.port ?? 0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address of this type.
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    cert,
    key,
    received,
    state,
    /** A browser that has just subscribed. */
    subscribe(id = `device-${browsers.size + 1}`): Browser {
      const keys = browserKeys()
      browsers.set(id, keys)
      return { id, endpoint: `${origin}/push/${id}`, keys: { p256dh: keys.p256dh, auth: keys.auth } }
    },
    async close(): Promise<void> {
      server.closeAllConnections()
      await new Promise<void>(resolve => void server.close(() => resolve()))
    },
  }
}
export type TestPushService = Awaited<ReturnType<typeof openPushService>>

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}

type Arrived = { device: string; request: IncomingMessage; body: Buffer; keys: BrowserKeys | undefined; origin: string }

function readMessage({ device, request, body, keys, origin }: Arrived): Received {
  const { headers } = request
  const empty = { device, headers, payload: undefined, publicKey: undefined, contact: undefined }
  try {
    const { publicKey, sub: contact } = readVapid(headers.authorization, origin)
    if (!keys) return { ...empty, problem: 'no such browser' }
    if (headers['content-encoding'] !== 'aes128gcm') return { ...empty, problem: 'another encoding' }
    if (!/^\d+$/.test(String(headers.ttl))) return { ...empty, problem: 'no TTL' }
    if (body.length > 4096) return { ...empty, problem: 'too long' }
    const payload: unknown = JSON.parse(keys.decrypt(body))
    return { device, headers, payload, publicKey, contact, problem: undefined }
  } catch (error) {
    return { ...empty, problem: String(error) }
  }
}

function answer(response: ServerResponse, behaviour: Behaviour, headers: Record<string, string>): void {
  if (behaviour === 'silent') return
  if (behaviour === 'cut') return void response.socket?.destroy()
  if (behaviour === 'redirect') return void response.writeHead(307, headers).end()
  if (behaviour === 'cut-after-status') {
    response.writeHead(201, { 'content-length': '100' }).write('x')
    return void setTimeout(() => response.socket?.destroy(), 20)
  }
  response.writeHead(behaviour, headers).end('x'.repeat(behaviour === 500 ? 100_000 : 0))
}
