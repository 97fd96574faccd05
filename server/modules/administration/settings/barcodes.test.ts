import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BarcodeSettings } from '#contract/administration/settings.ts'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { Product } from '#contract/catalogue/products.ts'
import type { FoundByCode } from '#contract/stock/stock.ts'
import { codeKeys, FINNISH_LAYOUTS, type VariableMeasureLayout } from '#domain/catalogue/barcode.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import type { LayoutConflict } from '#domain/catalogue/scale-label-layouts.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import { type Caller, signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let servers: Shop[]
let anna: Caller
/** Signed in at another server of the shop. */
let bertil: Caller
let shopper: string
let storeId: number
let vat_class_id: number
let supplier_id: number
beforeAll(async () => {
  database = await testDatabase()
  const open = () => openShop({ database, modules: ['catalogue', 'stock', 'administration'] })
  servers = [await open(), await open()]
  anna = await servers[0]!.caller('admin')
  bertil = await servers[1]!.caller('admin')
  storeId = await addStore(database)
  shopper = await signedInShopper(database, { activeStoreId: storeId })
  vat_class_id = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const supplier = database.kysely.insertInto('supplier').values({ name: 'Farm' }).returning('id')
  supplier_id = (await supplier.executeTakeFirstOrThrow()).id
})
afterAll(async () => {
  await Promise.all(servers.map(server => server.close()))
  await database.close()
})
beforeEach(async () => {
  for (const table of ['product_code', 'product_version', 'product', 'audit_entry'])
    await database.pool.query(`DELETE FROM ${table}`)
  await database.pool.query(`UPDATE setting SET value = '{}' WHERE name = 'barcode_layouts'`)
})

const withCheck = (digits: string) => `${digits}${checkDigit(digits)}`
const OWN_SCALE: VariableMeasureLayout = {
  prefix: '28',
  kind: 'weight',
  item_digits: 5,
  value_digits: 5,
  decimals: 3,
  internal_check: false,
}
/** The usual price layouts, and weight layouts with one item digit less. */
const SHORT_WEIGHTS = FINNISH_LAYOUTS.map(layout =>
  layout.kind === 'weight' ? { ...layout, item_digits: 5, value_digits: 5 } : layout,
)

const product = (product_code: string, change: object = {}) => {
  const salmon = { names: { en: 'Salmon', fi: 'Lohi', sv: '' }, price: 20, unit: 'kg' }
  const code = { product_code, prefix: product_code.slice(0, 2), product_code_type: 'bulk_encoded_weight' }
  return productForm({ vat_class_id, supplier_id }, { ...salmon, ...code, ...change })
}
const post = (code: string, change: object = {}, by = anna) => by.call('POST products', product(code, change))
async function added(code: string, change: object = {}): Promise<AdminProduct> {
  const { status, body } = await post(code, change)
  expect(status).toBe(200)
  return body as AdminProduct
}

const read = async (by = anna) => (await by.call('GET settings/barcodes')).body as BarcodeSettings
async function save(layouts: readonly VariableMeasureLayout[], { by = anna, revision = 0 } = {}) {
  const body = { layouts, revision: revision || (await read(by)).revision, reason: 'a new scale' }
  const answer = await by.call('PUT settings/barcodes?lang=fi', body)
  return { ...answer, body: answer.body as BarcodeSettings & { code: string; problems: LayoutConflict[] } }
}
const keys = async () =>
  (await database.kysely.selectFrom('product_code').select('code_key').orderBy('code_key').execute()).map(
    ({ code_key }) => code_key,
  )
const find = async (code: string, by = bertil) => (await by.call(`GET codes/${code}`)).body as FoundByCode
const listAt = async (server: Shop) => (await server.get('/api/products', { session: shopper })).json<Product[]>()

test('the default layouts are those of Finland, and product lists omit them', async () => {
  await added('2312340100004')
  expect((await read()).layouts).toEqual(FINNISH_LAYOUTS)
  expect(await keys()).toEqual(['weight:123401'])
  const [salmon] = await listAt(servers[1]!)
  expect(salmon).not.toHaveProperty('label_layouts')
})

test('added layouts apply on every server at once, and reach the shoppers’ product lists', async () => {
  const { id } = await added('2312340100004')
  await added('6410000000018', { product_code_type: 'standard', prefix: null, names: { en: 'Juice', fi: '', sv: '' } })
  await listAt(servers[1]!)
  const label = withCheck('281234502500')
  const code = withCheck('281234500000')
  expect((await post(code)).body).toMatchObject({ problems: [{ field: 'product_code', problem: 'codeKind' }] })
  expect(await find(label)).toMatchObject({ kind: 'unknown' })
  const before = await read()
  const saved = await save([...FINNISH_LAYOUTS, OWN_SCALE])
  expect(saved).toMatchObject({ status: 200, body: { revision: before.revision + 1 } })
  const scaled = (await post(code, {}, bertil)).body as AdminProduct
  expect(await find(label)).toMatchObject({ kind: 'product', product_id: scaled.id, quantity: 2.5 })
  expect(await find('2312340111550')).toMatchObject({ product_id: id, quantity: 1.155 })
  await sleep(550)
  for (const server of servers) {
    const counts = (await listAt(server)).map(({ label_layouts: layouts }) => layouts?.length ?? 0)
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, 7, 7])
  }
  const [entry] = await listAuditEntries(bertil, 'barcodes/1')
  expect(entry).toMatchObject({
    action: 'changed',
    reason: 'a new scale',
    changes: [{ field: 'layouts.28', from: null, to: 'NNNNN 00,000\u00a0kg' }],
  })
})

