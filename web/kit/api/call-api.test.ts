import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { signIn } from '#contract/accounts/sign-in.ts'
import { products } from '#contract/catalogue/products.ts'
import { languages } from '#contract/languages.ts'
import { orders } from '#contract/orders/orders.ts'
import { stores } from '#contract/stores/stores.ts'
import { foreseeLanguage, setLanguage } from '#web/kit/i18n/speech.ts'
import { callApi } from './call-api.ts'
import { eraseCsrfToken, keepCsrfToken } from './csrf-token.ts'
import { forgetAnswers } from './remembered-answers.ts'
import { onSessionLost } from './session-lost.ts'

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

test('the path takes its parameters, encoded, and the method is the contract’s', async () => {
  const sent = network(json({ csrf_token: 't', user: null }))
  await callApi(signIn.useLink, { params: { userId: 12, timestamp: '17', hash: 'a/b?c' } }).catch(() => undefined)
  expect(sent[0]?.url).toBe('/api/login/12/17/a%2Fb%3Fc')
  expect(sent[0]?.init.method).toBe('POST')
})

test('names that were stored with signs of direction arrive without them', async () => {
  network(json([{ id: 1, code: 'fi', name: 'suomi\u202E' }]))
  expect(await callApi(languages.list)).toEqual([{ id: 1, code: 'fi', name: 'suomi' }])
})

test('a language goes along as soon as it is known, before its texts are here', async () => {
  const sent = network(json([]))
  foreseeLanguage('fi')
  await callApi(stores.list)
  expect(sent[0]?.url).toBe('/api/stores?lang=fi')
})

test('the query goes along, and the language when it is known', async () => {
  const sent = network(json([]))
  await callApi(stores.distances, { query: { latitude: 60.18, longitude: 22.9 } })
  expect(sent[0]?.url).toBe('/api/stores/distance?latitude=60.18&longitude=22.9')
  setLanguage('sv', {})
  await callApi(stores.list)
  expect(sent[1]?.url).toBe('/api/stores?lang=sv')
})

test('every call is same-origin, uncached JSON and carries the token', async () => {
  keepCsrfToken('token-1')
  const sent = network(json({}))
  await callApi(signIn.requestLink, { body: { email: 'maija@puoti.example' } })
  const [call] = sent
  expect(call?.init).toMatchObject({ credentials: 'same-origin', cache: 'no-store' })
  expect(call?.headers.get('X-CSRF-Token')).toBe('token-1')
  expect(call?.headers.get('Content-Type')).toBe('application/json')
  expect(call?.init.body).toBe('{"email":"maija@puoti.example"}')
})

test('a call without a body says nothing of a content type', async () => {
  const sent = network(json({}))
  await callApi(signIn.logout)
  expect(sent[0]?.headers.has('Content-Type')).toBe(false)
  expect(sent[0]?.init.body).toBeNull()
})

test('a field that the contract does not know never reaches the app', async () => {
  network(json([{ id: 1, distance: 350, secret: true }]))
  await expect(callApi(stores.distances, { query: { latitude: 1, longitude: 2 } })).resolves.toEqual([
    { id: 1, distance: 350 },
  ])
})

test('an answer of another shape is an error, not data', async () => {
  network(json([{ id: 'one' }]))
  await expect(callApi(stores.list)).rejects.toMatchObject({ code: 'unreadable', status: 200 })
})

test('a refusal carries its code, its status and the fields beside them', async () => {
  network(refusal('order.changed', 409, { total_amount: 12.5 }))
  const call = callApi(orders.pay, { body: { order_id: 1, total_amount: 12 } })
  await expect(call).rejects.toMatchObject({ code: 'order.changed', status: 409, body: { total_amount: 12.5 } })
})

test('an error page of some gateway is a refusal without a known code', async () => {
  network(() => new Response('<h1>Bad gateway</h1>', { status: 502, statusText: 'Bad Gateway' }))
  await expect(callApi(orders.cancel)).rejects.toMatchObject({
    code: 'unreadable',
    status: 502,
    statusText: 'Bad Gateway',
  })
})

