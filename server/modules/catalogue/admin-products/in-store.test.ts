import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import type { Caller } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { matchShelves } from './in-store.ts'

let database: DatabaseHandle
let office: ShopWithCaller
let vatClassId: number
let anna: Caller
let village: number
let beach: number
const ids: Record<string, number> = {}

beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['catalogue'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
  village = await addStore(database, { name: 'Kylä' })
  beach = await addStore(database, { name: 'Ranta' })
  const add = async (name: string, product: object = {}) => {
    ids[name] = await addProduct(database, {
      vatClassId,
      names: { en: name },
      stock_alarm_thousandths: 3000,
      ...product,
    })
  }
  for (const name of ['plenty', 'low', 'own limit', 'out', 'below', 'elsewhere']) await add(name)
  await add('preorder', { product_type: 'preorder' })
  const shelf = (name: string, store: number, [offered, quantity, limit]: readonly [boolean, number, number?]) =>
    database.kysely
      .insertInto('store_stock')
      .values({
        store_id: store,
        product_id: ids[name] ?? 0,
        offered,
        quantity_thousandths: quantity * 1000,
        alarm_thousandths: limit === undefined ? null : limit * 1000,
      })
      .execute()
  await shelf('plenty', village, [true, 12.5])
  await shelf('low', village, [true, 3])
  await shelf('own limit', village, [true, 3, 2])
  await shelf('out', village, [true, 0])
  await shelf('below', village, [false, -2])
  await shelf('elsewhere', beach, [true, 7])
  await shelf('preorder', village, [true, 0])
  await matchShelves(database.kysely, Object.values(ids))
})
afterAll(() => office.close())

async function list(query: string): Promise<{ items: ProductRow[]; total: number }> {
  const { status, body } = await anna.call(`GET products?lang=en&sort=id&${query}`)
  expectSuccess({ status, body })
  return body as { items: ProductRow[]; total: number }
}
const names = async (query: string) => {
  const { items, total } = await list(`store=${village}&${query}`)
  expect(total).toBe(items.length)
  return items.map(({ name }) => name)
}

test('the list has each product’s offer, quantity and level in the requested store', async () => {
  const { items } = await list(`store=${village}`)
  expect(Object.fromEntries(items.map(({ name, in_store }) => [name, in_store]))).toEqual({
    plenty: { offered: true, quantity: 12.5, level: 'ok' },
    low: { offered: true, quantity: 3, level: 'low' },
    'own limit': { offered: true, quantity: 3, level: 'ok' },
    out: { offered: true, quantity: 0, level: 'out' },
    below: { offered: false, quantity: -2, level: 'negative' },
    elsewhere: { offered: false, quantity: 0, level: null },
    preorder: { offered: true, quantity: 0, level: null },
  })
  expect((await list('')).items.map(({ in_store }) => in_store)).toEqual(Array.from({ length: 7 }, () => null))
})

test('the list is filtered by level and by whether the store offers a product', async () => {
  expect(await names('level=low')).toEqual(['low'])
  expect(await names('level=out')).toEqual(['out'])
  expect(await names('level=negative')).toEqual(['below'])
  expect(await names('level=ok&offered=true')).toEqual(['plenty', 'own limit'])
  expect(await names('offered=true')).toEqual(['plenty', 'low', 'own limit', 'out', 'preorder'])
  expect(await names('offered=false')).toEqual(['below', 'elsewhere'])
  expect(await names('offered=false&q=elsewh')).toEqual(['elsewhere'])
})

test('filters by level or offer are refused without a store', async () => {
  const change = { preview: true, ids: null, change: { kind: 'enabled', enabled: false } }
  for (const query of ['level=low', 'offered=false']) {
    expect((await anna.call(`GET products?${query}`)).status).toBe(422)
    expect((await anna.call(`GET products.csv?${query}`)).status).toBe(422)
    expect((await anna.call(`POST products/bulk?${query}`, change)).status).toBe(422)
  }
  const { body } = await anna.call(`POST products/bulk?store=${village}&level=low`, change)
  expect(body).toMatchObject({ changed: 1, rows: [{ product_id: ids['low'] }] })
})

test('the export has the store’s columns when the list has them', async () => {
  const lines = (await anna.call(`GET products.csv?sort=id&store=${village}&level=low`)).text.trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(/;Store;Sold there;Stock there;Status$/)
  expect(lines[1]).toMatch(/;Kylä;1;3;low$/)
  expect((await anna.call('GET products.csv')).text.split('\r\n')[0]).not.toContain(';Store;')
})
