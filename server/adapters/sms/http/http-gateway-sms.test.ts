import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { smsConformance } from '#server/adapters/sms/conformance.ts'
import type { SmsMessage } from '#server/adapters/sms/sms.ts'
import { httpGatewaySms } from './http-gateway-sms.ts'

type Post = { method: string; path: string; headers: IncomingMessage['headers']; body: SmsMessage }
type Answer = (response: ServerResponse) => void

/** A real gateway on loopback, and the requests posted to it. */
async function openGateway(answer: Answer = response => response.writeHead(202).end('{"id":1}')) {
  const posts: Post[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { method = '', url: path = '', headers } = request
    // The tests' expectations check the value.
    posts.push({ method, path, headers, body: JSON.parse(text || 'null') as SmsMessage })
    answer(response)
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an AddressInfo.
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>(resolve => void server.close(() => resolve()))
  }
  return { posts, host: `127.0.0.1:${port}`, close }
}
type Gateway = Awaited<ReturnType<typeof openGateway>>

smsConformance('The HTTP gateway', async () => {
  const gateway = await openGateway()
  return {
    sms: httpGatewaySms(`http://${gateway.host}/send`),
    received: async () => gateway.posts.filter(({ method }) => method === 'POST').map(({ body }) => body),
    close: gateway.close,
  }
})

let gateway: Gateway | undefined
afterEach(async () => {
  await gateway?.close()
  gateway = undefined
})
const MESSAGE = { to: '+358401234567', text: 'Your code is 012345' }

test('the client posts JSON to the address, with the URL’s token as a bearer token', async () => {
  gateway = await openGateway()
  await httpGatewaySms(`http://s%2Fecret@${gateway.host}/v1/send?from=Puoti`).send(MESSAGE)
  expect(gateway.posts).toMatchObject([
    {
      method: 'POST',
      path: '/v1/send?from=Puoti',
      headers: { authorization: 'Bearer s/ecret', 'content-type': 'application/json' },
      body: MESSAGE,
    },
  ])
})

test('the token is the URL’s password if there is one, and a URL without either sends no token', async () => {
  gateway = await openGateway()
  await httpGatewaySms(`http://key:secret@${gateway.host}/`).send(MESSAGE)
  await httpGatewaySms(`http://${gateway.host}/`).send(MESSAGE)
  expect(gateway.posts.map(({ headers }) => headers.authorization)).toEqual(['Bearer secret', undefined])
})

test.each([400, 401, 404, 429, 500, 503])(
  'sending throws when the gateway answers %i, and the error contains neither number nor code',
  async status => {
    gateway = await openGateway(response => response.writeHead(status).end(JSON.stringify(MESSAGE)))
    const sending = httpGatewaySms(`http://secret@${gateway.host}/`).send(MESSAGE)
    const error: unknown = await sending.catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: `HTTP ${status}` })
    expect(String(error)).not.toMatch(/358401234567|012345|secret/)
  },
)

test('an error contains the gateway’s host and the reason, but neither path, key, number nor code', async () => {
  const nowhere = httpGatewaySms('http://key@127.0.0.1:9/secret-path')
  await expect(nowhere.send({ to: '+358401234567', text: 'code 123456' })).rejects.toMatchObject({
    reason: expect.stringMatching(/^127\.0\.0\.1:9: \w+$/),
  })
})

test('the client follows no redirect, so that number and token are sent only to the gateway', async () => {
  const elsewhere = await openGateway()
  gateway = await openGateway(response => response.writeHead(307, { location: `http://${elsewhere.host}/` }).end())
  await expect(httpGatewaySms(`http://secret@${gateway.host}/`).send(MESSAGE)).rejects.toThrow()
  expect(elsewhere.posts).toEqual([])
  await elsewhere.close()
})

test('sending throws when the gateway does not answer in time', async () => {
  gateway = await openGateway(() => undefined)
  await expect(httpGatewaySms(`http://${gateway.host}/`, { timeoutMs: 100 }).send(MESSAGE)).rejects.toThrow()
})

test('sending throws when there is no gateway', async () => {
  const gone = await openGateway()
  await gone.close()
  await expect(httpGatewaySms(`http://${gone.host}/`).send(MESSAGE)).rejects.toThrow()
})
