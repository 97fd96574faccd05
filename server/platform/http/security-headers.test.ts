import fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerUnreadable } from './errors.ts'
import { installSecurityHeaders } from './security-headers.ts'

const KEPT_TO_HTTPS = 'strict-transport-security'

async function answerAt(publicUrl: string, url: string) {
  const app = fastify({ frameworkErrors: answerUnreadable, routerOptions: { maxParamLength: 20 } })
  app.decorate('publicUrl', new URL(publicUrl))
  installSecurityHeaders(app)
  app.get('/here', async () => 'here')
  app.get('/things/:id', async () => 'a thing')
  const answer = await app.inject(url)
  await app.close()
  return answer
}

test('over https every response keeps browsers on https for a year, subdomains included', async () => {
  for (const url of ['/here', '/nowhere']) {
    const { headers } = await answerAt('https://shop.example', url)
    expect(headers[KEPT_TO_HTTPS]).toBe('max-age=31536000; includeSubDomains')
  }
})

test('a shop over http does not keep browsers on https', async () => {
  expect((await answerAt('http://127.0.0.1:3000', '/here')).headers).not.toHaveProperty(KEPT_TO_HTTPS)
})

test('no response allows another origin to read it', async () => {
  const { headers } = await answerAt('https://shop.example', '/here')
  expect(Object.keys(headers).filter(name => name.startsWith('access-control-'))).toEqual([])
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
})

test.each(['/things/%zz', `/things/${'x'.repeat(21)}`])(
  'an unreadable address is answered with the security headers too: %s',
  async url => {
    const [unreadable, missing] = [
      await answerAt('https://shop.example', url),
      await answerAt('https://shop.example', '/nowhere'),
    ]
    expect(unreadable.statusCode).toBe(400)
    const names = [KEPT_TO_HTTPS, 'content-security-policy', 'x-content-type-options', 'x-frame-options']
    for (const name of names) expect(unreadable.headers[name]).toBe(missing.headers[name])
    expect(unreadable.headers[KEPT_TO_HTTPS]).toBeDefined()
  },
)
