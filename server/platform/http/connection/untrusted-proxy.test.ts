import fastify, { LogController } from 'fastify'
import { describe, expect, test } from 'vitest'
import { untrustedProxy, warnOfUntrustedProxies } from './address.ts'

async function shopBehind(trustProxy: string[] | false) {
  const warnings: string[] = []
  const http = fastify({
    trustProxy,
    logController: new LogController({ disableRequestLogging: true }),
    logger: { level: 'warn', stream: { write: line => void warnings.push(line) } },
  })
  warnOfUntrustedProxies(http)
  http.get('/', async request => ({ proxy: untrustedProxy(request) ?? null }))
  const sendRequest = async (headers: Record<string, string>) =>
    (await http.inject({ url: '/', headers, remoteAddress: '10.0.0.7' })).json<{ proxy: string | null }>().proxy
  return { ask: sendRequest, warnings }
}

describe('a proxy that forwards calls', () => {
  test.each([
    [false, { 'x-forwarded-for': '192.0.2.1' }],
    [false, { forwarded: 'for=192.0.2.1' }],
    [['10.0.0.1'], { 'x-forwarded-for': '192.0.2.1' }],
  ] as const)('is named and warned about once if it is not trusted (%s, %o)', async (trusted, headers) => {
    const { ask: request, warnings } = await shopBehind(trusted === false ? false : [...trusted])
    expect(await request(headers)).toBe('10.0.0.7')
    expect(await request(headers)).toBe('10.0.0.7')
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain('10.0.0.7')
    expect(warnings[0], 'a shopper’s address stays out of the log').not.toContain('192.0.2.1')
  })

  test('is ignored if it is trusted or forwards nothing', async () => {
    const trusted = await shopBehind(['10.0.0.7'])
    expect(await trusted.ask({ 'x-forwarded-for': '192.0.2.1' })).toBeNull()
    const direct = await shopBehind(false)
    expect(await direct.ask({})).toBeNull()
    expect([...trusted.warnings, ...direct.warnings]).toEqual([])
  })
})
