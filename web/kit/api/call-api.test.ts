import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn } from '#contract/accounts/sign-in.ts'
import { products } from '#contract/catalogue/products.ts'
import { languages } from '#contract/languages.ts'
import { orders } from '#contract/orders/orders.ts'
import { stores } from '#contract/stores/stores.ts'
import { foreseeLanguage, setLanguage } from '#web/kit/i18n/speech.ts'
import { callApi } from './call-api.ts'
import { forgetAnswers } from './remembered-answers.ts'
import { eraseCsrfToken, storeCsrfToken, onSessionLost } from './session-signals.ts'

type Sent = { url: string; init: RequestInit; headers: Headers }
type Reply = (sent: Sent) => Response | Promise<Response>

/** The network's side: returns the sent requests and answers with the replies in turn (the last one repeats). */
function network(...replies: Reply[]): Sent[] {
  const sent: Sent[] = []
  vi.stubGlobal('fetch', async (url: string, request: RequestInit = {}) => {
    const call = { url, init: request, headers: new Headers(request.headers) }
    sent.push(call)
    const reply = replies[Math.min(sent.length, replies.length) - 1]
    if (!reply) throw new TypeError('Failed to fetch')
    return reply(call)
  })
  return sent
}

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}): Reply =>
  () =>
    Response.json(body, { status, headers })
const refusal = (code: string, status: number, extra = {}) => json({ code, message: 'No.', ...extra }, status)

const notModified: Reply = ({ headers }) => new Response(null, { status: headers.has('If-None-Match') ? 304 : 500 })

beforeEach(() => {
  // A language that the API does not have, so that URLs contain none.
  setLanguage('zz', {})
  eraseCsrfToken()
  forgetAnswers()
})
afterEach(() => vi.unstubAllGlobals())

test('a call encodes the path parameters and uses the contract’s method', async () => {
  const sent = network(json({ csrf_token: 't', user: null }))
  await callApi(signIn.useLink, { params: { userId: 12, timestamp: '17', hash: 'a/b?c' } }).catch(() => undefined)
  expect(sent[0]?.url).toBe('/api/login/12/17/a%2Fb%3Fc')
  expect(sent[0]?.init.method).toBe('POST')
})

test('bidirectional control characters are removed from names in responses', async () => {
  network(json([{ id: 1, code: 'fi', name: 'suomi\u202E' }]))
  expect(await callApi(languages.list)).toEqual([{ id: 1, code: 'fi', name: 'suomi' }])
})

test('a call sends the language as soon as it is known, before its texts are loaded', async () => {
  const sent = network(json([]))
  foreseeLanguage('fi')
  await callApi(stores.list)
  expect(sent[0]?.url).toBe('/api/stores?lang=fi')
})

test('a call sends the query, and the language once it is known', async () => {
  const sent = network(json([]))
  await callApi(stores.distances, { query: { latitude: 60.18, longitude: 22.9 } })
  expect(sent[0]?.url).toBe('/api/stores/distance?latitude=60.18&longitude=22.9')
  setLanguage('sv', {})
  await callApi(stores.list)
  expect(sent[1]?.url).toBe('/api/stores?lang=sv')
})

test('every call is same-origin and uncached, and sends JSON and the CSRF token', async () => {
  storeCsrfToken('token-1')
  const sent = network(json({}))
  await callApi(signIn.requestLink, { body: { email: 'maija@puoti.example' } })
  const [call] = sent
  expect(call?.init).toMatchObject({ credentials: 'same-origin', cache: 'no-store' })
  expect(call?.headers.get('X-CSRF-Token')).toBe('token-1')
  expect(call?.headers.get('Content-Type')).toBe('application/json')
  expect(call?.init.body).toBe('{"email":"maija@puoti.example"}')
})

test('a call without a body has no content type', async () => {
  const sent = network(json({}))
  await callApi(signIn.logout)
  expect(sent[0]?.headers.has('Content-Type')).toBe(false)
  expect(sent[0]?.init.body).toBeNull()
})

test('fields that aren’t in the contract are removed from the response', async () => {
  network(json([{ id: 1, distance: 350, secret: true }]))
  await expect(callApi(stores.distances, { query: { latitude: 1, longitude: 2 } })).resolves.toEqual([
    { id: 1, distance: 350 },
  ])
})

test('a response of another shape is an error, not data', async () => {
  network(json([{ id: 'one' }]))
  await expect(callApi(stores.list)).rejects.toMatchObject({ code: 'unreadable', status: 200 })
})

test('a refusal has a code, a status and the other fields of its body', async () => {
  network(refusal('order.changed', 409, { total_amount: 12.5 }))
  const call = callApi(orders.pay, { body: { order_id: 1, total_amount: 12 } })
  await expect(call).rejects.toMatchObject({ code: 'order.changed', status: 409, body: { total_amount: 12.5 } })
})

