import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminProduct, ProductVersion } from '#contract/catalogue/admin-products.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { productForm } from '#test/rows/product-form.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import { type Caller, signedInShopper } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

const NOW = new Date('2026-03-02T10:00:00Z')

let database: DatabaseHandle
let server: Shop
let anna: Caller
let bertil: Caller
let food: number
let general: number
let supplier_id: number
let storeId: number
let otherStoreId: number
let number = 0
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, now: () => NOW, modules: ['catalogue', 'administration'] })
  anna = await server.caller('admin')
  bertil = await server.caller('admin')
  food = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1400, '2026-01-01': 1350 } })
  general = await addVatClass(database, { name: 'general', rates: { '2020-01-01': 2550 } })
  storeId = await addStore(database, { name: 'Kylä' })
  otherStoreId = await addStore(database, { name: 'Ranta' })
  const supplier = database.kysely.insertInto('supplier').values({ name: 'Farm' }).returning('id')
  supplier_id = (await supplier.executeTakeFirstOrThrow()).id
})
beforeEach(() => void number++)
afterAll(async () => {
  await server.close()
  await database.close()
})

/** A code of 13 digits that no other test has used. */
const freshCode = (beginning = '6419', length = 12) => {
  const digits = beginning + String(++number).padStart(length - beginning.length, '0')
  return digits + checkDigit(digits)
}
const form = (change: object = {}) => {
  const names = { en: 'Milk', fi: 'Maito', sv: 'Mjölk' }
  const texts = { names, descriptions: { en: '', fi: 'Rasvaton', sv: '' } }
  const milk = { ...texts, content_quantity: 1.5, content_unit: 'l', alarm_limit: 2.5, drawing: 'milk' }
  return productForm({ vat_class_id: food, supplier_id }, { ...milk, ...change })
}
const send = async (request: string, body: object, admin = anna) => {
  const answer = await admin.call(request, body)
  return { status: answer.status, body: answer.body as AdminProduct & { code: string; problems: object[] } }
}
async function added(change: object = {}): Promise<AdminProduct> {
  const { status, body } = await send('POST products', form(change))
  expectSuccess({ status, body })
  return body
}
const read = async (id: number) => (await anna.call(`GET products/${id}`)).body as AdminProduct
const getVersions = async (id: number) =>
  ((await anna.call(`GET products/${id}/versions`)).body as { items: ProductVersion[] }).items
const getAuditLog = (id: number) => listAuditEntries(anna, `product/${id}`)
const list = async (query: string, language = 'fi') => {
  const { body } = await anna.call(`GET products?lang=${language}&${query}`)
  return body as { items: ProductRow[]; total: number }
}

