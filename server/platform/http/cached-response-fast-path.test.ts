import { once } from 'node:events'
import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { SESSION_COOKIE } from './session.ts'

let database: DatabaseHandle
let server: Shop
let origin: string
let storeId: number
let session: string
/** Number of requests that took the regular path. */
let usual = 0
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['catalogue'] })
  server.app.addHook('onRequest', async () => {
    usual++
  })
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' })
  storeId = await addStore(database)
  const vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
  await addProduct(database, { vatClassId, names: { en: 'Milk', fi: 'Maito' } })
})
beforeEach(async () => {
  session = await signedInShopper(database, { activeStoreId: storeId })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

/** `quick`: no route was called. */
async function sendRequest({ path = '/api/products?lang=fi', method = 'GET', headers = {} }: RequestOptions = {}) {
  const before = usual
  const sent = request(origin + path, { method, headers: { cookie: `${SESSION_COOKIE}=${session}`, ...headers } }).end()
  const [answer] = await once(sent, 'response')
  const { date: _date, ...answered } = answer.headers
  return {
    status: answer.statusCode,
    headers: answered,
    body: (await buffer(answer)).toString(),
    quick: usual === before,
  }
}
type RequestOptions = { path?: string; method?: string; headers?: Record<string, string> }

test('the second response is fast, and equals the first in every header and byte', async () => {
  const first = await sendRequest()
  const second = await sendRequest()
  expect([first.status, first.quick, second.quick]).toEqual([200, false, true])
  expect(second).toEqual({ ...first, quick: true })
  expect(second.headers['content-security-policy']).toContain("default-src 'self'")
})

test('each language and encoding has a fast response of its own', async () => {
  for (const lang of ['fi', 'en']) await sendRequest({ path: `/api/products?lang=${lang}` })
  const [finnish, english] = [await sendRequest(), await sendRequest({ path: '/api/products?lang=en' })]
  expect([finnish.quick, finnish.body.includes('Maito')]).toEqual([true, true])
  expect([english.quick, english.body.includes('Milk')]).toEqual([true, true])
  const packed = await sendRequest({ headers: { 'accept-encoding': 'br' } })
  expect([packed.quick, packed.headers['content-encoding']]).toEqual([true, 'br'])
})

test.each<[string, RequestOptions, number]>([
  ['without a session', { headers: { cookie: '' } }, 401],
  ['with an unknown session', { headers: { cookie: `${SESSION_COOKIE}=${'x'.repeat(43)}` } }, 401],
  ['with a cookie of another name', { headers: { cookie: `my-${SESSION_COOKIE}=SESSION` } }, 401],
  ['with the session cookie twice', { headers: { cookie: `${SESSION_COOKIE}=x; ${SESSION_COOKIE}=SESSION` } }, 401],
  ['in an unknown language', { path: '/api/products?lang=de' }, 422],
  ['by another method', { method: 'POST' }, 404],
  ['with a query in another form', { path: '/api/products?lang=fi&lang=fi' }, 422],
])('any other request takes the regular path: %s', async (_what, { headers = {}, ...message }, status) => {
  await sendRequest()
  const cookie = headers['cookie']?.replace('SESSION', session)
  const answer = await sendRequest({ ...message, headers: cookie === undefined ? {} : { cookie } })
  expect([answer.status, answer.quick]).toEqual([status, false])
})

test('a shopper without a verified phone is refused each time', async () => {
  session = await signedInShopper(database, { activeStoreId: storeId, isVerified: false })
  for (let time = 0; time < 3; time++) expect((await sendRequest()).status).toBe(403)
})

test('an ended session is refused within about a second', async () => {
  await sendRequest()
  expect((await sendRequest()).quick).toBe(true)
  await database.kysely.deleteFrom('session').execute()
  await sleep(1050)
  expect((await sendRequest()).status).toBe(401)
})

test('a response that the browser already has is not sent again', async () => {
  const { headers } = await sendRequest()
  const again = await sendRequest({ headers: { 'if-none-match': String(headers['etag']) } })
  expect([again.status, again.body]).toEqual([304, ''])
})
