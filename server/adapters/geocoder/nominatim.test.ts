import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '#test/free-port.ts'
import { nominatim } from './nominatim.ts'

const PLACE = { display_name: 'Mathildedal, Salo', lat: '60.1861', lon: '22.9042', importance: 0.4 }

let server: Server
let origin: string
let answer: (request: IncomingMessage, response: ServerResponse) => void
let received: IncomingMessage | undefined
beforeAll(async () => {
  server = createServer((request, response) => {
    received = request
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server's address is an object once it listens.
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const answering = (body: unknown, status = 200) => {
  answer = (_request, response) => response.writeHead(status).end(JSON.stringify(body))
}

test('places are found in the requested language, with the URL’s own key', async () => {
  answering([PLACE, { ...PLACE, display_name: 'Elsewhere' }])
  const found = await nominatim(`${origin}/search?key=k1`).find('Ruukintie 4, Mathildedal', 'fi')
  const mathildedal = { label: 'Mathildedal, Salo', latitude: 60.1861, longitude: 22.9042 }
  expect(found).toEqual({ kind: 'found', places: [mathildedal, { ...mathildedal, label: 'Elsewhere' }] })
  const query = Object.fromEntries(new URL(received?.url ?? '', origin).searchParams)
  expect(query).toMatchObject({ key: 'k1', q: 'Ruukintie 4, Mathildedal', format: 'jsonv2', 'accept-language': 'fi' })
  expect(received?.headers['user-agent']).toContain('Puoti')
})

test('an unknown place gives an empty list', async () => {
  answering([])
  expect(await nominatim(origin).find('nowhere', 'en')).toEqual({ kind: 'found', places: [] })
})

test.each([
  ['refuses', () => answering({ error: 'no' }, 403), 'HTTP 403'],
  ['responds in another format', () => answering([{ lat: 'x' }]), 'an answer of another shape'],
  ['returns an impossible latitude', () => answering([{ ...PLACE, lat: '91' }]), 'an answer of another shape'],
  [
    'responds with more than a megabyte',
    () => answering([{ ...PLACE, more: 'x'.repeat(1_000_000) }]),
    'an answer too long',
  ],
  ['responds without JSON', () => (answer = (_request, response) => response.end('<html>')), 'no JSON'],
  ['hangs up', () => (answer = request => request.destroy()), expect.any(String)],
])('a service that %s fails without an exception', async (_what, prepare, reason) => {
  prepare()
  expect(await nominatim(origin).find('Helsinki', 'en')).toEqual({ kind: 'failed', reason })
})

test('an unreachable service and a slow one are reported differently', async () => {
  const nobody = nominatim(`http://127.0.0.1:${await freePort()}/`)
  expect(await nobody.find('Helsinki', 'en')).toEqual({ kind: 'failed', reason: 'ECONNREFUSED' })
  answer = () => undefined
  expect(await nominatim(origin, { timeoutMs: 50 }).find('Helsinki', 'en')).toEqual({ kind: 'timeout' })
})