describe('a product', () => {
  test('stores every field as entered', async () => {
    const ean13 = freshCode()
    const eanCase = freshCode('1641', 13)
    const stores = [{ store_id: storeId, offered: true, alarm_limit: 1 }]
    const whole = form({ ean13: ` ${ean13} `, eanCase, units_per_case: 12, min_age: 18, deposit: 0.2 })
    const { body } = await send('POST products', { ...whole, stores })
    const { supplier_id: supplier, ...fields } = whole
    expect(await read(body.id)).toMatchObject({
      ...fields,
      ean13,
      vat: 13.5,
      supplier: { id: supplier, name: 'Farm' },
      stores: [
        { store_id: storeId, name: 'Kylä', offered: true, alarm_limit: 1, quantity: 0 },
        { store_id: otherStoreId, offered: false, alarm_limit: null, quantity: 0 },
      ],
    })
  })

  test('gets a new version when the receipt would change, and none otherwise', async () => {
    const product = await added()
    const dearer = await send(`PUT products/${product.id}`, form({ price: 1.55, revision: 1 }))
    expect(dearer.body).toMatchObject({ revision: 2, price: 1.55 })
    expect(dearer.body.version_id).toBeGreaterThan(product.version_id)
    const moved = await send(`PUT products/${product.id}`, form({ price: 1.55, sort_order: 3, revision: 2 }))
    expect(moved.body).toMatchObject({ revision: 3, sort_order: 3, version_id: dearer.body.version_id })
    const versions = await getVersions(product.id)
    expect(versions.map(({ id, price, is_current }) => ({ id, price, is_current }))).toEqual([
      { id: dearer.body.version_id, price: 1.55, is_current: true },
      { id: product.version_id, price: 1.45, is_current: false },
    ])
  })

  test.each([{ names: { en: 'Milk', fi: 'Täysmaito', sv: 'Mjölk' } }, { deposit: 0.1 }, { unit: 'plo' }, { price: 2 }])(
    'gets a new version for %j',
    async change => {
      const { id } = await added()
      await send(`PUT products/${id}`, form({ ...change, revision: 1 }))
      expect((await getVersions(id)).length).toBe(2)
    },
  )

  test('gets a new version for another VAT class', async () => {
    const { id } = await added()
    expect((await send(`PUT products/${id}`, form({ vat_class_id: general, revision: 1 }))).body.vat).toBe(25.5)
    expect((await getVersions(id)).length).toBe(2)
  })

  test('has audit entries with each change, per store, and the reason', async () => {
    const { id } = await added()
    const stores = [{ store_id: otherStoreId, offered: true, alarm_limit: null }]
    const change = {
      price: 1.6,
      descriptions: { en: '', fi: '', sv: '' },
      stores,
      revision: 1,
      reason: 'spring prices',
    }
    await send(`PUT products/${id}`, form(change), bertil)
    const [changed, created] = await getAuditLog(id)
    expect(created).toMatchObject({ action: 'created', by: { id: anna.id } })
    expect(changed).toMatchObject({
      action: 'changed',
      by: { id: bertil.id },
      reason: 'spring prices',
      changes: [
        { field: 'descriptions.fi', from: 'Rasvaton', to: '' },
        { field: 'price', from: 1.45, to: 1.6 },
        { field: `stores.${otherStoreId}.offered`, from: false, to: true },
      ],
    })
  })

  test('gets no revision, no version and no audit entry when it is saved unchanged', async () => {
    const { id } = await added()
    expect((await send(`PUT products/${id}`, form({ revision: 1 }))).body.revision).toBe(1)
    expect((await getVersions(id)).length).toBe(1)
    expect((await getAuditLog(id)).length).toBe(1)
  })

  test('is not overwritten when another admin saved it meanwhile; the current state is returned', async () => {
    const { id } = await added()
    await send(`PUT products/${id}`, form({ price: 3, revision: 1 }), bertil)
    const late = await send(`PUT products/${id}`, form({ price: 4, revision: 1 }))
    expect(late).toMatchObject({ status: 409, body: { code: 'record.changed', current: { price: 3, revision: 2 } } })
    expect((await read(id)).price).toBe(3)
  })

  test('is saved by only one of several concurrent saves, with one current version', async () => {
    const { id } = await added()
    const saves = await Promise.all([2, 3, 4, 5].map(price => send(`PUT products/${id}`, form({ price, revision: 1 }))))
    expect(saves.filter(({ status }) => status === 200).length).toBe(1)
    expect((await getVersions(id)).filter(({ is_current }) => is_current).length).toBe(1)
  })

  test('updates the level of its shelves with its alarm limit, except where a store has its own', async () => {
    const elsewhere = await addStore(database, { name: 'elsewhere' })
    const stores = [
      { store_id: storeId, offered: true, alarm_limit: null },
      { store_id: elsewhere, offered: true, alarm_limit: 1 },
    ]
    const { id } = await added({ stores, alarm_limit: 2 })
    const shelves = database.kysely.selectFrom('store_stock').where('product_id', '=', id).orderBy('store_id')
    await sql`UPDATE store_stock SET quantity_thousandths = 3000 WHERE product_id = ${id}`.execute(database.kysely)
    const levels = async () => (await shelves.select('level').execute()).map(({ level }) => level)
    expect(await levels()).toEqual(['ok', 'ok'])
    await send(`PUT products/${id}`, form({ revision: 1, alarm_limit: 3 }))
    expect(await levels()).toEqual(['low', 'ok'])
    await send(`PUT products/${id}`, form({ revision: 2, alarm_limit: null }))
    expect(await levels()).toEqual(['ok', 'ok'])
  })

  test('changes in the shoppers’ list within a second', async () => {
    const session = await signedInShopper(database, { activeStoreId: storeId })
    const shelf = async (id: number) =>
      (await server.get('/api/products', { session })).json<Product[]>().find(product => product.id === id)
    const stores = [{ store_id: storeId, offered: true, alarm_limit: null }]
    const { id } = await added({ stores })
    await sleep(600)
    expect(await shelf(id)).toMatchObject({ price: 1.45, active_store_stock: { status: true } })
    await send(`PUT products/${id}`, form({ price: 1.99, revision: 1, stores: [{ ...stores[0], offered: false }] }))
    await sleep(1000)
    expect(await shelf(id)).toMatchObject({ price: 1.99, active_store_stock: { status: false } })
  })
})

