import { expect, test } from 'vitest'
import { signedHeaders } from '#test/terminals/mobilepay/webhooks.ts'
import { verifiedReference } from './answers.ts'

const [secret, body] = ['simulated-webhook-secret', JSON.stringify({ reference: 'a'.repeat(32), name: 'AUTHORIZED' })]
const url = 'https://puoti.example/webhooks/terminals/7?from=vendor'
const signedAt = (at: Date, by = secret) => ({
  host: 'puoti.example',
  path: '/webhooks/terminals/7?from=vendor',
  headers: signedHeaders({ url, secret: by, body, at }),
  body,
})
const webhook = signedAt(new Date(0))

test('a signed webhook names its payment, however wrong its clock is', () => {
  expect(verifiedReference(secret, webhook)).toBe('a'.repeat(32))
  expect(verifiedReference(secret, signedAt(new Date(4e12)))).toBe('a'.repeat(32))
})

test.each([
  ['another body', { body: `${body} ` }],
  ['another path', { path: '/webhooks/terminals/8' }],
  ['another host', { host: 'other.example' }],
  ['another date', { headers: { ...webhook.headers, 'x-ms-date': new Date(1000).toUTCString() } }],
  ['another hash', { headers: { ...webhook.headers, 'x-ms-content-sha256': 'x' } }],
  ['another secret', signedAt(new Date(0), 'guessed')],
  ['no signature', { headers: {} }],
])('a webhook with %s names none', (_what, change) => {
  expect(verifiedReference(secret, { ...webhook, ...change })).toBeUndefined()
})
