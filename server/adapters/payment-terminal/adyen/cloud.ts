import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { z } from 'zod'
import { type TerminalFinding, toTerminalHealth, type TerminalHealth } from '#domain/payments/terminal-health.ts'
import { findingOfCode, readJson } from '#server/adapters/payment-terminal/connection-findings.ts'
import { type Message, diagnosisMessage, readReply, type Reply, textIn } from './messages.ts'
import type { AdyenOptions, AdyenSettings, AdyenTimes } from './settings.ts'

export type CallLimits = {
  /** When the connection must be open at the latest, by performance.now(). */
  connectBy: number
  /** How long the answer may take after that. */
  answerMs: number
  onSent?: (() => void) | undefined
  /** Aborted when the caller has given up: nothing is sent after that. */
  signal?: AbortSignal | undefined
}

type Failure = { finding: TerminalFinding; why: string }
export type CloudAnswer =
  | { kind: 'ok'; body: unknown }
  /** The cloud answered that it did nothing. */
  | { kind: 'refused'; status: number; why: string }
  /** No byte was sent, and none will be. */
  | ({ kind: 'unsent' } & Failure)
  /** Whether it took effect is unknown. */
  | ({ kind: 'lost' } & Failure)

type Call = { method: 'GET' | 'POST'; path: string; body?: string }

const problem = z.object({ title: z.string() })

/**
 * Adyen's Cloud device API: it passes messages on to terminals. The result of each call shows whether any byte of it was sent.
 */
export class AdyenCloud {
  readonly #urls: AdyenOptions['urls']

  constructor(urls: AdyenOptions['urls']) {
    this.#urls = urls
  }

  /** Sends a message to the terminal, and waits for its answer. */
  send(settings: AdyenSettings, message: Message, limits: CallLimits): Promise<CloudAnswer> {
    const path = `${devicePath(settings)}/sync`
    return this.#call(settings, { method: 'POST', path, body: JSON.stringify(message) }, limits)
  }

  /** Whether the cloud has a connection to the terminal. */
  reach(settings: AdyenSettings, limits: CallLimits): Promise<CloudAnswer> {
    return this.#call(settings, { method: 'GET', path: `${devicePath(settings)}/status` }, limits)
  }

  #call(settings: AdyenSettings, { method, path, body }: Call, limits: CallLimits): Promise<CloudAnswer> {
    const url = new URL(this.#urls[settings.environment].replace(/\/$/, '') + path)
    const line = openLine(url)
    const outgoing = request({
      method,
      path: url.pathname,
      createConnection: () => line.socket,
      headers: {
        host: url.host,
        accept: 'application/json',
        'x-api-key': settings.api_key,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    })
    const answered = answerTo(outgoing, line, limits)
    outgoing.end(body)
    return answered
  }
}

const devicePath = ({ merchant_account, poi_id }: AdyenSettings): string =>
  `/merchants/${encodeURIComponent(merchant_account)}/devices/${encodeURIComponent(poi_id)}`

type Line = { tcp: Socket; socket: Socket; opened: 'connect' | 'secureConnect' }

/** A connection of its own for each call: a kept one may be closed already, and then it is unknown whether a request arrived. */
function openLine({ protocol, hostname, port }: URL): Line {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPlain = protocol === 'http:'
  const tcp = connect({ host, port: Number(port) || (isPlain ? 80 : 443) })
  const socket = isPlain ? tcp : connectTls({ socket: tcp, host, ...(isIP(host) === 0 && { servername: host }) })
  return { tcp, socket, opened: isPlain ? 'connect' : 'secureConnect' }
}

/** The outcome of a request. No byte of it is sent before the connection is open. */
function answerTo(outgoing: ClientRequest, { tcp, socket, opened }: Line, limits: CallLimits): Promise<CloudAnswer> {
  const { connectBy, answerMs, onSent, signal } = limits
  const { promise, resolve } = Promise.withResolvers<CloudAnswer>()
  let isOpen = false
  const fail = (finding: TerminalFinding, why: string) => {
    resolve({ kind: isOpen ? 'lost' : 'unsent', finding, why })
    // Not just closed: the operating system must not send what is left. A reset would first wait for the connection.
    if (isOpen) tcp.resetAndDestroy()
    else tcp.destroy()
  }
  const late = () => fail('connectTimeout', 'no connection in time')
  let timer = setTimeout(late, Math.max(0, connectBy - performance.now()))
  // Before the request's own listener, which writes.
  socket.once(opened, () => {
    // After a pause of this process the connection opens before its timer fires; by now other servers may have concluded that
    // nothing was sent.
    if (performance.now() > connectBy) return late()
    isOpen = true
    clearTimeout(timer)
    timer = setTimeout(() => fail('noAnswer', 'no answer in time'), answerMs)
  })
  const stop = () => fail('connectionLost', 'not waited for')
  if (signal?.aborted) stop()
  else signal?.addEventListener('abort', stop, { once: true })
  outgoing.once('finish', () => onSent?.())
  outgoing.once('response', response => {
    readAnswer(response).then(resolve, (error: unknown) => fail('connectionLost', getErrorMessage(error)))
  })
  outgoing.on('error', (error: unknown) => fail(findingOfCode(getErrorCode(error)), getErrorMessage(error)))
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  })
}

