import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/administration/audit-log.ts'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { BulkChangeRow } from '#contract/catalogue/bulk-changes.ts'
import type { GridDone, GridRow, GridRowChange } from '#contract/catalogue/product-grid.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import type { Caller } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let office: ShopWithCaller
let anna: Caller
let bertil: Caller
let vatClassId: number
let otherVatClassId: number
let storeId: number
beforeAll(async () => {
  office = await openShop({
    as: 'admin',
    now: () => new Date('2026-03-02T10:00:00Z'),
    modules: ['catalogue', 'administration'],
  })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  ;({ database, me: anna } = office)
  bertil = await office.caller('admin')
  otherVatClassId = await addVatClass(database, { name: 'general', rates: { '2020-01-01': 2550 } })
  storeId = await addStore(database, { name: 'Kylä' })
})
afterAll(() => office.close())

const TODAY = '2026-03-02'
const product = (change: Partial<Parameters<typeof addProduct>[1]> = {}) =>
  addProduct(database, {
    vatClassId,
    names: { fi: 'Maito', en: 'Milk', sv: '' },
    price_cents: 175,
    ...change,
    texts: { en: '', fi: '', sv: '' },
  })
const readProduct = async (id: number) => (await anna.call(`GET products/${id}`)).body as AdminProduct
async function readRows(ids: readonly number[]): Promise<GridRow[]> {
  const { body } = await anna.call(`GET products/grid?ids=${ids.join('.')}&store=${storeId}`)
  return (body as { rows: GridRow[] }).rows
}
const readRow = async (id: number) => (await readRows([id]))[0]

type Rows = readonly GridRowChange[]
type Change = { preview_hash?: string; reason?: string; by?: Caller }
async function send(rows: Rows, { by = anna, ...rest }: Change = {}) {
  const body = { rows, store_id: storeId, ...rest }
  const answer = await by.call('POST products/grid?lang=fi', body)
  return { status: answer.status, body: answer.body as GridDone & { code?: string } }
}
async function saveRows(rows: Rows, { by = anna, ...rest }: Omit<Change, 'preview_hash'> = {}): Promise<GridDone> {
  const { preview_hash } = (await send(rows, { by })).body
  const saved = await send(rows, { by, preview_hash, ...rest })
  expectSuccess(saved)
  return saved.body
}
const undo = async (id: number | null) =>
  (await anna.call(`POST bulk-changes/${id}/undo`)).body as { restored: number; skipped: { product_id: number }[] }

const FRIDAY = { price: 1.2, from_day: '2026-03-06', until_day: '2026-03-08' }
const ALL_FIELDS = {
  price: { from: 1.75, to: 2 },
  purchase_price: { from: null, to: 0.8345 },
  alarm_limit: { from: null, to: 2.5 },
  order_pack: { from: null, to: 12 },
  enabled: { from: true, to: false },
  offered: { from: false, to: true },
  campaign: { from: null, to: FRIDAY },
}

describe('the rows of the grid', () => {
  test('have the editable fields of the chosen products in their order, or of the list’s', async () => {
    const ids = [await product({ names: { fi: 'Omenamehu', en: '', sv: '' } }), await product({ price_cents: 210 })]
    expect((await readRows(ids.toReversed())).map(({ id, price }) => [id, price])).toEqual([
      [ids[1], 2.1],
      [ids[0], 1.75],
    ])
    expect(await readRow(ids[0] ?? 0)).toMatchObject({
      purchase_price: null,
      alarm_limit: null,
      group_id: null,
      order_pack: null,
      campaign: null,
      vat_class_id: vatClassId,
      enabled: true,
      offered: false,
      deposit: 0,
    })
    const { body } = await anna.call('GET products/grid?q=omenamehu&lang=fi')
    expect(body).toMatchObject({ rows: [{ id: ids[0], name: 'Omenamehu', offered: null }] })
  })
})

