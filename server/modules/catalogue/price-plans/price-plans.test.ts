import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminProduct, ProductVersion } from '#contract/catalogue/admin-products.ts'
import type { PricePlanRow } from '#contract/catalogue/price-plans.ts'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import type { Product } from '#contract/catalogue/products.ts'
import type { Order } from '#contract/orders/orders.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import { type Stocked, stockShop } from '#test/rows/stock-shop.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'
import { applyDuePlans } from './apply-plans.ts'

let database: DatabaseHandle
let shop: Shop
let stocked: Stocked
let server: Shop
let anna: Caller
let vatClassId: number
let now: Date
let coffee: number
let shopper: string

/** Waits until the version of the list that a server keeps expires. */
const settle = () => sleep(550)

/** A time of day in Finland, in winter. */
const at = (time: string) => void (now = new Date(`${time.replace(' ', 'T')}:00+02:00`))

beforeAll(async () => {
  database = await testDatabase()
  stocked = await stockShop(database)
  shop = await openShop({ database, now: () => now })
  server = await openShop({ database, now: () => now, modules: ['catalogue', 'administration'] })
  anna = await server.caller('admin')
  shopper = await stocked.shopper()
  vatClassId = await addVatClass(database, { name: 'coffee', rates: { '2020-01-01': 1350 } })
})
beforeEach(async () => {
  at('2026-11-26 12:00')
  coffee = await newProduct()
})
afterAll(async () => {
  await server.close()
  await shop.close()
  await database.close()
})

type NewProduct = Partial<Parameters<typeof addProduct>[1]>

/** For 2,99 € since January, on the shelf of the store. */
async function newProduct(change: NewProduct = {}): Promise<number> {
  const plain = { names: { en: 'Coffee', fi: 'Kahvi', sv: '' }, texts: { en: '', fi: '', sv: '' }, price_cents: 299 }
  const content = { content_thousandths: 500, content_unit: 'kg', sort_order: 10 } as const
  const id = await addProduct(database, { vatClassId, ...plain, ...content, ...change })
  const created_at = new Date('2026-01-01T00:00:00Z')
  await database.kysely.updateTable('product_version').set({ created_at }).where('product_id', '=', id).execute()
  await database.kysely
    .insertInto('store_stock')
    .values({ store_id: stocked.storeId, product_id: id, quantity_thousandths: 100_000, offered: true })
    .execute()
  return id
}

const send = async (request: string, body?: object) => {
  const answer = await anna.call(request, body)
  return { status: answer.status, body: answer.body as PricePlanRow[] & { code?: string; problems?: object[] } }
}
const add = (plan: object, id = coffee) => send(`POST products/${id}/price-plans`, plan)
const campaign = (price: number, from_day: string, until_day: string) => ({
  kind: 'campaign',
  price,
  from_day,
  until_day,
})
const priceFrom = (price: number, from_day: string) => ({ kind: 'price', price, from_day, until_day: null })
const plans = async (id = coffee) => (await send(`GET products/${id}/price-plans`)).body
const states = async () => (await plans()).map(({ price, state }) => [price, state])
const remove = async (price: number) => {
  const plan = (await plans()).find(each => each.price === price)
  return send(`DELETE products/${coffee}/price-plans/${plan?.id ?? 0}`)
}
const read = async () => (await anna.call(`GET products/${coffee}`)).body as AdminProduct
const save = async (change: object) => {
  const { names, descriptions, price, deposit, vat_class_id, supplier, revision } = await read()
  const { content_quantity, content_unit, perishable } = await read()
  const fields = { names, descriptions, price, deposit, content_quantity, content_unit, perishable }
  const form = productForm({ vat_class_id, supplier_id: supplier.id }, { ...fields, ...change })
  return send(`PUT products/${coffee}`, { ...form, revision })
}

/** What a shopper pays for one, at a new checkout. */
async function charged(id = coffee, quantity = 1): Promise<number> {
  const session = await stocked.shopper()
  const answer = await shop.call(session, 'POST order', { orderItems: [{ product_id: id, quantity }] })
  return answer.json<Order>().total_amount
}

/** The product in the list of a phone. */
async function listed(id = coffee, { language = 'fi', from = server }: { language?: string; from?: Lists } = {}) {
  const answer = await from.get(`/api/products?lang=${language}`, { session: shopper })
  return answer.json<Product[]>().find(product => product.id === id)
}
type Lists = Pick<Shop, 'get'>

