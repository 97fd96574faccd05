import { createServer, type Server } from 'node:https'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { guardedLookup, isPublicAddress, type ResolveHost } from '#server/adapters/push/post.ts'
import { httpsImages } from '#server/adapters/remote-image/https-image.ts'
import { selfSignedCertificate } from '#test/push/certificate.ts'
import { HOSTILE_ENDPOINTS, REBOUND_ADDRESSES } from '#test/push/hostile-endpoints.ts'

let server: Server
let ca: string
let port: number
/** The paths that the server was asked for. */
const requests: string[] = []
beforeAll(async () => {
  const { cert, key } = selfSignedCertificate()
  ca = cert
  server = createServer({ cert, key }, ({ url = '' }, response) => {
    requests.push(url)
    const [, what = '', to = ''] = url.split('/')
    if (what === 'image') return response.end(Buffer.from([0xff, 0xd8, 0xff]))
    if (what === 'moved') return response.writeHead(302, { location: decodeURIComponent(to) }).end()
    if (what === 'large') return response.writeHead(200).end(Buffer.alloc(2_000))
    if (what === 'endless') return void response.writeHead(200).write('x')
    return response.writeHead(404).end()
  })
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve))
  ;({ port } = server.address() as { port: number })
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const leadingTo =
  (...addresses: string[]): ResolveHost =>
  (_host, _options, done) =>
    done(
      null,
      addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )

/** As the shop downloads, from the public internet. */
const outside = (resolve: ResolveHost) =>
  httpsImages({ guard: guardedLookup(resolve), isPublicAddress, userAgent: 'Puoti', timeoutMs: 500 })
/** The same, but this machine counts as public under the name `localhost`; addresses in numbers still don’t. */
const here = () =>
  httpsImages({
    guard: (_host, { all }, done) =>
      all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
    isPublicAddress,
    userAgent: 'Puoti',
    timeoutMs: 500,
    maxBytes: 1_000,
    trusted: { ca, port },
  })
const at = (path: string) => `https://localhost:${port}/${path}`
const failure = (fault: string) => ({ kind: 'failed', fault })

test('an image arrives, also after redirects', async () => {
  expect(await here()(at('image'))).toEqual({ kind: 'found', bytes: Buffer.from([0xff, 0xd8, 0xff]) })
  expect(await here()(at(`moved/${encodeURIComponent('/image')}`))).toMatchObject({ kind: 'found' })
})

test.each([
  ['nothing', 'missing'],
  ['large', 'tooLarge'],
  ['endless', 'timeout'],
])('%s is %s', async (path, fault) => {
  expect(await here()(at(path))).toEqual(failure(fault))
})

test('a redirect to a private address, without encryption or in circles is not followed', async () => {
  requests.length = 0
  const redirected = (to: string) => here()(at(`moved/${encodeURIComponent(to)}`))
  expect(await redirected(`https://127.0.0.1:${port}/image`)).toEqual(failure('private'))
  expect(await redirected('https://[::1]/image')).toEqual(failure('private'))
  expect(await redirected('https://169.254.169.254/latest')).toEqual(failure('private'))
  expect(await redirected(`http://localhost:${port}/image`)).toEqual(failure('address'))
  expect(await redirected('file:///etc/passwd')).toEqual(failure('address'))
  expect(requests).toHaveLength(5)
  // The server returns the path that it was asked for.
  const circle = `moved/${encodeURIComponent('')}`
  expect(await here()(at(circle))).toEqual(failure('unreachable'))
})

test.each([
  'http://example.com/a.jpg',
  'ftp://example.com/a.jpg',
  'https://example.com:8443/a.jpg',
  'https://user:secret@example.com/a.jpg',
  '/a.jpg',
  '',
])('%j is not an address of an image', async address => {
  expect(await outside(leadingTo('8.8.8.8'))(address)).toEqual(failure('address'))
})

/** One of them is a public address, which is none of this test’s. */
const isPublic = (address: string) => URL.canParse(address) && new URL(address).hostname === '8.8.8.8'

describe('what leads to a computer that is not public is not dialled', () => {
  test.each(HOSTILE_ENDPOINTS.filter(address => !isPublic(address)))('%j', async address => {
    const answer = await outside(leadingTo('127.0.0.1'))(address)
    expect(answer.kind).toBe('failed')
    expect([failure('address'), failure('private')]).toContainEqual(answer)
  })

  test.each(REBOUND_ADDRESSES)('a name that means %s', async address => {
    for (const addresses of [[address], ['8.8.8.8', address], [address, '8.8.8.8']])
      expect(await outside(leadingTo(...addresses))('https://example.com/a.jpg')).toEqual(failure('private'))
  })
})
