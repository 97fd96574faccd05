import { asciiJson } from './frames.ts'
import type { Wire, WireEvents } from './wire.ts'

export type WebSocketTarget = { url: string; user: string; password: string; connectMs: number }

/** Messages on a WebSocket, one each: to a terminal in the network, or to the gateway in the cloud that reaches it. */
export async function openWebSocketWire(target: WebSocketTarget, events: WireEvents): Promise<Wire> {
  // The gateway takes the credentials as the name of a subprotocol, since a browser could send them no other way.
  const credentials = Buffer.from(`${target.user}:${target.password}`).toString('base64url')
  const socket = new WebSocket(target.url, ['jsonrpc2.0', `x-popla-auth-${credentials}`])
  let isOver = false
  const over = (why: string) => {
    if (isOver) return
    isOver = true
    socket.close()
    events.onClosed(why)
  }
  socket.addEventListener('message', ({ data }) => {
    if (isOver) return
    const message = parsed(data)
    if (message === undefined) over('a message is not JSON')
    else events.onMessage(message)
  })
  socket.addEventListener('error', () => over('the WebSocket failed'))
  socket.addEventListener('close', ({ code }) => over(`the WebSocket was closed (${code})`))
  await opened(socket, target.connectMs)
  return {
    send: message => void (socket.readyState === WebSocket.OPEN && socket.send(asciiJson(message))),
    end: () => socket.close(),
    // The platform's WebSocket can't be torn down: what the system still holds back may leave. Quiescence waits for it.
    cut: () => over('cut'),
  }
}

function parsed(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined
  } catch {
    return undefined
  }
}

function opened(socket: WebSocket, connectMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (why: string) => {
      clearTimeout(patience)
      socket.close()
      reject(new Error(why))
    }
    const patience = setTimeout(() => fail(`no answer within ${connectMs} ms`), connectMs)
    socket.addEventListener('error', () => fail('the WebSocket could not be opened'))
    socket.addEventListener('close', ({ code }) => fail(`the WebSocket was refused (${code})`))
    socket.addEventListener('open', () => {
      clearTimeout(patience)
      resolve()
    })
  })
}
