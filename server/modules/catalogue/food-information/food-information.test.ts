import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminFood, ShownFood } from '#contract/catalogue/food-information.ts'
import type { ProductImage } from '#contract/catalogue/product-images.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { Product } from '#contract/catalogue/products.ts'
import { NO_FOOD_INFORMATION } from '#domain/catalogue/food-information.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { plain } from '#test/files/images.ts'
import { addFoodInformation, addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import { type Caller, signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let shopper: string
let storeId: number
let vatClassId: number
let bread: number
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({
    database, // The next day in Finland.
    now: () => new Date('2026-11-25T23:30:00Z'),
    modules: ['catalogue', 'administration'],
  })
  anna = await server.caller('admin')
  storeId = await addStore(database)
  shopper = await signedInShopper(database, { activeStoreId: storeId })
  vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
})
beforeEach(async () => {
  bread = await addProduct(database, { vatClassId, names: { en: 'Bread', fi: 'Leipä', sv: 'Bröd' } })
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const RYE = {
  ...NO_FOOD_INFORMATION,
  kind: 'unpacked' as const,
  ingredients: { fi: '**ruis**jauho, vesi, suola', sv: '', en: '' },
  allergens: { contains: ['gluten' as const], may_contain: ['sesame' as const] },
}
const save = (food: object, { revision = 0, source = 'person' } = {}) =>
  anna.call(`PUT products/${bread}/food`, { ...food, revision, source })
const read = async () => (await anna.call(`GET products/${bread}/food`)).body as AdminFood
const shown = async (language = 'fi') => {
  const { statusCode, body } = await server.get(`/api/products/${bread}/food?lang=${language}`, { session: shopper })
  expect(statusCode, body).toBe(200)
  return JSON.parse(body) as ShownFood
}
const listed = async () => JSON.parse((await server.get('/api/products', { session: shopper })).body) as Product[]
const setLanguages = (food_languages: 'fi' | 'fi_sv') =>
  database.kysely.updateTable('store').set({ food_languages }).where('id', '=', storeId).execute()

describe('the food information of a product', () => {
  test('is unknown at first, and says so', async () => {
    expect(await read()).toMatchObject({
      revision: 0,
      kind: null,
      allergens: null,
      missing: [{ part: 'kind', languages: ['fi'] }],
    })
  })

  test('is saved with a source and a Finnish date for each field that changed, and is in the audit log', async () => {
    expect(await save(RYE, { source: 'label' })).toMatchObject({ status: 200, body: { revision: 1, missing: [] } })
    const business = 'Leipomo Oy, Rantatie 1'
    await save({ ...RYE, business }, { revision: 1, source: 'supplier' })
    const { sources, revision } = await read()
    expect(revision).toBe(2)
    expect(sources).toMatchObject({
      'ingredients.fi': { source: 'label', recorded_on: '2026-11-26' },
      business: { source: 'supplier', recorded_on: '2026-11-26' },
    })
    expect(sources['ingredients.sv']).toBeUndefined()
    const items = await listAuditEntries(anna, `product/${bread}`)
    expect(items[0]?.changes).toEqual([{ field: 'food.business', from: '', to: business }])
  })

  test('is saved once when nothing changed', async () => {
    await save(RYE)
    await save(RYE, { revision: 1 })
    expect((await read()).revision).toBe(1)
  })

  test('is not saved over what another admin saved meanwhile', async () => {
    await save(RYE)
    expect(await save({ ...RYE, business: 'Other' })).toMatchObject({
      status: 409,
      body: { code: 'record.changed', current: { revision: 1, business: '' } },
    })
  })

  test('keeps an allergen that it contains out of those that it may contain', async () => {
    await save({ ...RYE, allergens: { contains: ['milk'], may_contain: ['milk', 'nuts'] } })
    expect((await read()).allergens).toEqual({ contains: ['milk'], may_contain: ['nuts'] })
  })

  test('has no unknown allergen, and no more alcohol than all of it', async () => {
    expect(await save({ ...RYE, allergens: { contains: ['gold'], may_contain: [] } })).toMatchObject({ status: 422 })
    expect(await save({ ...RYE, alcohol_percent: 101 })).toMatchObject({ status: 422 })
  })

  test('of no product is not found', async () => {
    expect(await anna.call('GET products/999999/food')).toMatchObject({ status: 404 })
    expect(await anna.call('PUT products/999999/food', { ...RYE, revision: 0, source: 'person' })).toMatchObject({
      status: 404,
    })
  })

  test('goes with its product', async () => {
    await save(RYE)
    expect(await anna.call(`DELETE products/${bread}`)).toMatchObject({ status: 200 })
    expect(await anna.call(`GET products/${bread}/food`)).toMatchObject({ status: 404 })
  })
})

describe('shoppers', () => {
  test('read it in their language, or in one that has it, which is named', async () => {
    await save({ ...RYE, storage: { fi: 'Kuivassa', sv: 'Torrt', en: '' } })
    expect(await shown('sv')).toMatchObject({
      ingredients: { text: '**ruis**jauho, vesi, suola', language: 'fi' },
      storage: { text: 'Torrt', language: 'sv' },
      origin: null,
      sources: ['person'],
      updated_on: '2026-11-26',
    })
  })

  test('get the allergens with the list of products: of goods that are no food none, and of unknown ones nothing', async () => {
    const cheese = await addProduct(database, { vatClassId, names: { fi: 'Juusto' } })
    const soap = await addProduct(database, { vatClassId, names: { fi: 'Saippua' } })
    await save(RYE)
    await addFoodInformation(database, [soap])
    await expect.poll(async () => (await listed()).map(({ id }) => id)).toContain(soap)
    const list = await listed()
    const findProduct = (id: number) => list.find(product => product.id === id)
    expect(findProduct(bread)?.allergens).toEqual({ contains: ['gluten'], may_contain: ['sesame'] })
    expect(findProduct(soap)?.allergens).toEqual({ contains: [], may_contain: [] })
    expect(findProduct(cheese)).toBeDefined()
    expect(findProduct(cheese)).not.toHaveProperty('allergens')
  })
})

describe('a photograph of the label', () => {
  const upload = async () =>
    (await anna.call(`POST products/${bread}/images`, await plain('#abc').png().toBuffer())).body as ProductImage[]

  test('has what its language demands, is shown in that language first, and is no picture of the product', async () => {
    await save({ ...NO_FOOD_INFORMATION, kind: 'prepacked' })
    const [image] = await upload()
    expect((await read()).missing.map(({ part }) => part)).toContain('ingredients')
    const labelled = await anna.call(`PUT products/${bread}/images/${image?.id}/label`, { languages: ['sv', 'fi'] })
    expect(labelled.body).toMatchObject([{ label_languages: ['fi', 'sv'] }])
    expect(await read()).toMatchObject({ labels: ['fi', 'sv'], missing: [] })
    expect((await shown()).labels).toMatchObject([{ languages: ['fi', 'sv'], files: [{ width: 160 }, {}, {}] }])
    // The list is up to date within a second.
    await expect.poll(async () => (await listed()).find(({ id }) => id === bread)?.images).toEqual([])
    await anna.call(`DELETE products/${bread}/images/${image?.id}`)
    expect((await read()).missing.map(({ part }) => part)).toContain('ingredients')
  })
})

describe('the list’s filter', () => {
  const isListed = async () => {
    const { items } = (await anna.call('GET products?food_missing=true&size=200')).body as { items: ProductRow[] }
    return items.some(({ id }) => id === bread)
  }
  test('finds products that lack information in a language of any store', async () => {
    expect(await isListed()).toBe(true)
    await save(RYE)
    expect(await isListed()).toBe(false)
    await setLanguages('fi_sv')
    expect(await isListed()).toBe(true)
    await save({ ...RYE, ingredients: { ...RYE.ingredients, sv: '**råg**mjöl' } }, { revision: 1 })
    expect(await isListed()).toBe(false)
    await setLanguages('fi')
  })
})
