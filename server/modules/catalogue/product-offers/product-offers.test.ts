import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminFood, ShownFood } from '#contract/catalogue/food-information.ts'
import type { ProductImage } from '#contract/catalogue/product-images.ts'
import type { ShownOffer } from '#contract/catalogue/product-offers.ts'
import { NO_FOOD_INFORMATION } from '#domain/catalogue/food-information.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { DAY_MS } from '#domain/durations.ts'
import { openFoodFacts } from '#server/adapters/product-data/open-food-facts.ts'
import { CLEAN_UP_RULES } from '#server/module-list.ts'
import { findImages } from '#server/modules/catalogue/product-images/queries.ts'
import { cleanUp } from '#server/modules/operations/clean-up/clean-up.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { plain } from '#test/files/images.ts'
import { type OpenFoodFactsServer, openFoodFactsServer } from '#test/product-data/open-food-facts-server.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { type Caller, signedInShopper } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

type FoundOffer = { state: string; offer: ShownOffer | null }

let now = new Date('2026-12-01T10:00:00Z')
let database: DatabaseHandle
let source: OpenFoodFactsServer
let server: Shop
let admin: Caller
let shopper: string
let vatClassId: number
let productId: number
let code: string
let made = 0

beforeAll(async () => {
  database = await testDatabase()
  source = await openFoodFactsServer()
  const productData = openFoodFacts({
    url: source.url,
    userAgent: async () => 'Puoti/0.1.0 (shop@puoti.example)',
    timeoutMs: 300,
    now: () => now,
  })
  server = await openShop({ database, now: () => now, modules: ['catalogue'], services: { productData } })
  admin = await server.caller('admin')
  shopper = await signedInShopper(database, { activeStoreId: await addStore(database) })
  vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
})
beforeEach(async () => {
  // Later than everything before: limits and pauses are over.
  now = new Date(now.getTime() + DAY_MS)
  const digits = `64084300${String(1000 + made++)}`
  code = digits + String(checkDigit(digits))
  const names = { fi: 'Valio Kevytmaito', sv: 'Egen mjölk', en: '' }
  productId = await addProduct(database, { vatClassId, names })
  const content = { content_thousandths: 1000, content_unit: 'l' } as const
  await database.kysely.updateTable('product').set(content).where('id', '=', productId).execute()
})
afterAll(async () => {
  await server.close()
  await source.close()
  await database.close()
})

const MILK = {
  lang: 'fi',
  product_name: 'Kevytmaito',
  product_name_sv: 'Lättmjölk',
  brands: 'Valio',
  quantity: '1 l',
  ingredients_text_fi: '_Maito_, D-vitamiini',
  allergens_tags: ['en:milk'],
  conservation_conditions_fi: 'Alle 6 °C',
}
const addMilk = (more: object = {}) => source.add({ ...MILK, ...more, code })
async function addPictured() {
  const path = `/images/${code}.400.jpg`
  source.addPicture(path.replace('.400.', '.full.'), await plain('#3a7').jpeg().toBuffer())
  addMilk({ selected_images: { front: { fi: { 400: `${source.url}${path}` } } } })
}
const find = async (searched = code) => (await admin.call(`GET product-offers/${searched}`)).body as FoundOffer
const runStep = (parts: string[], kind: string | null = null) =>
  admin.call(`POST products/${productId}/offer`, { code, parts, kind })
const food = async () => (await admin.call(`GET products/${productId}/food`)).body as AdminFood
const FROM = { source: 'open_food_facts' }

describe('An offer', () => {
  test('has what the source knows of a scanned code, its parts, and the day of the answer', async () => {
    addMilk({ allergens_tags: ['en:milk', 'fi:muu'] })
    expect(await find()).toMatchObject({
      state: 'found',
      offer: {
        code,
        source: 'open_food_facts',
        names: { fi: 'Kevytmaito', sv: 'Lättmjölk' },
        parts: ['names', 'brand', 'content', 'ingredients', 'allergens', 'storage'],
        complete: ['names', 'brand', 'content', 'ingredients', 'storage'],
        omitted: [{ part: 'allergens', value: 'fi:muu' }],
      },
    })
  })

  test('is asked for once a week, and one that is not known once a day', async () => {
    const requestLink = () => source.requests.filter(({ path }) => path.endsWith(code)).length
    expect((await find()).state).toBe('unknown')
    addMilk()
    expect([(await find()).state, requestLink()]).toEqual(['unknown', 1])
    now = new Date(now.getTime() + DAY_MS)
    expect([(await find()).state, requestLink()]).toEqual(['found', 2])
    now = new Date(now.getTime() + 7 * DAY_MS - 1)
    expect([(await find()).state, requestLink()]).toEqual(['found', 2])
    now = new Date(now.getTime() + 1)
    expect([(await find()).state, requestLink()]).toEqual(['found', 3])
  })

  test('stays when the source fails later, and is deleted after a month', async () => {
    addMilk()
    await find()
    now = new Date(now.getTime() + 20 * DAY_MS)
    source.fault(code, 'broken JSON')
    expect((await find()).state).toBe('found')
    now = new Date(now.getTime() + 11 * DAY_MS)
    await cleanUp(server.context, CLEAN_UP_RULES)
    expect((await find()).state).toBe('failed')
  })

  test.each([
    ['slow', 'slow'],
    ['too many requests', 'busy'],
    ['wrong types', 'failed'],
  ] as const)('of a source with the fault “%s” is reported as %s', async (fault, state) => {
    source.fault(code, fault)
    expect(await find()).toEqual({ state, offer: null })
  })

  test.each(['2000000000008', '0212345678905', '6408430000136', '20000004'])(
    'is not asked for with the code %s, which only this shop uses or which is wrong',
    async wrong => {
      const before = source.requests.length
      expect((await find(wrong)).state).toBe('unknown')
      expect(source.requests).toHaveLength(before)
    },
  )

  test('is asked for at most twelve times a minute, whoever asks', async () => {
    const other = await server.caller('admin')
    const states: string[] = []
    for (let at = 0; at < 14; at++) {
      const digits = `64084311${String(1000 + at)}`
      const { body } = await (at % 2 ? admin : other).call(`GET product-offers/${digits}${checkDigit(digits)}`)
      states.push((body as FoundOffer).state)
    }
    expect(states).toEqual([...Array.from({ length: 12 }, () => 'unknown'), 'busy', 'busy'])
  })

  test('is for admins only', async () => {
    expect((await server.get(`/api/admin/product-offers/${code}`, { session: shopper })).statusCode).toBe(403)
  })
})

