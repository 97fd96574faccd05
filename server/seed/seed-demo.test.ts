import { Kysely, PostgresDialect, sql, type LogEvent } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildScanCatalogue, resolveScan } from '#domain/catalogue/barcode.ts'
import { acceptsOrders } from '#domain/preorders/preorder-event.ts'
import { findOpenEvents } from '#server/modules/preorders/preorder-events/queries.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { testDatabase } from '#test/database/database.ts'
import { DEMO } from './demo-data/demo.ts'
import { DEMO_ACCOUNTS, seedDemo } from './seed-demo.ts'

const NOW = new Date('2026-03-02T08:00:00Z')
const TABLES = ['store', 'store_hours', 'terminal', 'supplier', 'vat_class', 'vat_rate', 'product'] as const
const MORE_TABLES = [
  'product_version',
  'product_code',
  'store_stock',
  'stock_move',
  'app_user',
  'terms_version',
  'preorder_event',
  'preorder_event_item',
] as const

const FIELDS = ['names', 'en', 'vatClass', 'supplier', 'store', 'quantity']
const inOrder = (rows: unknown[]) => rows.map(row => JSON.stringify(row, FIELDS)).toSorted()

describe('seeding the demo shop', () => {
  let database: DatabaseHandle
  const statements: string[] = []

  beforeAll(async () => {
    database = await testDatabase()
    const log = ({ query }: LogEvent) => void statements.push(query.sql)
    const kysely = new Kysely<Database>({ dialect: new PostgresDialect({ pool: database.pool }), log })
    // Two servers that start at the same moment.
    await Promise.all([seedDemo(kysely, NOW), seedDemo(kysely, NOW)])
  })
  afterAll(() => database.close())

  const countRows = async () => {
    const counts: Record<string, number> = {}
    for (const table of [...TABLES, ...MORE_TABLES]) {
      const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(database.kysely)
      counts[table] = rows[0]!.n
    }
    return counts
  }

  test('inserts all data once, even if two servers seed at once', async () => {
    const counts = await countRows()
    const perStore = DEMO.products.flatMap(product => Object.keys(product.stockThousandths))
    expect(counts).toMatchObject({
      store: DEMO.stores.length,
      terminal: DEMO.stores.length,
      supplier: DEMO.suppliers.length,
      product: DEMO.products.length,
      product_version: DEMO.products.length,
      store_stock: perStore.length,
      stock_move: perStore.length,
      app_user: DEMO.users.length,
      terms_version: 1,
      preorder_event: DEMO.preorderEvents.length,
      preorder_event_item: DEMO.preorderEvents.flatMap(({ items }) => items).length,
    })
  })

  test('needs one statement per table, and a few per event, however many rows there are', () => {
    const written = statements.flatMap(text => /^insert into "(\w+)"/.exec(text)?.[1] ?? [])
    const once = written.filter(table => !table.startsWith('preorder_event'))
    expect(once).toEqual([...new Set(once)])
    expect(once.length).toBeGreaterThan(TABLES.length)
    expect(written.length - once.length).toBe(3 * DEMO.preorderEvents.length)
  })

  test('changes nothing when it runs again', async () => {
    const before = await countRows()
    await seedDemo(database.kysely, NOW)
    expect(await countRows()).toEqual(before)
  })

  test('leaves every quantity equal to the sum of its stock movements', async () => {
    const { rows } = await sql<{ rows: number; differing: number }>`
      select count(*) as rows, count(*) filter (where quantity_thousandths is distinct from (
        select sum(quantity_thousandths) from stock_move
        where stock_move.store_id = store_stock.store_id and stock_move.product_id = store_stock.product_id)) as differing
      from store_stock`.execute(database.kysely)
    expect(rows[0]!.rows).toBeGreaterThan(100)
    expect(rows[0]!.differing).toBe(0)
  })

  test('keeps each product with its own supplier, VAT class, name and stock', async () => {
    const rows = await database.kysely
      .selectFrom('product')
      .innerJoin('product_version', 'product_version.product_id', 'product.id')
      .innerJoin('vat_class', 'vat_class.id', 'product_version.vat_class_id')
      .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
      .leftJoin('store_stock', 'store_stock.product_id', 'product.id')
      .leftJoin('store', 'store.id', 'store_stock.store_id')
      .select(['product_version.names', 'vat_class.name as vatClass', 'supplier.name as supplier'])
      .select(['store.name as store', 'store_stock.quantity_thousandths as quantity'])
      .execute()
    const shops = new Map(DEMO.stores.map(store => [store.key as string, store.name]))
    const suppliers = new Map(DEMO.suppliers.map(supplier => [supplier.key, supplier.name]))
    const expected = DEMO.products.flatMap(product => {
      const stock: [string | undefined, number | null][] = Object.entries(product.stockThousandths)
      const about = { names: product.names, vatClass: product.vatClass, supplier: suppliers.get(product.supplier) }
      const places: [string | undefined, number | null][] = stock.length > 0 ? stock : [[undefined, null]]
      return places.map(([store, quantity]) => ({ ...about, store: shops.get(store ?? '') ?? null, quantity }))
    })
    expect(inOrder(rows)).toEqual(inOrder(expected))
  })

  test('opens events that accept orders, in stores and with products for pre-orders', async () => {
    const events = await findOpenEvents(database.kysely)
    expect(events.map(({ startDate, endDate }) => [startDate, endDate])).toEqual([
      ['2026-03-08', '2026-03-09'],
      ['2026-03-22', '2026-03-24'],
    ])
    for (const { stores, items, ...event } of events) {
      expect(stores.map(({ timeZone }) => acceptsOrders(event, timeZone, NOW))).toEqual([true, true])
      expect(items.length).toBeGreaterThan(1)
    }
    // Shoppers see all products of the events.
    expect(events.flatMap(({ items }) => items).length).toBe(DEMO.preorderEvents.flatMap(({ items }) => items).length)
    const mute = await database.kysely.selectFrom('supplier').select('id').where('email', 'is', null).execute()
    expect(mute).toEqual([])
  })

  test('writes every code as the scanner looks it up', async () => {
    const keys = await database.kysely.selectFrom('product_code').select('code_key').execute()
    const scannable = DEMO.products.map((product, index) => ({
      id: index,
      ean13: product.ean13,
      eanCase: product.eanCase,
      product_code: product.productCode,
      productCodeType: product.productCodeType,
      priceCents: product.priceCents,
      available: true,
    }))
    const catalogue = buildScanCatalogue(scannable)
    expect(keys.map(row => row.code_key).toSorted()).toEqual([...catalogue.entries.keys()].toSorted())
    for (const { id, ean13 } of scannable) {
      if (ean13) expect(resolveScan(ean13, catalogue)).toMatchObject({ kind: 'product', productId: id })
    }
  })

  test('creates accounts that can sign in and have signed in before', async () => {
    const users = await database.kysely.selectFrom('app_user').selectAll().orderBy('id').execute()
    expect(users.map(user => ({ email: user.email, isAdmin: user.is_admin }))).toEqual(DEMO_ACCOUNTS)
    expect(users.every(user => user.is_verified && user.phone !== null && user.last_login_at !== null)).toBe(true)
    expect(new Set(users.map(user => user.language_id))).toEqual(new Set([1001, 1002, 1003]))
  })

  test('stores the operator and publishes the terms in three languages', async () => {
    const operator = await database.kysely.selectFrom('operator').selectAll().executeTakeFirstOrThrow()
    const terms = await database.kysely.selectFrom('terms_version').selectAll().executeTakeFirstOrThrow()
    expect(operator.business_id).toBe(DEMO.operator.businessId)
    expect(terms.texts).toEqual(DEMO.operator.terms)
  })
})
