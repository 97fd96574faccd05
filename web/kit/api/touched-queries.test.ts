import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { suppliers } from '#contract/catalogue/suppliers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { contract } from '#contract/index.ts'
import { callApi } from './call-api.ts'
import { awaitReload, reloadQueriesIn, reloadTouched } from './query-client.ts'
import { queryKey } from './query-for.ts'

const resources: Record<string, Record<string, Endpoint>> = contract
const declared = Object.values(resources).flatMap(endpoints => Object.values(endpoints))
const reading = declared.filter(({ method, download }) => method === 'GET' && !download)
const changing = declared.filter(({ touches }) => touches)

let client = new QueryClient()
let stop = () => {}

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  stop = reloadQueriesIn(client)
})
afterEach(() => {
  stop()
  client.clear()
  vi.unstubAllGlobals()
})

const isInvalidated = (endpoint: Endpoint) => client.getQueryState(queryKey(endpoint, INPUT))?.isInvalidated
const INPUT = { params: { id: 1 }, query: { page: 2 } }

test.for(changing.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s invalidates exactly the queries that read what it touches',
  ([, endpoint]) => {
    for (const each of reading) client.setQueryData(queryKey(each, INPUT), {})
    reloadTouched(endpoint)
    const expected = reading.filter(({ reads }) => reads?.some(topic => endpoint.touches?.includes(topic)))
    expect(reading.filter(isInvalidated)).toEqual(expected)
  },
)

/** A query of suppliers on the screen. Returns how often it was fetched. */
function mountSuppliers() {
  let fetched = 0
  const queryFn = () => Promise.resolve((fetched += 1))
  const observer = new QueryObserver(client, { queryKey: queryKey(suppliers.list), queryFn, initialData: 0 })
  observer.subscribe(() => {})
  return () => fetched
}

const answer = (body: unknown, status = 200) => vi.stubGlobal('fetch', async () => Response.json(body, { status }))
const refuse = (code: string, status: number) => answer({ code, message: 'No.' }, status)
const remove = (input: { reload?: 'later' } = {}) => callApi(suppliers.remove, { params: { id: 1 }, ...input })

test('after a call, what the screen shows of it is fetched again, and can be waited for', async () => {
  const fetched = mountSuppliers()
  answer({})
  await remove()
  await awaitReload()
  expect(fetched()).toBe(1)
})

test('a caller that replaces the screen itself has the queries fetched when they are shown next', async () => {
  const fetched = mountSuppliers()
  answer({})
  await remove({ reload: 'later' })
  await awaitReload()
  expect(fetched()).toBe(0)
  expect(client.getQueryState(queryKey(suppliers.list))?.isInvalidated).toBe(true)
})

test('a call without a known outcome, and one that the records refuse, fetch them too', async () => {
  const fetched = mountSuppliers()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await remove().catch(awaitReload)
  refuse('server.error', 500)
  await remove({ reload: 'later' }).catch(awaitReload)
  refuse('record.inUse', 409)
  await remove().catch(awaitReload)
  refuse('notFound', 404)
  await remove().catch(awaitReload)
  expect(fetched()).toBe(4)
})

test('a refusal that is not about the records fetches nothing', async () => {
  const fetched = mountSuppliers()
  for (const [code, status] of [
    ['request.malformed', 400],
    ['session.required', 401],
    ['request.tooLarge', 413],
    ['form.invalid', 422],
    ['rate.limited', 429],
  ] as const) {
    refuse(code, status)
    await remove().catch(awaitReload)
  }
  expect(fetched()).toBe(0)
})