describe('a change of the grid', () => {
  test('gives each product values of its own, in all fields, and can be undone as one', async () => {
    const ids = [await product(), await product({ price_cents: 300 })]
    const [one, other] = ids as [number, number]
    const before = await readRows(ids)
    const done = await saveRows(
      [
        { product_id: one, ...ALL_FIELDS },
        { product_id: other, price: { from: 3, to: 2.9 }, vat_class_id: { from: vatClassId, to: otherVatClassId } },
      ],
      { reason: 'spring prices' },
    )
    expect(done.rows.map(({ outcome }) => outcome)).toEqual(['changed', 'changed'])
    const expected = Object.entries(ALL_FIELDS).map(([field, { to }]) => [field, to])
    expect(await readRow(one)).toMatchObject(Object.fromEntries(expected))
    expect(await readRow(other)).toMatchObject({ price: 2.9, vat_class_id: otherVatClassId })
    const trail = (await anna.call(`GET audit/product/${one}`)).body as { items: AuditEntry[] }
    expect(trail.items.flatMap(({ changes }) => changes.map(({ field }) => field))).toContain('price')
    expect(trail.items[0]).toMatchObject({ reason: 'spring prices', by: { id: anna.id } })

    const changes = (await anna.call('GET bulk-changes')).body as { items: BulkChangeRow[] }
    expect(changes.items[0]).toMatchObject({ id: done.id, products: 2, change: { kind: 'grid' } })
    expect(await undo(done.id)).toEqual({ restored: 2, skipped: [] })
    expect(await readRows(ids)).toEqual(before)
  })

  test('shows in the preview what would be saved, and saves nothing', async () => {
    const id = await product()
    const { body } = await send([{ product_id: id, price: { from: 1.75, to: 2 } }])
    expect(body.rows).toEqual([
      {
        product_id: id,
        name: 'Maito',
        outcome: 'changed',
        problems: [],
        cells: [{ field: 'price', from: 1.75, to: 2, outcome: 'changed' }],
      },
    ])
    expect((await readProduct(id)).revision).toBe(1)
  })

  test('leaves products with a problem, and those that are gone, and names them', async () => {
    const [plain, bottle, gone] = [await product(), await product({ price_cents: 210, deposit_cents: 40 }), 999_999]
    const { rows } = await saveRows([
      { product_id: plain, price: { from: 1.75, to: 0.3 } },
      { product_id: bottle, price: { from: 2.1, to: 0.3 } },
      { product_id: gone, price: { from: 1, to: 2 } },
    ])
    expect(rows.map(({ outcome, problems }) => [outcome, problems])).toEqual([
      ['changed', []],
      ['invalid', [{ field: 'price', problem: 'depositAbovePrice' }]],
      ['invalid', [{ field: 'product', problem: 'unknown' }]],
    ])
    expect([(await readProduct(plain)).price, (await readProduct(bottle)).price]).toEqual([0.3, 2.1])
  })

  test.each<[string, Partial<GridRowChange>, object]>([
    ['an unknown group', { group_id: { from: null, to: 999_999 } }, { field: 'group_id', problem: 'unknown' }],
    [
      'half a piece in a pack',
      { order_pack: { from: null, to: 1.5 } },
      { field: 'order_pack', problem: 'invalidQuantity' },
    ],
    ['a negative limit', { alarm_limit: { from: null, to: -1 } }, { field: 'alarm_limit', problem: 'limitRange' }],
    [
      'a campaign above the new price',
      { price: { from: 1.75, to: 1.1 }, campaign: { from: null, to: FRIDAY } },
      { field: 'campaign', problem: 'notLower' },
    ],
    [
      'a campaign of the past',
      { campaign: { from: null, to: { ...FRIDAY, from_day: '2026-03-01' } } },
      { field: 'campaign', problem: 'past' },
    ],
  ])('refuses %s in its cell', async (_name, change, problem) => {
    const { body } = await send([{ product_id: await product(), ...change }])
    expect(body.rows[0]).toMatchObject({ outcome: 'invalid', problems: [problem] })
  })

  test('compares a campaign with the price that the same row sets', async () => {
    const id = await product({ price_cents: 110 })
    const rows = [{ product_id: id, price: { from: 1.1, to: 2 }, campaign: { from: null, to: FRIDAY } }]
    expect((await saveRows(rows)).rows[0]?.outcome).toBe('changed')
    expect(await readRow(id)).toMatchObject({ price: 2, campaign: FRIDAY })
  })

  test('replaces and ends the campaign that the cell showed, and its undo brings that one back', async () => {
    const [replaced, ended] = [await product(), await product()]
    const first = { price: 1.5, from_day: TODAY, until_day: '2026-03-20' }
    await saveRows([replaced, ended].map(id => ({ product_id: id, campaign: { from: null, to: first } })))
    const done = await saveRows([
      { product_id: replaced, campaign: { from: first, to: FRIDAY } },
      { product_id: ended, campaign: { from: first, to: null } },
    ])
    expect((await readRows([replaced, ended])).map(({ campaign }) => campaign)).toEqual([FRIDAY, null])
    expect(await undo(done.id)).toEqual({ restored: 2, skipped: [] })
    expect((await readRows([replaced, ended])).map(({ campaign }) => campaign)).toEqual([first, first])
  })

  test('replaces a purchase price that began today, and keeps earlier ones', async () => {
    const id = await product()
    const { supplier } = await readProduct(id)
    await anna.call(`POST products/${id}/purchase-prices`, {
      supplier_id: supplier.id,
      valid_from: '2026-01-01',
      price: 1,
    })
    await saveRows([{ product_id: id, purchase_price: { from: 1, to: 1.1 } }])
    const done = await saveRows([{ product_id: id, purchase_price: { from: 1.1, to: 1.2 } }])
    const prices = async () =>
      ((await anna.call(`GET products/${id}/purchase-prices`)).body as { price: number; valid_from: string }[]).map(
        ({ price, valid_from }) => [valid_from, price],
      )
    expect(await prices()).toEqual([
      [TODAY, 1.2],
      ['2026-01-01', 1],
    ])
    expect(await undo(done.id)).toEqual({ restored: 1, skipped: [] })
    expect(await prices()).toEqual([
      [TODAY, 1.1],
      ['2026-01-01', 1],
    ])
  })

  test('is undone product by product: those that were saved since are kept', async () => {
    const ids = [await product(), await product()]
    const done = await saveRows(ids.map(id => ({ product_id: id, ...ALL_FIELDS })))
    await saveRows([{ product_id: ids[1] ?? 0, alarm_limit: { from: 2.5, to: 9 } }])
    expect(await undo(done.id)).toEqual({ restored: 1, skipped: [{ product_id: ids[1], name: 'Milk' }] })
    expect(await readRow(ids[1] ?? 0)).toMatchObject({ price: 2, purchase_price: 0.8345, campaign: FRIDAY })
  })

  test('takes 5,000 rows in one request', async () => {
    const id = await product()
    const gone = Array.from({ length: 4999 }, (_, index) => ({ ...ALL_FIELDS, product_id: 2_000_000 + index }))
    const { status, body } = await send([{ product_id: id, ...ALL_FIELDS }, ...gone])
    expect([status, body.rows.length]).toEqual([200, 5000])
    expect((await send([...gone, ...gone])).status).toBe(422)
  })
})

