import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { onlyInFullTier } from '#test/tier.ts'
import { FLOOD_LIMIT, FloodGate, limitFloods } from './flood-gate.ts'

const open: { close: () => Promise<unknown> }[] = []
afterEach(async () => void (await Promise.all(open.splice(0).map(app => app.close()))))

function server(rateLimitFactor: number) {
  const app = fastify()
  app.decorate('publicUrl', undefined)
  limitFloods(app, { rateLimitFactor })
  app.get('/asked', async () => 'answer')
  app.get('/livez', async () => 'alive')
  open.push(app)
  const request = async (remoteAddress: string, url = '/asked') => {
    const began = performance.now()
    const { statusCode, headers } = await app.inject({ url, remoteAddress })
    return { status: statusCode, ms: performance.now() - began, retryAfter: headers['retry-after'] }
  }
  return { app, ask: request }
}

test('an address gets its burst at once, then one call per turn, and nothing once too many wait', () => {
  const gate = new FloodGate(1)
  const turns = Array.from({ length: FLOOD_LIMIT.burst + 3 * FLOOD_LIMIT.perSecond + 10 }, () =>
    gate.nextTurn('a', 1000),
  )
  expect(turns.slice(0, FLOOD_LIMIT.burst).every(wait => wait === 0)).toBe(true)
  const waiting = turns.slice(FLOOD_LIMIT.burst, FLOOD_LIMIT.burst + 3 * FLOOD_LIMIT.perSecond)
  expect(waiting.every((wait, at) => Math.abs((wait ?? NaN) - (at + 1) * (1000 / FLOOD_LIMIT.perSecond)) < 0.01)).toBe(
    true,
  )
  expect(turns.slice(FLOOD_LIMIT.burst + 3 * FLOOD_LIMIT.perSecond + 1).every(wait => wait === undefined)).toBe(true)
  expect(gate.nextTurn('b', 1000)).toBe(0)
})

test('refused calls use no turn, so that the address is admitted again at its pace', () => {
  const gate = new FloodGate(1)
  for (let call = 0; call < 100_000; call++) gate.nextTurn('a', 1000)
  expect(gate.nextTurn('a', 1000)).toBeUndefined()
  expect(gate.nextTurn('a', 1000 + 3001)).toBeLessThanOrEqual(5)
  const minute = 60_000
  expect(Array.from({ length: FLOOD_LIMIT.burst }, () => gate.nextTurn('a', minute)).every(wait => wait === 0)).toBe(
    true,
  )
})

test('an address with two hundred calls a second for a minute never waits', () => {
  const gate = new FloodGate(1)
  const waits = Array.from({ length: 60 * FLOOD_LIMIT.perSecond }, (_, at) =>
    gate.nextTurn('a', at * (1000 / FLOOD_LIMIT.perSecond)),
  )
  expect(waits.filter(wait => wait !== 0)).toEqual([])
})

test.runIf(onlyInFullTier('it waits for the gate’s pace in real time'))(
  'calls beyond the pace wait and are answered, and those behind too many are refused after a delay',
  async () => {
    const { ask: request } = server(0.01)
    const answers = await Promise.all(Array.from({ length: 40 }, () => request('192.0.2.1')))
    const passed = answers.filter(({ status }) => status === 200)
    const refused = answers.filter(({ status }) => status === 429)
    expect([passed.length, refused.length]).toEqual([26, 14])
    expect(Math.max(...passed.map(({ ms }) => ms))).toBeGreaterThan(2400)
    expect(Math.min(...refused.map(({ ms }) => ms))).toBeGreaterThan(1000)
    expect(refused.every(({ retryAfter }) => retryAfter === '5')).toBe(true)
  },
)

test('other addresses and health probes do not wait behind a flood', async () => {
  const { ask: request } = server(0.01)
  const flood = Array.from({ length: 60 }, () => request('192.0.2.1'))
  const others = [await request('192.0.2.2'), await request('2001:db8:1:2::1'), await request('192.0.2.1', '/livez')]
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(Math.max(...others.map(({ ms }) => ms))).toBeLessThan(1000)
  await Promise.all(flood)
})

test('waiting calls do not delay the shutdown of the server', async () => {
  const { app, ask: request } = server(0.01)
  await app.listen({ host: '127.0.0.1', port: 0 })
  const flood = Array.from({ length: 40 }, () => request('192.0.2.1'))
  await sleep(100)
  const began = performance.now()
  await app.close()
  await Promise.allSettled(flood)
  expect(performance.now() - began).toBeLessThan(1000)
})