describe('a product created by mistake', () => {
  test('is removed with an image, frees its code, and keeps its audit log', async () => {
    const ean13 = freshCode()
    const { id } = await added({ ean13, stores: [{ store_id: storeId, offered: true, alarm_limit: 1 }] })
    const image = { product_id: id, hash: 'f'.repeat(64), width: 8, height: 8, widths: [8], position: 1 }
    await database.kysely.insertInto('product_image').values(image).execute()
    expect(await bertil.call(`DELETE products/${id}`)).toMatchObject({ status: 200 })
    expect((await anna.call(`GET products/${id}`)).status).toBe(404)
    expect((await anna.call(`DELETE products/${id}`)).status).toBe(404)
    const items = await listAuditEntries(anna, `product/${id}`)
    expect(items[0]).toMatchObject({ action: 'removed', by: { id: bertil.id } })
    expect((await added({ ean13 })).id).not.toBe(id)
  })

  test('is not removed once it is in use, and the refusal lists the uses', async () => {
    const { id } = await added()
    const refusal = async () => (await anna.call(`DELETE products/${id}`)) as { status: number; body: object }
    const event = await addEvent(database.kysely, { stores: [], caps: new Map([[id, null]]) })
    expect(await refusal()).toMatchObject({ status: 409, body: { code: 'record.inUse', uses: ['events'] } })
    const move = { store_id: storeId, product_id: id, quantity_thousandths: 1000, kind: 'delivery' as const }
    await database.kysely.insertInto('stock_move').values(move).execute()
    expect(await refusal()).toMatchObject({ body: { uses: ['stock', 'events'] } })
    await database.kysely.deleteFrom('preorder_event_item').where('event_id', '=', event).execute()
    expect(await refusal()).toMatchObject({ status: 409, body: { uses: ['stock'] } })
    expect((await anna.call(`GET products/${id}`)).status).toBe(200)
  })
})

