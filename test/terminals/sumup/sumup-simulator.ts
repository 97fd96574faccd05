import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { z } from 'zod'
import type { SumupSettings } from '#server/adapters/payment-terminal/sumup/settings.ts'
import * as published from './published-schema.ts'
import { ReaderPayment } from './reader-payment.ts'

export type Operation =
  | 'pair'
  | 'list'
  | 'reader'
  | 'status'
  | 'settings'
  | 'changeSettings'
  | 'checkout'
  | 'getCheckout'
  | 'terminate'
  | 'transaction'
  | 'refund'
/**
 * What happens to the next call of an operation. `lose_request`: it never arrives; `lose_answer`: it takes effect, and the connection is
 * cut; `late`: its answer takes `ms`; otherwise the API answers with this status and does nothing.
 */
export type SumupFault = { operation: Operation; act: 'lose_request' | 'lose_answer' | 'late' | number; ms?: number }
type Reply = { status: number; body?: object }
type ReceivedRequest = { operation: Operation; id: string; query: URLSearchParams; text: string }
type Reader = z.infer<typeof published.reader>
type MenuLock = z.infer<typeof published.settingsRequest>['menu_lock']

export const PAIRING_CODE = '4WLFDSBF'
export const SETTINGS: SumupSettings = {
  transport: 'sumup',
  environment: 'test',
  merchant_code: 'MC0X0ABC',
  pairing_code: PAIRING_CODE,
  app_id: 'fi.puoti.test',
  affiliate_key: 'sup_afk_123',
  api_key: 'sup_sk_123',
}

const problem = (status: number, title: string): Reply => ({
  status,
  body: { type: 'https://developer.sumup.com/problem', title, status },
})
const error = (status: number, type: string): Reply => ({ status, body: { errors: { type, detail: type } } })
const newReaderId = () => `rdr_${randomBytes(13).toString('hex').toUpperCase()}`

const BODIES: Partial<Record<Operation, z.ZodType>> = {
  pair: published.pairRequest,
  changeSettings: published.settingsRequest,
  checkout: published.checkoutRequest,
  terminate: published.terminateRequest,
  refund: published.refundRequest,
}
const ANSWERS: Partial<Record<Operation, z.ZodType>> = {
  pair: published.reader,
  reader: published.reader,
  status: published.statusResponse,
  settings: published.settings,
  changeSettings: published.settingsResponse,
  getCheckout: published.checkoutResponse,
  transaction: published.transaction,
}

/**
 * The Cloud API with Solo readers, as its published document and pages describe them, with faults. It was never compared with the
 * vendor's service, whose refusals and delays may differ.
 */
export class SumupSimulator {
  readonly payments: ReaderPayment[] = []
  readonly readers: Reader[] = []
  readonly received: ReceivedRequest[] = []
  /** Requests and answers that break the published schema. */
  readonly invalid: string[] = []
  /** The codes that a reader shows now. */
  readonly shownCodes = new Set([PAIRING_CODE])
  /** Of the readers, by their ids. */
  readonly menuLocks = new Map<string, MenuLock>()
  isOnline = true
  isUpdating = false
  model: 'solo' | 'virtual-solo' = 'solo'
  onShown: ((payment: ReaderPayment) => void) | undefined
  /** What happens to a call for which no fault is waiting. */
  fate: ((operation: Operation) => Omit<SumupFault, 'operation'> | undefined) | undefined
  readonly #server: Server
  readonly #faults: SumupFault[] = []

  constructor() {
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

  fault(...faults: SumupFault[]): void {
    this.#faults.push(...faults)
  }

  clearFaults(): void {
    this.#faults.length = 0
    this.isOnline = true
    this.isUpdating = false
    for (const payment of this.payments) payment.decline()
  }

  /** What a reader shows. */
  get current(): ReaderPayment | undefined {
    return this.payments.find(({ status }) => status === 'pending')
  }

  #shownAt({ id }: Reader): ReaderPayment | undefined {
    return this.payments.findLast(({ readerId, status }) => readerId === id && status === 'pending')
  }

  async shown(serviceId: string): Promise<ReaderPayment> {
    for (;;) {
      const payment = this.payments.find(each => each.serviceId === serviceId)
      if (payment) return payment
      await sleep(5)
    }
  }

