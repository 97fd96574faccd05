import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ReportRequest, SmsMessage } from '#server/adapters/sms/sms.ts'

/**
 * What happens to the next message. `silence`: it is never answered; `cut`: it is taken, and the connection ends without an answer;
 * `elsewhere`: a redirect; a number: the API answers with this status and does nothing.
 */
export type GatewayFault = 'silence' | 'cut' | 'elsewhere' | number

export type Reply = { status: number; body: string; headers?: Record<string, string> }
export type ReceivedRequest = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  form: URLSearchParams
}
/** A message that was taken, and the address for its reports. */
export type AcceptedSms = SmsMessage & { id: string; from: string; callback: string }

/** A gateway on loopback. What is common to all: the faults, what was heard, and the reports that it sends. */
export abstract class GatewaySimulator {
  readonly accepted: AcceptedSms[] = []
  /** Requests that break the published description. */
  readonly invalid: string[] = []
  /** Where redirects lead. */
  elsewhere = 'http://127.0.0.1:9/'
  readonly #faults: GatewayFault[] = []
  readonly #server: Server

  constructor() {
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  protected abstract answer(request: ReceivedRequest): Reply
  protected abstract refusal(status: number): Reply
  /** The request by which the gateway reports a state of a message. */
  abstract report(message: AcceptedSms, state: string, code?: string): ReportRequest

  async open(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this.url
  }

  get url(): string {
    // A server that listens on a port has an address that is an object.
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  fault(...faults: GatewayFault[]): void {
    this.#faults.push(...faults)
  }

  /** The message that was taken last. */
  get last(): AcceptedSms {
    const sms = this.accepted.at(-1)
    if (!sms) throw new Error('the gateway took no message')
    return sms
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const form = new URLSearchParams(Buffer.concat(parts).toString())
    const { method = '', url: path = '', headers } = request
    const fault = this.#faults.shift()
    if (fault === 'silence') return
    if (fault === 'elsewhere') return send(response, { status: 307, body: '', headers: { location: this.elsewhere } })
    if (typeof fault === 'number') return send(response, this.refusal(fault))
    const reply = this.answer({ method, path, headers, form })
    if (fault === 'cut') return void request.socket.destroy()
    send(response, reply)
  }

  /** Notes each rule that the request breaks. */
  protected check(rules: Record<string, boolean>): boolean {
    const broken = Object.entries(rules).filter(([, holds]) => !holds)
    this.invalid.push(...broken.map(([rule]) => rule))
    return broken.length === 0
  }
}

const send = (response: ServerResponse, { status, body, headers }: Reply): void =>
  void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)

export const isE164 = (text: string | null): boolean => /^\+[1-9]\d{6,14}$/.test(text ?? '')
/** A name of up to eleven letters, digits and spaces, not only digits. */
export const isName = (text: string | null): boolean => /^(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}$/.test(text ?? '')
export const isForm = ({ headers }: ReceivedRequest): boolean =>
  headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
export const basic = (user: string, password: string): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
