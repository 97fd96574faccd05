import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as bodyOf } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onlyInFullTier } from '#test/tier.ts'
import { installSecurityHeaders } from './security-headers.ts'
import { SESSION_COOKIE } from './session.ts'
import { serveWeb } from './static-files.ts'

let webDir: string
let app: FastifyInstance
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'puoti-web-'))
  await mkdir(join(webDir, 'assets'))
  await mkdir(join(webDir, '.vite'))
  await writeFile(
    join(webDir, 'index.html'),
    '<html lang="__LANGUAGE__" data-first="__FIRST__"><meta nonce="__CSP_NONCE__"><meta content="__MONEY_FORMAT__"><meta name="puoti-visitor" content="__VISITOR_TOKEN__"><meta name="description" data-only="en" content="A shop"><meta name="description" data-only="fi" content="Kauppa"><link data-only="en" href="/assets/en.json"><link data-only="fi" href="/assets/fi.json"><link data-only="visitor" href="/assets/login.js"><script src="/assets/a.js"></script><script>ran = true</script>',
  )
  await writeFile(join(webDir, 'assets/a.js'), 'plain')
  await writeFile(join(webDir, 'assets/a.js.br'), 'brotli')
  await writeFile(join(webDir, '.vite/manifest.json'), '{}')
  await writeFile(join(webDir, 'favicon.svg'), '<svg/>')
  await writeFile(join(webDir, 'service-worker.js'), 'plain')
  await writeFile(join(webDir, 'service-worker.js.br'), 'brotli')
  app = fastify()
  app.decorate('publicUrl', undefined)
  await app.register(cookie)
  installSecurityHeaders(app)
  await serveWeb(app, {
    webDir,
    money: 'sv-FI SEK',
    mapTiles: 'https://{s}.tile.example:8443/{z}/{x}/{y}.png?key=1',
    visitorToken: () => 'a-token',
  })
})
afterAll(async () => {
  await app.close()
  await rm(webDir, { recursive: true })
})

test('every address of the app gets the page, each time with a new nonce that the policy names', async () => {
  const nonces = new Set<string>()
  for (const url of ['/', '/home', '/login/1001/1/abc', '/nowhere', '/users?q=aino%40puoti.example']) {
    const answer = await app.inject(url)
    expect(answer.statusCode, url).toBe(200)
    const nonce = /nonce="([^"]+)"/.exec(answer.body)?.[1] ?? ''
    expect(answer.headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.body).toContain('content="sv-FI SEK"')
    nonces.add(nonce)
  }
  expect(nonces.size).toBe(5)
})

test.each([
  ['a visitor', { url: '/' }, 'en', 'visitor'],
  ['a Finn', { url: '/home', headers: { 'accept-language': 'de-AT, fi-FI;q=0.8, en;q=0.5' } }, 'fi', 'visitor'],
  ['a visitor who requests a language', { url: '/?lang=sv', headers: { 'accept-language': 'fi' } }, 'sv', 'visitor'],
  [
    'a visitor who has chosen a language',
    { url: '/home', headers: { 'accept-language': 'fi', cookie: 'languageCode=sv' } },
    'sv',
    'visitor',
  ],
  ['a shopper', { url: '/home', headers: { cookie: `${SESSION_COOKIE}=any` } }, 'en', 'shopper'],
  ['the service worker', { url: '/cached-page' }, 'en', 'shopper'],
])('%s gets the page in the right language and with the right first view', async (...[, request, language, first]) => {
  expect((await app.inject(request)).body).toContain(`<html lang="${language}" data-first="${first}">`)
})

test('the page contains the token of a visitor, and of nobody else', async () => {
  const tokenIn = async (url: string, session = '') =>
    /puoti-visitor" content="([^"]*)"/.exec((await app.inject({ url, headers: { cookie: session } })).body)?.[1]
  expect(await tokenIn('/home')).toBe('a-token')
  expect(await tokenIn('/home', `${SESSION_COOKIE}=any`)).toBe('')
  expect(await tokenIn('/cached-page')).toBe('')
})

test('the page has one description, in the reader’s language', async () => {
  const descriptionsFor = async (language: string) => {
    const { body } = await app.inject({ url: '/', headers: { 'accept-language': language } })
    return [...body.matchAll(/<meta name="description"[^>]* content="([^"]*)"/g)].map(([, text]) => text)
  }
  expect(await descriptionsFor('fi')).toEqual(['Kauppa'])
  expect(await descriptionsFor('en')).toEqual(['A shop'])
})

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip;q=1.0, br;q=0', 'gzip', gunzipSync],
  ['GZIP', 'gzip', gunzipSync],
] as const)(
  'to a browser that accepts %s the page is sent in %s, under the nonce of its policy',
  async (accepted, encoding, decode) => {
    const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
    expect(answer.headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' })
    const page = decode(answer.rawPayload).toString()
    const nonce = /nonce="([^"]+)"/.exec(page)?.[1] ?? ''
    expect(page).toContain('<html lang="en"')
    expect(answer.headers['content-security-policy']).toContain(`'nonce-${nonce}'`)
    const head = await app.inject({ method: 'HEAD', url: '/', headers: { 'accept-encoding': accepted } })
    expect([head.statusCode, head.body]).toEqual([200, ''])
  },
)