describe('two admins in the grid at once', () => {
  test('keep each other’s fields of the same product', async () => {
    const id = await product()
    await saveRows([{ product_id: id, price: { from: 1.75, to: 2 } }])
    // Bertil's grid still shows the old price.
    await saveRows([{ product_id: id, alarm_limit: { from: null, to: 4 } }], { by: bertil })
    expect(await readRow(id)).toMatchObject({ price: 2, alarm_limit: 4 })
  })

  test('are asked about a field that both changed, and about no other row', async () => {
    const [both, mine] = [await product(), await product()]
    await saveRows([{ product_id: both, price: { from: 1.75, to: 2 } }])
    const rows = [both, mine].map(id => ({ product_id: id, price: { from: 1.75, to: 2.5 } }))
    const done = await saveRows(rows, { by: bertil })
    expect(done.rows[0]).toMatchObject({
      outcome: 'theirs',
      cells: [{ field: 'price', from: 2, to: 2.5, outcome: 'theirs' }],
    })
    expect((await readRows([both, mine])).map(({ price }) => price)).toEqual([2, 2.5])
    // Bertil decides for his own value.
    await saveRows([{ product_id: both, price: { from: 2, to: 2.5 } }], { by: bertil })
    expect((await readProduct(both)).price).toBe(2.5)
  })

  test('who press Save together both succeed one after the other: the second previews again', async () => {
    const id = await product()
    const price: Rows = [{ product_id: id, price: { from: 1.75, to: 2 } }]
    const limit: Rows = [{ product_id: id, alarm_limit: { from: null, to: 4 } }]
    const [hashForAnna, hashForBertil] = [
      (await send(price)).body.preview_hash,
      (await send(limit, { by: bertil })).body.preview_hash,
    ]
    const presses = await Promise.all([
      send(price, { preview_hash: hashForAnna }),
      send(limit, { preview_hash: hashForBertil, by: bertil }),
    ])
    expect(presses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await saveRows(price)
    await saveRows(limit, { by: bertil })
    expect(await readRow(id)).toMatchObject({ price: 2, alarm_limit: 4 })
  })

  test('one in the product’s form: a save there in between changes no cell that the grid left alone', async () => {
    const id = await product()
    const { supplier } = await readProduct(id)
    const form = productForm(
      { vat_class_id: vatClassId, supplier_id: supplier.id },
      { revision: 1, alarm_limit: 7, price: 1.75 },
    )
    expect((await bertil.call(`PUT products/${id}`, form)).status).toBe(200)
    await saveRows([{ product_id: id, price: { from: 1.75, to: 2 } }])
    expect(await readProduct(id)).toMatchObject({ price: 2, alarm_limit: 7 })
  })
})
