import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore } from '#test/rows/catalogue.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { UNCOUNTED_MS } from './report-unknown-code.ts'

const CODE = '4006381333931'

/** Codes that shoppers of a store have reported, the most reported first, with the number of shoppers and when. */
const reportedIn = ({ kysely }: DatabaseHandle, storeId: number) =>
  kysely
    .selectFrom('unknown_code_report')
    .select(({ fn }) => [
      'code',
      fn.countAll<number>().as('shoppers'),
      fn.sum<number>('reports').as('reports'),
      fn.min('first_at').as('firstAt'),
      fn.max('last_at').as('lastAt'),
    ])
    .where('store_id', '=', storeId)
    .groupBy('code')
    .orderBy('shoppers', 'desc')
    .orderBy('lastAt', 'desc')
    .execute()

describe('a report of an unknown code', () => {
  let database: DatabaseHandle
  let server: Shop
  let now = new Date('2026-03-02T10:00:00Z')

  beforeAll(async () => {
    database = await testDatabase()
    server = await openShop({ database, now: () => now, modules: ['catalogue'] })
  })
  afterAll(async () => {
    await server.close()
    await database.close()
  })

  const report = (session: string, body: object = { code: CODE }) =>
    server.app.inject({
      method: 'POST',
      url: '/api/unknown-codes',
      headers: {
        cookie: `${SESSION_COOKIE}=${session}`,
        'x-csrf-token': csrfToken(server.context.secrets, session),
      },
      payload: body,
    })
  const visit = async () => {
    const storeId = await addStore(database)
    return { storeId, session: await signedInShopper(database, { activeStoreId: storeId }) }
  }
  const reported = (storeId: number) => reportedIn(database, storeId)

  test('is stored with its store and counts once a day, however often it is sent', async () => {
    const { storeId, session } = await visit()
    const firstAt = now
    expect((await report(session)).statusCode).toBe(200)
    now = new Date(now.getTime() + UNCOUNTED_MS - HOUR_MS)
    expect((await report(session)).statusCode).toBe(200)
    expect(await reported(storeId)).toMatchObject([{ code: CODE, shoppers: 1, reports: 1, firstAt, lastAt: firstAt }])
    now = new Date(now.getTime() + HOUR_MS)
    await report(session)
    expect(await reported(storeId)).toMatchObject([{ reports: 2, firstAt, lastAt: now }])
  })

  test('counts once when it is sent several times concurrently', async () => {
    const { storeId, session } = await visit()
    await Promise.all([report(session), report(session), report(session)])
    expect(await reported(storeId)).toMatchObject([{ shoppers: 1, reports: 1 }])
  })

  test('counts for each of two shoppers', async () => {
    const { storeId, session } = await visit()
    await report(session, { code: '96385074' })
    for (const each of [session, await signedInShopper(database, { activeStoreId: storeId })]) await report(each)
    expect(await reported(storeId)).toMatchObject([
      { code: CODE, shoppers: 2 },
      { code: '96385074', shoppers: 1 },
    ])
  })

  test.each([
    ['no code', {}],
    ['another field', { code: CODE, store: 1001 }],
    ['what no scanner gives', { code: '<b>4006</b>' }],
    ['too long a code', { code: '1'.repeat(49) }],
  ])('is refused with %s', async (_what, body) => {
    const { storeId, session } = await visit()
    expect((await report(session, body)).statusCode).toBe(422)
    expect(await reported(storeId)).toEqual([])
  })

  test('is refused to a shopper without a store, and without a session', async () => {
    const nowhere = await report(await signedInShopper(database))
    expect([nowhere.statusCode, nowhere.json().code]).toEqual([422, 'store.required'])
    expect((await report('x'.repeat(43))).statusCode).toBeGreaterThanOrEqual(401)
  })

  test('is refused after thirty reports within an hour', async () => {
    const { session } = await visit()
    const codes = Array.from({ length: 31 }, (_, index) => String(10_000_000 + index))
    const answers = []
    for (const code of codes) answers.push((await report(session, { code })).statusCode)
    expect(answers.filter(status => status === 200)).toHaveLength(30)
    expect(answers.at(-1)).toBe(429)
  })
})
