import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { productImports } from '#test/shop/product-imports.ts'

let office: ShopWithCaller
let vatClassId: number
let village: number
let beach: number
beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['catalogue', 'stock'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  village = await addStore(office.database, { name: 'Kylä' })
  beach = await addStore(office.database, { name: 'Ranta' })
  await office.database.kysely.insertInto('supplier').values({ name: 'Maatila' }).execute()
})
afterAll(() => office.close())

const { checkImport, listRows, applyImport, undoImport } = productImports(() => office.me)

let number = 0
/** A code that no other row has. */
const freshCode = () => {
  const digits = `6499${String(++number).padStart(8, '0')}`
  return digits + checkDigit(digits)
}
const HEAD = 'product_code;name_fi;price;vat_class;supplier'
const getRow = (code: string, stores?: string) =>
  `${code};Maito;1,45;food;Maatila${stores === undefined ? '' : `;"${stores}"`}`

const getId = async (code: string) =>
  (
    await office.database.kysely
      .selectFrom('product')
      .select('id')
      .where('product_code', '=', code)
      .executeTakeFirstOrThrow()
  ).id
const read = async (id: number) => (await office.me.call(`GET products/${id}`)).body as AdminProduct
const getOffers = async (code: string) =>
  (await read(await getId(code))).stores.filter(store => store.offered).map(({ store_id }) => store_id)

/** An existing product, offered in some stores. */
async function offered(stores: string): Promise<string> {
  const code = freshCode()
  await applyImport(await checkImport([`${HEAD};stores`, getRow(code, stores)]))
  return code
}

describe('the place in the shoppers’ list', () => {
  const getPlaces = async (codes: readonly string[]) =>
    Promise.all(codes.map(async code => (await read(await getId(code))).sort_order))

  test('of new products is after all others, in the order of the file, unless the file names it', async () => {
    const { sort_order: last = 0 } =
      (await office.database.kysely
        .selectFrom('product')
        .select('sort_order')
        .orderBy('sort_order', 'desc')
        .executeTakeFirst()) ?? {}
    const codes = [freshCode(), freshCode(), freshCode()]
    const lines = codes.map((code, at) => `${getRow(code)};${at === 1 ? '7' : ''}`)
    await applyImport(await checkImport([`${HEAD};sort_order`, ...lines]))
    expect(await getPlaces(codes)).toEqual([last + 10, 7, last + 20])
  })

  test('of existing products stays', async () => {
    const code = freshCode()
    await applyImport(await checkImport([`${HEAD};sort_order`, `${getRow(code)};5`]))
    await applyImport(await checkImport([HEAD, getRow(code).replace('1,45', '1,55')]))
    expect(await getPlaces([code])).toEqual([5])
  })
})

describe('a new product', () => {
  test('is offered in the chosen store, and the dry run reports it', async () => {
    const code = freshCode()
    const checked = await checkImport([HEAD, getRow(code)], `&default_stores=${beach}`)
    expect(checked).toMatchObject({ default_stores: ['Ranta'], not_offered: 0, rows: { new: 1 } })
    expect((await listRows(checked))[0]?.changes).toContainEqual({ field: 'offered_in', from: null, to: ['Ranta'] })
    await applyImport(checked)
    expect(await getOffers(code)).toEqual([beach])
  })

  test('is offered in all stores or in none, as chosen', async () => {
    const [everywhere, nowhere] = [freshCode(), freshCode()]
    const all = await checkImport([HEAD, getRow(everywhere)], '&default_stores=all')
    expect(all).toMatchObject({ default_stores: ['Kylä', 'Ranta'], not_offered: 0 })
    await applyImport(all)
    const none = await checkImport([HEAD, getRow(nowhere)])
    expect(none).toMatchObject({ default_stores: [], not_offered: 1 })
    await applyImport(none)
    expect([await getOffers(everywhere), await getOffers(nowhere)]).toEqual([[village, beach], []])
  })

  test('is offered in the stores of its own row, whatever was chosen for the others', async () => {
    const codes = [freshCode(), freshCode(), freshCode(), freshCode()] as const
    const cells = ['kylä', `${beach}, Kylä`, 'ei missään', '']
    const lines = [`${HEAD};Kaupat`, ...codes.map((code, at) => getRow(code, cells[at]))]
    const checked = await checkImport(lines, `&default_stores=${beach}`)
    expect(checked).toMatchObject({ rows: { new: 4 }, not_offered: 1 })
    await applyImport(checked)
    expect(await Promise.all(codes.map(getOffers))).toEqual([[village], [village, beach], [], [beach]])
  })

  test('is removed with its offers when the import is undone; a used one stays, offered nowhere', async () => {
    const [gone, used] = [freshCode(), freshCode()]
    const checked = await checkImport([HEAD, getRow(gone), getRow(used)], '&default_stores=all')
    await applyImport(checked)
    const [goneId, usedId] = [await getId(gone), await getId(used)]
    const delivery = { key: 'delivered-1', kind: 'delivery', lines: [{ product_id: usedId, quantity: 2 }] }
    expect((await office.me.call(`POST stores/${village}/stock-moves`, delivery)).status).toBe(200)
    expect((await undoImport(checked)).outcomes).toMatchObject({ removed: 1, disabled: 1 })
    const shelves = office.database.kysely.selectFrom('store_stock').select('store_id')
    expect(await shelves.where('product_id', '=', goneId).execute()).toEqual([])
    expect(await getOffers(used)).toEqual([])
    expect(await read(usedId)).toMatchObject({ enabled: false, stores: [{ quantity: 2 }, { quantity: 0 }] })
  })
})