/** The same of a server that has not read it yet. */
async function listAgain(id = coffee, language = 'fi') {
  const from = await openShop({ database, now: () => now, modules: ['catalogue'] })
  try {
    return await listed(id, { language, from })
  } finally {
    await from.close()
  }
}

describe('a campaign', () => {
  test('is charged on its days, from midnight to midnight in Finland, with no server running in between', async () => {
    expect((await add(campaign(1.99, '2026-11-27', '2026-11-30'))).status).toBe(200)
    expect(await charged()).toBe(2.99)
    at('2026-11-26 23:59')
    expect(await charged()).toBe(2.99)
    at('2026-11-27 00:00')
    expect(await charged()).toBe(1.99)
    expect(await states()).toEqual([[1.99, 'running']])
    at('2026-11-30 23:59')
    expect(await charged()).toBe(1.99)
    at('2026-12-01 00:00')
    expect(await charged()).toBe(2.99)
    expect(await states()).toEqual([[1.99, 'over']])
  })

  test('is what phones show, with the unit price, the regular price and the lowest one of the 30 days before', async () => {
    at('2026-11-05 12:00')
    await save({ price: 2.49 })
    at('2026-11-08 12:00')
    await save({ price: 2.99 })
    await add(campaign(1.99, '2026-11-27', '2026-11-30'))
    expect(await listAgain()).not.toHaveProperty('campaign')
    at('2026-11-27 08:00')
    const shown = { until: '2026-11-30', regular_price: 2.99, lowest_price: 2.49 }
    expect(await listAgain()).toMatchObject({ price: 1.99, unit_price: 3.98, campaign: shown })
    const money = (text?: string) => text?.replaceAll(/\u00a0/g, ' ')
    expect(money((await listAgain())?.campaign?.text)).toBe(
      'Kampanja 30.11. asti · Norm. 2,99 € · Alin 30 pv ennen kampanjaa 2,49 €',
    )
    expect(await plans()).toMatchObject([{ visibility: 'announced', lowest_price: 2.49 }])
    at('2026-12-01 08:00')
    expect(await listAgain()).toMatchObject({ price: 2.99, unit_price: 5.98 })
    expect(await listAgain()).not.toHaveProperty('campaign')
  })

  test('that is not below the lowest price is charged, and not announced as a reduction', async () => {
    await add(campaign(1.99, '2026-11-27', '2026-11-30'))
    await add(campaign(1.99, '2026-12-10', '2026-12-11'))
    at('2026-12-10 09:00')
    expect(await charged()).toBe(1.99)
    expect(await listAgain()).not.toHaveProperty('campaign')
    expect(await plans()).toMatchObject([
      { visibility: 'unannounced', lowest_price: null },
      { state: 'over', visibility: null },
    ])
  })

  test('of food that perishes quickly is announced without the lowest price', async () => {
    coffee = await newProduct({ perishable: true })
    await add(campaign(1.99, '2026-11-26', '2026-11-26'))
    expect((await listAgain())?.campaign).toMatchObject({ regular_price: 2.99, lowest_price: null })
    expect((await listAgain(coffee, 'en'))?.campaign?.text).not.toContain('30 days')
  })

  test('leaves the regular price to saves, bulk changes and the end of the campaign', async () => {
    await add(campaign(1.99, '2026-11-27', '2026-11-30'))
    at('2026-11-28 10:00')
    expect((await save({ price: 3.29 })).status).toBe(200)
    expect(await charged()).toBe(1.99)
    expect(await read()).toMatchObject({ price: 3.29 })
    const change = { kind: 'pricePercent', percent: 10, round_to_5_cents: false }
    const looked = (await anna.call('POST products/bulk', { change, ids: [coffee], preview: true })).body as object
    const preview_hash = 'preview_hash' in looked ? looked.preview_hash : ''
    await anna.call('POST products/bulk', { change, ids: [coffee], preview: false, preview_hash })
    expect(await charged()).toBe(1.99)
    expect(await listAgain()).toMatchObject({ price: 1.99, campaign: { regular_price: 3.62, lowest_price: 2.99 } })
    at('2026-12-01 10:00')
    expect(await charged()).toBe(3.62)
  })

  test('never makes a product dearer than its regular price', async () => {
    await add(campaign(1.99, '2026-11-27', '2026-11-30'))
    await save({ price: 1.5 })
    at('2026-11-27 10:00')
    expect(await charged()).toBe(1.5)
    expect(await plans()).toMatchObject([{ state: 'running', visibility: 'ignored' }])
  })

  test('ends at once, and its other days are free for another one', async () => {
    expect(await listed()).toMatchObject({ price: 2.99 })
    await add(campaign(1.99, '2026-11-26', '2026-11-30'))
    expect(await charged()).toBe(1.99)
    await settle()
    expect(await listed()).toMatchObject({ price: 1.99 })
    expect((await remove(1.99)).status).toBe(200)
    expect(await charged()).toBe(2.99)
    await settle()
    expect(await listed()).toMatchObject({ price: 2.99 })
    expect(await plans()).toMatchObject([{ state: 'over', ended_early: true }])
    expect((await add(campaign(1.79, '2026-11-26', '2026-11-28'))).status).toBe(200)
    expect(await charged()).toBe(1.79)
  })

  test('that has not begun is removed, and one that is over stays', async () => {
    await add(campaign(1.99, '2026-11-27', '2026-11-30'))
    await remove(1.99)
    expect(await plans()).toEqual([])
    await add(campaign(1.99, '2026-11-27', '2026-11-30'))
    at('2026-12-01 00:00')
    expect((await remove(1.99)).status).toBe(200)
    expect(await states()).toEqual([[1.99, 'over']])
  })

  test('shares no day with another one, also when several are planned at the same moment', async () => {
    const spans = [
      ['2026-11-27', '2026-11-30'],
      ['2026-11-30', '2026-12-02'],
      ['2026-11-28', '2026-11-29'],
    ] as const
    const answers = await Promise.all(spans.map(([from, until]) => add(campaign(1.99, from, until))))
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.length).toBeGreaterThan(0)
    for (const { body } of refused) expect(body.problems).toEqual([{ field: 'from_day', problem: 'taken' }])
    const days = database.kysely.selectFrom('campaign_day').select('day').where('product_id', '=', coffee)
    const plannedDays = (await plans()).reduce(
      (sum, { from_day, until_day }) => sum + daysIn(from_day, until_day ?? ''),
      0,
    )
    expect((await days.execute()).length).toBe(plannedDays)
  })

  test('is compared with the price that is planned for its first day', async () => {
    await add(priceFrom(1.49, '2026-12-01'))
    expect((await add(campaign(1.99, '2026-12-01', '2026-12-02'))).body.problems).toEqual([
      { field: 'price', problem: 'notLower' },
    ])
    expect((await add(campaign(1.99, '2026-11-29', '2026-11-30'))).status).toBe(200)
  })

  test('is refused for goods whose labels have the price', async () => {
    expect((await add(campaign(15, '2026-11-27', '2026-11-30'), stocked.cheese)).body.problems).toEqual([
      { field: 'kind', problem: 'onLabel' },
    ])
  })

  test('of loose goods lowers the price of a kilogram', async () => {
    coffee = await newProduct({ unit: 'kg', product_code_type: 'bulk', content_thousandths: null, content_unit: null })
    await add(campaign(2, '2026-11-26', '2026-11-26'))
    expect(await charged(coffee, 0.655)).toBe(1.31)
    expect((await listAgain())?.campaign?.text).toContain('€/kg')
  })
})

