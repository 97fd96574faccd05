import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { AdyenSettings } from '#server/adapters/payment-terminal/adyen/settings.ts'
import { controlPage, press } from './control.ts'
import { type CardPayment, failed, refused, SimulatedDevice, getStatus } from './device.ts'
import { checkReply, checkRequest, type NexoRequest } from './published-schema.ts'

export type AdyenCategory = 'Payment' | 'Reversal' | 'TransactionStatus' | 'Abort' | 'Diagnosis' | 'reach'
/**
 * What happens to the next message of a category. `lose_request`: the terminal never gets it; `late_request`: it gets it after
 * `ms`, and the connection is cut at once; `lose_answer`: it gets it, and the connection is cut; `swallow_answer`: the same, but
 * the connection stays open; `late_answer`: by `ms`; `reject`: the cloud says that the terminal didn't answer; `double`: it comes
 * twice, and the second one is answered. A condition: the answer is this failure, and the terminal knows of nothing. A number:
 * the cloud answers with this status and does nothing.
 */
export type AdyenFault = {
  on: AdyenCategory
  act:
    | 'lose_request'
    | 'late_request'
    | 'lose_answer'
    | 'swallow_answer'
    | 'late_answer'
    | 'reject'
    | 'double'
    | { condition: string; details?: Record<string, string> }
    | number
  ms?: number
}

type ReceivedRequest = {
  category: AdyenCategory
  serviceId: string
  body: unknown
  headers: IncomingMessage['headers']
}

export const SETTINGS: AdyenSettings = {
  transport: 'adyen',
  environment: 'test',
  merchant_account: 'PuotiVillage',
  poi_id: 'UX300-123456789',
  sale_id: 'puoti-1',
  api_key: 'simulated-adyen-key',
}

const problem = (status: number) => ({
  type: 'https://docs.adyen.com/errors',
  title: `HTTP ${status}`,
  status,
  errorCode: `00_${status}`,
})

/**
 * Adyen's cloud with one terminal behind it, or several, with faults. It was written from the published schema and the vendor's pages, and was
 * never compared with the vendor's test environment or a terminal, whose refusals, limits and delays may differ.
 */
export class AdyenSimulator {
  /** By their POIID. */
  readonly devices: ReadonlyMap<string, SimulatedDevice>
  /** Everything that was asked, valid or not. */
  readonly received: ReceivedRequest[] = []
  /** Requests and own replies that break the published schema. */
  readonly invalid: string[] = []
  isOnline = true
  /** What happens to a message for which no fault is waiting. */
  fate: ((category: AdyenCategory) => AdyenFault | undefined) | undefined
  readonly #server: Server
  readonly #faults: AdyenFault[] = []

