import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { ProductImport } from '#contract/catalogue/product-imports.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { seedDemo } from '#server/seed/seed-demo.ts'
import { testDatabase } from '#test/database/database.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let admin: Caller
beforeAll(async () => {
  database = await testDatabase()
  await seedDemo(database.kysely, new Date('2026-03-02T10:00:00Z'))
  server = await openShop({ database, modules: ['catalogue'] })
  admin = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

/** The body that a form would send: what it was shown, without derived fields. */
function asSent({ id: _id, version_id: _version, vat: _vat, supplier, stores, ...shown }: AdminProduct) {
  const { created_at: _created, updated_at: _updated, images: _images, ...fields } = shown
  const inStores = stores.map(({ store_id, offered, alarm_limit }) => ({ store_id, offered, alarm_limit }))
  return { ...fields, supplier_id: supplier.id, stores: inStores }
}

test('every product of the demo shop can be saved as shown, and nothing changes', async () => {
  const { items, total } = (await admin.call('GET products?size=200')).body as { items: ProductRow[]; total: number }
  expect(items.length).toBe(total)
  for (const { id } of items) {
    const before = (await admin.call(`GET products/${id}`)).body as AdminProduct
    const saved = await admin.call(`PUT products/${id}`, asSent(before))
    expect([id, saved.body]).toEqual([id, before])
  }
})

test('the importer reads the file of the demo products, and would change none of them', async () => {
  const file = await readFile(new URL('../../../seed/demo-data/products.csv', import.meta.url))
  const { status, body } = await admin.call('POST product-imports?name=products.csv', file)
  expect([status, body]).toMatchObject([200, { rows: { new: 0, changed: 0, same: 73, invalid: 0 } }])
  const ignored = ['key', 'drawing', 'stock_mathildedal', 'stock_teijo', 'stock_kirjakkala']
  expect((body as ProductImport).ignored_columns).toEqual(ignored)
})