describe('the validation of a product', () => {
  test('reports problems field by field', async () => {
    const wrong = { names: { en: '', fi: ' ', sv: '' }, ean13: '641', eanCase: '16410000000014', price: 0.001 }
    expect(await send('POST products', form(wrong))).toMatchObject({
      status: 422,
      body: {
        code: 'form.invalid',
        problems: [
          { field: 'names', problem: 'required' },
          { field: 'price', problem: 'invalidAmount' },
          { field: 'ean13', problem: 'eanLength' },
          { field: 'eanCase', problem: 'ean14' },
          { field: 'units_per_case', problem: 'required' },
        ],
      },
    })
  })

  test('reports a supplier, a VAT class or a store that does not exist', async () => {
    const stores = [{ store_id: 999_999, offered: true, alarm_limit: null }]
    const answer = await send('POST products', form({ supplier_id: 999_999, vat_class_id: 999_999, stores }))
    expect(answer.body.problems).toEqual(
      ['supplier_id', 'vat_class_id', 'stores.999999'].map(field => ({ field, problem: 'unknown' })),
    )
  })

  test('stores an EAN-8 with the digits of an EAN-13, as a scanner reads it', async () => {
    // An EAN-8 does not begin with 0: eight digits that do may be a UPC-E.
    const digits = String(1_000_000 + (Number(freshCode()) % 9_000_000))
    const short = digits + checkDigit(digits)
    const { id } = await added({ ean13: short.replace(/^(....)/, '$1 ') })
    expect((await read(id)).ean13).toBe(`00000${short}`)
    const again = await send('POST products', form({ ean13: short }))
    expect(again.body.problems).toEqual([{ field: 'ean13', problem: 'taken', product_id: id }])
  })

  test('reports a code that another product has in any field', async () => {
    const ean13 = freshCode()
    const { id } = await added({ ean13 })
    const problem = { problem: 'taken', product_id: id }
    const asCase = await send('POST products', form({ ean13: freshCode(), eanCase: ean13, units_per_case: 6 }))
    expect(asCase.body.problems).toEqual([{ field: 'eanCase', ...problem }])
    const other = await added()
    const asCode = await send(`PUT products/${other.id}`, form({ product_code: ean13, revision: 1 }))
    expect(asCode.body.problems).toEqual([{ field: 'product_code', ...problem }])
    expect((await read(other.id)).product_code).toBeNull()
  })

  test('reports a label’s item number that another product has under a prefix of the same kind', async () => {
    const label = (prefix: string) => {
      const digits = `${prefix}7654320000`
      return { prefix, product_code: digits + checkDigit(digits), product_code_type: 'bulk_encoded_weight', unit: 'kg' }
    }
    const { id } = await added(label('23'))
    const again = await send('POST products', form(label('24')))
    expect(again.body.problems).toEqual([{ field: 'product_code', problem: 'taken', product_id: id }])
  })

  test('accepts a product’s own code in another field, and a code that was given up', async () => {
    const [first, second] = [freshCode(), freshCode()]
    const { id } = await added({ ean13: first, product_code: first })
    expect((await send(`PUT products/${id}`, form({ product_code: first, ean13: second, revision: 1 }))).status).toBe(
      200,
    )
    expect((await send(`PUT products/${id}`, form({ ean13: second, revision: 2 }))).status).toBe(200)
    await added({ ean13: first })
  })

  test('accepts a code only once when it is given to many products concurrently', async () => {
    const ean13 = freshCode()
    const all = await Promise.all(Array.from({ length: 6 }, () => send('POST products', form({ ean13 }))))
    expect(all.filter(({ status }) => status === 200).length).toBe(1)
    expect(all.filter(({ body }) => body.code === 'form.invalid').length).toBe(5)
  })
})