test('no answer at all is the network’s fault', async () => {
  network()
  await expect(callApi(stores.list)).rejects.toMatchObject({ code: 'network', status: 0 })
})

test('a connection that breaks within the answer is the network’s fault too', async () => {
  network(() => new Response(new ReadableStream({ pull: stream => stream.error(new TypeError('terminated')) })))
  await expect(callApi(stores.list)).rejects.toMatchObject({ code: 'network' })
})

test('an aborted call stays an abort', async () => {
  network(() => Promise.reject(new DOMException('stopped', 'AbortError')))
  await expect(callApi(stores.list)).rejects.toMatchObject({ name: 'AbortError' })
})

test('the token comes from any answer that has one, a visitor’s 401 included', async () => {
  const sent = network(refusal('session.required', 401, { csrf_token: 'visitor' }), json({}))
  await callApi(signIn.authenticate).catch(() => undefined)
  await callApi(signIn.logout)
  expect(sent[1]?.headers.get('X-CSRF-Token')).toBe('visitor')
})

test('a stale token is replaced and the call made once more', async () => {
  keepCsrfToken('stale')
  const fresh = refusal('session.required', 401, { csrf_token: 'fresh' })
  const sent = network(refusal('csrf.invalid', 403), fresh, json({}))
  await expect(callApi(signIn.logout)).resolves.toEqual({})
  expect(sent.map(({ url }) => url)).toEqual(['/api/logout', '/api/authenticate', '/api/logout'])
  expect(sent[2]?.headers.get('X-CSRF-Token')).toBe('fresh')
})

test('a token that is refused twice is an error, and nobody asks a third time', async () => {
  const sent = network(refusal('csrf.invalid', 403))
  await expect(callApi(signIn.logout)).rejects.toMatchObject({ code: 'csrf.invalid' })
  expect(sent).toHaveLength(3)
})

test('calls that find their token stale together ask for one new token', async () => {
  keepCsrfToken('stale')
  const sent = network(({ url, headers }) => {
    if (url === '/api/authenticate') return Response.json({ csrf_token: 'fresh' }, { status: 401 })
    const isStale = headers.get('X-CSRF-Token') !== 'fresh'
    return isStale ? Response.json({ code: 'csrf.invalid' }, { status: 403 }) : Response.json({})
  })
  await Promise.all([callApi(signIn.logout), callApi(orders.cancel), callApi(orders.abortPayment)])
  expect(sent.filter(({ url }) => url === '/api/authenticate')).toHaveLength(1)
})

test('another 403 is not mistaken for a stale token', async () => {
  const sent = network(refusal('session.unverified', 403))
  await expect(callApi(stores.list)).rejects.toMatchObject({ code: 'session.unverified' })
  expect(sent).toHaveLength(1)
})

test('only a 401 where a session is needed says that the session is lost', async () => {
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

test('the product list is asked for with its ETag, and a 304 means the list that was kept', async () => {
  const sent = network(json([], 200, { ETag: '"v1"' }), notModified)
  await expect(callApi(products.list)).resolves.toEqual([])
  await expect(callApi(products.list)).resolves.toEqual([])
  expect(sent.map(({ headers }) => headers.get('If-None-Match'))).toEqual([null, '"v1"'])
})

test('a list kept in one language is not offered for another', async () => {
  setLanguage('sv', {})
  const sent = network(json([], 200, { ETag: '"v1"' }))
  await callApi(products.list)
  setLanguage('fi', {})
  await callApi(products.list)
  expect(sent[1]?.headers.get('If-None-Match')).toBeNull()
})

test('what was kept is gone once it is forgotten', async () => {
  const sent = network(json([], 200, { ETag: '"v1"' }))
  await callApi(products.list)
  forgetAnswers()
  await callApi(products.list)
  expect(sent[1]?.headers.get('If-None-Match')).toBeNull()
})