const daysIn = (from: string, until: string) => (Date.parse(until) - Date.parse(from)) / DAY_MS + 1

describe('a price from a day on', () => {
  const versions = async () =>
    ((await anna.call(`GET products/${coffee}/versions`)).body as { items: ProductVersion[] }).items.map(
      row => row.price,
    )
  const auditLog = () => listAuditEntries(anna, `product/${coffee}`)

  test('is charged and shown from midnight on, before any server has applied it', async () => {
    await add(priceFrom(3.49, '2026-12-01'))
    at('2026-11-30 23:59')
    expect(await charged()).toBe(2.99)
    at('2026-12-01 00:00')
    expect(await charged()).toBe(3.49)
    expect(await listAgain()).toMatchObject({ price: 3.49, unit_price: 6.98 })
    expect(await versions()).toEqual([2.99])
  })

  test('becomes the product’s once, with its planner in the audit log, also with two servers at once', async () => {
    await add(priceFrom(3.49, '2026-12-01'))
    at('2026-11-30 23:59')
    await applyDuePlans(server.context)
    expect(await versions()).toEqual([2.99])
    at('2026-12-01 00:00')
    await Promise.all([server, shop, server, shop].map(({ context }) => applyDuePlans(context)))
    expect(await versions()).toEqual([3.49, 2.99])
    expect(await read()).toMatchObject({ price: 3.49, revision: 2 })
    expect(await charged()).toBe(3.49)
    const [applied, planned] = await auditLog()
    expect(planned?.changes).toEqual([{ field: 'planned_prices.2026-12-01', from: null, to: 3.49 }])
    expect(applied).toMatchObject({ by: { id: anna.id }, changes: [{ field: 'price', from: 2.99, to: 3.49 }] })
    expect(applied?.reason).toMatch(/^price plan \d+$/)
    await applyDuePlans(server.context)
    expect(await versions()).toEqual([3.49, 2.99])
  })

  test('is made up for after a time without servers: the last of several counts, and a campaign in between is over', async () => {
    await add(priceFrom(3.49, '2026-12-01'))
    await add(priceFrom(3.99, '2026-12-05'))
    await add(campaign(1.99, '2026-12-02', '2026-12-04'))
    at('2026-12-08 09:00')
    expect(await charged()).toBe(3.99)
    await applyDuePlans(server.context)
    expect(await charged()).toBe(3.99)
    expect(await versions()).toEqual([3.99, 2.99])
    expect(await states()).toEqual([
      [3.99, 'applied'],
      [1.99, 'over'],
      [3.49, 'applied'],
    ])
  })

  test('is the regular price of a campaign that runs when it comes', async () => {
    await add(campaign(1.99, '2026-11-27', '2026-12-03'))
    await add(priceFrom(3.49, '2026-12-01'))
    at('2026-12-01 09:00')
    await applyDuePlans(server.context)
    expect(await listAgain()).toMatchObject({ price: 1.99, campaign: { regular_price: 3.49, lowest_price: 2.99 } })
    at('2026-12-04 09:00')
    expect(await charged()).toBe(3.49)
  })

  test('is followed by what an admin saves later', async () => {
    await add(priceFrom(3.49, '2026-12-01'))
    at('2026-12-01 00:01')
    await applyDuePlans(server.context)
    await save({ price: 3.19 })
    await applyDuePlans(server.context)
    expect(await charged()).toBe(3.19)
  })

  test('is refused for today, and a second time for the same day', async () => {
    expect((await add(priceFrom(3.49, '2026-11-26'))).body.problems).toEqual([{ field: 'from_day', problem: 'past' }])
    await add(priceFrom(3.49, '2026-12-01'))
    expect((await add(priceFrom(3.59, '2026-12-01'))).body.problems).toEqual([{ field: 'from_day', problem: 'taken' }])
  })

  test('keeps the deposit from rising above it until it is removed', async () => {
    await add(priceFrom(0.5, '2026-12-01'))
    const refused = await save({ deposit: 0.6 })
    expect(refused.body.problems).toEqual([{ field: 'deposit', problem: 'depositAbovePlan' }])
    await remove(0.5)
    expect((await save({ deposit: 0.6 })).status).toBe(200)
    expect((await auditLog()).flatMap(({ changes }) => changes.map(({ field }) => field))).toEqual([
      'deposit',
      'planned_prices.2026-12-01',
      'planned_prices.2026-12-01',
    ])
  })

  test('keeps a row of an import from being undone whose deposit would rise above it, and no other row', async () => {
    await save({ deposit: 0.6 })
    const file = Buffer.from(`ID;Pantti (€)\n${coffee};0`)
    const { id } = (await anna.call('POST product-imports?name=lista.csv', file)).body as ProductImport
    expect((await anna.call(`POST product-imports/${id}/apply`, {})).status).toBe(200)
    await add(priceFrom(0.5, '2026-12-01'))
    expect(await anna.call(`POST product-imports/${id}/undo`, {})).toMatchObject({
      status: 200,
      body: { state: 'undone' },
    })
    const { items } = (await anna.call(`GET product-imports/${id}/rows`)).body as { items: ImportRow[] }
    expect(items).toMatchObject([{ outcome: 'skipped', problems: [{ field: 'deposit', problem: 'depositAbovePlan' }] }])
  })

  test('of a product that is removed goes with it, and one of no product is not found', async () => {
    await add(priceFrom(3.49, '2026-12-01'))
    expect((await anna.call(`DELETE products/${coffee}`)).status).toBe(200)
    expect((await send(`GET products/${coffee}/price-plans`)).status).toBe(404)
    expect((await add(priceFrom(3.49, '2026-12-01'))).status).toBe(404)
    expect((await send(`DELETE products/${stocked.milk}/price-plans/999999`)).status).toBe(404)
  })
})
