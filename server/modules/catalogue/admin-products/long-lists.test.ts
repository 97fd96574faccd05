import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { findStock, findStockIds } from '#server/modules/stock/store-stock/queries.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addShopper } from '#test/rows/orders.ts'
import { inTier, onlyInFullTier } from '#test/tier.ts'
import { findProductIds, findProducts } from './list-products.ts'

const PRODUCTS = 2600
/** One sort by an index and one by a computed value; the full tier tests all. */
const getSorts = (all: readonly string[]) => inTier({ merge: all.slice(0, 2), full: all })

let database: DatabaseHandle
/** Of campaigns, and of purchase prices. */
const DAY = '2026-11-26'
let storeId: number
let vatClassId: number
let supplier_id: number
beforeAll(async () => {
  database = await testDatabase()
  vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const rareClassId = await addVatClass(database, { name: 'books', rates: { '2020-01-01': 1350 } })
  storeId = await addStore(database)
  const supplier = database.kysely.insertInto('supplier').values({ name: 'Farm' }).returning('id')
  supplier_id = (await supplier.executeTakeFirstOrThrow()).id
  await database.pool.query(
    `with made as (insert into product (supplier_id, product_type, product_code_type, descriptions, sort_order, enabled)
       select $1, 'standard', 'standard', '{"en": "", "fi": "", "sv": ""}', n % 7, n % 300 <> 0
       from generate_series(1, $4::integer) n returning id)
     insert into product_version (product_id, names, price_cents, vat_class_id, unit, is_current)
       select id, jsonb_build_object('en', 'Liquorice ' || id % 900, 'fi', case when id % 3 = 0 then 'Hedelmä' else '' end, 'sv', ''),
         id % 50, case when id % 40 = 0 then $3::integer else $2 end, 'kpl', true from made`,
    [supplier_id, vatClassId, rareClassId, PRODUCTS],
  )
  await database.pool.query(
    `insert into store_stock (store_id, product_id, quantity_thousandths, product_alarm_thousandths, offered)
       select $1, id, (id % 20 - 2) * 1000, case when id % 2 = 0 then 4000 end, id % 50 <> 0 from product where id % 10 <> 0;`,
    [storeId],
  )
  const admin = await addShopper(database)
  // More campaigns than are sorted, some of which lower no price; and few prices from a later day on.
  await database.pool.query(
    `with campaign as (insert into price_plan (product_id, kind, price_cents, from_day, until_day, created_at, created_by)
       select id, 'campaign', 10, $1::date - 1, $1::date + 1, now(), $2 from product where id % 4 <> 0 returning id, product_id)
     insert into campaign_day (product_id, day, price_plan_id)
       select product_id, $1::date + n, id from campaign, generate_series(-1, 1) n`,
    [DAY, admin],
  )
  await database.pool.query(
    `insert into price_plan (product_id, kind, price_cents, from_day, created_at, created_by)
       select id, 'price', 77, $1::date + id % 3, now(), $2 from product where id % 7 = 0`,
    [DAY, admin],
  )
  // Labels of a third of all products, some of them printed before a campaign began.
  await database.pool.query(
    `insert into shelf_label (product_id, day, printed_at, language, packaging_level, name, price_cents, deposit_cents, unit, regular_cents, perishable)
       select product.id, $1::date - product.id % 2, case when product.id % 6 = 0 then now() else '2026-11-01' end, 'en', 'unit',
         'Liquorice ' || product.id % 900, price_cents, 0, 'kpl', price_cents, false
       from product join product_version on product_id = product.id where product.id % 3 = 0`,
    [DAY],
  )
})
afterAll(() => database.close())

test('the products in a campaign are those whose row shows one, in every order, and so are those with a planned price', async () => {
  const all = { language: 'fi' as const, day: DAY, sort: 'id' }
  const { items } = await findProducts(database.kysely, { ...all, size: PRODUCTS })
  for (const [prices, isMeant] of [
    ['campaign', (row: ProductRow) => row.campaign_price !== null],
    ['planned', (row: ProductRow) => row.planned !== null],
  ] as const) {
    const expected = items.filter(isMeant).map(({ id }) => id)
    expect(await findProductIds(database.kysely, { ...all, prices })).toEqual(expected)
    expect((await findProducts(database.kysely, { ...all, prices })).total).toBe(expected.length)
    expect([expected.length > 0, expected.length < PRODUCTS]).toEqual([true, true])
  }
})

type List = { items: { id?: number; product_id?: number }[]; total: number; has_more?: true }

/** All pages of a list, and the length that each reported. */
async function collectPages(read: (page: { page: number; size: number }) => Promise<List>) {
  const ids: number[] = []
  const counted: [number, boolean][] = []
  for (let page = 1; ; page++) {
    const { items, total, has_more } = await read({ page, size: 200 })
    counted.push([total, has_more ?? false])
    ids.push(...items.map(item => item.product_id ?? item.id ?? 0))
    if (items.length === 0 || (ids.length >= total && !has_more)) return { ids, counted }
  }
}

