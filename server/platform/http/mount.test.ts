import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { csrfToken } from './csrf.ts'
import { SESSION_COOKIE } from './session.ts'

let database: DatabaseHandle
let server: Shop
let session: string
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['catalogue', 'administration'] })
  session = await signedInShopper(database, { isAdmin: true })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

test.each(['suppliers', 'suppliers.csv', 'suppliers.xlsx'])(
  'another site can neither start an admin’s download nor read an admin’s list: %s',
  async path => {
    const from = (site: string) =>
      server.get(`/api/admin/${path}`, { session, headers: { 'sec-fetch-site': site, 'sec-fetch-mode': 'navigate' } })
    // A sibling domain is another site as well: its operator needn't be the shop's.
    for (const site of ['cross-site', 'same-site']) {
      const refused = await from(site)
      expect([site, refused.statusCode, refused.json<{ code: string }>().code]).toEqual([site, 403, 'csrf.invalid'])
    }
    for (const site of ['same-origin', 'none']) expect((await from(site)).statusCode).toBe(200)
    expect((await server.get(`/api/admin/${path}`, { session })).statusCode).toBe(200)
  },
)

test.each(['suppliers.csv', 'suppliers.xlsx'])(
  'no download of an admin begins before a person asks: %s',
  async path => {
    const url = `/api/admin/${path}`
    for (const purpose of ['prefetch', 'prefetch;prerender']) {
      const refused = await server.get(url, { session, headers: { 'sec-purpose': purpose, 'sec-fetch-site': 'none' } })
      expect([purpose, refused.statusCode]).toEqual([purpose, 403])
    }
    const headers = { cookie: `${SESSION_COOKIE}=${session}` }
    expect((await server.app.inject({ method: 'HEAD', url, headers })).statusCode).toBe(404)
    expect((await server.app.inject({ method: 'HEAD', url: '/api/admin/suppliers', headers })).statusCode).toBe(200)
  },
)

test.each([
  ['NUL', String.raw`a\u0000`, 422],
  ['half of a surrogate pair', String.raw`a\ud83e`, 422],
  ['the other half of a pair', String.raw`\udd5ba`, 422],
  ['both halves of a pair', String.raw`a\ud83e\udd5b`, 200],
  ['words that look like escapes', String.raw`C:\\udata \\u0000`, 200],
] as const)('a text with %s is accepted only if the database can store it', async (_name, text, status) => {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/admin/suppliers',
    headers: {
      cookie: `${SESSION_COOKIE}=${session}`,
      'x-csrf-token': csrfToken(server.context.secrets, session),
      'content-type': 'application/json',
    },
    payload: `{"name":"${text}"}`,
  })
  expect([answer.statusCode, answer.body]).toEqual([status, answer.body])
  if (status === 422) expect(answer.json()).toMatchObject({ code: 'request.invalid', fields: ['body'] })
})
