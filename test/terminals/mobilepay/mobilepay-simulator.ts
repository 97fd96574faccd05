import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { MobilepaySettings } from '#server/adapters/payment-terminal/mobilepay/settings.ts'
import { AppPayment, type AppEvent, type Hidden } from './app-payment.ts'
import { isLanding, serveLanding } from './landing.ts'
import * as published from './published-schema.ts'
import { signedHeaders, type Webhook } from './webhooks.ts'

export type Operation = 'token' | 'create' | 'get' | 'events' | 'capture' | 'cancel' | 'refund'
/**
 * What happens to the next call of an operation. `lose_request`: it never arrives; `lose_answer`: it takes effect, and the
 * connection is cut; `late`: its answer takes `ms`; otherwise the API answers with this status and does nothing.
 */
export type AppFault = { operation: Operation; act: 'lose_request' | 'lose_answer' | 'late' | number; ms?: number }

type Options = { expireMs?: number; skewMs?: number; limits?: boolean }
type Reply = { status: number; body?: unknown }
type ReceivedRequest = { operation: Operation; reference: string; headers: IncomingMessage['headers']; body: unknown }

export const SETTINGS: MobilepaySettings = {
  transport: 'mobilepay',
  environment: 'test',
  merchant_serial_number: '123456',
  user_flow: 'WEB_REDIRECT',
  receipt_lines: 'HIDDEN',
  client_id: 'simulated-client',
  client_secret: 'simulated-client-secret',
  subscription_key: 'simulated-subscription-key',
  webhook_secret: 'simulated-webhook-secret',
}
const PER_MINUTE: Record<Operation, number> = {
  token: 60,
  create: 5,
  get: 120,
  events: 120,
  capture: 5,
  cancel: 5,
  refund: 5,
}

const problem = (status: number, title: string): Reply => ({
  status,
  body: { type: `https://httpstatuses.io/${status}`, title, status, traceId: randomUUID() },
})

/**
 * The ePayment API as its published schema describes it, with faults. It was written from the schema and the vendor's texts: it was
 * never compared with the vendor's test environment, whose refusals, limits and delays may differ.
 */
export class MobilepaySimulator {
  readonly payments = new Map<string, AppPayment>()
  /** Everything that was asked, valid or not. */
  readonly received: ReceivedRequest[] = []
  /** Requests that break the published schema. */
  readonly invalid: string[] = []
  webhook: Webhook | undefined
  hidden: Hidden = {}
  /** What happens to a call for which no fault is waiting. */
  fate: ((operation: Operation) => Omit<AppFault, 'operation'> | undefined) | undefined
  /** Called when a shopper opens a payment's link. */
  onOpened: ((payment: AppPayment) => void) | undefined
  /** The statuses of the shop's answers to webhooks. */
  readonly webhookAnswers: number[] = []
  readonly #server: Server
  readonly #options: Required<Options>
  readonly #faults: AppFault[] = []
  readonly #answers = new Map<string, { requestText: string; reply: Reply }>()
  readonly #tokens = new Set<string>()
  readonly #calls = new Map<string, number[]>()

  constructor({ expireMs = 600_000, skewMs = 0, limits = true }: Options = {}) {
    this.#options = { expireMs, skewMs, limits }
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this.url
  }

  get url(): string {
    // A server that listens on a port has an address that is an object.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  fault(...faults: AppFault[]): void {
    this.#faults.push(...faults)
  }

  noFaults(): void {
    this.#faults.length = 0
    this.hidden = {}
  }

  /** Tokens that were given out are refused from now on. */
  revokeTokens(): void {
    this.#tokens.clear()
  }

  async shown(reference: string): Promise<AppPayment> {
    for (;;) {
      const payment = this.payments.get(reference)
      if (payment) return payment
      await sleep(5)
    }
  }

