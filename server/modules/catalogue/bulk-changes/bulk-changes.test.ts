import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contract/administration/audit-log.ts'
import type { AdminProduct, ProductVersion } from '#contract/catalogue/admin-products.ts'
import type { BulkChangeRow, BulkDone } from '#contract/catalogue/bulk-changes.ts'
import type { BulkChange } from '#domain/catalogue/bulk-change.ts'
import { DAY_MS } from '#domain/durations.ts'
import { readCatalogueVersion } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import type { Caller } from '#test/shop/callers.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { onlyInFullTier } from '#test/tier.ts'

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

const product = (change: Partial<Parameters<typeof addProduct>[1]> = {}) =>
  addProduct(database, {
    vatClassId,
    names: { fi: 'Maito', en: 'Milk', sv: '' },
    price_cents: 175,
    ...change,
    texts: { en: '', fi: '', sv: '' },
  })
const read = async (id: number) => (await anna.call(`GET products/${id}`)).body as AdminProduct
const percent = (by: number): BulkChange => ({ kind: 'pricePercent', percent: by, round_to_5_cents: false })
type Answer = BulkDone & { code?: string; count?: number; problems?: object[] }
type Bulk = { ids?: number[] | null; change: BulkChange; preview_hash?: string; query?: string; reason?: string }
async function bulk({ query = '', ids = null, ...rest }: Bulk, by = anna) {
  const body = { ...rest, ids, preview: rest.preview_hash === undefined }
  const answer = await by.call(`POST products/bulk?lang=fi${query}`, body)
  return { status: answer.status, body: answer.body as Answer }
}
async function applied(change: Bulk): Promise<Answer> {
  const { reason: _later, ...looked } = change
  const { preview_hash } = (await bulk(looked)).body
  const { status, body } = await bulk({ ...change, preview_hash })
  expectSuccess({ status, body })
  return body
}
const undo = async (id: number | null, by = anna) =>
  (await by.call(`POST bulk-changes/${id}/undo`)).body as { restored: number; skipped: { product_id: number }[] }

describe('a preview', () => {
  test('lists each product’s old and new value, and changes nothing', async () => {
    const ids = [await product(), await product({ price_cents: 210, deposit_cents: 10 })]
    const { body } = await bulk({ ids, change: percent(10) })
    expect(body).toMatchObject({ id: null, changed: 2, same: 0, invalid: 0 })
    expect(body.rows).toEqual([
      { product_id: ids[0], name: 'Maito', from: 1.75, to: 1.93, outcome: 'changed', problems: [] },
      { product_id: ids[1], name: 'Maito', from: 2.1, to: 2.3, outcome: 'changed', problems: [] },
    ])
    expect((await read(ids[0] ?? 0)).price).toBe(1.75)
  })

  test('names VAT classes, and counts the products that already have the value', async () => {
    const id = await product()
    const { body } = await bulk({ ids: [id], change: { kind: 'vatClass', vat_class_id: otherVatClassId } })
    expect(body.rows[0]).toMatchObject({ from: 'food', to: 'general', outcome: 'changed' })
    const same = await bulk({ ids: [id], change: { kind: 'vatClass', vat_class_id: vatClassId } })
    expect(same.body).toMatchObject({ changed: 0, same: 1 })
  })
})