  getCount = (operation: Operation): number => this.received.filter(each => each.operation === operation).length

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const text = await readBody(request)
    const { operation, merchant, id = '', query } = parseOperation(request)
    if (!operation) return send(response, problem(404, 'Not Found'))
    const fault = this.#nextFault(operation)
    if (fault?.act === 'lose_request') return void request.socket.destroy()
    if (typeof fault?.act === 'number') return send(response, problem(fault.act, `HTTP ${fault.act}`))
    const received = { operation, id, query, text }
    this.received.push(received)
    const isKnown =
      request.headers.authorization === `Bearer ${SETTINGS.api_key}` && merchant === SETTINGS.merchant_code
    const reply = isKnown ? this.#admit(received) : problem(401, 'Unauthorized')
    this.#check(operation, reply)
    if (fault?.act === 'late') await sleep(fault.ms ?? 0)
    if (fault?.act === 'lose_answer') return void request.socket.destroy()
    send(response, reply)
  }

  #nextFault(operation: Operation): Omit<SumupFault, 'operation'> | undefined {
    const index = this.#faults.findIndex(each => each.operation === operation)
    return index < 0 ? this.fate?.(operation) : this.#faults.splice(index, 1)[0]
  }

  #check(operation: Operation, { status, body }: Reply): void {
    const { issues = [] } = (status < 300 && ANSWERS[operation]?.safeParse(body).error) || {}
    this.invalid.push(...issues.map(({ path, message }) => `answer to ${operation}: ${path.join('.')} ${message}`))
  }

  #admit(received: ReceivedRequest): Reply {
    const { operation, text } = received
    const body = text === '' ? undefined : (JSON.parse(text) as unknown)
    const { issues = [] } = BODIES[operation]?.safeParse(body).error ?? {}
    this.invalid.push(...issues.map(({ path, message }) => `${operation}: ${path.join('.')} ${message}`))
    return issues.length > 0 ? problem(400, 'Bad Request') : this.#answer(received, body)
  }

  #answer({ operation, id, query }: ReceivedRequest, body: unknown): Reply {
    if (operation === 'pair') return this.#pair(published.pairRequest.parse(body))
    if (operation === 'list') return { status: 200, body: { items: this.readers } }
    if (operation === 'transaction') return this.#findTransaction(query)
    if (operation === 'refund') return this.#refund(id, published.refundRequest.parse(body))
    const [readerId, checkoutId] = id.split('/')
    const reader = this.readers.find(each => each.id === readerId)
    if (!reader) return error(404, 'NOT_FOUND')
    if (operation === 'reader') return { status: 200, body: reader }
    if (operation === 'status') return { status: 200, body: { data: this.#state(reader) } }
    if (operation === 'settings')
      return { status: 200, body: { data: { menu_lock: this.menuLocks.get(reader.id) ?? {} } } }
    if (operation === 'changeSettings')
      return this.#changeMenuLock(reader, published.settingsRequest.parse(body).menu_lock)
    if (operation === 'checkout') return this.#checkOut(reader, body)
    if (operation === 'getCheckout') {
      const payment = this.payments.find(each => each.checkoutId === checkoutId)
      return payment ? { status: 200, body: { data: payment.toCheckout() } } : error(404, 'NOT_FOUND')
    }
    if (!this.isOnline) return error(422, 'READER_OFFLINE')
    this.#shownAt(reader)?.terminate()
    return { status: 202, body: {} }
  }

  /** One that was paired elsewhere. */
  addReader(name: string): Reader {
    const at = new Date().toISOString()
    const device = { identifier: '200100010001', model: this.model }
    const reader: Reader = { id: newReaderId(), name, status: 'paired', device, created_at: at, updated_at: at }
    this.readers.push(reader)
    return reader
  }

  #pair({ pairing_code: code, name, metadata }: z.infer<typeof published.pairRequest>): Reply {
    if (!this.shownCodes.delete(code)) return problem(404, 'Requested resource couldn’t be found.')
    const reader = this.addReader(name)
    if (metadata) reader.metadata = metadata
    return { status: 201, body: reader }
  }

  #state(reader: Reader): z.infer<typeof published.statusResponse>['data'] {
    if (!this.isOnline) return { status: 'OFFLINE' }
    if (this.isUpdating) return { status: 'ONLINE', state: 'UPDATING_FIRMWARE' }
    return { status: 'ONLINE', state: this.#shownAt(reader) ? 'WAITING_FOR_CARD' : 'IDLE', battery_level: 80.4 }
  }

  /** Keeps what the request leaves out, and answers with what it has. Enabling needs a PIN, then or earlier. */
  #changeMenuLock(reader: Reader, changed: MenuLock): Reply {
    if (!this.isOnline) return error(422, 'READER_OFFLINE')
    const lock = { ...this.menuLocks.get(reader.id), ...changed }
    if (lock.enabled && lock.passcode === undefined) return error(422, 'INVALID_SETTINGS')
    this.menuLocks.set(reader.id, lock)
    return { status: 200, body: { data: { menu_lock: changed }, status: 'applied' } }
  }

  #checkOut(reader: Reader, body: unknown): Reply {
    if (!this.isOnline) return error(422, 'READER_OFFLINE')
    if (this.#shownAt(reader)) return error(422, 'READER_BUSY')
    const payment = new ReaderPayment(published.checkoutRequest.parse(body), reader.id)
    this.payments.push(payment)
    this.onShown?.(payment)
    const { checkoutId: checkout_id, clientTransactionId: client_transaction_id } = payment
    return { status: 201, body: { data: { checkout_id, client_transaction_id } } }
  }

  #findTransaction(query: URLSearchParams): Reply {
    const [foreignId, clientId] = [query.get('foreign_transaction_id'), query.get('client_transaction_id')]
    const payment = this.payments.find(each => each.serviceId === foreignId || each.clientTransactionId === clientId)
    const body = payment?.toTransaction(SETTINGS.merchant_code)
    return body ? { status: 200, body } : { status: 404, body: { error_code: 'NOT_FOUND', message: 'Not found' } }
  }

  #refund(id: string, { amount }: z.infer<typeof published.refundRequest>): Reply {
    const payment = this.payments.find(({ transactionId }) => transactionId === id)
    if (!payment) return problem(404, 'Not Found')
    return payment.refund(Math.round(amount * 100)) ? { status: 201, body: {} } : problem(409, 'Conflict')
  }
}

