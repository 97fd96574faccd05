import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PaytrailSettings } from '#server/adapters/payment-terminal/paytrail/settings.ts'
import * as published from './published-schema.ts'
import { checkoutFields, sign, signedQuery, TEST_MERCHANT, TEST_SECRET } from './signature.ts'
import { WebPayment, type WebRefund } from './web-payment.ts'

export type Operation = 'create' | 'get' | 'refund' | 'providers'
/**
 * What happens to the next call of an operation. `lose_request`: it never arrives; `lose_answer`: it takes effect, and the connection is
 * cut; `late`: its answer takes `ms`; `unsigned`: its answer's signature is wrong; otherwise the API answers with this status and does
 * nothing.
 */
export type PaytrailFault = {
  operation: Operation
  act: 'lose_request' | 'lose_answer' | 'late' | 'unsigned' | number
  ms?: number
}
type Reply = { status: number; body: object }
type Callbacks = { through: string; deliveries: () => readonly number[]; repeatAfterMs?: number }
type ReceivedRequest = { operation: Operation; id: string; headers: IncomingMessage['headers']; text: string }

/** The public merchant for tests of the vendor's documentation. */
export const SETTINGS: PaytrailSettings = {
  transport: 'paytrail',
  environment: 'test',
  merchant_id: TEST_MERCHANT,
  contact_email: 'shop@puoti.example',
  secret_key: TEST_SECRET,
}

const GROUPS = [
  { id: 'mobile', name: 'Mobile payment methods', providers: ['mobilepay', 'apple-pay', 'google-pay'] },
  { id: 'bank', name: 'Bank payment methods', providers: ['nordea', 'osuuspankki', 'spankki'] },
  { id: 'creditcard', name: 'Card payment methods', providers: ['creditcard', 'amex'] },
] as const
const MAX_DELIVERIES = 30
const CALLBACK_MS = 20_000
const problem = (status: number, message: string): Reply => ({ status, body: { status: 'error', message } })

/**
 * The Payment API as its published document and pages describe it, with faults. It was never compared with the vendor's service, whose
 * refusals and delays may differ. Payments are found by the shop's key: each try to create one is a payment of its own.
 */
export class PaytrailSimulator {
  readonly payments: WebPayment[] = []
  readonly received: ReceivedRequest[] = []
  /** Requests that break the published schema, or whose signature is wrong. */
  readonly invalid: string[] = []
  /**
   * Where callbacks go instead of the shop's public address; drawn for each: how late each delivery is (ms), and after which pause one
   * that isn't accepted is repeated.
   */
  callbacks: Callbacks | undefined
  /** Callbacks that are not delivered yet. */
  waitingCallbacks = 0
  /** Ways to pay that take no refunds. */
  readonly unrefundable = new Set<string>()
  onCreated: ((payment: WebPayment) => void) | undefined
  onOpened: ((payment: WebPayment) => void) | undefined
  onRefunded: ((refund: WebRefund) => void) | undefined
  /** What happens to a call for which no fault is waiting. */
  fate: ((operation: Operation) => Omit<PaytrailFault, 'operation'> | undefined) | undefined
  readonly callbackAnswers: number[] = []
  readonly #server: Server
  readonly #faults: PaytrailFault[] = []
  readonly #nonces = new Set<string>()

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

  fault(...faults: PaytrailFault[]): void {
    this.#faults.push(...faults)
  }

  noFaults(): void {
    this.#faults.length = 0
    this.unrefundable.clear()
  }

  /** The last payment that was created for the shop's key. */
  async shown(serviceId: string): Promise<WebPayment> {
    for (;;) {
      const payment = this.payments.findLast(each => each.serviceId === serviceId)
      if (payment) return payment
      await sleep(5)
    }
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', method = '' } = request
    if (url.startsWith('/pay/')) return this.#page(url, response)
    const text = await readBody(request)
    const { operation, id = '' } = parseOperation(method, url)
    if (!operation) return this.#send(response, problem(404, 'Not found'))
    const fault = this.#nextFault(operation)
    if (fault?.act === 'lose_request') return void request.socket.destroy()
    if (typeof fault?.act === 'number') return this.#send(response, problem(fault.act, `HTTP ${fault.act}`))
    const received = { operation, id, headers: request.headers, text }
    this.received.push(received)
    const reply = this.#admit(received)
    if (fault?.act === 'late') await sleep(fault.ms ?? 0)
    if (fault?.act === 'lose_answer') return void request.socket.destroy()
    this.#send(response, reply, fault?.act === 'unsigned' ? 'guessed' : undefined)
  }

