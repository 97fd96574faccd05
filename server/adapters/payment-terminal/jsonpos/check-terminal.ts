import { randomBytes, randomUUID } from 'node:crypto'
import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import { toTerminalHealth, type TerminalFinding, type TerminalHealth } from '#domain/payments/terminal-health.ts'
import { toFinding } from '#server/adapters/payment-terminal/connection-findings.ts'
import { type TransactionRequest, transactionIds, type Verdict, toVerdict } from './answers.ts'
import type { JsonposConnection } from './connections.ts'
import type { RpcAnswer } from './session.ts'
import type { JsonposSettings } from './settings.ts'
import { subprotocols, type WebSocketTarget, WireError } from './web-socket-wire.ts'

type CheckTerminalInput = {
  open: () => Promise<JsonposConnection>
  findSettings: () => Promise<JsonposSettings | undefined>
  connectMs: number
  answerMs: number
}

const prefixJsonpos = (text: string) => `JSONPOS: ${text}`

/** Checks everything that a payment needs: settings, connection, the terminal's response, and its key. */
export async function checkTerminal(looking: CheckTerminalInput): Promise<TerminalHealth> {
  let settings: JsonposSettings | undefined
  try {
    settings = await looking.findSettings()
  } catch (error) {
    return toTerminalHealth('invalidSettings', prefixJsonpos(error instanceof Error ? error.message : 'wrong settings'))
  }
  if (!settings) return toTerminalHealth('noSettings', prefixJsonpos('the terminal has no settings'))
  try {
    return await queryHealth(await looking.open(), looking.answerMs)
  } catch (error) {
    return whyClosed(error, settings, looking.connectMs)
  }
}

async function whyClosed(error: unknown, settings: JsonposSettings, connectMs: number): Promise<TerminalHealth> {
  if (!(error instanceof WireError))
    return toTerminalHealth('unknown', prefixJsonpos(error instanceof Error ? error.message : 'failed'))
  const isUntold = error.finding === 'unknown' && settings.transport === 'websocket'
  return isUntold
    ? probeGateway({ ...settings, connectMs })
    : toTerminalHealth(error.finding, prefixJsonpos(error.message))
}

const toLossHealth = ({ why, finding = 'connectionLost' }: Extract<RpcAnswer, { kind: 'lost' }>) =>
  toTerminalHealth(finding, prefixJsonpos(why))

async function queryHealth(connection: JsonposConnection, answerMs: number): Promise<TerminalHealth> {
  const info = await queryVersion(connection, answerMs)
  if (info.kind === 'lost') return toLossHealth(info)
  const version = info.kind === 'result' ? info.result['version'] : undefined
  const description = `JSONPOS, version ${typeof version === 'string' ? version : 'unknown'}`
  const refused = await refusesKey(connection, answerMs)
  if (refused) return refused
  return toTerminalHealth((await queryActivity(connection, answerMs)) === 'transaction' ? 'busy' : 'ready', description)
}

const ABOUT_KEYS = /KEY|AUTH|CREDENTIAL|PERMISSION|DENIED|FORBIDDEN/

/** Only queries about payments include the key, so a payment that never existed is queried. */
async function refusesKey(
  { session, apiKey }: JsonposConnection,
  answerMs: number,
): Promise<TerminalHealth | undefined> {
  const nobodys = transactionIds(randomUUID())
  const answer = await session.request('Check', { api_key: apiKey, ...nobodys }, answerMs)
  if (answer.kind === 'lost') return toLossHealth(answer)
  if (answer.kind === 'result') return undefined
  const { data } = answer.error
  const code = typeof data === 'object' && data !== null && 'string_code' in data ? String(data.string_code) : ''
  return ABOUT_KEYS.test(code) ? toTerminalHealth('invalidKey', prefixJsonpos(code)) : undefined
}

