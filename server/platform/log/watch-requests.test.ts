import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { readSignInMail } from '#test/shop/inboxes.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { TestBrowser } from '#test/shop/test-browser.ts'

let database: DatabaseHandle
let server: Shop
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['catalogue', 'accounts'], hasOutbox: true, logLevel: 'trace' })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

type Line = Record<string, unknown>

/** The log lines, as in production, of calls that are made during `work`. */
async function getLines(work: () => Promise<unknown>): Promise<Line[]> {
  const before = server.logged.length
  await work()
  return server.logged
    .slice(before)
    .map(line => JSON.parse(line) as Line)
    .filter(({ level, msg }) => level === 30 && msg === 'answered')
}

test('a refused read is logged with its user and the reason, and a granted one is not', async () => {
  const shopper = await signedInShopper(database)
  const admin = await signedInShopper(database, { isAdmin: true })
  const linesFor = (input: { session?: string }) =>
    getLines(() => server.get('/api/admin/suppliers?q=swordfish', input))
  const [refused] = await linesFor({ session: shopper })
  expect(refused).toMatchObject({ method: 'GET', status: 403, code: 'session.adminRequired', user: expect.any(Number) })
  expect(refused).toMatchObject({ route: '/api/admin/suppliers', reqId: expect.any(String) })
  expect(new Date(String(refused?.['time'])).getTime()).toBeGreaterThan(Date.now() - 60_000)
  expect(await linesFor({})).toMatchObject([{ status: 401, code: 'session.required' }])
  expect(await linesFor({ session: admin })).toEqual([])
  expect(await getLines(() => server.get('/no/such/page'))).toEqual([])
  expect(server.logged.join('')).not.toContain('swordfish')
})

test('a sign-in is logged whether it succeeds or not, without email address, code or link', async () => {
  const email = 'aino.swordfish@puoti.example'
  const browser = await new TestBrowser(server.app, {}).opened()
  await browser.call('POST login', { email })
  const mail = await vi.waitUntil(() => server.mails.find(({ to }) => to === email), { timeout: 5000 })
  const { path, code, hash } = readSignInMail(mail)
  const wrong = await getLines(() =>
    browser.call('POST login/code', { email, code: code === '000000' ? '1' : '000000' }),
  )
  expect(wrong).toMatchObject([{ route: '/api/login/code', status: 401, code: 'login.invalidCode' }])
  const right = await getLines(() => browser.call(`POST ${path.slice(1)}`))
  expect(right).toMatchObject([{ route: '/api/login/:userId/:timestamp/:hash', status: 200, user: expect.any(Number) }])
  for (const secret of ['aino.swordfish', hash]) expect(server.logged.join('')).not.toContain(secret)
  const allowedFields = [
    'level',
    'time',
    'pid',
    'hostname',
    'reqId',
    'method',
    'route',
    'status',
    'ms',
    'user',
    'code',
    'msg',
  ]
  expect([...wrong, ...right].flatMap(line => Object.keys(line)).filter(key => !allowedFields.includes(key))).toEqual(
    [],
  )
})

test('log lines of a traced call carry its trace id, and an invalid trace id is ignored', async () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736'
  const getTrace = async (traceparent: string) => {
    const headers = { traceparent }
    const [line] = await getLines(() => server.app.inject({ url: '/api/admin/suppliers', headers }))
    return line?.['trace']
  }
  expect(await getTrace(`00-${id}-00f067aa0ba902b7-01`)).toBe(id)
  expect(await getTrace(`01-${id}-00f067aa0ba902b7-01-what-comes-later`)).toBe(id)
  for (const bad of [
    '',
    'x',
    id,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${id.toUpperCase()}-00f067aa0ba902b7-01`,
  ])
    expect(await getTrace(bad)).toBeUndefined()
})