  #nextFault(operation: Operation): Omit<PaytrailFault, 'operation'> | undefined {
    const index = this.#faults.findIndex(each => each.operation === operation)
    return index < 0 ? this.fate?.(operation) : this.#faults.splice(index, 1)[0]
  }

  #admit({ operation, id, headers, text }: ReceivedRequest): Reply {
    const fields = checkoutFields(headers)
    const body = text === '' ? undefined : (JSON.parse(text) as unknown)
    const schema = { create: published.createRequest, refund: published.refundRequest }[
      operation as 'create' | 'refund'
    ]
    const issues = [
      ...(published.signedHeaders.safeParse(headers).error?.issues ?? []),
      ...(schema?.safeParse(body).error?.issues ?? []),
    ]
    const nonce = String(headers['checkout-nonce'])
    if (this.#nonces.has(nonce)) return problem(401, 'Nonce was used before')
    this.#nonces.add(nonce)
    if (headers['signature'] !== sign(fields, text)) return problem(401, 'HMAC calculation failed')
    this.invalid.push(...issues.map(({ path, message }) => `${operation}: ${path.join('.')} ${message}`))
    if (issues.length > 0) return problem(400, 'The request is invalid')
    if (operation === 'providers') return { status: 200, body: toProviders(this.url) }
    if (operation === 'create') return this.#create(published.createRequest.parse(body))
    const payment = this.payments.find(({ transactionId }) => transactionId === id)
    if (fields['checkout-transaction-id'] !== id) return problem(401, 'The transaction ID is missing')
    if (!payment) return problem(404, 'Transaction not found')
    if (operation === 'get') return { status: 200, body: payment.toResponse() }
    return this.#refund(payment, published.refundRequest.parse(body))
  }

  #create(created: ReturnType<typeof published.createRequest.parse>): Reply {
    if (this.payments.some(({ created: { stamp } }) => stamp === created.stamp))
      return problem(400, 'The stamp was used before')
    const payment = new WebPayment(created, this.url, each => void this.#callBack(each))
    this.payments.push(payment)
    this.onCreated?.(payment)
    const { transactionId, link: href } = payment
    const { groups, providers, terms } = toProviders(this.url)
    const form = providers.map(provider => ({ ...provider, url: href, parameters: [{ name: 'amount', value: 'x' }] }))
    const body = { transactionId, href, reference: '809759248', terms, groups, providers: form, customProviders: {} }
    return { status: 201, body }
  }

  #refund(payment: WebPayment, request: ReturnType<typeof published.refundRequest.parse>): Reply {
    if (this.unrefundable.has(payment.provider ?? ''))
      return problem(422, 'The payment method does not support refunds')
    const stamp = request.refundStamp ?? randomUUID()
    const refund = payment.refund(request.amount, stamp, request.callbackUrls.success)
    if (!refund) return problem(400, 'The refund amount is too high')
    this.onRefunded?.(refund)
    const { transactionId } = refund
    return { status: 201, body: { provider: payment.provider, status: 'ok', transactionId } }
  }

  /** The hosted page, with a button for each way to pay. */
  #page(url: string, response: ServerResponse): void {
    const [, , id = '', press = ''] = url.split('/')
    const payment = this.payments.find(({ transactionId }) => transactionId === id)
    if (!payment) return void response.writeHead(404).end()
    if (press !== '') {
      if (press === 'cancel') payment.abort()
      else if (press === 'refuse') payment.refuse()
      else payment.approve(press)
      const back = new URL(payment.returnUrl)
      for (const [name, value] of this.#callbackFields(payment)) back.searchParams.append(name, value)
      return void response.writeHead(303, { location: back.href }).end()
    }
    this.onOpened?.(payment)
    const presses = [...GROUPS.flatMap(({ providers }) => providers), 'refuse', 'cancel']
    const links = presses.map(each => `<p><a href="/pay/${id}/${each}">${each}</a></p>`)
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(`<!doctype html><title>Simulated Paytrail</title><h1>Simulated Paytrail</h1>${links.join('')}`)
  }

  async #callBack(payment: WebPayment): Promise<void> {
    const { success, cancel } = payment.created.callbackUrls
    await this.#deliver(payment.status === 'ok' ? success : cancel, this.#callbackFields(payment))
  }

  /** Reports that a refund which was accepted returned no money. True when the shop has accepted that. */
  failRefund({ transactionId, stamp, amount, callbackUrl }: WebRefund): Promise<boolean> {
    return this.#deliver(
      callbackUrl,
      signedQuery({ amount, stamp, id: transactionId, status: 'fail', provider: 'nordea' }),
    )
  }

  #callbackFields({ created: { amount, stamp }, transactionId: id, status, provider = 'unknown' }: WebPayment) {
    return signedQuery({ amount, stamp, id, status, provider })
  }

  /** True when every delivery was accepted in the end. */
  async #deliver(url: string, fields: readonly (readonly [string, string])[]): Promise<boolean> {
    if (!this.callbacks) return false
    const { through, deliveries, repeatAfterMs } = this.callbacks
    const { pathname, searchParams } = new URL(url)
    const address = new URL(pathname, through)
    for (const [name, value] of [...searchParams, ...fields]) address.searchParams.append(name, value)
    this.waitingCallbacks++
    let isAccepted = true
    for (const ms of deliveries()) {
      if (ms > 0) await sleep(ms, undefined, { ref: false })
      let status = await this.#deliverOnce(address)
      for (let tries = 1; status !== 200 && repeatAfterMs !== undefined && tries < MAX_DELIVERIES; tries++) {
        await sleep(repeatAfterMs, undefined, { ref: false })
        status = await this.#deliverOnce(address)
      }
      isAccepted &&= status === 200
    }
    this.waitingCallbacks--
    return isAccepted
  }

  async #deliverOnce(address: URL): Promise<number> {
    const answer = await fetch(address, { signal: AbortSignal.timeout(CALLBACK_MS) }).catch(() => undefined)
    this.callbackAnswers.push(answer?.status ?? 0)
    return answer?.status ?? 0
  }

  #send(response: ServerResponse, { status, body }: Reply, secret?: string): void {
    const text = JSON.stringify(body)
    const fields = {
      'checkout-account': SETTINGS.merchant_id,
      'checkout-algorithm': 'sha256',
      'checkout-method': 'POST',
    }
    const headers = { ...fields, signature: sign(fields, text, secret), 'request-id': randomUUID() }
    response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8' }).end(text)
  }
}

function toProviders(url: string) {
  const icons = (id: string) => ({ icon: `${url}/${id}.png`, svg: `${url}/${id}.svg` })
  const groups = GROUPS.map(({ id: group, name, providers }) => ({
    id: group,
    name,
    ...icons(group),
    providers: providers.map(id => ({ id, name: id, group, ...icons(id) })),
  }))
  return { terms: 'Simulated terms', groups, providers: groups.flatMap(({ providers }) => providers) }
}

function parseOperation(method: string, url: string): { operation?: Operation; id?: string } {
  const { pathname } = new URL(url, 'http://127.0.0.1')
  if (method === 'GET' && pathname === '/merchants/grouped-payment-providers') return { operation: 'providers' }
  const [, id, action] = /^\/payments(?:\/([^/]+)(\/refund)?)?$/.exec(pathname) ?? []
  if (pathname === '/payments' && method === 'POST') return { operation: 'create' }
  if (id === undefined) return {}
  if (action !== undefined) return method === 'POST' ? { operation: 'refund', id } : {}
  return method === 'GET' ? { operation: 'get', id } : {}
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}
