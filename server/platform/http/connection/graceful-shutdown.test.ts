import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'

const NOTICE_MS = 600

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function openServer(): Promise<{ app: App; port: number }> {
  const env = { NODE_ENV: 'test', PUOTI_DEMO: 'off', PUOTI_LOG_LEVEL: 'silent', PUOTI_DRAIN_MS: String(NOTICE_MS) }
  const app = await openApp({ config: readConfig(env), database })
  await app.http.listen({ port: 0, host: '127.0.0.1' })
  return { app, port: (app.http.server.address() as AddressInfo).port } // it listens on TCP
}

type ReceivedResponse = { status: number; connection: string | undefined }
type RequestOptions = { port: number; path: string; headers?: Record<string, string>; agent?: Agent }

/** Undefined when there was no response. */
function sendRequest({ port, path, headers = {}, agent }: RequestOptions): Promise<ReceivedResponse | undefined> {
  const { promise, resolve } = Promise.withResolvers<ReceivedResponse | undefined>()
  request({ host: '127.0.0.1', port, path, headers, agent: agent ?? false }, answer => {
    answer.resume()
    answer.on('end', () => resolve({ status: answer.statusCode ?? 0, connection: answer.headers.connection }))
  })
    .on('error', () => resolve(undefined))
    .end()
  return promise
}

test('a server that shuts down reports it, serves requests, sends reads elsewhere, and exits', async () => {
  const { app, port } = await openServer()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await sendRequest({ port, path: '/readyz' })).toMatchObject({ status: 200 })
  expect(await sendRequest({ port, path: '/api/languages', agent })).toEqual({ status: 200, connection: 'keep-alive' })

  const began = performance.now()
  const closed = app.close()
  expect(await sendRequest({ port, path: '/readyz' })).toEqual({ status: 503, connection: 'close' })
  expect(await sendRequest({ port, path: '/livez' })).toMatchObject({ status: 200 })
  expect(await sendRequest({ port, path: '/api/languages', agent })).toEqual({ status: 200, connection: 'close' })
  expect(await sendRequest({ port, path: '/api/languages' })).toEqual({ status: 200, connection: 'close' })
  const proxied = { 'Puoti-May-Ask-Another': 'yes' }
  expect(await sendRequest({ port, path: '/api/languages', headers: proxied })).toEqual({
    status: 502,
    connection: 'close',
  })

  await closed
  const tookMs = performance.now() - began
  expect(tookMs).toBeGreaterThanOrEqual(NOTICE_MS - 1)
  expect(tookMs).toBeLessThan(6000)
  expect(await sendRequest({ port, path: '/livez' })).toBeUndefined()
})

test('a call that may change data is served to the end, since a proxy may not send it twice', async () => {
  const { app, port } = await openServer()
  const closed = app.close()
  const answer = await fetch(`http://127.0.0.1:${port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'puoti-may-ask-another': 'yes' },
    body: JSON.stringify({ email: 'late@puoti.example' }),
  })
  // It has no token, so the shop's usual rule refuses it.
  expect([answer.status, await answer.json()]).toMatchObject([403, { code: 'csrf.invalid' }])
  await closed
})