test.each(['', 'identity', 'deflate', 'br;q=0, gzip;q=0.0'])(
  'to a program that accepts “%s” the page is sent uncompressed',
  async accepted => {
    const answer = await app.inject({ url: '/', headers: { 'accept-encoding': accepted } })
    expect(answer.headers['content-encoding']).toBeUndefined()
    expect(answer.body).toContain('<html lang="en"')
  },
)

test('the policy allows the page’s own script, and the one of another response allows none', async () => {
  const getPolicy = async (url: string) => (await app.inject(url)).headers['content-security-policy']
  const hash = createHash('sha256').update(`ran = true`).digest('base64')
  expect(await getPolicy('/home')).toContain(`script-src 'self' 'wasm-unsafe-eval' 'sha256-${hash}';`)
  expect(await getPolicy('/assets/a.js')).toContain(`script-src 'self' 'wasm-unsafe-eval';`)
})

test('the policy of a page allows the host of the map tiles, and the one of another response does not', async () => {
  const getPolicy = async (url: string) => (await app.inject(url)).headers['content-security-policy']
  expect(await getPolicy('/stores')).toContain("; img-src 'self' data: blob: https://*.tile.example:8443;")
  expect(await getPolicy('/assets/a.js')).toContain("; img-src 'self' data: blob:;")
})

test('the page preloads only what its reader needs, and the kept page nothing', async () => {
  const getAhead = async (url: string, session = '') => {
    const { body } = await app.inject({ url, headers: { 'accept-language': 'fi', cookie: session } })
    return [...body.matchAll(/data-only="\w+" href="([^"]+)"/g)].map(([, file]) => file)
  }
  expect(await getAhead('/home')).toEqual(['/assets/fi.json', '/assets/login.js'])
  expect(await getAhead('/home?lang=sv')).toEqual(['/assets/login.js'])
  expect(await getAhead('/home', `${SESSION_COOKIE}=any`)).toEqual(['/assets/fi.json'])
  expect(await getAhead('/cached-page')).toEqual([])
})

test('over https the language is read only from a cookie that is bound to this host', async () => {
  const secure = fastify()
  secure.decorate('publicUrl', new URL('https://shop.example'))
  await secure.register(cookie)
  installSecurityHeaders(secure)
  await serveWeb(secure, { webDir, money: 'fi-FI EUR', visitorToken: () => '' })
  const languageWith = async (text: string) =>
    /lang="(\w+)"/.exec((await secure.inject({ url: '/', headers: { cookie: text } })).body)?.[1]
  expect(await languageWith('__Host-languageCode=sv')).toBe('sv')
  expect(await languageWith('languageCode=sv')).toBe('en')
  await secure.close()
})

test('hashed files are cached for a year and served compressed', async () => {
  const answer = await app.inject({ url: '/assets/a.js', headers: { 'accept-encoding': 'gzip, br' } })
  expect(answer.body).toBe('brotli')
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  expect((await app.inject('/favicon.svg')).headers['cache-control']).toBe('public, max-age=3600')
})

test('the service worker is revalidated each time, compressed or not', async () => {
  for (const headers of [{}, { 'accept-encoding': 'br' }]) {
    const answer = await app.inject({ url: '/service-worker.js', headers })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['cache-control']).toBe('no-cache')
    expect(answer.headers['content-type']).toContain('javascript')
  }
})

test.each([
  '/index.html',
  '/Index.HTML',
  '/./index.html',
  '/assets/../index.html',
  '/assets/%2e%2e/index.html',
  '/.vite/manifest.json',
  '/assets/gone.js',
  '/api/nothing',
  '/../package.json',
  '/%2e%2e/package.json',
])('%s is not served', async url => {
  const answer = await app.inject(url)
  expect([403, 404]).toContain(answer.statusCode)
  expect(answer.body).not.toContain('"version"')
})