describe('a bulk change', () => {
  test('is saved like a single edit: versions, audit log with the reason, and catalogue version', async () => {
    const id = await product()
    const version = await readCatalogueVersion(database.kysely, storeId)
    await applied({ ids: [id], change: percent(10), reason: 'spring prices' })
    expect(await read(id)).toMatchObject({ price: 1.93, revision: 2 })
    const versions = (await anna.call(`GET products/${id}/versions`)).body as { items: ProductVersion[] }
    expect(versions.items.map(({ price }) => price)).toEqual([1.93, 1.75])
    const trail = (await anna.call(`GET audit/product/${id}`)).body as { items: AuditEntry[] }
    expect(trail.items[0]).toMatchObject({
      reason: 'spring prices',
      by: { id: anna.id },
      changes: [{ field: 'price', from: 1.75, to: 1.93 }],
    })
    expect(await readCatalogueVersion(database.kysely, storeId)).not.toBe(version)
  })

  test('saves the products that stay valid and leaves the others unchanged', async () => {
    const [plain, bottle] = [await product(), await product({ price_cents: 210, deposit_cents: 40 })]
    const done = await applied({ ids: [plain, bottle], change: { kind: 'priceTo', price: 0.3 } })
    expect(done).toMatchObject({ changed: 1, invalid: 1 })
    expect(done.rows[1]).toMatchObject({
      outcome: 'invalid',
      problems: [{ field: 'deposit', problem: 'depositAbovePrice' }],
    })
    expect([(await read(plain)).price, (await read(bottle)).price]).toEqual([0.3, 2.1])
  })

  test.each<[BulkChange['kind'], () => BulkChange, object]>([
    ['enabled', () => ({ kind: 'enabled', enabled: false }), { enabled: false }],
    ['alarmLimit', () => ({ kind: 'alarmLimit', alarm_limit: 2.5 }), { alarm_limit: 2.5 }],
    ['vatClass', () => ({ kind: 'vatClass', vat_class_id: otherVatClassId }), { vat: 25.5 }],
    ['offered', () => ({ kind: 'offered', store_id: storeId, offered: true }), { stores: [{ offered: true }] }],
  ])('of %s is applied to the product and can be undone', async (_kind, change, shown) => {
    const id = await product()
    const before = await read(id)
    const done = await applied({ ids: [id], change: change() })
    expect(await read(id)).toMatchObject(shown)
    expect(await undo(done.id)).toEqual({ restored: 1, skipped: [] })
    const { revision, version_id, vat, ...rest } = await read(id)
    expect({ ...rest, vat }).toEqual({ ...rest, vat: before.vat, enabled: before.enabled, stores: before.stores })
    expect(revision).toBe(3)
    expect(version_id).toBeGreaterThanOrEqual(before.version_id)
  })

  test('changes a product whose only code is a case’s with 13 digits, and so do its undo and the form', async () => {
    const id = await product()
    const codes = { ean13: null, product_code: null, ean_case: '6410000000018', units_per_case: 12 }
    await database.kysely.updateTable('product').set(codes).where('id', '=', id).execute()
    const done = await applied({ ids: [id], change: percent(10) })
    expect(await read(id)).toMatchObject({ price: 1.93, eanCase: '6410000000018' })
    expect(await undo(done.id)).toEqual({ restored: 1, skipped: [] })
    const { supplier, revision } = await read(id)
    const edit = (change: object) => {
      const refs = { vat_class_id: vatClassId, supplier_id: supplier.id }
      return anna.call(`PUT products/${id}`, productForm(refs, { units_per_case: 12, alarm_limit: 3, ...change }))
    }
    expect(await edit({ revision, eanCase: '6410000000018' })).toMatchObject({ status: 200, body: { alarm_limit: 3 } })
    expect(await edit({ revision: revision + 1, eanCase: '6410000000025' })).toMatchObject({
      status: 422,
      body: { problems: [{ field: 'eanCase', problem: 'eanOfPiece' }] },
    })
  })

  test('applies to the whole filtered list when no products are named', async () => {
    const ids = [
      await product({ names: { fi: 'Omenamehu', en: '', sv: '' } }),
      await product({ names: { fi: 'Omena', en: '', sv: '' } }),
    ]
    const done = await applied({ query: '&q=omena&sort=name', change: percent(100) })
    expect(done.rows.map(({ product_id }) => product_id)).toEqual(ids.toReversed())
    expect((await read(ids[0] ?? 0)).price).toBe(3.5)
  })

  test('is refused when a product was saved since the preview, so that a second submit changes nothing', async () => {
    const ids = [await product(), await product()]
    const { preview_hash } = (await bulk({ ids, change: percent(10) })).body
    const presses = await Promise.all([
      bulk({ ids, change: percent(10), preview_hash }),
      bulk({ ids, change: percent(10), preview_hash }, bertil),
    ])
    expect(new Set(presses.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect((await read(ids[1] ?? 0)).price).toBe(1.93)
  })

  test('is refused for a supplier or product that does not exist', async () => {
    const ids = [await product()]
    const { status, body } = await bulk({ ids, change: { kind: 'supplier', supplier_id: 999_999 } })
    expect([status, body.code, body.problems]).toEqual([
      422,
      'form.invalid',
      [{ field: 'supplier', problem: 'unknown' }],
    ])
    expect((await bulk({ ids: [999_999], change: percent(1) })).status).toBe(404)
  })

  test.each<object>([
    { kind: 'pricePercent', percent: -100, round_to_5_cents: false },
    { kind: 'pricePercent', percent: 0.001, round_to_5_cents: false },
    { kind: 'name', name: 'x' },
    { kind: 'enabled', enabled: false, price: 1 },
  ])('is refused when it does not match the contract: %j', async change => {
    const answer = await anna.call('POST products/bulk', { preview: true, ids: null, change })
    expect(answer.status).toBe(422)
  })

  test('needs a preview', async () => {
    const body = { preview: false, ids: [await product()], change: percent(10) }
    expect((await anna.call('POST products/bulk', body)).status).toBe(422)
  })
})

describe('undoing a bulk change', () => {
  test('keeps products saved since, and does nothing the second time', async () => {
    const ids = [await product(), await product()]
    const done = await applied({ ids, change: percent(10) })
    await applied({ ids: ids.slice(1), change: { kind: 'enabled', enabled: false } })
    expect(await undo(done.id)).toEqual({ restored: 1, skipped: [{ product_id: ids[1], name: 'Milk' }] })
    expect((await undo(done.id, bertil)).restored).toBe(1)
    expect([(await read(ids[0] ?? 0)).price, (await read(ids[1] ?? 0)).price]).toEqual([1.75, 1.93])
    expect((await read(ids[0] ?? 0)).revision).toBe(3)
  })

  test('is refused after the days of the settings, which the refusal names', async () => {
    const id = await product()
    const done = await applied({ ids: [id], change: percent(10) })
    const age = (days: number) =>
      database.kysely
        .updateTable('bulk_change')
        .set({ created_at: new Date(Date.parse('2026-03-02T10:00:00Z') - days * DAY_MS) })
        .where('id', '=', done.id ?? 0)
        .execute()
    await age(91)
    const { status, body } = await anna.call(`POST bulk-changes/${done.id}/undo`)
    expect([status, body]).toMatchObject([409, { code: 'bulkChange.tooOld' }])
    expect((await read(id)).price).toBe(1.93)
    expect(body).toMatchObject({ days: 90 })
    const setUndoDays = (days: number) =>
      database.pool.query(
        "UPDATE setting SET value = jsonb_build_object('bulk_change_days', $1::integer) WHERE name = 'retention'",
        [days],
      )
    await setUndoDays(30)
    await age(31)
    expect((await anna.call(`POST bulk-changes/${done.id}/undo`)).body).toMatchObject({ days: 30 })
    await age(29)
    expect((await undo(done.id)).restored).toBe(1)
    await setUndoDays(90)
  })

  test('leaves a product unchanged when its former supplier is gone', async () => {
    const id = await product()
    const { supplier } = await read(id)
    const { id: other } = (await anna.call('POST suppliers', { name: 'Other' })).body as { id: number }
    const done = await applied({ ids: [id], change: { kind: 'supplier', supplier_id: other } })
    expect(done.rows[0]).toMatchObject({ from: 'A farm', to: 'Other' })
    expect((await anna.call(`DELETE suppliers/${supplier.id}`)).status).toBe(200)
    expect((await undo(done.id)).restored).toBe(0)
    expect((await read(id)).supplier.id).toBe(other)
  })

  test('is recorded in the list of bulk changes', async () => {
    const id = await product()
    const done = await applied({ ids: [id], change: percent(7) })
    const { items } = (await anna.call('GET bulk-changes')).body as { items: BulkChangeRow[] }
    expect(items[0]).toMatchObject({
      id: done.id,
      change: percent(7),
      by: { id: anna.id },
      products: 1,
      undone_at: null,
    })
    await undo(done.id)
    const after = (await anna.call('GET bulk-changes')).body as { items: BulkChangeRow[] }
    expect(after.items[0]?.undone_at).toBe('2026-03-02T10:00:00.000Z')
    expect((await anna.call('POST bulk-changes/999999/undo')).status).toBe(404)
  })
})

test.runIf(onlyInFullTier('it changes 5,000 products twice'))(
  '5,000 products are changed and restored in one request, and more are refused',
  async () => {
    await database.pool.query(
      `with made as (insert into product (supplier_id, product_type, product_code_type, descriptions, sort_order)
       select (select min(id) from supplier), 'standard', 'standard', '{"en": "", "fi": "", "sv": ""}', 0
       from generate_series(1, 5000) returning id)
     insert into product_version (product_id, names, price_cents, vat_class_id, unit, is_current)
       select id, '{"en": "Many", "fi": "Monta", "sv": "Många"}', 100, $1, 'kpl', true from made`,
      [vatClassId],
    )
    const change = percent(5)
    const done = await applied({ query: '&q=monta', change })
    expect(done.changed).toBe(5000)
    expect((await undo(done.id)).restored).toBe(5000)
    expect((await bulk({ query: '', change })).body).toMatchObject({ code: 'list.tooLong', max: 5000 })
  },
  60_000,
)