  async close(): Promise<void> {
    for (const payment of this.payments.values()) payment.close()
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isLanding(request)) return serveLanding(this, request, response)
    const text = await readBody(request)
    const { operation, reference } = parseOperation(request)
    if (!operation) return send(response, problem(404, 'Not Found'))
    const fault = this.#nextFault(operation)
    if (fault?.act === 'lose_request') return void request.socket.destroy()
    if (typeof fault?.act === 'number') return send(response, problem(fault.act, `HTTP ${fault.act}`))
    const body = parsed(text)
    const received = { operation, headers: request.headers, body, reference: reference || referenceIn(body) }
    this.received.push(received)
    const reply = this.#admit(received)
    if (fault?.act === 'late') await sleep(fault.ms ?? 0)
    if (fault?.act === 'lose_answer') return void request.socket.destroy()
    send(response, reply)
  }

  #nextFault(operation: Operation): Omit<AppFault, 'operation'> | undefined {
    const index = this.#faults.findIndex(each => each.operation === operation)
    return index < 0 ? this.fate?.(operation) : this.#faults.splice(index, 1)[0]
  }

  /** The published schema, the keys, and the limits, before the operation itself. */
  #admit(received: ReceivedRequest): Reply {
    const { operation, headers } = received
    const wrong = wrongIn(received)
    this.invalid.push(...wrong)
    if (wrong.length > 0) return problem(400, 'Bad Request')
    const isKnown =
      headers['ocp-apim-subscription-key'] === SETTINGS.subscription_key &&
      headers['merchant-serial-number'] === SETTINGS.merchant_serial_number
    if (!isKnown) return problem(401, 'Unauthorized')
    if (operation === 'token') return this.#token(headers)
    if (!this.#tokens.has(headers.authorization ?? '')) return problem(401, 'Unauthorized')
    if (this.#isLimited(received)) return problem(429, 'Too Many Requests')
    return isChange(operation) ? this.#once(received) : this.#query(received)
  }

  /** The wrong clock is in every absolute time; a client that counts seconds is not misled. */
  #token(headers: IncomingMessage['headers']): Reply {
    const isRight = headers['client_id'] === SETTINGS.client_id && headers['client_secret'] === SETTINGS.client_secret
    if (!isRight) return problem(401, 'Unauthorized')
    const access_token = randomUUID()
    this.#tokens.add(`Bearer ${access_token}`)
    const now = Math.floor(this.#now().getTime() / 1000)
    const times = { expires_in: '3599', ext_expires_in: '0', expires_on: `${now + 3599}`, not_before: `${now}` }
    return { status: 200, body: { token_type: 'Bearer', ...times, resource: 'simulated', access_token } }
  }

  #isLimited({ operation, reference }: ReceivedRequest): boolean {
    const since = performance.now() - 60_000
    const calls = (this.#calls.get(`${operation} ${reference}`) ?? []).filter(at => at > since)
    this.#calls.set(`${operation} ${reference}`, [...calls, performance.now()])
    return this.#options.limits && calls.length >= PER_MINUTE[operation]
  }

  /** The same key gets the same answer; with another request it is a conflict. */
  #once(received: ReceivedRequest): Reply {
    const { operation, reference, headers, body } = received
    const key = String(headers['idempotency-key'])
    const requestText = JSON.stringify([operation, reference, body])
    const stored = this.#answers.get(key)
    if (stored)
      return stored.requestText === requestText ? stored.reply : problem(409, 'Idempotency key was used before')
    const reply = operation === 'create' ? this.#create(received, key) : this.#change(received, key)
    this.#answers.set(key, { requestText, reply })
    return reply
  }

  #create({ reference, body }: ReceivedRequest, key: string): Reply {
    if (this.payments.has(reference)) return problem(409, 'Reference was used before')
    const created = published.createRequest.parse(body)
    const link = `${this.url}/landing?token=${reference}`
    const input = { created, link, key, now: this.#now, expireMs: this.#options.expireMs }
    this.payments.set(reference, new AppPayment(input, event => void this.#notify(event)))
    return { status: 201, body: { redirectUrl: link, reference } }
  }

  #change({ operation, reference, body }: ReceivedRequest, key: string): Reply {
    const payment = this.payments.get(reference)
    if (!payment) return problem(404, 'Payment not found')
    const cents = operation === 'cancel' ? 0 : published.modificationRequest.parse(body).modificationAmount.value
    const refused =
      operation === 'cancel'
        ? payment.cancel(key, published.cancelRequest.parse(body)?.cancelTransactionOnly)
        : operation === 'capture'
          ? payment.capture(cents, key)
          : payment.refund(cents, key)
    return refused === undefined ? { status: 200, body: payment.toChangeResponse() } : problem(400, refused)
  }

  #query({ operation, reference }: ReceivedRequest): Reply {
    const payment = this.payments.get(reference)
    if (!payment) return problem(404, 'Payment not found')
    return {
      status: 200,
      body: operation === 'events' ? payment.toEventsResponse(this.hidden) : payment.toResponse(this.hidden),
    }
  }

  #now = (): Date => new Date(Date.now() + this.#options.skewMs)

  async #notify(event: AppEvent): Promise<void> {
    if (!this.webhook) return
    const { url, secret, deliveries, through = new URL(url).origin } = this.webhook
    const body = JSON.stringify({ msn: SETTINGS.merchant_serial_number, ...event })
    const sent = { method: 'POST', headers: signedHeaders({ url, secret, body, at: this.#now() }), body }
    for (const ms of deliveries()) {
      if (ms > 0) await sleep(ms, undefined, { ref: false })
      const answer = await fetch(new URL(new URL(url).pathname, through), sent).catch(() => undefined)
      this.webhookAnswers.push(answer?.status ?? 0)
    }
  }
}

const isChange = (operation: Operation): boolean => !['token', 'get', 'events'].includes(operation)

/** What breaks the published schema. */
function wrongIn({ operation, headers, body }: ReceivedRequest): string[] {
  const headerSchema =
    operation === 'token'
      ? published.tokenHeaders
      : isChange(operation)
        ? published.changeHeaders
        : published.queryHeaders
  const bodies = {
    create: published.createRequest,
    cancel: published.cancelRequest,
    capture: published.modificationRequest,
    refund: published.modificationRequest,
  }
  const bodySchema = operation in bodies ? bodies[operation as keyof typeof bodies] : undefined
  const issues = [
    ...(headerSchema.safeParse(headers).error?.issues ?? []),
    ...(bodySchema?.safeParse(body).error?.issues ?? []),
  ]
  return issues.map(({ path, message }) => `${operation}: ${path.join('.')} ${message}`)
}

const PATH = /^\/epayment\/v1\/payments(?:\/([^/]+)(?:\/(events|capture|cancel|refund))?)?$/

function parseOperation({ method, url = '' }: IncomingMessage): { operation?: Operation; reference: string } {
  if (method === 'POST' && url === '/accesstoken/get') return { operation: 'token', reference: '' }
  const [isOurs, reference = '', action = ''] = PATH.exec(url) ?? []
  if (isOurs === undefined) return { reference }
  if (reference === '') return { ...(method === 'POST' && { operation: 'create' }), reference }
  if (method === 'GET' && (action === '' || action === 'events')) return { operation: action || 'get', reference }
  const isPosted = method === 'POST' && (action === 'capture' || action === 'cancel' || action === 'refund')
  return { ...(isPosted && { operation: action }), reference }
}

const referenceIn = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'reference' in body ? String(body.reference) : ''

function send(response: ServerResponse, { status, body }: Reply): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type }).end(body === undefined ? undefined : JSON.stringify(body))
}

/** Undefined when it is no JSON, which the schema then refuses. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}
