import type { TerminalFinding } from '#domain/payments/terminal-health.ts'
import { asciiJson } from './frames.ts'

export type WebSocketTarget = { url: string; user: string; password: string; connectMs: number }

/** The gateway expects the credentials as a subprotocol name, since browsers can't send them in another way. */
export const subprotocols = ({ user, password }: Pick<WebSocketTarget, 'user' | 'password'>): string[] => [
  'jsonrpc2.0',
  `x-popla-auth-${Buffer.from(`${user}:${password}`).toString('base64url')}`,
]

/** Messages on a WebSocket, one per frame: to a terminal on the network, or to the cloud gateway that connects to it. */
export async function openWebSocketWire(target: WebSocketTarget, events: WireEvents): Promise<Wire> {
  const socket = new WebSocket(target.url, subprotocols(target))
  let isOver = false
  const over = (why: string, finding: TerminalFinding = 'connectionLost') => {
    if (isOver) return
    isOver = true
    socket.close()
    events.onClosed(why, finding)
  }
  socket.addEventListener('message', ({ data }) => {
    if (isOver) return
    const message = parseJson(data)
    if (message === undefined) over('a message is not JSON', 'protocol')
    else events.onMessage(message)
  })
  socket.addEventListener('error', () => over('the WebSocket failed'))
  socket.addEventListener('close', ({ code }) => over(`the WebSocket was closed (${code})`))
  await awaitOpen(socket, target.connectMs)
  return {
    send: message => void (socket.readyState === WebSocket.OPEN && socket.send(asciiJson(message))),
    end: () => socket.close(),
    // The platform's WebSocket can't be reset: unsent data may still be sent, which the in-flight window allows for.
    cut: () => over('cut'),
  }
}

function parseJson(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}

function awaitOpen(socket: WebSocket, connectMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string, finding: TerminalFinding = 'unknown') => {
      clearTimeout(patience)
      socket.close()
      reject(new WireError(finding, why))
    }
    const patience = setTimeout(() => fail(`no answer within ${connectMs} ms`, 'connectTimeout'), connectMs)
    // The platform reports no reason; `probeGateway` finds it on request.
    socket.addEventListener('error', () => fail('the WebSocket could not be opened'))
    socket.addEventListener('close', ({ code }) => fail(`the WebSocket was refused (${code})`))
    socket.addEventListener('open', () => {
      clearTimeout(patience)
      resolve()
    })
  })
}

/** A connection for whole messages, independent of the transport. */
export type Wire = {
  send: (message: object) => void
  /** Closes in order: sent messages may still arrive. */
  end: () => void
  /** Closes at once: unsent data should never be sent. */
  cut: () => void
}

/** Why a wire could not be opened, or broke: a finding, and a message for troubleshooting. */
export class WireError extends Error {
  readonly finding: TerminalFinding
  constructor(finding: TerminalFinding, message: string) {
    super(message)
    this.finding = finding
  }
}

/**
 * May be called at any time once a wire is being opened; `onClosed` is called once, and nothing after it. Without a finding
 * the connection was lost.
 */
export type WireEvents = {
  onMessage: (message: unknown) => void
  onClosed: (why: string, finding?: TerminalFinding) => void
}

/** Rejects when there is no response in time. */
export type OpenWire = (events: WireEvents) => Promise<Wire>