  constructor(poiIds: readonly string[] = [SETTINGS.poi_id]) {
    this.devices = new Map(poiIds.map(poiId => [poiId, new SimulatedDevice()]))
    this.#server = createServer((request, response) => {
      // A request that is cut off has no answer.
      this.#serve(request, response).catch(() => request.socket.destroy())
    })
  }

  /** The first terminal. */
  get device(): SimulatedDevice {
    const [first] = this.devices.values()
    if (!first) throw new Error('there is no terminal')
    return first
  }

  async open(port = 0): Promise<string> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return this.url
  }

  get url(): string {
    // A server that listens on a port has an address that is an object.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/v1`
  }

  fault(...faults: AdyenFault[]): void {
    this.#faults.push(...faults)
  }

  /** Everything works again, and the terminal is free. */
  clearFaults(): void {
    this.#faults.length = 0
    this.isOnline = true
    for (const device of this.devices.values()) for (const payment of device.payments.values()) payment.cancel()
  }

  /** No terminal answers for this long; what they showed is not charged, as with real ones. */
  async cutPower(downMs: number): Promise<void> {
    this.isOnline = false
    for (const device of this.devices.values()) device.current?.fail({ condition: 'Cancel', message: 'Power cut' })
    await sleep(downMs)
    this.isOnline = true
  }

  /** Resolves when the terminal shows the payment, by the merchant's reference. */
  async shown(reference: string): Promise<CardPayment> {
    for (;;) {
      const payment = this.device.payments.get(reference)
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
    const text = await readBody(request)
    if (request.url?.startsWith('/v1/') !== true) return this.#control(request, response)
    const [, account, poiId = '', call] = /^\/v1\/merchants\/([^/]+)\/devices\/([^/]+)\/(\w+)$/.exec(request.url) ?? []
    const device = account === SETTINGS.merchant_account ? this.devices.get(poiId) : undefined
    const isReach = request.method === 'GET' && call === 'status'
    const isSync = request.method === 'POST' && call === 'sync'
    if (request.headers['x-api-key'] !== SETTINGS.api_key) return send(response, 401, problem(401))
    if (!device || (!isReach && !isSync)) return send(response, 404, problem(404))
    const body = text === '' ? undefined : (JSON.parse(text) as unknown)
    if (isReach) return this.#reach(poiId, request, response)
    const { wrong, request: message } = checkRequest(body)
    this.invalid.push(...wrong)
    if (!message || message.MessageHeader.POIID !== poiId) return send(response, 422, problem(422))
    const { MessageCategory, ServiceID: serviceId } = message.MessageHeader
    // A category of the schema that the adapter doesn't use would have failed the validation.
    const category = MessageCategory as AdyenCategory
    this.received.push({ category, serviceId, body, headers: request.headers })
    await this.#pass(message, { device, request, response, fault: this.#next(category) })
  }

  /** The page with the buttons. */
  #control({ method, url = '' }: IncomingMessage, response: ServerResponse): void {
    if (method === 'GET') return void response.writeHead(200, { 'content-type': 'text/html' }).end(controlPage(this))
    const isKnown = press(this, url.replace('/press/', ''))
    response.writeHead(isKnown ? 303 : 404, { location: '/' }).end()
  }

  #reach(deviceId: string, request: IncomingMessage, response: ServerResponse): void {
    this.received.push({ category: 'reach', serviceId: '', body: undefined, headers: request.headers })
    const act = this.#next('reach')?.act
    if (act === 'lose_request') return void request.socket.destroy()
    if (typeof act === 'number') return send(response, act, problem(act))
    const body = { deviceId, status: this.isOnline ? 'ONLINE' : 'OFFLINE' }
    this.invalid.push(...checkReply('DeviceStatusResponse', body))
    send(response, 200, body)
  }

  #next(category: AdyenCategory): AdyenFault | undefined {
    const index = this.#faults.findIndex(({ on }) => on === category)
    return index < 0 ? this.fate?.(category) : this.#faults.splice(index, 1)[0]
  }

  async #pass(message: NexoRequest, { device, request, response, fault }: Passing): Promise<void> {
    const { act, ms = 0 } = fault ?? {}
    if (act === 'lose_request') return void request.socket.destroy()
    if (typeof act === 'number') return send(response, act, problem(act))
    if (typeof act === 'object') {
      device.refuse(message.MessageHeader.ServiceID)
      return this.#reply(response, message, answeredFor(message, act))
    }
    if (!this.isOnline || act === 'reject') return this.#reject(response, message)
    if (act === 'late_request') {
      request.socket.destroy()
      await sleep(ms)
    }
    const first = device.receive(message)
    if (act === 'swallow_answer') return
    if (act === 'lose_answer' || act === 'late_request') return void request.socket.destroy()
    const reply = await (act === 'double' ? device.receive(message) : first)
    if (!this.isOnline) return this.#reject(response, message)
    if (act === 'late_answer') await sleep(ms)
    this.#reply(response, message, reply)
  }

  #reply(response: ServerResponse, { MessageHeader }: NexoRequest, reply: Record<string, unknown> | undefined): void {
    // An abort has no answer of its own.
    if (!reply) return void response.writeHead(200, { 'content-type': 'text/plain' }).end('ok')
    const header = { ...MessageHeader, MessageType: 'Response' }
    for (const [name, value] of Object.entries(reply)) this.invalid.push(...checkReply(name, value))
    send(response, 200, { SaleToPOIResponse: { MessageHeader: header, ...reply } })
  }

  /** As in the vendor's example. */
  #reject(response: ServerResponse, message: NexoRequest): void {
    const EventNotification = {
      TimeStamp: new Date().toISOString(),
      EventToNotify: 'Reject',
      EventDetails: 'message=Did+not+receive+a+response+from+the+POI.',
      RejectedMessage: Buffer.from(JSON.stringify(message)).toString('base64'),
    }
    this.invalid.push(...checkReply('EventNotification', EventNotification))
    const { MessageHeader: was } = message
    const MessageHeader = { ...was, MessageClass: 'Event', MessageCategory: 'Event', MessageType: 'Notification' }
    send(response, 200, { SaleToPOIRequest: { MessageHeader, EventNotification } })
  }
}

type Passing = {
  device: SimulatedDevice
  request: IncomingMessage
  response: ServerResponse
  fault: AdyenFault | undefined
}
type Answered = { condition: string; details?: Record<string, string> }

/** A failure that is not reported by the terminal's transaction. */
function answeredFor(message: NexoRequest, { condition, details }: Answered): Record<string, unknown> {
  switch (message.MessageHeader.MessageCategory) {
    case 'Payment':
      return refused(message['PaymentRequest'] as Parameters<typeof refused>[0], condition, details)
    case 'TransactionStatus': {
      const { MessageReference } = message['TransactionStatusRequest'] as {
        MessageReference: Parameters<typeof getStatus>[1]
      }
      return getStatus(failed(condition, details), MessageReference)
    }
    default:
      return { [`${message.MessageHeader.MessageCategory}Response`]: { Response: failed(condition, details) } }
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  const type = status < 400 ? 'application/json' : 'application/problem+json'
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}