async function readAnswer(response: IncomingMessage): Promise<CloudAnswer> {
  const status = response.statusCode ?? 0
  const body = await readJson(response)
  if (status >= 200 && status < 300) return { kind: 'ok', body }
  const why = problem.safeParse(body).data?.title ?? `HTTP ${status}`
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', status, why }
  return { kind: 'lost', finding: status >= 500 ? 'gatewayFailed' : 'protocol', why }
}

const getErrorCode = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')
const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : 'failed')

type CheckAdyenInput = {
  cloud: AdyenCloud
  times: AdyenTimes
  findSettings: () => Promise<AdyenSettings | undefined>
}

const prefixed = (text: string) => `Adyen: ${text}`
const connection = z.object({ status: z.string() })

/** Whether the cloud reports that it has no connection to the terminal; anything unclear is no such report. */
export const isOffline = (body: unknown): boolean => connection.safeParse(body).data?.status === 'OFFLINE'

/** Checks everything that a payment needs: settings, key, the cloud's connection to the terminal, and the terminal's own state. */
export async function checkAdyen({ cloud, times, findSettings }: CheckAdyenInput): Promise<TerminalHealth> {
  let settings: AdyenSettings | undefined
  try {
    settings = await findSettings()
  } catch (error) {
    return toTerminalHealth('invalidSettings', prefixed(error instanceof Error ? error.message : 'wrong settings'))
  }
  if (!settings) return toTerminalHealth('noSettings', prefixed('the terminal has no settings'))
  const limits = () => ({ connectBy: performance.now() + times.reachMs, answerMs: times.answerMs })
  const reach = await cloud.reach(settings, limits())
  if (reach.kind !== 'ok') return unwell(reach)
  if (isOffline(reach.body)) return toTerminalHealth('gatewayFailed', prefixed(`${settings.poi_id} is offline`))
  const message = diagnosisMessage(settings)
  const answer = await cloud.send(settings, message, limits())
  if (answer.kind !== 'ok') return unwell(answer)
  const read = readReply(answer.body, message.SaleToPOIRequest.MessageHeader.ServiceID)
  if (read.kind === 'unclear') return toTerminalHealth('noAnswer', prefixed(read.why))
  return toDeviceHealth(read.reply, settings)
}

const STATUSES: Readonly<Partial<Record<number, TerminalFinding>>> = {
  401: 'invalidKey',
  403: 'invalidKey',
  404: 'invalidAddress',
  429: 'gatewayFailed',
}

function unwell(answer: Exclude<CloudAnswer, { kind: 'ok' }>): TerminalHealth {
  if (answer.kind !== 'refused') return toTerminalHealth(answer.finding, prefixed(answer.why))
  return toTerminalHealth(STATUSES[answer.status] ?? 'protocol', prefixed(`HTTP ${answer.status}, ${answer.why}`))
}

function toDeviceHealth(
  { DiagnosisResponse: diagnosis }: Reply,
  { poi_id, environment }: AdyenSettings,
): TerminalHealth {
  if (!diagnosis) return toTerminalHealth('protocol', prefixed('no diagnosis'))
  const { Response: response, POIStatus: status, HostStatus: hosts = [] } = diagnosis
  if (response.Result === 'Failure') {
    const condition = response.ErrorCondition ?? 'Failure'
    if (condition === 'Busy' || condition === 'InProgress') return toTerminalHealth('busy', prefixed(condition))
    return toTerminalHealth(
      'unknown',
      prefixed([condition, textIn(response.AdditionalResponse)].filter(Boolean).join(', ')),
    )
  }
  const global = status?.GlobalStatus ?? 'OK'
  if (global === 'Busy') return toTerminalHealth('busy', prefixed(global))
  if (global !== 'OK') return toTerminalHealth('noAnswer', prefixed(global))
  const isCutOff = status?.CommunicationOKFlag === false || hosts.some(host => host.IsReachableFlag === false)
  return isCutOff
    ? toTerminalHealth('gatewayFailed', prefixed('the terminal does not reach the payment host'))
    : toTerminalHealth('ready', prefixed(`${poi_id}, ${environment}`))
}
