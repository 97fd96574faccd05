import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { connect, isIP, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import type { TerminalFinding } from '#domain/payments/terminal-health.ts'
import { findingOfCode, readText } from './connection-findings.ts'

/** When a call, with its repetitions, must not be sent any more (by performance.now()), and when its caller has stopped waiting. */
export type CallLimits = { until: number; signal?: AbortSignal | undefined }

export type RequestLimits = {
  /** When the connection must be open at the latest, by performance.now(). */
  connectBy: number
  /** How long the answer may take after that. */
  answerMs: number
  onSent?: (() => void) | undefined
  /** Aborted when the caller has given up: nothing is sent after that. */
  signal?: AbortSignal | undefined
}

type CallFailure = { finding: TerminalFinding; why: string }
type FailedCall =
  /** No byte was sent, and none will be. */
  | ({ kind: 'unsent' } & CallFailure)
  /** Whether it took effect is unknown. */
  | ({ kind: 'lost' } & CallFailure)

export type ApiAnswer =
  | { kind: 'ok'; body: unknown }
  /** The API answered that it did nothing. */
  | { kind: 'refused'; status: number; why: string }
  | FailedCall

export type ApiRequest = {
  url: URL
  method: 'GET' | 'POST' | 'PATCH'
  headers: Readonly<Record<string, string>>
  body?: string | undefined
}

/** `text`: empty when there was none, or it was too long. */
export type ApiResponse = { kind: 'answered'; status: number; headers: Readonly<Record<string, string>>; text: string }

/**
 * Sends a request on a connection of its own: a kept one may be closed already, and then it is unknown whether the request arrived.
 * No byte of it is sent before the connection is open, nor after `connectBy`, even by a process that was suspended meanwhile.
 * Redirects are not followed: they would take the keys elsewhere.
 */
export function sendRequest(
  { url, method, headers, body }: ApiRequest,
  limits: RequestLimits,
): Promise<ApiResponse | FailedCall> {
  const line = openLine(url)
  const outgoing = request({
    method,
    path: url.pathname + url.search,
    createConnection: () => line.socket,
    headers: {
      host: url.host,
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      ...headers,
    },
  })
  const answered = receiveAnswer(outgoing, line, limits)
  outgoing.end(body)
  return answered
}

/** The limits of one request of a call: connection and answer each take at most `requestMs`. */
export const toRequestLimits = ({ until, signal }: CallLimits, requestMs: number): RequestLimits => ({
  connectBy: Math.min(until, performance.now() + requestMs),
  answerMs: requestMs,
  signal,
})

type RepeatOptions = {
  /** A repeated call does no harm. */
  repeats: boolean
  /** The first pause; each next one is twice as long. */
  backOffMs: number
}

/** Repeats a call within its limits: always when it was not sent, and after a lost answer if it may be repeated. */
export async function repeatCall(
  callOnce: () => Promise<ApiAnswer>,
  { until, signal }: CallLimits,
  { repeats, backOffMs }: RepeatOptions,
): Promise<ApiAnswer> {
  for (let pauseMs = backOffMs; ; pauseMs *= 2) {
    const answer = await callOnce()
    const isLimited = answer.kind === 'refused' && answer.status === 429
    const isWorthIt = answer.kind === 'unsent' || isLimited || (answer.kind === 'lost' && repeats)
    if (!isWorthIt || signal?.aborted || performance.now() + pauseMs >= until) return answer
    await sleep(pauseMs, undefined, { ref: false })
  }
}

/** What an answer's status says about its request. */
export function toApiAnswer(status: number, body: unknown, why: string): ApiAnswer {
  if (status >= 200 && status < 300) return { kind: 'ok', body }
  if (status >= 400 && status < 500 && status !== 408) return { kind: 'refused', status, why }
  return { kind: 'lost', finding: status >= 400 ? 'gatewayFailed' : 'protocol', why }
}

type OpenConnection = { tcp: Socket; socket: Socket; opened: 'connect' | 'secureConnect' }

function openLine({ protocol, hostname, port }: URL): OpenConnection {
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPlain = protocol === 'http:'
  const tcp = connect({ host, port: Number(port) || (isPlain ? 80 : 443) })
  const socket = isPlain ? tcp : connectTls({ socket: tcp, host, ...(isIP(host) === 0 && { servername: host }) })
  return { tcp, socket, opened: isPlain ? 'connect' : 'secureConnect' }
}

function receiveAnswer(
  outgoing: ClientRequest,
  { tcp, socket, opened }: OpenConnection,
  { connectBy, answerMs, onSent, signal }: RequestLimits,
): Promise<ApiResponse | FailedCall> {
  const { promise, resolve } = Promise.withResolvers<ApiResponse | FailedCall>()
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
    readResponse(response).then(resolve, (error: unknown) => fail('connectionLost', getErrorMessage(error)))
  })
  outgoing.on('error', (error: unknown) => fail(findingOfCode(getSystemErrorCode(error)), getErrorMessage(error)))
  return promise.finally(() => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  })
}

async function readResponse(response: IncomingMessage): Promise<ApiResponse> {
  const headers = Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, String(value)]))
  return { kind: 'answered', status: response.statusCode ?? 0, headers, text: (await readText(response)) ?? '' }
}

const getSystemErrorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''
const getErrorMessage = (error: unknown): string => (error instanceof Error ? error.message : 'failed')
