import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerUnreadable, installErrorAnswers } from './errors.ts'

const app = fastify({ frameworkErrors: answerUnreadable, routerOptions: { maxParamLength: 20 }, bodyLimit: 100 })

beforeAll(async () => {
  app.decorate('publicUrl', undefined)
  installErrorAnswers(app)
  app.post('/api/things/:id', async () => ({}))
  app.get('/api/secret', async () => {
    throw new Error('the password is swordfish')
  })
  await app.ready()
})
afterAll(() => app.close())

type Unreadable = { url?: string; payload?: string; type?: string; status?: number; code?: string }

describe('an unreadable request', () => {
  test.each([
    ['an address with a broken escape', { url: '/api/things/%zz' }],
    ['a path segment that is too long', { url: `/api/things/${'x'.repeat(21)}` }],
    ['broken JSON', { payload: '{' }],
    ['a key that would change a prototype', { payload: '{"__proto__":{"isAdmin":true}}' }],
    ['plain text', { type: 'text/plain' }],
    ['a form', { type: 'application/x-www-form-urlencoded' }],
    ['a body that is too large', { payload: JSON.stringify('x'.repeat(100)), status: 413, code: 'request.tooLarge' }],
  ])('is refused with a code of the contract and is not cached: %s', async (_, what) => {
    const { url = '/api/things/1', payload = '{}', type = 'application/json' }: Unreadable = what
    const { status = 400, code = 'request.malformed' }: Unreadable = what
    const answer = await app.inject({ method: 'POST', url, payload, headers: { 'content-type': type } })
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ code, message: expect.any(String) })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

test('an unexpected error is answered without its message', async () => {
  const answer = await app.inject('/api/secret')
  expect(answer.statusCode).toBe(500)
  expect(answer.json()).toMatchObject({ code: 'server.error' })
  expect(answer.body).not.toContain('swordfish')
})