test.each([
  ['all', {}],
  ['a word of all', { q: 'liquorice' }],
  ['a word of many', { q: 'hedelmä' }],
  ['a word and a number of few', { q: 'hedelmä 89' }],
  ['digits', { q: '12' }],
  ['not sold', { enabled: false }],
  ['offered in a store', { q: 'liquorice', offered_in: 1 }],
  ['of a rare VAT class', { vat_class_id: 1 }],
  ['with what a store has', { store: 1 }],
  ['low in a store', { store: 1, level: 'low' as const }],
  ['enough in a store', { store: 1, level: 'ok' as const }],
  ['enough and offered in a store', { store: 1, level: 'ok' as const, offered: true }],
  ['out in a store, and sold', { store: 1, level: 'out' as const, enabled: true }],
  ['a word, and below nothing in a store', { q: 'hedelmä', store: 1, level: 'negative' as const }],
  ['a word, and enough in a store', { q: 'liquorice', store: 1, level: 'ok' as const }],
  ['offered in a store that is looked at', { store: 1, offered: true }],
  ['not offered in a store', { store: 1, offered: false }],
  ['in a campaign', { prices: 'campaign' as const }],
  ['with a planned price', { prices: 'planned' as const }],
  ['with a label to print', { shelf_label: 'due' as const }],
  ['with a label to print for tomorrow', { shelf_label: 'dueTomorrow' as const }],
  ['with a label that is out of date', { shelf_label: 'outdated' as const }],
  ['with the labels printed last', { shelf_label: 'printedLast' as const }],
  ['a word, with a label to print', { q: 'hedelmä', shelf_label: 'due' as const }],
  [
    'a word, in a campaign, and out in a store',
    { q: 'hedelmä', prices: 'campaign' as const, store: 1, level: 'out' as const },
  ],
])('the pages of products add up to the exported list in each order: %s', async (_what, query) => {
  for (const sort of getSorts(['sort_order', '-price', 'name', '-updated_at', 'id'])) {
    const inStore = {
      ...('offered_in' in query && { offered_in: storeId }),
      ...('store' in query && { store: storeId }),
    }
    const input = { ...query, ...inStore, sort, language: 'fi' as const, day: DAY }
    if ('vat_class_id' in input) input.vat_class_id = vatClassId + 1
    const { ids } = await collectPages(page => findProducts(database.kysely, { ...input, ...page }))
    expect(ids).toEqual(await findProductIds(database.kysely, input))
    expect(ids.length).toBeGreaterThan(0)
  }
})

test.each([
  ['all', {}],
  ['low', { level: 'low' as const }],
  ['out', { level: 'out' as const }],
  ['negative and not offered', { level: 'negative' as const, offered: false }],
  ['enough', { level: 'ok' as const, offered: true }],
  ['a word of many', { q: 'hedelmä' }],
  ['a word, and low', { q: 'liquorice', level: 'low' as const }],
  ['of a supplier', { supplier_id: 1 }],
])('the pages of stock add up to the exported list in each order: %s', async (_what, query) => {
  for (const sort of getSorts(['-name', 'quantity', 'sort_order', '-quantity', 'id'])) {
    const input = {
      ...query,
      ...('supplier_id' in query && { supplier_id }),
      storeId,
      sort,
      day: DAY,
      language: 'fi' as const,
    }
    const { ids } = await collectPages(page => findStock(database.kysely, { ...input, ...page }))
    expect(ids).toEqual(await findStockIds(database.kysely, input))
  }
})

test.each(['low', 'out', 'negative', 'ok'] as const)(
  'the products with a level in a store equal its shelves with that level, and so do the counts: %s',
  async level => {
    for (const q of [undefined, 'liquorice', 'hedelmä'])
      for (const offered of [undefined, true, false]) {
        const input = { q, level, offered, sort: 'name', size: 200, language: 'fi' as const }
        const products = await findProducts(database.kysely, { ...input, day: DAY, store: storeId })
        const shelves = await findStock(database.kysely, { ...input, storeId, day: DAY })
        expect(products.items.map(({ id }) => id)).toEqual(shelves.items.map(({ product_id }) => product_id))
        expect(Math.min(products.total, 1000)).toBe(Math.min(shelves.total, 1000))
      }
  },
)

test.runIf(onlyInFullTier('it fills a catalogue with thousands of products'))(
  'a search by words and level in a store has the same pages as its export, with few shelves and many',
  async () => {
    const store = await addStore(database, { name: 'By chance' })
    await database.pool.query(
      `insert into store_stock (store_id, product_id, quantity_thousandths, product_alarm_thousandths, offered)
       select $1, id, (array[-1000, 0, 2000, 2000, 2000, 9000])[1 + floor(random() * 6)::integer], 4000, random() < 0.8
       from product where random() < 0.95`,
      [store],
    )
    const shelvesThatAre = async (level: 'low' | 'out') =>
      (await findStock(database.kysely, { storeId: store, level, day: DAY, language: 'fi' })).total
    expect(await shelvesThatAre('low')).toBeGreaterThan(1000)
    expect(await shelvesThatAre('out')).toBeLessThan(1000)
    for (const level of ['negative', 'out', 'low'] as const)
      for (const q of inTier({
        merge: ['hedelmä', '12', 'no such'],
        full: ['hedelmä', 'liquorice 1', 'hed 89', '12', '1', 'no such'],
      }))
        for (const more of [{}, { offered: true }, { enabled: false }, { supplier_id, vat_class_id: vatClassId }])
          for (const sort of ['name', '-price']) {
            const input = { ...more, q, level, store, sort, language: 'fi' as const, day: DAY }
            const { ids } = await collectPages(page => findProducts(database.kysely, { ...input, ...page }))
            expect(ids).toEqual(await findProductIds(database.kysely, input))
          }
  },
)

test('a stock search is counted up to a thousand', async () => {
  const { total, has_more } = await findStock(database.kysely, { q: 'liquorice', storeId, day: DAY, language: 'en' })
  expect([total, has_more]).toEqual([1000, true])
})

test('a product search is counted up to a thousand, and further as pages are read', async () => {
  const { counted } = await collectPages(page =>
    findProducts(database.kysely, { q: 'liquorice', day: DAY, language: 'en', ...page }),
  )
  expect([counted[0], counted[4], counted[5], counted.at(-1)]).toEqual([
    [1000, true],
    [1000, true],
    [1200, true],
    [PRODUCTS, false],
  ])
})