const ROUTES: readonly (readonly [Operation, string, RegExp])[] = [
  ['pair', 'POST', /^\/v0\.1\/merchants\/(\w+)\/readers$/],
  ['list', 'GET', /^\/v0\.1\/merchants\/(\w+)\/readers$/],
  ['reader', 'GET', /^\/v0\.1\/merchants\/(\w+)\/readers\/(\w+)$/],
  ['status', 'GET', /^\/v0\.1\/merchants\/(\w+)\/readers\/(\w+)\/status$/],
  ['settings', 'GET', /^\/v0\.1\/merchants\/(\w+)\/readers\/(\w+)\/settings$/],
  ['changeSettings', 'PATCH', /^\/v0\.1\/merchants\/(\w+)\/readers\/(\w+)\/settings$/],
  ['checkout', 'POST', /^\/v0\.1\/merchants\/(\w+)\/readers\/(\w+)\/checkout$/],
  ['getCheckout', 'GET', /^\/v0\.1\/merchants\/(\w+)\/readers\/(\w+\/checkout\/[\w-]+)$/],
  ['terminate', 'POST', /^\/v0\.1\/merchants\/(\w+)\/readers\/(\w+)\/terminate$/],
  ['transaction', 'GET', /^\/v2\.1\/merchants\/(\w+)\/transactions$/],
  ['refund', 'POST', /^\/v1\.0\/merchants\/(\w+)\/payments\/([\w-]+)\/refunds$/],
]

function parseOperation({ method, url = '' }: IncomingMessage) {
  const { pathname, searchParams: query } = new URL(url, 'http://127.0.0.1')
  for (const [operation, verb, path] of ROUTES) {
    const match = verb === method ? path.exec(pathname) : null
    if (match) return { operation, merchant: match[1], id: match[2]?.replace('/checkout', ''), query }
  }
  return { query }
}

async function readBody(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}

function send(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body))
}