describe('Taking an offer', () => {
  test('fills in the chosen parts with their source and day, and what the admin says with the admin’s', async () => {
    addMilk()
    expect((await runStep(['ingredients', 'allergens'], 'prepacked')).body).toEqual({
      applied: ['ingredients', 'allergens'],
    })
    const recorded_on = now.toISOString().slice(0, 10)
    expect(await food()).toMatchObject({
      kind: 'prepacked',
      ingredients: { fi: '**Maito**, D-vitamiini' },
      allergens: { contains: ['milk'], may_contain: [] },
      storage: { fi: '' },
      sources: {
        kind: { source: 'person', recorded_on },
        'ingredients.fi': { ...FROM, recorded_on },
        allergens: { ...FROM, recorded_on },
      },
    })
  })

  test('overwrites nothing that a person wrote, and renews what the source said before', async () => {
    addMilk()
    const edited = { ...NO_FOOD_INFORMATION, kind: 'unpacked', ingredients: { fi: 'Oma maito', sv: '', en: '' } }
    await admin.call(`PUT products/${productId}/food`, { ...edited, revision: 0, source: 'person' })
    expect((await runStep(['ingredients', 'storage'], 'prepacked')).body).toEqual({ applied: ['storage'] })
    expect(await food()).toMatchObject({
      kind: 'unpacked',
      ingredients: { fi: 'Oma maito' },
      storage: { fi: 'Alle 6 °C' },
    })
    addMilk({ conservation_conditions_fi: 'Alle 8 °C' })
    now = new Date(now.getTime() + 8 * DAY_MS)
    await runStep(['storage'])
    expect(await food()).toMatchObject({ storage: { fi: 'Alle 8 °C' } })
  })

  test('records which names and content are as offered, until a person changes them', async () => {
    addMilk()
    expect((await runStep(['names', 'brand', 'content'])).body).toEqual({ applied: ['names', 'content'] })
    const origins = async () => (await admin.call(`GET products/${productId}/origins`)).body
    const recorded_on = now.toISOString().slice(0, 10)
    const content = { field: 'content', ...FROM, recorded_on }
    expect(await origins()).toEqual(expect.arrayContaining([content, { field: 'names.fi', ...FROM, recorded_on }]))
    expect(await origins()).toHaveLength(2)
    const changed = JSON.stringify({ fi: 'Oma nimi', sv: '', en: '' })
    await database.kysely
      .updateTable('product_version')
      .set({ names: changed })
      .where('product_id', '=', productId)
      .execute()
    expect(await origins()).toEqual([content])
  })

  test('takes the picture as an image of the shop’s own making, and names its source to shoppers', async () => {
    await addPictured()
    const { url } = (await admin.call(`GET product-offers/${code}/picture`)).body as { url: string }
    expect(url).toMatch(/^data:image\/webp;base64,/)
    expect((await runStep(['picture'])).body).toEqual({ applied: ['picture'] })
    expect(await findImages(database.kysely, productId)).toMatchObject([
      { source: 'open_food_facts' } satisfies Partial<ProductImage>,
    ])
    const shown = await server.get(`/api/products/${productId}/food`, { session: shopper })
    expect((JSON.parse(shown.body) as ShownFood).sources).toEqual(['open_food_facts'])
    // Once for the preview and for the product.
    expect(source.requests.filter(({ path }) => path.includes(`${code}.full`))).toHaveLength(1)
  })

  test.each(['hangs up', 'huge', 'broken JSON'] as const)(
    'goes without a picture that has the fault “%s”',
    async fault => {
      await addPictured()
      source.fault(`/images/${code}.full.jpg`, fault)
      expect((await admin.call(`GET product-offers/${code}/picture`)).body).toEqual({ url: null })
      expect((await runStep(['picture', 'storage'])).body).toEqual({ applied: ['storage'] })
    },
  )

  test('of an unknown code takes nothing, and of an unknown product is refused', async () => {
    expect((await runStep(['names'])).body).toEqual({ applied: [] })
    addMilk()
    now = new Date(now.getTime() + DAY_MS)
    productId = 2_000_000_000
    expect((await runStep(['names'])).status).toBe(404)
  })
})

test('without a source, nothing is offered', async () => {
  const off = await openShop({
    database,
    now: () => now,
    modules: ['catalogue'],
    services: { productData: undefined },
  })
  const { call } = await off.caller('admin')
  expect((await call(`GET product-offers/${code}`)).body).toEqual({ state: 'off', offer: null })
  await off.close()
})