const STATUS_FINDINGS: Readonly<Record<number, TerminalFinding>> = {
  400: 'protocol',
  401: 'invalidCredentials',
  403: 'invalidCredentials',
  404: 'invalidAddress',
  410: 'invalidAddress',
}

function statusFinding(status: number): TerminalFinding {
  const isGateways = status >= 500 && status !== 501
  return STATUS_FINDINGS[status] ?? (isGateways ? 'gatewayFailed' : 'protocol')
}

/** Sends a WebSocket upgrade request to find out why a gateway does not open, which the platform's WebSocket does not report. */
function probeGateway(target: WebSocketTarget): Promise<TerminalHealth> {
  const { url, connectMs } = target
  const address = new URL(url.replace(/^ws/, 'http'))
  const request = (address.protocol === 'https:' ? requestHttps : requestHttp)(address, {
    headers: {
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      'Sec-WebSocket-Protocol': subprotocols(target).join(', '),
    },
  })
  return awaitAnswer(request, connectMs)
}

function awaitAnswer(request: ClientRequest, withinMs: number): Promise<TerminalHealth> {
  return new Promise(resolve => {
    const end = (code: TerminalFinding, detail: string) => {
      clearTimeout(patience)
      resolve(toTerminalHealth(code, `JSONPOS: ${detail}`))
      request.destroy()
    }
    const patience = setTimeout(() => end('connectTimeout', `no answer within ${withinMs} ms`), withinMs)
    request.on('response', ({ statusCode = 0 }) => end(statusFinding(statusCode), `HTTP ${statusCode}`))
    // It accepts the upgrade though it did not open for us, so it chose another subprotocol.
    request.on('upgrade', () => end('protocol', 'the gateway opens, but not as JSONPOS does'))
    request.on('error', error => end(toFinding(error), error.message))
    request.end()
  })
}

/** The terminal's activity: during a transaction it returns a transaction status, while idle it returns none. */
type TerminalActivity = 'idle' | 'transaction' | 'unknown' | 'lost'

async function queryActivity({ session }: JsonposConnection, withinMs: number): Promise<TerminalActivity> {
  const status = await session.request('Status', {}, withinMs)
  if (status.kind === 'lost') return 'lost'
  if (status.kind === 'error') return 'unknown'
  return status.result['transaction_status'] == null ? 'idle' : 'transaction'
}

/**
 * Queries the outcome of a transaction. "Not found" counts only on an idle terminal. The status is queried first: otherwise a
 * transaction could end between the two queries and be missed by both.
 */
export async function queryOutcome(
  connection: JsonposConnection,
  request: TransactionRequest,
  withinMs: number,
): Promise<Verdict> {
  const doing = await queryActivity(connection, withinMs)
  if (doing === 'lost') return { kind: 'unreachable' }
  const { session, apiKey } = connection
  const answer = await session.request('Check', { api_key: apiKey, ...request.ids }, withinMs)
  const verdict = toVerdict(answer, request)
  if (verdict.kind !== 'not_found' || doing === 'idle') return verdict
  return doing === 'transaction' ? { kind: 'busy' } : { kind: 'unclear', code: 'STATUS_UNKNOWN' }
}

/** Aborts an old transaction at the terminal, which may take a moment. */
export async function clearTerminal(connection: JsonposConnection, withinMs: { clear: number; answer: number }) {
  const until = performance.now() + withinMs.clear
  let doing = await queryActivity(connection, withinMs.answer)
  if (doing === 'transaction') connection.session.notify('Abort', {})
  while (doing === 'transaction' && performance.now() < until) {
    await sleep(LOOK_MS)
    doing = await queryActivity(connection, withinMs.answer)
  }
  return doing
}
const LOOK_MS = 200

/** The terminal's description of itself. Old terminals only support the second method. */
async function queryVersion({ session }: JsonposConnection, withinMs: number): Promise<RpcAnswer> {
  const info = await session.request('TerminalInfo', {}, withinMs)
  return info.kind === 'error' ? session.request('VersionInfo', {}, withinMs) : info
}