test('a gateway’s error page becomes an error without a known code', async () => {
  network(() => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
  await expect(callApi(orders.cancel)).rejects.toMatchObject({
    code: 'unreadable',
    status: 502,
    statusText: 'Bad Gateway',
  })
})

test('a missing response is a network error', async () => {
  network()
  await expect(callApi(stores.list)).rejects.toMatchObject({ code: 'network', status: 0 })
})

test('a connection that breaks within the response is a network error', async () => {
  network(() => new Response(new ReadableStream({ pull: stream => stream.error(new TypeError('terminated')) })))
  await expect(callApi(stores.list)).rejects.toMatchObject({ code: 'network' })
})

test('an aborted call rejects with the AbortError', async () => {
  network(() => Promise.reject(new DOMException('stopped', 'AbortError')))
  await expect(callApi(stores.list)).rejects.toMatchObject({ name: 'AbortError' })
})

test('the CSRF token is taken from any response that has one, even a visitor’s 401', async () => {
  const sent = network(refusal('session.required', 401, { csrf_token: 'visitor' }), json({}))
  await callApi(signIn.authenticate).catch(() => undefined)
  await callApi(signIn.logout)
  expect(sent[1]?.headers.get('X-CSRF-Token')).toBe('visitor')
})

test('a stale CSRF token is replaced and the call repeated', async () => {
  storeCsrfToken('stale')
  const fresh = refusal('session.required', 401, { csrf_token: 'fresh' })
  const sent = network(refusal('csrf.invalid', 403), fresh, json({}))
  await expect(callApi(signIn.logout)).resolves.toEqual({})
  expect(sent.map(({ url }) => url)).toEqual(['/api/logout', '/api/authenticate', '/api/logout'])
  expect(sent[2]?.headers.get('X-CSRF-Token')).toBe('fresh')
})

test('a CSRF token that is refused twice is an error, without a third attempt', async () => {
  const sent = network(refusal('csrf.invalid', 403))
  await expect(callApi(signIn.logout)).rejects.toMatchObject({ code: 'csrf.invalid' })
  expect(sent).toHaveLength(3)
})

test('concurrent calls with a stale CSRF token request only one new token', async () => {
  storeCsrfToken('stale')
  const sent = network(({ url, headers }) => {
    if (url === '/api/authenticate') return Response.json({ csrf_token: 'fresh' }, { status: 401 })
    const isStale = headers.get('X-CSRF-Token') !== 'fresh'
    return isStale ? Response.json({ code: 'csrf.invalid' }, { status: 403 }) : Response.json({})
  })
  await Promise.all([callApi(signIn.logout), callApi(orders.cancel), callApi(orders.abortPayment)])
  expect(sent.filter(({ url }) => url === '/api/authenticate')).toHaveLength(1)
})

test('another 403 isn’t treated as a stale CSRF token', async () => {
  const sent = network(refusal('session.unverified', 403))
  await expect(callApi(stores.list)).rejects.toMatchObject({ code: 'session.unverified' })
  expect(sent).toHaveLength(1)
})

test('only a 401 where a session is required reports a lost session', async () => {
  const lost = vi.fn<() => void>()
  const stop = onSessionLost(lost)
  network(refusal('login.invalidCode', 401))
  await callApi(signIn.useCode, { body: { email: 'a@b.fi', code: '1' } }).catch(() => undefined)
  network(refusal('server.unavailable', 503))
  await callApi(stores.list).catch(() => undefined)
  network()
  await callApi(stores.list).catch(() => undefined)
  expect(lost).not.toHaveBeenCalled()
  network(refusal('session.required', 401))
  await callApi(stores.list).catch(() => undefined)
  expect(lost).toHaveBeenCalledOnce()
  stop()
})

test('a response that the page requested before the scripts came is used once, instead of a request', async () => {
  const sent = network(json([]))
  const early = new Map([['GET /api/languages', Response.json([{ id: 7, code: 'fi', name: 'suomi' }])]])
  vi.stubGlobal('consumeEarlyAnswer', (method: string, url: string) => {
    const response = early.get(`${method} ${url}`)
    early.clear()
    return response && { sentMs: Date.now() - 900, response: Promise.resolve(response) }
  })
  expect(await callApi(languages.list)).toEqual([{ id: 7, code: 'fi', name: 'suomi' }])
  expect(sent).toHaveLength(0)
  expect(await callApi(languages.list)).toEqual([])
  expect(sent).toHaveLength(1)
})

test('the product list is requested with its ETag, and a 304 returns the stored list', async () => {
  const sent = network(json([], 200, { ETag: '"v1"' }), notModified)
  await expect(callApi(products.list)).resolves.toEqual([])
  await expect(callApi(products.list)).resolves.toEqual([])
  expect(sent.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, '"v1"'])
})

test('a stored list isn’t used for another language', async () => {
  setLanguage('sv', {})
  const sent = network(json([], 200, { ETag: '"v1"' }))
  await callApi(products.list)
  setLanguage('fi', {})
  await callApi(products.list)
  expect(sent[1]?.headers.get('If-None-Match')).toBeNull()
})

test('forgetting stored responses also forgets their ETags', async () => {
  const sent = network(json([], 200, { ETag: '"v1"' }))
  await callApi(products.list)
  forgetAnswers()
  await callApi(products.list)
  expect(sent[1]?.headers.get('If-None-Match')).toBeNull()
})
