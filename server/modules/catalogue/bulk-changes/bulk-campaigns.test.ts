import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/administration/audit-log.ts'
import type { BulkChangeRow, BulkDone } from '#contract/catalogue/bulk-changes.ts'
import type { PricePlanRow } from '#contract/catalogue/price-plans.ts'
import type { BulkChange } from '#domain/catalogue/bulk-change.ts'
import { readCatalogueVersion } from '#server/modules/catalogue/products/catalogue-version.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import type { Caller } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { type ShopWithCaller, openShop } from '#test/shop/open-shop.ts'
import { onlyInFullTier } from '#test/tier.ts'

let office: ShopWithCaller
let vatClassId: number
let anna: Caller
let bertil: Caller
let now: Date
let coffee: number
let tea: number

/** A time of day in Finland, in winter. */
const at = (time: string) => void (now = new Date(`${time.replace(' ', 'T')}:00+02:00`))

beforeAll(async () => {
  office = await openShop({ as: 'admin', now: () => now, modules: ['catalogue', 'administration'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  anna = office.me
  bertil = await office.caller('admin')
})
beforeEach(async () => {
  at('2026-11-27 12:00')
  coffee = await product('Coffee')
  tea = await product('Tea', { price_cents: 450 })
})
afterAll(() => office.close())

const product = (name: string, change: Partial<Parameters<typeof addProduct>[1]> = {}) =>
  addProduct(office.database, {
    vatClassId,
    names: { en: name, fi: '', sv: '' },
    price_cents: 299,
    ...change,
    texts: { en: '', fi: '', sv: '' },
  })

const DAYS = { from_day: '2026-11-30', until_day: '2026-12-06' }
const percent = (by: number, days = DAYS): BulkChange => ({
  kind: 'campaignPercent',
  percent: by,
  round_to_5_cents: true,
  ...days,
})
const to = (price: number, days = DAYS): BulkChange => ({ kind: 'campaignTo', price, ...days })
const end = (state: 'running' | 'planned' = 'running'): BulkChange => ({ kind: 'endCampaign', state })
const TODAY = { from_day: '2026-11-27', until_day: '2026-12-06' }

type Answer = BulkDone & { code?: string; problems?: object[] }
type Bulk = { ids?: number[]; change: BulkChange; preview_hash?: string; reason?: string }
async function bulk({ ids = [coffee, tea], ...rest }: Bulk, by = anna) {
  const answer = await by.call('POST products/bulk?lang=en', { ...rest, ids, preview: rest.preview_hash === undefined })
  return { status: answer.status, body: answer.body as Answer }
}
async function applied({ reason, ...change }: Bulk): Promise<Answer> {
  const { preview_hash } = (await bulk(change)).body
  const { status, body } = await bulk({ ...change, preview_hash, ...(reason !== undefined && { reason }) })
  expectSuccess({ status, body })
  return body
}
const undo = async (id: number | null) =>
  (await anna.call(`POST bulk-changes/${id}/undo?lang=en`)).body as {
    restored: number
    skipped: { product_id: number }[]
  }
const plans = async (id = coffee) => (await anna.call(`GET products/${id}/price-plans`)).body as PricePlanRow[]
const getReported = async (id = coffee) =>
  (await plans(id)).map(({ price, from_day, until_day, state }) => [price, from_day, until_day, state])
const add = (id: number, plan: object) => anna.call(`POST products/${id}/price-plans`, plan)
const campaign = (price: number, from_day: string, until_day: string) => ({
  kind: 'campaign',
  price,
  from_day,
  until_day,
})
const getDays = async (id = coffee) =>
  (
    await office.database.kysely
      .selectFrom('campaign_day')
      .select('day')
      .where('product_id', '=', id)
      .orderBy('day')
      .execute()
  ).map(({ day }) => day)

describe('a preview of campaigns', () => {
  test('has the old and the new price of each product, those that are skipped and why, and changes nothing', async () => {
    const skipped = [
      await product('Fish', { product_code_type: 'bulk_encoded_price', unit: 'kg', product_code: '2012345000007' }),
      await product('Sample', { price_cents: 0 }),
      await product('Bottle', { price_cents: 210, deposit_cents: 205 }),
      await product('Milk'),
    ]
    const milk = skipped[3] ?? 0
    await add(milk, campaign(1.99, '2026-12-06', '2026-12-08'))
    const { body } = await bulk({ ids: [coffee, tea, ...skipped], change: percent(-20) })
    expect(body).toMatchObject({ id: null, changed: 2, same: 0, invalid: 4 })
    expect(body.rows.map(({ name, from, to: price, problems }) => [name, from, price, problems])).toEqual([
      ['Coffee', 2.99, 2.4, []],
      ['Tea', 4.5, 3.6, []],
      ['Fish', 2.99, 2.4, [{ field: 'price', problem: 'onLabel' }]],
      ['Sample', 0, 0, [{ field: 'price', problem: 'noPrice' }]],
      ['Bottle', 2.1, 2.1, [{ field: 'price', problem: 'notLower' }]],
      ['Milk', 2.99, 2.4, [{ field: 'price', problem: 'overlaps' }]],
    ])
    expect(await plans()).toEqual([])
  })

  test('tells which campaigns shoppers would not see announced, with the lowest price of the 30 days before', async () => {
    const [fresh, cream] = [await product('New jam'), await product('Cream', { perishable: true })]
    await office.database.kysely
      .updateTable('product_version')
      .set({ created_at: new Date('2026-10-01T00:00:00Z') })
      .where('product_id', 'in', [coffee, tea, cream])
      .execute()
    await office.database.kysely
      .updateTable('product_version')
      .set({ created_at: new Date('2026-12-01T00:00:00Z') })
      .where('product_id', '=', fresh)
      .execute()
    for (const id of [coffee, cream]) await add(id, campaign(1.99, '2026-11-28', '2026-11-29'))
    const { body } = await bulk({ ids: [coffee, tea, fresh, cream], change: percent(-20) })
    expect(body.rows.map(({ name, outcome, unannounced }) => [name, outcome, unannounced])).toEqual([
      ['Coffee', 'changed', { lowest_price: 1.99 }],
      ['Tea', 'changed', undefined],
      ['New jam', 'changed', { lowest_price: null }],
      ['Cream', 'changed', undefined],
    ])
  })

  test('compares with the price that is planned for the first day', async () => {
    await add(coffee, { kind: 'price', price: 1.99, from_day: '2026-11-29', until_day: null })
    const { body } = await bulk({ change: to(1.99) })
    expect(body.rows).toMatchObject([
      { from: 1.99, to: 1.99, outcome: 'invalid', problems: [{ problem: 'notLower' }] },
      { from: 4.5, to: 1.99, outcome: 'changed' },
    ])
  })

  test.each([
    [to(1, { from_day: '2026-11-26', until_day: '2026-11-30' }), 'from_day', 'past'],
    [to(1, { from_day: '2026-11-30', until_day: '2026-11-29' }), 'until_day', 'invalid'],
    [to(0), 'price', 'invalid'],
  ] as const)('is refused for the whole change: %j', async (change, field, problem) => {
    const { status, body } = await bulk({ change })
    expect([status, body.code, body.problems]).toEqual([422, 'form.invalid', [{ field, problem }]])
  })

  test.each<object>([
    { kind: 'campaignPercent', percent: 10, round_to_5_cents: false, ...DAYS },
    { kind: 'campaignPercent', percent: 0, round_to_5_cents: false, ...DAYS },
    { kind: 'campaignTo', price: 1, from_day: '2026-11-30' },
    { kind: 'endCampaign', state: 'over' },
  ])('is refused when it does not match the contract: %j', async change => {
    expect((await anna.call('POST products/bulk', { preview: true, ids: [coffee], change })).status).toBe(422)
  })
})

describe('campaigns of several products', () => {
  test('are those of single products: days, audit log with the reason, catalogue version, and no version of the product', async () => {
    const storeId = await addStore(office.database, { name: 'Kylä' })
    const version = await readCatalogueVersion(office.database.kysely, storeId)
    const done = await applied({ change: percent(-20), reason: 'advent' })
    expect(done).toMatchObject({ changed: 2, rows: [{ to: 2.4 }, { to: 3.6 }] })
    expect(await getReported()).toEqual([[2.4, '2026-11-30', '2026-12-06', 'planned']])
    expect(await getReported(tea)).toEqual([[3.6, '2026-11-30', '2026-12-06', 'planned']])
    expect(await getDays()).toEqual(
      [30, 31, 32, 33, 34, 35, 36].map(day => new Date(Date.UTC(2026, 10, day)).toISOString().slice(0, 10)),
    )
    expect((await anna.call(`GET products/${coffee}`)).body).toMatchObject({ price: 2.99, revision: 1 })
    const trail = (await anna.call(`GET audit/product/${coffee}`)).body as { items: AuditEntry[] }
    expect(trail.items[0]).toMatchObject({
      reason: 'advent',
      by: { id: anna.id },
      changes: [{ field: 'campaigns.2026-11-30.2026-12-06', from: null, to: 2.4 }],
    })
    expect(await readCatalogueVersion(office.database.kysely, storeId)).not.toBe(version)
    const { items } = (await anna.call('GET bulk-changes')).body as { items: BulkChangeRow[] }
    expect(items[0]).toMatchObject({ id: done.id, change: percent(-20), products: 2 })
  })

  test('are lowered from now on when they begin today, and announced', async () => {
    await office.database.kysely
      .updateTable('product_version')
      .set({ created_at: new Date('2026-01-01T00:00:00Z') })
      .where('product_id', 'in', [coffee, tea])
      .execute()
    await applied({ change: to(1.99, TODAY) })
    expect(await plans()).toMatchObject([{ state: 'running', visibility: 'announced', lowest_price: 2.99 }])
  })

  test('are planned once, also when two admins confirm at the same moment', async () => {
    const { preview_hash } = (await bulk({ change: to(1.99) })).body
    const presses = await Promise.all([
      bulk({ change: to(1.99), preview_hash }),
      bulk({ change: to(1.99), preview_hash }, bertil),
    ])
    expect(new Set(presses.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(await getReported()).toHaveLength(1)
    expect((await bulk({ change: to(1.99) })).body).toMatchObject({ changed: 0, same: 2, invalid: 0 })
  })

  test.each<[string, () => Promise<unknown>]>([
    ['a campaign', () => add(tea, campaign(1.99, '2026-12-24', '2026-12-24'))],
    ['a price of a later day', () => add(tea, { kind: 'price', price: 4, from_day: '2026-11-28', until_day: null })],
    ['the price', () => applied({ ids: [tea], change: { kind: 'priceTo', price: 5 } })],
  ])('are refused when %s was changed since the preview', async (_what, alter) => {
    const { preview_hash } = (await bulk({ change: percent(-20) })).body
    await alter()
    const { status, body } = await bulk({ change: percent(-20), preview_hash })
    expect([status, body.code]).toEqual([409, 'record.changed'])
    expect(await plans()).toEqual([])
  })

  test('share no day with one that another admin plans at the same moment', async () => {
    const { preview_hash } = (await bulk({ change: to(1.99) })).body
    const answers = await Promise.all([
      bulk({ change: to(1.99), preview_hash }),
      add(coffee, campaign(1.5, '2026-12-01', '2026-12-02')),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await getReported()).toHaveLength(1)
  })
})

describe('undoing campaigns', () => {
  test('removes those that have not begun, and keeps one that was changed since', async () => {
    const done = await applied({ change: to(1.99) })
    const [{ id } = { id: 0 }] = await plans(tea)
    await anna.call(`DELETE products/${tea}/price-plans/${id}`)
    await add(tea, campaign(1.5, '2026-12-01', '2026-12-02'))
    await applied({ ids: [coffee], change: { kind: 'priceTo', price: 3.5 } })
    expect(await undo(done.id)).toEqual({ restored: 1, skipped: [{ product_id: tea, name: 'Tea' }] })
    expect(await undo(done.id)).toMatchObject({ restored: 1 })
    expect([await plans(), await getDays()]).toEqual([[], []])
    expect(await getReported(tea)).toEqual([[1.5, '2026-12-01', '2026-12-02', 'planned']])
  })

  test('ends those that run, and leaves what is over', async () => {
    const done = await applied({ ids: [coffee], change: to(1.99, TODAY) })
    const other = await applied({ ids: [tea], change: to(1.99, TODAY) })
    at('2026-12-01 08:00')
    expect(await undo(done.id)).toMatchObject({ restored: 1 })
    expect(await plans()).toMatchObject([{ state: 'over', ended_early: true }])
    expect(await getDays()).toEqual(['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'])
    at('2026-12-07 08:00')
    expect(await undo(other.id)).toMatchObject({ restored: 0, skipped: [{ product_id: tea }] })
    expect(await plans(tea)).toMatchObject([{ state: 'over', ended_early: false }])
  })
})

describe('ending campaigns', () => {
  test('ends those that run, shows both prices, and counts products without one', async () => {
    await add(coffee, campaign(1.99, '2026-11-27', '2026-12-06'))
    await add(coffee, campaign(1.5, '2026-12-24', '2026-12-24'))
    await add(tea, campaign(1.99, '2026-11-28', '2026-12-06'))
    const done = await applied({ change: end() })
    expect(done).toMatchObject({ changed: 1, same: 1, rows: [{ from: 1.99, to: 2.99 }, { outcome: 'same' }] })
    expect(await getReported()).toEqual([
      [1.5, '2026-12-24', '2026-12-24', 'planned'],
      [1.99, '2026-11-27', '2026-12-06', 'over'],
    ])
    expect(await getReported(tea)).toEqual([[1.99, '2026-11-28', '2026-12-06', 'planned']])
    const trail = (await anna.call(`GET audit/product/${coffee}`)).body as { items: AuditEntry[] }
    expect(trail.items[0]?.changes).toEqual([{ field: 'campaigns.2026-11-27.2026-12-06', from: 1.99, to: null }])
  })

  test('is undone on the same day: the campaigns go on, as announced as before', async () => {
    await office.database.kysely
      .updateTable('product_version')
      .set({ created_at: new Date('2026-01-01T00:00:00Z') })
      .where('product_id', '=', coffee)
      .execute()
    await add(coffee, campaign(1.99, '2026-11-27', '2026-11-29'))
    at('2026-11-28 09:00')
    const done = await applied({ ids: [coffee], change: end() })
    at('2026-11-28 23:59')
    expect(await undo(done.id)).toMatchObject({ restored: 1 })
    expect(await plans()).toMatchObject([{ state: 'running', visibility: 'announced', ended_early: false }])
    expect(await getDays()).toEqual(['2026-11-27', '2026-11-28', '2026-11-29'])
  })

  test('is not undone on a later day, nor where another campaign has the days', async () => {
    await add(coffee, campaign(1.99, '2026-11-27', '2026-12-06'))
    await add(tea, campaign(1.99, '2026-11-27', '2026-12-06'))
    const done = await applied({ ids: [coffee], change: end() })
    const other = await applied({ ids: [tea], change: end() })
    await add(tea, campaign(1.5, '2026-12-01', '2026-12-02'))
    expect(await undo(other.id)).toMatchObject({ restored: 0, skipped: [{ product_id: tea }] })
    at('2026-11-28 00:00')
    expect(await undo(done.id)).toMatchObject({ restored: 0, skipped: [{ product_id: coffee }] })
    expect(await plans()).toMatchObject([{ state: 'over' }])
  })

  test('is not undone where the price was lower meanwhile: the campaign would announce more than it saves', async () => {
    await add(coffee, campaign(1.99, '2026-11-27', '2026-12-06'))
    await add(tea, campaign(1.99, '2026-11-27', '2026-12-06'))
    const milk = await product('Milk')
    await add(milk, campaign(1.99, '2026-11-27', '2026-12-06'))
    at('2026-11-27 13:00')
    const done = await applied({ ids: [coffee, tea, milk], change: end() })
    at('2026-11-27 13:10')
    await applied({ ids: [coffee], change: { kind: 'priceTo', price: 1.5 } })
    await applied({ ids: [milk], change: { kind: 'priceTo', price: 2.5 } })
    await applied({ ids: [tea], change: to(1.5, { from_day: '2026-11-27', until_day: '2026-11-27' }) })
    at('2026-11-27 13:20')
    await applied({ ids: [coffee, milk], change: { kind: 'priceTo', price: 2.99 } })
    await applied({ ids: [tea], change: end() })
    expect(await undo(done.id)).toMatchObject({ restored: 1, skipped: [{ product_id: coffee }, { product_id: tea }] })
    expect(await plans(milk)).toMatchObject([{ state: 'running', ended_early: false }])
  })

  test('removes those that have not begun, and an undo plans them again if they still fit', async () => {
    await add(coffee, campaign(1.99, '2026-11-30', '2026-12-06'))
    await add(coffee, campaign(1.5, '2026-12-24', '2026-12-24'))
    await add(tea, campaign(3.99, '2026-11-28', '2026-12-06'))
    const done = await applied({ change: end('planned') })
    expect(done.rows).toMatchObject([
      { from: 1.99, to: 2.99 },
      { from: 3.99, to: 4.5 },
    ])
    expect([await plans(), await plans(tea), await getDays()]).toEqual([[], [], []])
    at('2026-11-29 09:00')
    expect(await undo(done.id)).toMatchObject({ restored: 1, skipped: [{ product_id: tea }] })
    expect(await getReported()).toEqual([
      [1.5, '2026-12-24', '2026-12-24', 'planned'],
      [1.99, '2026-11-30', '2026-12-06', 'planned'],
    ])
    expect(await getDays()).toHaveLength(8)
  })
})

test.runIf(onlyInFullTier('it plans and removes 5,000 campaigns'))(
  '5,000 products get campaigns of four weeks, and lose them',
  async () => {
    await office.database.pool.query(
      `with made as (insert into product (supplier_id, product_type, product_code_type, descriptions, sort_order)
       select (select min(id) from supplier), 'standard', 'standard', '{"en": "", "fi": "", "sv": ""}', 0
       from generate_series(1, 5000) returning id)
     insert into product_version (product_id, names, price_cents, vat_class_id, unit, is_current)
       select id, '{"en": "Many", "fi": "Monta", "sv": "Många"}', 100, $1, 'kpl', true from made`,
      [vatClassId],
    )
    const many = await office.database.kysely
      .selectFrom('product_version')
      .select('product_id')
      .where('price_cents', '=', 100)
      .limit(5000)
      .execute()
    const ids = many.map(({ product_id }) => product_id)
    const done = await applied({ ids, change: percent(-20, { from_day: '2026-11-30', until_day: '2026-12-27' }) })
    expect(done.changed).toBe(5000)
    expect((await undo(done.id)).restored).toBe(5000)
  },
  60_000,
)
