import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverFrame, parseFrame } from './web-socket-frames.ts'
import { webSocketServer } from './web-socket-server.ts'

// Echoes messages for clients with the right credentials.
const server = webSocketServer({
  accept: (path, credentials, line) =>
    path === '/echo' && credentials === 'käyttäjä:salasana'
      ? { onText: text => line.sendText(text), onClosed: () => undefined }
      : undefined,
})
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => void server.close())

function connect(path: string, credentials: string): WebSocket {
  // A server that listens on a port has an address that is an object.
  const { port } = server.address() as AddressInfo
  const auth = `x-popla-auth-${Buffer.from(credentials).toString('base64url')}`
  return new WebSocket(`ws://127.0.0.1:${port}${path}`, ['jsonrpc2.0', auth])
}

test('messages of every length are echoed unchanged', async () => {
  const socket = connect('/echo', 'käyttäjä:salasana')
  await once(socket, 'open')
  expect(socket.protocol).toBe('jsonrpc2.0')
  for (const length of [0, 1, 125, 126, 127, 65_535, 65_536, 200_000]) {
    const text = `€${'x'.repeat(length)}`
    socket.send(text)
    const [message] = (await once(socket, 'message')) as [MessageEvent]
    expect(message.data).toBe(text)
  }
  socket.close()
  await once(socket, 'close')
})

test.each([
  ['/elsewhere', 'käyttäjä:salasana'],
  ['/echo', 'käyttäjä:väärä'],
])('the server rejects connections at %s as %s', async (path, credentials) => {
  const socket = connect(path, credentials)
  await once(socket, 'close')
  expect(socket.protocol).toBe('')
})

/** A client's frame: the server's, masked. */
function clientFrame(payload: Buffer, mask: Buffer): Buffer {
  const plain = serverFrame(1, payload)
  const head = Buffer.from(plain.subarray(0, plain.length - payload.length))
  head[1] = (head[1] ?? 0) | 0x80
  return Buffer.concat([head, mask, payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))])
}

test('a frame is read only when it is complete, and the bytes after it remain', () => {
  const bytes = (options: fc.IntArrayConstraints) => fc.uint8Array(options).map(array => Buffer.from(array))
  fc.assert(
    fc.property(bytes({ maxLength: 300 }), bytes({ minLength: 4, maxLength: 4 }), fc.nat(), (payload, mask, cut) => {
      const frame = clientFrame(payload, mask)
      expect(parseFrame(frame.subarray(0, cut % frame.length))).toBeUndefined()
      const parsed = parseFrame(Buffer.concat([frame, Buffer.from('rest')]))
      expect(parsed?.frame).toEqual({ isLast: true, opcode: 1, payload })
      expect(parsed?.rest.toString()).toBe('rest')
    }),
  )
})

test('an unmasked client frame is rejected', () => {
  expect(() => parseFrame(serverFrame(1, Buffer.from('{}')))).toThrow('mask')
})
