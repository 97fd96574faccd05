import fastify from 'fastify'
import { expect, test } from 'vitest'
import { installSecurityHeaders } from './security-headers.ts'

const KEPT_TO_HTTPS = 'strict-transport-security'

async function answerAt(publicUrl: string, url: string) {
  const app = fastify()
  app.decorate('publicUrl', new URL(publicUrl))
  installSecurityHeaders(app)
  app.get('/here', async () => 'here')
  const answer = await app.inject(url)
  await app.close()
  return answer
}

test('over https every answer keeps browsers to https for a year, names below the shop’s own too', async () => {
  for (const url of ['/here', '/nowhere']) {
    const { headers } = await answerAt('https://shop.example', url)
    expect(headers[KEPT_TO_HTTPS]).toBe('max-age=31536000; includeSubDomains')
  }
})

test('a shop that is tried out over http keeps nobody to https', async () => {
  expect((await answerAt('http://127.0.0.1:3000', '/here')).headers).not.toHaveProperty(KEPT_TO_HTTPS)
})

test('no answer lets another origin read it', async () => {
  const { headers } = await answerAt('https://shop.example', '/here')
  expect(Object.keys(headers).filter(name => name.startsWith('access-control-'))).toEqual([])
  expect(headers['cross-origin-resource-policy']).toBe('same-origin')
})
