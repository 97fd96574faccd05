import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import type { PricePlanRow } from '#contract/catalogue/price-plans.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { LabelState } from '#domain/catalogue/printed-shelf-label.ts'
import { readPdf } from '#test/files/read-pdf.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { type ShopWithCaller, openShop } from '#test/shop/open-shop.ts'

let office: ShopWithCaller
let vatClassId: number
let now: Date
let store: number
let word: string
let coffee: number
let tea: number

beforeAll(async () => {
  office = await openShop({ as: 'admin', now: () => now, modules: ['catalogue', 'administration'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  store = await addStore(office.database)
})
beforeEach(async () => {
  at('2026-11-26 12:00')
  await run('DELETE FROM shelf_label')
  word = `w${Math.random().toString(36).slice(2)}`
  coffee = await newProduct('Coffee')
  tea = await newProduct('Tea')
})
afterAll(() => office.close())

/** A time of day in Finland, in winter. */
const at = (time: string) => void (now = new Date(`${time.replace(' ', 'T')}:00+02:00`))

const run = (statement: string, ...values: unknown[]) => office.database.pool.query(statement, values)
type Product = Partial<Parameters<typeof addProduct>[1]>

/** Sold in the store. */
async function newProduct(name: string, product: Product = {}): Promise<number> {
  const names = { en: `${name} ${word}`, fi: `${name} ${word}` }
  const id = await addProduct(office.database, { vatClassId, names, price_cents: 299, ...product })
  await run(`UPDATE product_version SET created_at = '2026-01-01' WHERE product_id = $1`, id)
  await run('INSERT INTO store_stock (store_id, product_id, offered) VALUES ($1, $2, true)', store, id)
  return id
}

const setPrice = (id: number, cents: number) =>
  run('UPDATE product_version SET price_cents = $2 WHERE product_id = $1 AND is_current', id, cents)

/** As a save does. */
async function changePrice(id: number, cents: number): Promise<void> {
  await run(
    `WITH former AS (UPDATE product_version SET is_current = false WHERE product_id = $1 AND is_current RETURNING *)
     INSERT INTO product_version (product_id, names, price_cents, vat_class_id, unit, is_current, created_at)
       SELECT product_id, names, $2, vat_class_id, unit, true, $3 FROM former`,
    id,
    cents,
    now,
  )
}

async function plan(id: number, from_day: string, until_day: string | null): Promise<void> {
  const price = until_day === null ? 3.49 : 1.99
  const kind = until_day === null ? 'price' : 'campaign'
  const { status } = await office.me.call(`POST products/${id}/price-plans`, { kind, price, from_day, until_day })
  expect(status).toBe(200)
}

async function endPlan(id: number): Promise<void> {
  const { body } = await office.me.call(`GET products/${id}/price-plans`)
  await office.me.call(`DELETE products/${id}/price-plans/${(body as PricePlanRow[])[0]?.id}`)
}

async function print(query: string): Promise<string[]> {
  const { status, raw } = await office.me.call(`GET shelf-labels.pdf?lang=fi&format=a4-24&${query}`)
  expect(status).toBe(200)
  return readPdf(raw).texts
}

async function getRows(state: LabelState, more = ''): Promise<ProductRow[]> {
  const { status, body } = await office.me.call(`GET products?lang=en&q=${word}&shelf_label=${state}${more}`)
  expect(status).toBe(200)
  const { items, total } = body as { items: ProductRow[]; total: number }
  expect(items).toHaveLength(total)
  return items
}
const getNames = async (state: LabelState, more = '') =>
  (await getRows(state, more)).map(({ name }) => name.split(' ')[0] ?? '')

/** Why the labels of the coffee and the tea are to be printed. */
async function getReasons(state: LabelState): Promise<Record<string, readonly string[]>> {
  const rows = await getRows(state)
  return Object.fromEntries(rows.map(row => [row.name.split(' ')[0], row.shelf_label?.changes ?? ['never']]))
}

test('a label is to be printed until it is, and again when the price has changed', async () => {
  expect(await getReasons('due')).toEqual({ Coffee: ['never'], Tea: ['never'] })
  expect(await getNames('outdated')).toEqual([])
  await print(`ids=${coffee},${tea}`)
  expect(await getNames('due')).toEqual([])
  await setPrice(tea, 349)
  expect(await getReasons('due')).toEqual({ Tea: ['price'] })
  expect(await getReasons('outdated')).toEqual({ Tea: ['price'] })
  expect(await getRows('outdated')).toMatchObject([
    { id: tea, price: 3.49, shelf_label: { day: '2026-11-26', printed_at: now.toISOString() } },
  ])
  await print(`ids=${tea}`)
  expect(await getNames('due')).toEqual([])
})

test('a change that is taken back leaves the printed label right', async () => {
  await print(`ids=${coffee}`)
  await setPrice(coffee, 349)
  expect(await getNames('outdated')).toEqual(['Coffee'])
  await setPrice(coffee, 299)
  expect(await getNames('outdated')).toEqual([])
})

test('names in the label’s language, codes, units, contents and deposits are reasons, and nothing else is', async () => {
  await print(`ids=${coffee},${tea}`)
  await run(`UPDATE product SET ean13 = '6401234567897', stock_alarm_thousandths = 3000 WHERE id = $1`, coffee)
  await run(
    `UPDATE product_version SET names = jsonb_set(names, '{fi}', '"Tee"'), deposit_cents = 10 WHERE product_id = $1`,
    tea,
  )
  expect(await getReasons('outdated')).toEqual({ Coffee: ['code'], Tea: ['name', 'details'] })
  await print(`ids=${coffee},${tea}`)
  await run(`UPDATE product SET content_thousandths = 500, content_unit = 'kg' WHERE id = $1`, coffee)
  await run(
    `UPDATE product_version SET names = jsonb_set(names, '{en}', $2) WHERE product_id = $1`,
    tea,
    `"Tea ${word}s"`,
  )
  expect(await getReasons('outdated')).toEqual({ Coffee: ['details'] })
})

test('goods with codes of their own, and labels of cases, are right when they are printed', async () => {
  const cheese = await newProduct('Cheese', {
    unit: 'kg',
    product_code_type: 'bulk_encoded_weight',
    product_code: '2312340000005',
    prefix: '23',
  })
  await run(`UPDATE product SET ean_case = '16401234567894', units_per_case = 12 WHERE id = $1`, tea)
  await print(`ids=${cheese},${coffee}`)
  await print(`ids=${tea}&code=case`)
  expect(await getNames('due')).toEqual([])
  await run('UPDATE product SET units_per_case = 10 WHERE id = $1', tea)
  expect(await getReasons('due')).toEqual({ Tea: ['details'] })
})

test('labels of a campaign are printed the day before it begins, and those after it on its last day', async () => {
  await plan(coffee, '2026-11-27', '2026-11-28')
  await print(`ids=${coffee},${tea}`)
  expect([await getNames('due'), await getReasons('dueTomorrow')]).toEqual([[], { Coffee: ['campaignBegan'] }])
  const texts = await print(`q=${word}&shelf_label=dueTomorrow&day=2026-11-27`)
  expect(texts).toContain('Kampanja 28.11. asti')
  expect([await getNames('due'), await getNames('dueTomorrow')]).toEqual([[], []])
  at('2026-11-27 08:00')
  expect(await getNames('due')).toEqual([])
  at('2026-11-28 20:00')
  expect([await getNames('due'), await getReasons('dueTomorrow')]).toEqual([[], { Coffee: ['campaignEnded'] }])
  at('2026-11-29 00:00')
  expect(await getReasons('due')).toEqual({ Coffee: ['campaignEnded'] })
})

test('a label that was printed for a later day leaves the one on the shelf as it is', async () => {
  await print(`ids=${coffee},${tea}`)
  await plan(coffee, '2026-11-28', null)
  await print(`ids=${coffee}&day=2026-11-28`)
  expect([await getNames('due'), await getNames('dueTomorrow')]).toEqual([[], []])
  await setPrice(coffee, 259)
  expect(await getReasons('due')).toEqual({ Coffee: ['price'] })
  await print(`ids=${coffee}`)
  at('2026-11-28 08:00')
  expect(await getNames('due')).toEqual([])
  // The label of the first day is off the shelf, and forgotten with the next printing.
  await print(`ids=${coffee}`)
  const { rows } = await run('SELECT day::text FROM shelf_label WHERE product_id = $1', coffee)
  expect(rows).toEqual([{ day: '2026-11-28' }])
})

test('a label whose campaign has another normal or lowest price than when it was printed is out of date', async () => {
  await plan(coffee, '2026-11-28', '2026-11-30')
  await plan(tea, '2026-11-28', '2026-11-30')
  await print(`ids=${coffee},${tea}&day=2026-11-28`)
  at('2026-11-26 13:00')
  // For an hour only: its normal price is the same on the campaign's first day, and the lowest one is not.
  await changePrice(tea, 249)
  at('2026-11-26 14:00')
  await changePrice(tea, 299)
  at('2026-11-28 08:00')
  expect(await getReasons('due')).toEqual({ Tea: ['campaign'] })
  await changePrice(coffee, 319)
  expect(await getReasons('due')).toEqual({ Coffee: ['campaign'], Tea: ['campaign'] })
  await print(`ids=${coffee},${tea}`)
  expect(await getNames('due')).toEqual([])
})

test('a label of a campaign that was ended and planned again is out of date if the lowest price is another', async () => {
  await plan(coffee, '2026-11-26', '2026-11-30')
  await plan(tea, '2026-11-28', '2026-11-30')
  const milk = await newProduct('Milk')
  await plan(milk, '2026-11-28', '2026-11-30')
  await print(`ids=${coffee}`)
  await print(`ids=${tea},${milk}&day=2026-11-28`)
  at('2026-11-26 13:00')
  for (const id of [coffee, tea, milk]) await endPlan(id)
  // Lower for some minutes, before the new campaign.
  await changePrice(milk, 249)
  at('2026-11-26 13:05')
  await changePrice(milk, 299)
  at('2026-11-26 13:10')
  await plan(coffee, '2026-11-26', '2026-11-30')
  await plan(tea, '2026-11-28', '2026-11-30')
  await plan(milk, '2026-11-26', '2026-11-30')
  // Its own campaign was its lowest price: it is no reduction any more.
  expect(await getReasons('outdated')).toEqual({ Coffee: ['campaign'] })
  at('2026-11-28 08:00')
  expect(await getReasons('outdated')).toEqual({ Coffee: ['campaign'], Milk: ['campaign'] })
  await print(`ids=${coffee},${milk}`)
  expect(await getNames('outdated')).toEqual([])
})

test('only products that a store sells from its shelf are listed', async () => {
  await print(`ids=${coffee},${tea}`)
  await setPrice(coffee, 1)
  await setPrice(tea, 1)
  await newProduct('Cake', { product_type: 'preorder' })
  await newProduct('Cola', { enabled: false })
  await newProduct('Cider', { recalled_at: now })
  expect(await getNames('due')).toEqual(['Coffee', 'Tea'])
  await run('UPDATE store_stock SET offered = false WHERE product_id = $1', tea)
  expect([await getNames('due'), await getNames('outdated')]).toEqual([['Coffee'], ['Coffee']])
  await run('UPDATE store SET archived_at = now(), published = false WHERE id = $1', store)
  expect([await getNames('due'), await getNames('outdated')]).toEqual([[], []])
  await run('UPDATE store SET archived_at = NULL WHERE id = $1', store)
  await run('UPDATE product SET enabled = false WHERE id = $1', coffee)
  expect([await getNames('due'), await getNames('outdated')]).toEqual([[], []])
})

test('the labels printed last are found again, and a reload of their PDF prints them again', async () => {
  const all = `q=${word}&shelf_label=due&sort=name`
  const texts = await print(all)
  expect(texts).toContain(`Tea ${word}`)
  expect(await getNames('due')).toEqual([])
  expect(await print(all)).toEqual(texts)
  expect(await getNames('printedLast')).toEqual(['Coffee', 'Tea'])
  at('2026-11-26 12:01')
  await print(`ids=${tea}&day=2026-11-28`)
  expect(await getRows('printedLast')).toMatchObject([{ id: tea, shelf_label: { day: '2026-11-28', changes: [] } }])
})

test('a tab that a browser opens again on a later day has the labels, and prints none', async () => {
  const link = `q=${word}&shelf_label=due&remember_until=2026-11-26T11:00:00.000Z`
  await print(link)
  expect(await getNames('due')).toEqual([])
  at('2026-11-27 08:00')
  await setPrice(tea, 349)
  expect(await print(link)).toContain(`Tea ${word}`)
  expect(await print(`ids=${tea}&remember_until=2026-11-26T11:00:00.000Z`)).toContain(`Tea ${word}`)
  expect(await getReasons('due')).toEqual({ Tea: ['price'] })
})

test('the filter works beside others and in each order', async () => {
  await print(`ids=${coffee},${tea}`)
  await setPrice(coffee, 1)
  await setPrice(tea, 2)
  expect(await getNames('outdated', '&sort=-name')).toEqual(['Tea', 'Coffee'])
  expect(await getNames('outdated', `&store=${store}&offered=true&sort=price`)).toEqual(['Coffee', 'Tea'])
  expect(await getNames('outdated', '&prices=campaign')).toEqual([])
  const { body } = await office.me.call(`GET products?q=${word}`)
  expect((body as { items: ProductRow[] }).items[0]).not.toHaveProperty('shelf_label')
  expect((await office.me.call('GET products?shelf_label=other')).status).toBe(422)
})

test('home counts the labels that are out of date, and none of products whose label was never printed', async () => {
  const counted = async () => (await office.me.call('GET home')).body as AdminHome
  expect((await counted()).outdated_labels).toBe(0)
  await print(`ids=${coffee},${tea}`)
  expect((await counted()).outdated_labels).toBe(0)
  await setPrice(coffee, 1)
  expect((await counted()).outdated_labels).toBe(1)
})

test('labels that hang on no shelf are forgotten until they are printed again', async () => {
  await print(`ids=${coffee},${tea}`)
  await setPrice(coffee, 1)
  await setPrice(tea, 2)
  const forget = async (query: string, ids: number[] | null) =>
    expect((await office.me.call(`POST shelf-labels/mark-unprinted${query}`, { ids })).status).toBe(200)
  await forget('', [tea])
  expect([await getNames('outdated'), await getReasons('due')]).toEqual([
    ['Coffee'],
    { Coffee: ['price'], Tea: ['never'] },
  ])
  await forget(`?q=${word}&shelf_label=outdated`, null)
  expect([await getNames('outdated'), await getNames('due')]).toEqual([[], ['Coffee', 'Tea']])
  await print(`ids=${coffee}`)
  await setPrice(coffee, 3)
  expect(await getNames('outdated')).toEqual(['Coffee'])
})

test('two printings of the same products at once both succeed', async () => {
  const [one, other] = [`ids=${coffee},${tea}`, `ids=${tea},${coffee}`]
  await Promise.all([print(one), print(other), print(one), print(other)])
  expect(await getNames('due')).toEqual([])
})
