import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import { bumpCatalogue } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { onlyInFullTier } from '#test/tier.ts'
import { unloadedMsUntil } from '#test/unloaded-time.ts'

const BEFORE_MIDNIGHT = new Date('2026-12-31T21:59:59Z')
const AFTER_MIDNIGHT = new Date('2026-12-31T22:00:00Z')

/** Waits until the cached catalogue version of a server expires. */
const settle = () => sleep(550)

describe('the product list', () => {
  let database: DatabaseHandle
  let shop: Shop
  let there: Shop
  let now = BEFORE_MIDNIGHT
  let storeId: number
  let otherStoreId: number
  let vatClassId: number
  let milk: number
  let session: string

  beforeAll(async () => {
    database = await testDatabase()
    shop = await openShop({ database, now: () => now, modules: ['catalogue'] })
    there = await openShop({ database, now: () => now, modules: ['catalogue'] })
    storeId = await addStore(database)
    otherStoreId = await addStore(database)
    vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1400, '2027-01-01': 1350 } })
    milk = await addProduct(database, {
      vatClassId,
      names: { en: 'Milk', fi: 'Maito', sv: '' },
      texts: { fi: 'Rasvaton' },
      price_cents: 175,
      content_thousandths: 1500,
      content_unit: 'l',
      sort_order: 10,
      drawing: 'milk',
      ean13: '6410000000016',
      stock_alarm_thousandths: 3000,
    })
    session = await signedInShopper(database, { activeStoreId: storeId })
  })
  afterAll(async () => {
    await shop.close()
    await there.close()
    await database.close()
  })

  const list = async (server: Shop, options: { session?: string; lang?: string } = {}) => {
    const query = options.lang ? `?lang=${options.lang}` : ''
    const answer = await server.get(`/api/products${query}`, { session: options.session ?? session })
    expect(answer.statusCode).toBe(200)
    return answer.json<Product[]>()
  }
  const one = async (id: number, server = shop, options: { session?: string; lang?: string } = {}) =>
    (await list(server, options)).find(product => product.id === id)
  const setStock = async (productId: number, stock: { quantity: number; alarm?: number | null; offered?: boolean }) => {
    const { quantity: quantity_thousandths, alarm: alarm_thousandths = null, offered = true } = stock
    const row = { quantity_thousandths, alarm_thousandths, offered }
    await database.kysely
      .insertInto('store_stock')
      .values({ store_id: storeId, product_id: productId, ...row })
      .onConflict(conflict => conflict.columns(['store_id', 'product_id']).doUpdateSet(row))
      .execute()
    await bumpCatalogue(database.kysely, [storeId])
  }
  test('returns every field of a product', async () => {
    expect(await one(milk)).toEqual({
      id: milk,
      name: 'Milk',
      description: 'Rasvaton',
      price: 1.75,
      vat: 14,
      deposit: 0,
      unit: 'kpl',
      content_quantity: 1.5,
      content_unit: 'l',
      unit_price: 1.17,
      units_per_case: null,
      product_code: null,
      ean13: '6410000000016',
      eanCase: null,
      prefix: null,
      product_type: 'standard',
      product_code_type: 'standard',
      perishable: false,
      min_age: null,
      supplier: { id: expect.any(Number), name: 'A farm' },
      sort_order: 10,
      drawing: 'milk',
      images: [],
      active_store_stock: { status: false, level: 'out', remaining: null },
    })
  })

  test('uses the requested language, then the shopper’s own, then the first with a text', async () => {
    const finnish = await signedInShopper(database, { languageId: 1002 })
    expect(await one(milk, shop, { lang: 'fi' })).toMatchObject({ name: 'Maito', description: 'Rasvaton' })
    expect(await one(milk, shop, { session: finnish })).toMatchObject({ name: 'Maito' })
    expect(await one(milk, shop, { session: finnish, lang: 'en' })).toMatchObject({ name: 'Milk' })
    expect(await one(milk, shop, { lang: 'sv' })).toMatchObject({ name: 'Milk', description: 'Rasvaton' })
  })

  test('contains both product types in their order, without disabled products and those without a VAT rate', async () => {
    const later = await addVatClass(database, { name: 'later', rates: { '2030-01-01': 1000 } })
    const trout = await addProduct(database, { vatClassId, product_type: 'preorder', sort_order: 5 })
    await addProduct(database, { vatClassId, enabled: false })
    await addProduct(database, { vatClassId: later })
    await bumpCatalogue(database.kysely, 'all')
    await settle()
    expect((await list(shop)).map(product => product.id)).toEqual([trout, milk])
  })

  test('has unit prices without the deposit, and for loose goods the price itself', async () => {
    const drink = {
      vatClassId,
      price_cents: 235,
      deposit_cents: 15,
      content_thousandths: 330,
      content_unit: 'l',
    } as const
    const loose = { vatClassId, price_cents: 220, unit: 'kg', product_code_type: 'bulk' } as const
    const [bottle, potatoes, candle] = [
      await addProduct(database, drink),
      await addProduct(database, loose),
      await addProduct(database, { vatClassId, drawing: 'a drawing of tomorrow' }),
    ]
    await bumpCatalogue(database.kysely, 'all')
    await settle()
    expect(await one(bottle)).toMatchObject({ price: 2.35, deposit: 0.15, unit_price: 6.67, content_quantity: 0.33 })
    expect(await one(potatoes)).toMatchObject({ unit_price: 2.2, content_quantity: null, content_unit: 'kg' })
    expect(await one(candle)).toMatchObject({ unit_price: null, content_unit: null, drawing: null })
  })

  test('shows the stock level by the store’s alarm limit, or else the product’s', async () => {
    const cases = [
      [{ quantity: 8000 }, { status: true, level: 'ok', remaining: null }],
      [{ quantity: 3001 }, { status: true, level: 'ok', remaining: null }],
      [{ quantity: 3000 }, { status: true, level: 'low', remaining: 3 }],
      [
        { quantity: 3001, alarm: 3500 },
        { status: true, level: 'low', remaining: 3.001 },
      ],
      [
        { quantity: 1000, alarm: 0 },
        { status: true, level: 'ok', remaining: null },
      ],
      [{ quantity: 0 }, { status: true, level: 'out', remaining: null }],
      [{ quantity: -2000 }, { status: true, level: 'out', remaining: null }],
      [
        { quantity: 8000, offered: false },
        { status: false, level: 'ok', remaining: null },
      ],
    ] as const
    const ids: number[] = []
    for (const [stock] of cases) {
      const id = await addProduct(database, { vatClassId, stock_alarm_thousandths: 3000 })
      await setStock(id, stock)
      ids.push(id)
    }
    await settle()
    const shown = new Map((await list(shop)).map(product => [product.id, product.active_store_stock]))
    expect(ids.map(id => shown.get(id))).toEqual(cases.map(([, expected]) => expected))
  })

  test('has no stock for a shopper without a store, and each store’s own stock for its shoppers', async () => {
    const nowhere = await signedInShopper(database)
    const elsewhere = await signedInShopper(database, { activeStoreId: otherStoreId })
    await setStock(milk, { quantity: 9000 })
    await settle()
    expect(await one(milk, shop, { session: nowhere })).toMatchObject({ active_store_stock: null })
    expect(await one(milk, shop, { session: elsewhere })).toMatchObject({ active_store_stock: { status: false } })
    expect(await one(milk)).toMatchObject({ active_store_stock: { status: true } })
  })

  test('shows a stock change within a second on every server of one database', async () => {
    await Promise.all([list(shop), list(there)])
    await setStock(milk, { quantity: 2000 })
    const seenBy = (server: Shop) =>
      unloadedMsUntil(async () => (await one(milk, server))?.active_store_stock?.remaining === 2)
    for (const took of await Promise.all([seenBy(shop), seenBy(there)])) expect(took).toBeLessThan(1000)
  })

  test('shows a change for all stores also to a shopper without a store', async () => {
    const nowhere = await signedInShopper(database)
    await one(milk, there, { session: nowhere })
    await database.kysely
      .updateTable('product_version')
      .set({ price_cents: 199 })
      .where('product_id', '=', milk)
      .execute()
    await bumpCatalogue(database.kysely, 'all')
    const took = await unloadedMsUntil(async () => (await one(milk, there, { session: nowhere }))?.price === 1.99)
    expect(took).toBeLessThan(1000)
  })

  test.runIf(
    onlyInFullTier('it opens a second server at another time; vat-rates.test.ts has the same rule before each merge'),
  )('shows a VAT rate from midnight in Finland on the day when it begins', async () => {
    await settle()
    expect(await one(milk)).toMatchObject({ vat: 14 })
    now = AFTER_MIDNIGHT
    expect(await unloadedMsUntil(async () => (await one(milk))?.vat === 13.5)).toBeLessThan(1000)
    now = BEFORE_MIDNIGHT
    await settle()
    expect(await one(milk)).toMatchObject({ vat: 14 })
  })

  test('has neither the name nor the id of a supplier that shoppers do not see', async () => {
    await settle()
    const first = await shop.get('/api/products', { session })
    const shown = (await one(milk))?.supplier
    const milkSupplier = database.kysely.updateTable('supplier').where('id', '=', shown?.id ?? 0)
    await milkSupplier.set({ is_name_public: false }).execute()
    await bumpCatalogue(database.kysely, 'all')
    await settle()
    expect((await one(milk))?.supplier).toEqual({ id: 1, name: '' })
    const others = (await list(shop)).filter(({ id }) => id !== milk)
    expect(others.every(({ supplier: { id, name } }) => id > 1000 && name === 'A farm')).toBe(true)
    // A browser that has the name is sent the new list.
    const headers = { 'if-none-match': first.headers.etag ?? '' }
    expect((await shop.get('/api/products', { session, headers })).statusCode).toBe(200)
    await milkSupplier.set({ is_name_public: true }).execute()
    await bumpCatalogue(database.kysely, 'all')
    await settle()
    expect((await one(milk))?.supplier).toEqual(shown)
  })

  test('is compressed as the browser accepts it, with the same content', async () => {
    await settle()
    const accepted = ['gzip, deflate, br, zstd', 'gzip;q=0.5, br;q=0', 'identity, br; q=0.0, gzip;q=0']
    const [br, gzip, plain] = await Promise.all(
      accepted.map(encoding => shop.get('/api/products', { session, headers: { 'accept-encoding': encoding } })),
    )
    expect([br, gzip, plain].map(answer => answer!.headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    expect(brotliDecompressSync(br!.rawPayload)).toEqual(plain!.rawPayload)
    expect(gunzipSync(gzip!.rawPayload)).toEqual(plain!.rawPayload)
    expect(plain!.headers).toMatchObject({ vary: 'Accept-Encoding', 'content-type': 'application/json; charset=utf-8' })
  })

  test('returns 304 to a browser that has it, until it changes', async () => {
    await settle()
    const first = await shop.get('/api/products', { session })
    const headers = { 'if-none-match': first.headers.etag! }
    expect((await shop.get('/api/products', { session, headers })).statusCode).toBe(304)
    // Another instance, and another build of the same content, accept it too.
    await bumpCatalogue(database.kysely, [storeId])
    await settle()
    const again = await there.get('/api/products', { session, headers })
    expect(again).toMatchObject({ statusCode: 304, payload: '' })
    await setStock(milk, { quantity: 1000 })
    await settle()
    expect((await there.get('/api/products', { session, headers })).statusCode).toBe(200)
  })

  test('is built once for concurrent requests, and makes no more queries for half a second', async () => {
    const statements: string[] = []
    const fresh = await openShop({ database, statements, modules: ['catalogue'] })
    await fresh.get('/api/products', { session })
    await bumpCatalogue(database.kysely, [storeId])
    await settle()
    statements.length = 0
    const answers = await Promise.all(Array.from({ length: 50 }, () => fresh.get('/api/products', { session })))
    expect(new Set(answers.map(answer => answer.headers.etag)).size).toBe(1)
    expect(statements.filter(text => text.includes('store_stock'))).toHaveLength(1)
    expect(statements.filter(text => text.includes('catalogue_version'))).toHaveLength(1)
    expect(statements.length).toBeLessThanOrEqual(52)
    statements.length = 0
    for (let i = 0; i < 20; i++) await fresh.get('/api/products', { session })
    // A slow machine may need more than half a second for these requests.
    expect(statements.length).toBeLessThan(3)
    await fresh.close()
  })

  test('is built again after a failure', async () => {
    const rename = (from: string, to: string) => database.pool.query(`alter table ${from} rename to ${to}`)
    await rename('supplier', 'hidden_supplier')
    await bumpCatalogue(database.kysely, 'all')
    await settle()
    expect((await shop.get('/api/products', { session })).statusCode).toBe(500)
    await rename('hidden_supplier', 'supplier')
    expect((await shop.get('/api/products', { session })).statusCode).toBe(200)
  })

  test('requires a verified shopper and a known language', async () => {
    const unverified = await signedInShopper(database, { isVerified: false })
    expect((await shop.get('/api/products')).statusCode).toBe(401)
    expect((await shop.get('/api/products', { session: unverified })).json()).toMatchObject({
      code: 'session.unverified',
    })
    const answer = await shop.get('/api/products?lang=de', { session })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ code: 'request.invalid', fields: ['lang'] })
  })
})