describe('an existing product', () => {
  test('is offered in the stores of its cell, keeps its alarm limits, and is restored by an undo', async () => {
    const code = await offered('Kylä')
    const { supplier, stores, vat_class_id, ...product } = await read(await getId(code))
    await office.database.kysely
      .updateTable('store_stock')
      .set({ alarm_thousandths: 4000 })
      .where('product_id', '=', product.id)
      .execute()
    expect([stores.length, supplier.name, vat_class_id]).toEqual([2, 'Maatila', vatClassId])
    const checked = await checkImport([`product_code;stores`, `${code};Ranta`])
    expect((await listRows(checked))[0]).toMatchObject({
      result: 'changed',
      changes: [{ field: 'offered_in', from: ['Kylä'], to: ['Ranta'] }],
    })
    await applyImport(checked)
    expect((await read(product.id)).stores).toMatchObject([{ offered: false, alarm_limit: 4 }, { offered: true }])
    expect((await undoImport(checked)).outcomes.restored).toBe(1)
    expect((await read(product.id)).stores).toMatchObject([
      { store_id: village, offered: true, alarm_limit: 4 },
      { store_id: beach, offered: false, alarm_limit: null },
    ])
  })

  test('keeps its offers without a value in a stores column; chosen stores apply only to new products', async () => {
    const code = await offered('Ranta')
    for (const lines of [
      [HEAD, getRow(code)],
      [`${HEAD};stores`, getRow(code, '')],
      [`${HEAD};stores`, getRow(code, 'Ranta')],
    ])
      expect((await checkImport(lines, '&default_stores=all')).rows).toEqual({
        new: 0,
        changed: 0,
        same: 1,
        invalid: 0,
      })
  })
})

test('a store that does not exist makes its row wrong, and the problem names the store', async () => {
  const checked = await checkImport([`${HEAD};stores`, getRow(freshCode(), 'Kylä, Satama')])
  expect((await listRows(checked))[0]).toMatchObject({
    result: 'invalid',
    problems: [{ field: 'offered_in', problem: 'unknown', value: 'Satama' }],
  })
  const query = '&default_stores=yes'
  const refused = await office.me.call(`POST product-imports?name=a${query}`, Buffer.from('a'))
  expect(refused.status).toBe(422)
})

test('a store deleted before the import is applied makes its rows wrong, and the import is refused', async () => {
  const pier = await addStore(office.database, { name: 'Laituri' })
  const code = freshCode()
  const checked = await checkImport([HEAD, getRow(code)], `&default_stores=${pier}`)
  await office.database.kysely.deleteFrom('store').where('id', '=', pier).execute()
  const { status, body } = await office.me.call(`POST product-imports/${checked.id}/apply`, {})
  expect([status, body]).toMatchObject([409, { code: 'import.outdated', rows: 1 }])
  expect((await listRows(checked))[0]?.problems).toEqual([{ field: 'offered_in', problem: 'unknown' }])
})