test('changed layouts rebuild the codes of all weighed goods', async () => {
  const salmon = await added('2312340100004')
  await added('2012340100003', { product_code_type: 'bulk_encoded_price' })
  expect((await save(SHORT_WEIGHTS)).status).toBe(200)
  expect(await keys()).toEqual(['price:123401', 'weight:12340'])
  // The item 12340, 12.345 kg; under 24 with one decimal less.
  expect(await find(withCheck('231234012345'))).toMatchObject({ product_id: salmon.id, quantity: 12.345 })
  expect(await find(withCheck('241234012345'))).toMatchObject({ product_id: salmon.id, quantity: 123.45 })
  expect((await save(FINNISH_LAYOUTS)).status).toBe(200)
  expect(await keys()).toEqual(['price:123401', 'weight:123401'])
})

test('layouts that would make two products collide are refused with their names, and nothing changes', async () => {
  const [salmon, whitefish] = [
    await added('2312340100004'),
    await added(withCheck('231234020000'), { names: { en: 'Whitefish', fi: 'Siika', sv: '' } }),
  ]
  const before = await read()
  expect(await save(SHORT_WEIGHTS)).toMatchObject({
    status: 422,
    body: {
      code: 'form.invalid',
      problems: [
        {
          prefix: '23',
          problem: 'collide',
          count: 2,
          products: [
            { id: salmon.id, name: 'Lohi' },
            { id: whitefish.id, name: 'Siika' },
          ],
        },
      ],
    },
  })
  expect(await read(bertil)).toEqual(before)
  expect(await keys()).toEqual(['weight:123401', 'weight:123402'])
})

test('layouts that would invalidate a product’s labels are refused', async () => {
  await added('2312340100004')
  const none = FINNISH_LAYOUTS.filter(({ prefix }) => prefix !== '23')
  const asPrice = [...none, { ...FINNISH_LAYOUTS[0]!, prefix: '23' }]
  for (const layouts of [none, asPrice, []])
    expect(await save(layouts)).toMatchObject({
      status: 422,
      body: { problems: [{ prefix: '23', problem: 'inUse', count: 1, products: [{ name: 'Lohi' }] }] },
    })
  // The labels of another product may begin with 24, but this one is known by 23.
  expect((await save(FINNISH_LAYOUTS.filter(({ prefix }) => prefix !== '24'))).status).toBe(200)
})

test('outdated and invalid layouts are refused', async () => {
  const { revision } = await read()
  const saves = await Promise.all(
    [anna, bertil, anna].map((by, at) =>
      save([...FINNISH_LAYOUTS, { ...OWN_SCALE, decimals: 1 + at }], { by, revision }),
    ),
  )
  expect(saves.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409])
  expect(saves.find(({ status }) => status === 409)?.body).toMatchObject({ current: { revision: revision + 1 } })
  expect(await save([{ ...OWN_SCALE, decimals: 0 }])).toMatchObject({
    status: 422,
    body: { code: 'form.invalid', problems: [{ prefix: '28', problem: 'decimals' }] },
  })
  expect((await save([{ ...OWN_SCALE, prefix: '280' }])).status).toBe(422)
})

test('layouts and products that are saved concurrently always agree', async () => {
  await added('2312340100004')
  for (let round = 0; round < 8; round++) {
    const layouts = round % 2 ? FINNISH_LAYOUTS : SHORT_WEIGHTS
    const codes = [1, 2, 3].map(n => withCheck(`23${5000 + 10 * round + n}${n}00000`))
    const [saved, ...made] = await Promise.all([save(layouts, { by: bertil }), ...codes.map(code => post(code))])
    expect([saved.status, ...made.map(({ status }) => status)]).toEqual([200, 200, 200, 200])
    const products = await database.kysely.selectFrom('product').select(['product_code', 'product_code_type']).execute()
    const expected = products.flatMap(each =>
      codeKeys({ product_code: each.product_code, productCodeType: each.product_code_type }, layouts),
    )
    expect(await keys()).toEqual(expected.toSorted())
  }
})

test('a reported label is no longer listed once a layout and a product that is sold match it', async () => {
  const label = withCheck('281234502500')
  await database.pool.query(
    `INSERT INTO unknown_code_report (store_id, code, user_id, reports, first_at, last_at) VALUES ($1, $2, $3, 1, now(), now())`,
    [storeId, label, anna.id],
  )
  const unknown = async () => {
    const home = (await anna.call('GET home')).body as { unknown_codes: { items: { code: string }[] } }
    return home.unknown_codes.items.map(({ code }) => code)
  }
  expect(await unknown()).toEqual([label])
  await save([...FINNISH_LAYOUTS, OWN_SCALE])
  expect(await unknown()).toEqual([label])
  const { id } = await added(withCheck('281234500000'))
  await database.kysely.insertInto('store_stock').values({ store_id: storeId, product_id: id }).execute()
  expect(await unknown()).toEqual([])
})
