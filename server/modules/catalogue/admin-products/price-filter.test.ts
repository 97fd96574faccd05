import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { addProduct, addVatClass } from '#test/rows/catalogue.ts'
import { type ShopWithCaller, openShop } from '#test/shop/open-shop.ts'

let office: ShopWithCaller
let vatClassId: number
let now: Date
let word: string
let coffee: number
let tea: number

beforeAll(async () => {
  office = await openShop({ as: 'admin', now: () => now, modules: ['catalogue'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
})
beforeEach(async () => {
  at('2026-11-26 12:00')
  word = `w${Math.random().toString(36).slice(2)}`
  coffee = await newProduct('Coffee')
  tea = await newProduct('Tea')
})
afterAll(() => office.close())

/** A time of day in Finland, in winter. */
const at = (time: string) => void (now = new Date(`${time.replace(' ', 'T')}:00+02:00`))

const newProduct = (name: string) =>
  addProduct(office.database, { vatClassId, names: { en: `${name} ${word}` }, price_cents: 299 })

type Plan = { kind: 'price' | 'campaign'; price: number; from_day: string; until_day: string | null }
async function plan(id: number, added: Plan): Promise<void> {
  expect((await office.me.call(`POST products/${id}/price-plans`, added)).status).toBe(200)
}
const campaign = (from_day: string, until_day: string, price = 1.99): Plan => ({
  kind: 'campaign',
  price,
  from_day,
  until_day,
})

async function found(prices: 'campaign' | 'planned', more = '') {
  const { status, body } = await office.me.call(`GET products?lang=en&q=${word}&prices=${prices}${more}`)
  expect(status).toBe(200)
  return body as { items: ProductRow[]; total: number }
}
const getNames = async (prices: 'campaign' | 'planned', more = '') => {
  const { items, total } = await found(prices, more)
  expect(items).toHaveLength(total)
  return items.map(({ name }) => name.split(' ')[0])
}

test('finds a campaign before it begins, while it runs, and no longer after it', async () => {
  await plan(coffee, campaign('2026-11-27', '2026-11-28'))
  expect([await getNames('campaign'), await getNames('planned')]).toEqual([[], ['Coffee']])
  at('2026-11-26 23:59')
  expect([await getNames('campaign'), await getNames('planned')]).toEqual([[], ['Coffee']])
  at('2026-11-27 00:00')
  expect([await getNames('campaign'), await getNames('planned')]).toEqual([['Coffee'], []])
  at('2026-11-28 23:59')
  expect(await getNames('campaign')).toEqual(['Coffee'])
  at('2026-11-29 00:00')
  expect([await getNames('campaign'), await getNames('planned')]).toEqual([[], []])
})

test('finds prices from a later day on, and each row has the next plan', async () => {
  await plan(tea, campaign('2026-12-24', '2026-12-26'))
  await plan(tea, { kind: 'price', price: 3.49, from_day: '2026-12-01', until_day: null })
  const { items } = await found('planned')
  expect(items).toMatchObject([{ id: tea, planned: { kind: 'price', price: 3.49, from_day: '2026-12-01' } }])
  at('2026-12-01 08:00')
  expect((await found('planned')).items).toMatchObject([
    { id: tea, price: 3.49, planned: { kind: 'campaign', price: 1.99, from_day: '2026-12-24' } },
  ])
  at('2026-12-24 08:00')
  expect(await getNames('planned')).toEqual([])
  expect((await found('campaign')).items).toMatchObject([{ id: tea, price: 3.49, campaign_price: 1.99, planned: null }])
})

test('leaves out a campaign that an admin ended, and one that lowers no price', async () => {
  await plan(coffee, campaign('2026-11-26', '2026-11-30'))
  await plan(tea, campaign('2026-11-26', '2026-11-30'))
  expect(await getNames('campaign')).toEqual(['Coffee', 'Tea'])
  const { body } = await office.me.call(`GET products/${coffee}/price-plans`)
  const [running] = body as { id: number }[]
  await office.me.call(`DELETE products/${coffee}/price-plans/${running?.id}`)
  await office.database.pool.query('UPDATE product_version SET price_cents = 199 WHERE product_id = $1', [tea])
  expect(await getNames('campaign')).toEqual([])
})

test('works beside other filters, sorts, and for changes of all that it finds', async () => {
  await plan(coffee, campaign('2026-11-26', '2026-11-30'))
  await plan(tea, campaign('2026-11-26', '2026-11-30', 1.5))
  expect(await getNames('campaign', '&sort=-name')).toEqual(['Tea', 'Coffee'])
  expect(await getNames('campaign', '&enabled=false')).toEqual([])
  await office.database.pool.query('UPDATE product SET enabled = false WHERE id = $1', [tea])
  expect(await getNames('campaign', '&enabled=false')).toEqual(['Tea'])
  const change = { kind: 'pricePercent', percent: 10, round_to_5_cents: false }
  const all = `products/bulk?q=${word}&prices=campaign&enabled=true`
  const { status, body } = await office.me.call(`POST ${all}`, { change, ids: null, preview: true })
  expect([status, body]).toMatchObject([200, { changed: 1 }])
  expect((await office.me.call('GET products?prices=other')).status).toBe(422)
})