describe('the list of products', () => {
  test('is searched by words in any language, parts of words, and digits of a code', async () => {
    const ean13 = freshCode('6418')
    const { id } = await added({ names: { en: 'Sea buckthorn jelly', fi: 'Tyrnihyytelö', sv: '' }, ean13 })
    for (const q of ['hyyTELÖ', 'jelly sea', 'buck', ean13, ean13.slice(0, 11), String(id)])
      expect([q, (await list(`q=${encodeURIComponent(q)}`)).items.map(row => row.id)]).toEqual([q, [id]])
    expect((await list('q=jelly%20milk')).total).toBe(0)
    expect((await list('q=ty')).items.map(row => row.id)).toContain(id)
  })

  test('is sorted by name in Finnish order, in the requested language or else another', async () => {
    const names = [
      { en: 'Sorting c', fi: 'Lajittelu äyriäinen', sv: '' },
      { en: 'Sorting b', fi: 'Lajittelu omena', sv: '' },
      { en: 'Sorting a', fi: 'Lajittelu öljy', sv: '' },
    ]
    for (const each of names) await added({ names: each })
    const inOrder = async (query: string, language: string) =>
      (await list(`q=sorting&${query}`, language)).items.map(({ name }) => name)
    expect(await inOrder('sort=name', 'fi')).toEqual(['Lajittelu omena', 'Lajittelu äyriäinen', 'Lajittelu öljy'])
    expect(await inOrder('sort=-name', 'en')).toEqual(['Sorting c', 'Sorting b', 'Sorting a'])
    expect(await inOrder('sort=name', 'sv')).toEqual(['Sorting a', 'Sorting b', 'Sorting c'])
  })

  test('is filtered, and counts the filtered products', async () => {
    const stores = [{ store_id: otherStoreId, offered: true, alarm_limit: null }]
    const { id } = await added({
      names: { en: 'Filter', fi: '', sv: '' },
      enabled: false,
      vat_class_id: general,
      stores,
    })
    const both = `vat_class_id=${general}&enabled=false&offered_in=${otherStoreId}&supplier_id=${supplier_id}&q=filter`
    const found = await list(both)
    expect([found.total, found.items]).toMatchObject([1, [{ id, offered_in: 1, enabled: false }]])
    expect((await list(`${both}&product_type=preorder`)).total).toBe(0)
    expect((await list(`${both}&product_code_type=bulk`)).total).toBe(0)
    expect((await anna.call('GET products?enabled=no')).status).toBe(422)
  })

  test('has each product on one page in every order', async () => {
    for (const sort of ['name', '-name', 'price', '-price', 'sort_order', '-updated_at', 'id']) {
      const seen: number[] = []
      const { total } = await list(`sort=${sort}&size=1`)
      for (let page = 1; seen.length < total && page <= total; page++)
        seen.push(...(await list(`sort=${sort}&size=7&page=${page}`)).items.map(({ id }) => id))
      expect([sort, new Set(seen).size]).toEqual([sort, total])
    }
  })
})

test('the export contains the listed products in their order, and escapes formulas', async () => {
  const names = (fi: string) => ({ en: '', fi, sv: '' })
  const first = await added({ names: names('=Vienti 1'), price: 2.5, ean13: freshCode() })
  const second = await added({ names: names('Vienti "2"; uusi'), content_quantity: null, content_unit: null })
  const { status, text } = await anna.call('GET products.csv?q=vienti&sort=-id&lang=fi')
  expect(status).toBe(200)
  const [head, ...lines] = text.trimEnd().split('\r\n')
  expect(head).toMatch(/^\uFEFFid;Nimi englanniksi;Nimi suomeksi;Nimi ruotsiksi;.*;Hinta sis\. ALV \(€\);/)
  expect(lines.map(line => line.split(';')[0])).toEqual([String(second.id), String(first.id)])
  expect(lines[0]).toContain(`${second.id};;"Vienti ""2""; uusi";;`)
  expect(lines[1]).toContain(`${first.id};;"'=Vienti 1";;`)
  expect(lines[1]).toContain(`;2,50;0,00;food;kpl;1,5;l;`)
  expect((await anna.call('GET products.csv?qq=vienti')).status).toBe(422)
  const sheet = await anna.call('GET products.xlsx?q=vienti')
  expect([sheet.status, sheet.text.slice(0, 2)]).toEqual([200, 'PK'])
})

test('the VAT classes have today’s rates', async () => {
  expect((await anna.call('GET vat-classes')).body).toEqual([
    { id: food, name: 'food', vat: 13.5 },
    { id: general, name: 'general', vat: 25.5 },
  ])
})

test('a product that does not exist is neither returned nor saved', async () => {
  expect((await anna.call('GET products/999999')).status).toBe(404)
  expect((await anna.call('GET products/999999/versions')).status).toBe(404)
  expect((await send('PUT products/999999', form({ revision: 1 }))).status).toBe(404)
})
