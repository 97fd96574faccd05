import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { openApp, type App } from '#server/app.ts'
import { readConfig } from '#server/config/config.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { csrfToken } from '#server/platform/http/csrf.ts'
import { SESSION_COOKIE } from '#server/platform/http/session.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { unloadedMsUntil } from '#test/unloaded-time.ts'

// What a server caches, and for how long another one may serve stale data. The tests of payments, refunds, doors, mails,
// messages, limits and the nightly backup check that those are shared.

/** A second, plus the time of the request. */
const SOON_MS = 1200

let database: DatabaseHandle
let servers: App[]
let admin: string
let milk: number
let store: number

beforeAll(async () => {
  database = await testDatabase()
  const vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const names = { en: 'Milk', fi: 'Maito', sv: 'Mjölk' }
  const texts = { en: '', fi: '', sv: '' }
  milk = await addProduct(database, { names, texts, vatClassId, price_cents: 145 })
  store = await addStore(database)
  admin = await signedInShopper(database, { isAdmin: true })
  const config = readConfig({ NODE_ENV: 'test', PUOTI_DEMO: 'off', PUOTI_LOG_LEVEL: 'silent' })
  servers = await Promise.all([1, 2, 3].map(() => openApp({ config, database })))
})
afterAll(async () => {
  await Promise.all(servers.map(server => server.close()))
  await database.close()
})

type RequestOptions = [line: string, body?: object]

async function call({ http, context }: App, session: string, ...[line, body]: RequestOptions) {
  const [method = 'GET', path = ''] = line.split(' ')
  return http.inject({
    method: method as 'GET' | 'PUT' | 'POST' | 'DELETE', // only these are used below
    url: `/api/${path}`,
    headers: { cookie: `${SESSION_COOKIE}=${session}`, 'x-csrf-token': csrfToken(context.secrets, session) },
    ...(body && { payload: body }),
  })
}

/** The time until all the others serve the new state (ms); they have just served the old one. */
const untilOthersTell = (isTold: (server: App) => Promise<boolean>): Promise<number> =>
  unloadedMsUntil(async () => (await Promise.all(servers.slice(1).map(isTold))).every(Boolean))

describe('each of three servers on one database', () => {
  const [first, others] = [() => servers[0]!, () => servers.slice(1)]

  test('accepts a session that it did not create', async () => {
    const shopper = await signedInShopper(database, { activeStoreId: store })
    for (const server of servers) expect((await call(server, shopper, 'GET products')).statusCode).toBe(200)
  })

  test('rejects a session within a second after it was ended on another server', async () => {
    const shopper = await signedInShopper(database, { activeStoreId: store })
    for (const server of others()) expect((await call(server, shopper, 'GET products')).statusCode).toBe(200)
    expect((await call(first(), shopper, 'POST logout')).statusCode).toBeLessThan(300)
    const isOut = async (server: App) => (await call(server, shopper, 'GET products')).statusCode === 401
    expect(await untilOthersTell(isOut)).toBeLessThan(SOON_MS)
  })

  test('rejects a blocked user within a second, despite its caches', async () => {
    const shopper = await signedInShopper(database, { activeStoreId: store })
    const { user_id } = await database.kysely
      .selectFrom('session')
      .select('user_id')
      .where('token_sha256', '=', sha256(shopper))
      .executeTakeFirstOrThrow()
    for (const server of others()) expect((await call(server, shopper, 'GET products')).statusCode).toBe(200)
    const blocked = await call(first(), admin, `PUT admin/users/${user_id}/blocked`, { is_blocked: true })
    expect(blocked.statusCode).toBe(200)
    const isOut = async (server: App) => (await call(server, shopper, 'GET products')).statusCode === 401
    expect(await untilOthersTell(isOut)).toBeLessThan(SOON_MS)
    for (const server of servers) expect((await call(server, shopper, 'GET order')).statusCode).toBe(401)
  })

  test('returns a changed price within a second', async () => {
    const shopper = await signedInShopper(database, { activeStoreId: store })
    const priceAt = async (server: App) =>
      (await call(server, shopper, 'GET products')).json<{ id: number; price: number }[]>()[0]?.price
    for (const server of others()) expect(await priceAt(server)).toBe(1.45)
    const shown = (await call(first(), admin, `GET admin/products/${milk}`)).json<AdminProduct>()
    const { id, version_id, vat, supplier, stores, images, created_at, updated_at, ...form } = shown
    void [id, version_id, vat, stores, images, created_at, updated_at]
    const saved = await call(first(), admin, `PUT admin/products/${milk}`, {
      ...form,
      supplier_id: supplier.id,
      price: 1.6,
      reason: '',
    })
    expect([saved.statusCode, saved.json()]).toMatchObject([200, { price: 1.6 }])
    expect(await untilOthersTell(async server => (await priceAt(server)) === 1.6)).toBeLessThan(SOON_MS)
  })

  test('returns a store’s new name at once', async () => {
    const shopper = await signedInShopper(database, { activeStoreId: store })
    await database.kysely.updateTable('store').set({ name: 'The new name' }).where('id', '=', store).execute()
    for (const server of servers) expect((await call(server, shopper, 'GET stores')).body).toContain('The new name')
  })
})
