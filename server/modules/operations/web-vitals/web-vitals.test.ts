import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken, VISITOR_COOKIE } from '#server/platform/http/csrf.ts'
import { testDatabase } from '#test/database/database.ts'
import { openShop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

async function openReports() {
  const { app, context, close } = await openShop({
    database,
    now: () => new Date('2026-03-01T21:59:00Z'),
    modules: ['operations'],
  })
  const headers = { 'x-csrf-token': csrfToken(context.secrets, 'visitor'), cookie: `${VISITOR_COOKIE}=visitor` }
  const report = (body: object, sent: Record<string, string> = headers) =>
    app.inject({ method: 'POST', url: '/api/web-vitals', headers: sent, payload: body })
  return { report, close }
}

const LCP = { name: 'LCP', value: 1200.5, rating: 'good', path: '/home' }

test('measurements from browsers are added up by day, page and measure', async () => {
  const { report, close } = await openReports()
  expect((await report(LCP)).statusCode).toBe(200)
  await report({ ...LCP, value: 3000, rating: 'needs-improvement' })
  await report({ ...LCP, path: 'other' })
  const rows = await database.kysely.selectFrom('web_vital').selectAll().orderBy('page').execute()
  expect(rows).toEqual([
    { day: '2026-03-01', page: '/home', name: 'LCP', good: 1, needs_improvement: 1, poor: 0, value_sum: 4200.5 },
    { day: '2026-03-01', page: 'other', name: 'LCP', good: 1, needs_improvement: 0, poor: 0, value_sum: 1200.5 },
  ])
  await close()
})

test.each([
  ['a path with a secret', { ...LCP, path: '/login/1001/1/secret' }],
  ['an unknown measure', { ...LCP, name: 'XYZ' }],
  ['a negative time', { ...LCP, value: -1 }],
  ['an unknown field', { ...LCP, user: 1001 }],
])('%s is refused', async (_, body) => {
  const { report, close } = await openReports()
  expect((await report(body)).statusCode).toBe(422)
  await close()
})

test('a flood of measurements uses one connection of the pool at a time, and each is counted', async () => {
  await database.kysely.deleteFrom('web_vital').execute()
  const { report, close } = await openReports()
  let [used, maxUsed] = [0, 0]
  const acquired = () => void (maxUsed = Math.max(maxUsed, (used += 1)))
  const released = () => void (used -= 1)
  database.pool.on('acquire', acquired).on('release', released)
  const paths = ['/home', '/basket', 'other']
  const answers = await Promise.all(
    Array.from({ length: 150 }, (_, at) => report({ ...LCP, value: at, path: paths[at % 3] })),
  )
  database.pool.off('acquire', acquired).off('release', released)
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(maxUsed).toBe(1)
  const rows = await database.kysely.selectFrom('web_vital').select(['page', 'good', 'value_sum']).execute()
  expect(rows.map(({ good }) => good)).toEqual([50, 50, 50])
  expect(rows.reduce((sum, { value_sum }) => sum + value_sum, 0)).toBe((149 * 150) / 2)
  await close()
})

test('one address has 600 measurements counted in ten minutes, without a write for the limit', async () => {
  const { report, close } = await openReports()
  await database.kysely.deleteFrom('rate_limit').execute()
  const answers = await Promise.all(Array.from({ length: 602 }, () => report(LCP)))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(600)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused.map(({ headers }) => headers['retry-after'])).toEqual(['600', '600'])
  expect(await database.kysely.selectFrom('rate_limit').selectAll().execute()).toEqual([])
  await close()
})

test('another site can’t add measurements', async () => {
  const { report, close } = await openReports()
  expect((await report(LCP, {})).statusCode).toBe(403)
  await close()
})
