import { request as requestHttp, type ClientRequest } from 'node:http'
import { request as requestHttps } from 'node:https'
import { randomBytes } from 'node:crypto'
import { healthOf, type TerminalFinding, type TerminalHealth } from '#domain/payments/terminal-health.ts'
import { findingOf } from './network-findings.ts'
import { subprotocols, type WebSocketTarget } from './web-socket-wire.ts'

const STATUSES: Readonly<Record<number, TerminalFinding>> = {
  400: 'protocol',
  401: 'wrongCredentials',
  403: 'wrongCredentials',
  404: 'wrongAddress',
  410: 'wrongAddress',
}

function statusFinding(status: number): TerminalFinding {
  const isGateways = status >= 500 && status !== 501
  return STATUSES[status] ?? (isGateways ? 'gatewayFailed' : 'protocol')
}

/** Sends a WebSocket upgrade request to find out why a gateway does not open, which the platform's WebSocket does not report. */
export function probeGateway(target: WebSocketTarget): Promise<TerminalHealth> {
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
  return answered(request, connectMs)
}

function answered(request: ClientRequest, withinMs: number): Promise<TerminalHealth> {
  return new Promise(resolve => {
    const end = (code: TerminalFinding, detail: string) => {
      clearTimeout(patience)
      resolve(healthOf(code, `JSONPOS: ${detail}`))
      request.destroy()
    }
    const patience = setTimeout(() => end('connectTimeout', `no answer within ${withinMs} ms`), withinMs)
    request.on('response', ({ statusCode = 0 }) => end(statusFinding(statusCode), `HTTP ${statusCode}`))
    // It accepts the upgrade though it did not open for us, so it chose another subprotocol.
    request.on('upgrade', () => end('protocol', 'the gateway opens, but not as JSONPOS does'))
    request.on('error', error => end(findingOf(error), error.message))
    request.end()
  })
}
