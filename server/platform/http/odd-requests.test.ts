import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let session: string
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['catalogue'] })
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  session = await signedInShopper(database, { isAdmin: true })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

/** The server's response to exactly these bytes. */
async function answerTo(bytes: string): Promise<string> {
  // A server that listens on TCP has an address of this kind.
  const { port } = server.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let answer = ''
  socket.on('data', text => (answer += text))
  socket.end(bytes, 'latin1')
  await once(socket, 'close')
  return answer
}

const HEAD = 'POST /api/admin/suppliers HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n'

test.each([
  ['in two ways', 'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
  ['twice, and differently', 'Content-Length: 2\r\nContent-Length: 20\r\n\r\n{}'],
  ['with a sign', 'Content-Length: +2\r\n\r\n{}'],
  ['in invalid chunks', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'],
  ['with an unknown last coding', 'Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n'],
])('a request that gives its length %s gets 400, and nothing after it is read', async (_name, rest) => {
  const answer = await answerTo(`${HEAD}${rest}GET /api/smuggled HTTP/1.1\r\nHost: shop.example\r\n\r\n`)
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1)
})

test('TRACE and other undeclared methods fail, and echo nothing', async () => {
  for (const method of ['TRACE', 'TRACK', 'CONNECT', 'PATCH']) {
    const answer = await answerTo(
      `${method} /api/admin/suppliers HTTP/1.1\r\nHost: shop.example\r\nX-Echo: swordfish\r\nConnection: close\r\n\r\n`,
    )
    expect(answer).not.toMatch(/^HTTP\/1\.1 2/)
    expect(answer).not.toContain('swordfish')
  }
})

test.each(['lang=en&lang=fi', 'page=1&page=2', 'page[]=1', 'page[a]=1'])(
  'a parameter that is repeated or a list is refused: %s',
  async query => {
    expect((await server.get('/api/admin/suppliers?page=1', { session })).statusCode).toBe(200)
    const answer = await server.get(`/api/admin/suppliers?${query}`, { session })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([422, 'request.invalid'])
  },
)
