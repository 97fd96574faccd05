import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { OPCODES, serverFrame, parseFrame } from './web-socket-frames.ts'

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export type WebSocketLine = { sendText: (text: string) => void; cut: () => void }
type Handlers = { onText: (text: string) => void; onClosed: () => void }
type Options = {
  /** Returns undefined for an address or credentials that are not served. */
  accept: (path: string, credentials: string, line: WebSocketLine) => Handlers | undefined
}

/** The server's side of RFC 6455, as far as JSONPOS needs it: text messages, one subprotocol, credentials in another. */
export function webSocketServer({ accept }: Options): Server {
  const server = createServer((_request, response) => response.writeHead(426).end())
  server.on('upgrade', (request, duplex) => {
    // An HTTP server on TCP passes the connection's own socket.
    const socket = duplex as Socket
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    open(request, socket, accept)
  })
  return server
}

function open(request: IncomingMessage, socket: Socket, accept: Options['accept']): void {
  const protocols = (request.headers['sec-websocket-protocol'] ?? '').split(/\s*,\s*/)
  const auth = protocols.find(each => each.startsWith('x-popla-auth-'))?.slice('x-popla-auth-'.length) ?? ''
  const line: WebSocketLine = {
    sendText: text => void (socket.writable && socket.write(serverFrame(OPCODES.text, Buffer.from(text)))),
    cut: () => void (socket.destroyed || socket.resetAndDestroy()),
  }
  const credentials = Buffer.from(auth, 'base64url').toString('utf8')
  const handlers = protocols.includes('jsonrpc2.0') && accept(request.url ?? '/', credentials, line)
  if (!handlers) return void socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
  const key = String(request.headers['sec-websocket-key'])
  const proof = createHash('sha1').update(`${key}${GUID}`).digest('base64')
  const head = ['Upgrade: websocket', 'Connection: Upgrade', `Sec-WebSocket-Accept: ${proof}`]
  socket.write(['HTTP/1.1 101 Switching Protocols', ...head, 'Sec-WebSocket-Protocol: jsonrpc2.0', '', ''].join('\r\n'))
  socket.on('close', handlers.onClosed)
  read(socket, handlers)
}

function read(socket: Socket, { onText }: Handlers): void {
  let bytes = Buffer.alloc(0)
  let text = Buffer.alloc(0)
  const gather = (payload: Buffer, isLast: boolean) => {
    text = Buffer.concat([text, payload])
    if (!isLast) return
    const whole = text.toString('utf8')
    text = Buffer.alloc(0)
    onText(whole)
  }
  const act = (opcode: number, payload: Buffer, isLast: boolean) => {
    if (opcode === OPCODES.close) socket.end(serverFrame(OPCODES.close, payload))
    else if (opcode === OPCODES.ping) socket.write(serverFrame(OPCODES.pong, payload))
    else if (opcode !== OPCODES.pong) gather(payload, isLast)
  }
  socket.on('data', chunk => {
    bytes = Buffer.concat([bytes, chunk])
    try {
      for (let frame = parseFrame(bytes); frame; frame = parseFrame(bytes)) {
        bytes = frame.rest as Buffer<ArrayBuffer>
        act(frame.frame.opcode, frame.frame.payload, frame.frame.isLast)
      }
    } catch {
      socket.destroy()
    }
  })
}
