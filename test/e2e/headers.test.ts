import { expect, fullTier, test } from './test.ts'

const FULL_TIER = fullTier('a variant: other responses have the headers tested before each merge')

const ANSWERS = {
  page: '/home',
  'address of no page': '/no/such/place',
  'call that is refused': '/api/order',
  'call that is answered': '/api/languages',
  'call that does not exist': '/api/nothing',
  'login link': '/login/1/2/3',
}

for (const [what, path] of Object.entries(ANSWERS)) {
  test(`the response to a ${what} has the security headers`, what !== 'page' ? FULL_TIER : {}, async ({ request }) => {
    const headers = (await request.get(path)).headers()
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=(self), geolocation=(self)'),
    })
    const policy = headers['content-security-policy'] ?? ''
    for (const rule of ["default-src 'self'", "object-src 'none'", "frame-ancestors 'none'", "base-uri 'none'"]) {
      expect(policy.split('; ')).toContain(rule)
    }
    // Besides its files, a page has one small inline script, allowed by its hash.
    expect(policy).toMatch(/; script-src 'self' 'wasm-unsafe-eval'(?: 'sha256-[^' ]+')?;/)
    expect(policy).not.toContain('unsafe-inline')
    expect(policy).not.toContain("'unsafe-eval'")
    expect(headers).not.toHaveProperty('server')
    expect(headers).not.toHaveProperty('x-powered-by')
  })
}

test('each page response has its own nonce, and an API response is not cached', async ({ request }) => {
  const getNonce = async () =>
    /'nonce-([^']+)'/.exec((await request.get('/')).headers()['content-security-policy'] ?? '')?.[1]
  const [first, second] = [await getNonce(), await getNonce()]
  expect(first).toMatch(/^[\w+/=]{20,}$/)
  expect(second).not.toBe(first)
  expect((await request.get('/api/languages')).headers()['cache-control']).toBe('no-store')
})

test('an injected script does not run', async ({ page, faults }) => {
  faults.allow(/Content Security Policy/)
  await page.goto('/')
  await page.evaluate(`{
    const script = document.createElement('script')
    script.textContent = 'document.title = "taken over"'
    document.body.append(script)
  }`)
  expect(await page.title()).not.toBe('taken over')
  expect(faults.seen(/Content Security Policy/)).toBe(true)
})

test('the session cookie is HttpOnly and SameSite=Lax', async ({ context, shopper }) => {
  expect(shopper.email).toContain('@')
  const cookies = (await context.cookies()).filter(({ name }) => name.includes('session'))
  expect(cookies).toHaveLength(1)
  expect(cookies[0]).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
})

test('no page sends a request to another site', FULL_TIER, async ({ page, context, shopper }) => {
  const urls: string[] = []
  context.on('request', request => urls.push(request.url()))
  for (const path of ['/', '/home', '/basket', '/removal']) await page.goto(path, { waitUntil: 'networkidle' })
  const foreign = urls.filter(url => !url.startsWith(new URL(page.url()).origin) && !/^(?:data|blob):/.test(url))
  expect(foreign, `asked for ${shopper.email}`).toEqual([])
})