/** Sends the path unchanged: `inject`, `fetch` and `URL` would normalise it first. */
async function requestRaw(path: string, origin: string) {
  const { hostname, port } = new URL(origin)
  const [answer] = await once(ask({ hostname, port, path, headers: { 'accept-encoding': 'br' } }).end(), 'response')
  return { status: answer.statusCode, type: answer.headers['content-type'], body: await bodyOf(answer) }
}

test('a path with a second slash, a dot segment or an encoded separator is refused', async () => {
  const origin = await app.listen({ host: '127.0.0.1', port: 0 })
  const paths = ['index.html', '.vite/manifest.json', 'assets/a.js', 'assets/.vite/manifest.json', 'home']
  const before = [
    '//',
    '///',
    '/%2f',
    '/%2F',
    '/.//',
    '/./',
    '/%2e/',
    '/x/../',
    '/assets/..//',
    '/\\',
    '/%5c',
    '/%5C%2f',
    '/..%2f',
  ]
  const refused = [
    ...paths.flatMap(path => before.map(start => start + path)),
    '/.vite/manifest.json',
    '/.%76ite/manifest.json',
    '/%2evite/manifest.json',
    '/%252e%252e/package.json',
    '/assets/%2e%2e/index.html',
    '/assets/..%2findex.html',
    '/assets/a.js%00.html',
    '/%00',
    '/home%00',
    '/.git/config',
    '/.git/HEAD',
    '/.env',
    '/home/.git/config',
    '/.well-known/change-password',
    '/home//x',
  ]
  for (const path of refused) {
    const { status, type, body } = await requestRaw(path, origin)
    expect([400, 404], `${path} ${body}`).toContain(status)
    expect(type, path).toBe('application/json; charset=utf-8')
  }
  expect((await requestRaw('/assets/a.js', origin)).body).toBe('brotli')
})

test('the path of a service that is off gets 404 instead of the page, whatever follows it', async () => {
  const services = [
    '/metrics',
    '/metrics?x=1',
    '/metrics/',
    '/METRICS',
    '/%6detrics',
    '/livez',
    '/readyz',
    '/api',
    '/api/',
    '/API/x',
  ]
  for (const url of [
    ...services,
    '/dev',
    '/dev/mailbox',
    '/dev/terminal',
    '/images/none',
    '/images',
    '/wp-login.php',
  ]) {
    const answer = await app.inject(url)
    expect([url, answer.statusCode]).toEqual([url, 404])
    expect(answer.json()).toMatchObject({ code: 'notFound' })
  }
  for (const url of ['/devices', '/metricsx', '/livezone', '/apiary', '/home/metrics'])
    expect([url, (await app.inject(url)).statusCode]).toEqual([url, 200])
})

test.runIf(onlyInFullTier('it compares times, which a busy machine spoils'))(
  'serving a file takes no longer among those of many earlier builds',
  async () => {
    await mkdir(join(webDir, 'crowd'))
    for (let number = 0; number < 12_000; number++) writeFileSync(join(webDir, `crowd/${number}.js`), 'plain')
    // The minimum of many: other work of this process and this machine only adds to some of them.
    const minMs = { crowd: Infinity, assets: Infinity }
    const requestFile = async (directory: keyof typeof minMs, file: string) => {
      const started = performance.now()
      expect((await app.inject(`/${directory}/${file}`)).statusCode).toBe(200)
      minMs[directory] = Math.min(minMs[directory], performance.now() - started)
    }
    for (let call = 0; call < 40; call++) {
      await requestFile('crowd', `${call}.js`)
      await requestFile('assets', 'a.js')
    }
    expect(minMs.crowd).toBeLessThan(3 * minMs.assets)
  },
)

test('a build that replaces the page is served at once', async () => {
  await writeFile(join(webDir, 'index.html'), 'the next build')
  await utimes(join(webDir, 'index.html'), new Date(), new Date(Date.now() + 5000))
  expect((await app.inject('/home')).body).toBe('the next build')
})

test('every response carries the security headers', async () => {
  for (const url of ['/home', '/assets/a.js', '/api/nothing']) {
    expect((await app.inject(url)).headers).toMatchObject({
      'content-security-policy': expect.stringContaining("default-src 'self'"),
      'permissions-policy': expect.stringContaining('camera=(self)'),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
    })
  }
})
