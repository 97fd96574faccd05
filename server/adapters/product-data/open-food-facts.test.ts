import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '#test/free-port.ts'
import {
  type OpenFoodFactsServer,
  openFoodFactsServer,
  type ProductFault,
} from '#test/product-data/open-food-facts-server.ts'
import { productDataConformance } from './conformance.ts'
import { openFoodFacts } from './open-food-facts.ts'

const userAgent = async () => 'Puoti/0.1.0 (shop@puoti.example)'
const CODE = '6408430000135'

productDataConformance('Open Food Facts', async () => {
  const server = await openFoodFactsServer()
  return {
    source: openFoodFacts({ url: server.url, userAgent }),
    add: async product => void server.add(product),
    spoil: async code => server.fault(code, 'broken JSON'),
    close: server.close,
  }
})

describe('Open Food Facts', () => {
  let server: OpenFoodFactsServer
  beforeAll(async () => {
    server = await openFoodFactsServer()
    server.add({ code: CODE, lang: 'fi', product_name: 'Maito', creator: 'nobody asks for this' })
  })
  afterAll(() => server.close())
  const openClient = (options: { timeoutMs?: number; now?: () => Date } = {}) =>
    openFoodFacts({ url: server.url, userAgent, ...options })

  test('is told who asks, and for a product of which only some fields are wanted', async () => {
    await openClient().find(CODE)
    expect(server.requests.at(-1)).toEqual({
      path: `/api/v3/product/${CODE}`,
      agent: 'Puoti/0.1.0 (shop@puoti.example)',
    })
    const nameless = openFoodFacts({ url: server.url, userAgent: async () => 'curl' })
    expect(await nameless.find(CODE)).toEqual({ kind: 'failed', reason: 'HTTP 403' })
  })

  test.each<[ProductFault, string]>([
    ['broken JSON', 'no JSON'],
    ['huge', 'an answer too long'],
    ['wrong types', 'an answer of another shape'],
    ['another product', 'another product'],
    ['hangs up', 'UND_ERR_SOCKET'],
  ])('that answers with the fault “%s” fails without an exception', async (fault, reason) => {
    server.fault(CODE, fault)
    expect(await openClient().find(CODE)).toEqual({ kind: 'failed', reason })
    server.fault(CODE)
    expect(await openClient().find(CODE)).toMatchObject({ kind: 'found' })
  })

  test('that is slow, or unreachable, is reported as such', async () => {
    server.fault(CODE, 'slow')
    expect(await openClient({ timeoutMs: 50 }).find(CODE)).toEqual({ kind: 'timeout' })
    server.fault(CODE)
    const nobody = openFoodFacts({ url: `http://127.0.0.1:${await freePort()}`, userAgent })
    expect(await nobody.find(CODE)).toEqual({ kind: 'failed', reason: 'ECONNREFUSED' })
  })

  test('that has the product in another of its databases does not know the food', async () => {
    server.fault(CODE, 'another database')
    expect(await openClient().find(CODE)).toEqual({ kind: 'unknown' })
    server.fault(CODE)
  })

  test.each<[ProductFault, number]>([
    ['too many requests', 90],
    ['unavailable', 60],
  ])('that says “%s” is left alone for as long as it asks', async (fault, seconds) => {
    let now = new Date('2026-12-01T10:00:00Z')
    const source = openClient({ now: () => now })
    server.fault(CODE, fault)
    const until = new Date(now.getTime() + seconds * 1000)
    expect(await source.find(CODE)).toEqual({ kind: 'busy', until })
    server.fault(CODE)
    const before = server.requests.length
    expect(await source.find(CODE)).toEqual({ kind: 'busy', until })
    expect(await source.fetchPicture(`${server.url}/p.jpg`)).toEqual({ kind: 'busy', until })
    expect(server.requests).toHaveLength(before)
    now = until
    expect(await source.find(CODE)).toMatchObject({ kind: 'found' })
  })
})

describe('A picture', () => {
  let server: OpenFoodFactsServer
  beforeAll(async () => {
    server = await openFoodFactsServer()
  })
  afterAll(() => server.close())
  const fetchPicture = (address: string) => openFoodFacts({ url: server.url, userAgent }).fetchPicture(address)

  test('is fetched from the service', async () => {
    const address = server.addPicture('/images/products/1/front_fi.3.full.jpg', Buffer.from('bytes'))
    expect(await fetchPicture(address)).toEqual({ kind: 'found', bytes: Buffer.from('bytes') })
  })

  test.each<[ProductFault, object]>([
    ['huge', { kind: 'failed', reason: 'an answer too long' }],
    ['another database', { kind: 'unknown' }],
    ['hangs up', { kind: 'failed' }],
  ])('with the fault “%s” is none', async (fault, answer) => {
    server.fault('/images/faulty.jpg', fault)
    expect(await fetchPicture(`${server.url}/images/faulty.jpg`)).toMatchObject(answer)
  })

  test.each([
    'http://images.openfoodfacts.org/x.jpg',
    'https://images.openfoodfacts.org.evil.example/x.jpg',
    'https://images.openfoodfacts.org:8443/x.jpg',
    'https://images.openfoodfacts.org@evil.example/x.jpg',
    'https://localhost/x.jpg',
    'http://[::1]/x.jpg',
    '//images.openfoodfacts.org/x.jpg',
  ])('at %s is not asked for', async address => {
    const before = server.requests.length
    expect(await fetchPicture(address)).toEqual({ kind: 'unknown' })
    expect(server.requests).toHaveLength(before)
  })
})
