import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import type { PurchasePriceRow } from '#contract/catalogue/purchase-prices.ts'
import type { LedgerRow } from '#contract/stock/stock.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { productImports } from '#test/shop/product-imports.ts'

const TODAY = '2026-11-27'
let office: ShopWithCaller
let vatClassId: number
let village: number
let beach: number
beforeAll(async () => {
  office = await openShop({ as: 'admin', now: () => new Date('2026-11-27T10:00:00Z'), modules: ['catalogue', 'stock'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  village = await addStore(office.database, { name: 'Kylä' })
  beach = await addStore(office.database, { name: 'Ranta' })
})
afterAll(() => office.close())

const { checkImport, listRows, applyImport, undoImport } = productImports(() => office.me)

let milk: number
let farm: number
/** With the initial texts of the product form. */
const addGoods = (type: 'standard' | 'preorder' = 'standard') =>
  addProduct(office.database, {
    vatClassId,
    names: { en: 'Milk', fi: 'Maito', sv: '' },
    texts: { en: '', fi: '', sv: '' },
    product_type: type,
  })
beforeEach(async () => {
  milk = await addGoods()
  const product = office.database.kysely.selectFrom('product').select('supplier_id').where('id', '=', milk)
  farm = (await product.executeTakeFirstOrThrow()).supplier_id
})

const check = (lines: readonly string[], query = `&stock_store=${village}`) => checkImport(lines, query)
const press = (what: 'apply' | 'undo', { id }: ProductImport) =>
  office.me.call(`POST product-imports/${id}/${what}`, {})
const move = (kind: string, quantity: number, storeId = village) => moveProduct(milk, { kind, quantity, storeId })
const moveProduct = (productId: number, { kind = 'count', quantity = 0, storeId = village }) =>
  office.me.call(`POST stores/${storeId}/stock-moves`, {
    key: randomUUID(),
    kind,
    reason: 'by hand',
    lines: [{ product_id: productId, quantity }],
  })
async function stockIn(storeId: number, productId = milk) {
  const row = await office.database.kysely
    .selectFrom('store_stock')
    .select('quantity_thousandths')
    .where('store_id', '=', storeId)
    .where('product_id', '=', productId)
    .executeTakeFirst()
  return row && row.quantity_thousandths / 1000
}
async function ledgerRows(productId: number): Promise<number> {
  const rows = office.database.kysely.selectFrom('stock_move').select('id').where('product_id', '=', productId)
  return (await rows.execute()).length
}
/** The newest first. */
async function ledger(productId = milk) {
  const { body } = await office.me.call(`GET stores/${village}/stock/${productId}/moves`)
  return (body as { items: LedgerRow[] }).items.map(({ kind, quantity, reason }) => [kind, quantity, reason])
}
async function prices(productId = milk) {
  const { body } = await office.me.call(`GET products/${productId}/purchase-prices`)
  return (body as PurchasePriceRow[]).map(({ valid_from, price }) => [valid_from, price])
}
const addPrice = (valid_from: string, price: number) =>
  office.me.call(`POST products/${milk}/purchase-prices`, { supplier_id: farm, valid_from, price })

const HEAD = 'id;Ostohinta ilman ALV:tä (€);Varasto'

describe('an import of purchase prices and stock', () => {
  test('shows both before it saves them, once, and a second import of the file changes nothing', async () => {
    await addPrice('2026-01-01', 0.7)
    await move('count', 3)
    const checked = await check([HEAD, `${milk};0,7125;12`])
    expect(checked).toMatchObject({ rows: { changed: 1 }, stock_store: 'Kylä', ignored_columns: [] })
    expect((await listRows(checked))[0]?.changes).toEqual([
      { field: 'purchase_price', from: 0.7, to: 0.7125 },
      { field: 'stock', from: 3, to: 12 },
    ])
    expect([await stockIn(village), await prices()]).toEqual([3, [['2026-01-01', 0.7]]])
    await applyImport(checked)
    await applyImport(checked)
    expect(await prices()).toEqual([
      [TODAY, 0.7125],
      ['2026-01-01', 0.7],
    ])
    expect(await ledger()).toEqual([
      ['count', 9, `import ${checked.id}`],
      ['count', 3, 'by hand'],
    ])
    expect(await stockIn(beach)).toBeUndefined()
    expect(await check([HEAD, `${milk};0,7125;12`])).toMatchObject({ rows: { same: 1, changed: 0 } })
  })

  test('leaves what empty cells and missing columns don’t say', async () => {
    await move('count', 3)
    expect(await check([HEAD, `${milk};;`])).toMatchObject({ rows: { same: 1 } })
    expect(await check(['id;Varasto', `${milk};3`])).toMatchObject({ rows: { same: 1 } })
  })

  test('makes new products with their stock and the price of their new supplier', async () => {
    const head = 'Nimi suomeksi;Hinta sis. ALV (€);ALV-luokka;Toimittaja;Ostohinta;Saldo'
    const checked = await check(
      [head, 'Uutuus;2,50;food;Uusi meijeri;1,1;4'],
      `&stock_store=${village}&create_suppliers=true`,
    )
    await applyImport(checked)
    const [row] = await listRows(checked)
    const id = row?.product_id ?? 0
    expect([await stockIn(village, id), await prices(id)]).toEqual([4, [[TODAY, 1.1]]])

    // Only the import moved its stock: product, ledger and prices go, and the corrected file adds it again.
    expect(await undoImport(checked)).toMatchObject({ outcomes: { removed: 1, disabled: 0 } })
    expect([await stockIn(village, id), await ledgerRows(id)]).toEqual([undefined, 0])
    expect((await office.me.call(`GET products/${id}`)).status).toBe(404)
    expect(
      await check([head, 'Uutuus;2,50;food;Uusi meijeri;1,1;5'], `&stock_store=${village}&create_suppliers=true`),
    ).toMatchObject({ rows: { new: 1 } })
  })

  test('that were touched since are taken off sale by an undo, and revived by the corrected file', async () => {
    const head = 'Nimi suomeksi;Hinta sis. ALV (€);ALV-luokka;Toimittaja;Varasto'
    const rows = ['Laskettu', 'Maistettu', 'Koskematon'].map(name => `${name};2,50;food;Maatila;4`)
    const query = `&stock_store=${village}&create_suppliers=true&default_stores=all`
    const checked = await applyImport(await check([head, ...rows], query))
    const [counted, tasted, untouched] = (await listRows(checked)).map(({ product_id }) => product_id ?? 0)
    await moveProduct(counted ?? 0, { quantity: 7 })
    await office.database.kysely
      .insertInto('food_information')
      .values({ product_id: tasted ?? 0, content: '{}', sources: '{}', complete_in: [], updated_at: new Date() })
      .execute()
    expect(await undoImport(checked)).toMatchObject({ outcomes: { disabled: 2, removed: 1 } })
    expect([await stockIn(village, counted), await stockIn(village, tasted), await ledgerRows(untouched ?? 0)]).toEqual(
      [7, 0, 0],
    )

    const corrected = await check([head, ...rows.map(row => row.replace('2,50', '2,70'))], query)
    expect(corrected).toMatchObject({ rows: { new: 1, changed: 2, invalid: 0 } })
    const [again] = await listRows(corrected)
    expect(again?.changes).toEqual(
      expect.arrayContaining([
        { field: 'enabled', from: false, to: true },
        { field: 'offered_in', from: [], to: ['Kylä', 'Ranta'] },
      ]),
    )
    await applyImport(corrected)
    const { body } = await office.me.call(`GET products/${counted}`)
    expect(body).toMatchObject({ enabled: true, price: 2.7 })
    // Also after a second undo; but what an admin takes off sale stays so.
    await undoImport(corrected)
    const fields = async () =>
      (await listRows(await check([head, rows[0] ?? ''], query)))[0]?.changes.map(({ field }) => field)
    expect(await fields()).toEqual(['enabled', 'offered_in', 'stock'])
    await office.database.kysely
      .updateTable('product')
      .set({ revision: sql`revision + 1` })
      .where('id', '=', counted ?? 0)
      .execute()
    expect(await fields()).toEqual(['stock'])
  })

  test('says of each row what is wrong', async () => {
    const preorder = await addGoods('preorder')
    const rows = [`${milk};0,12345;1,5`, `${preorder};-1;2`, 'x;paljon;-1']
    const [first, second, third] = await listRows(await check([HEAD, ...rows]))
    const getTexts = (row: ImportRow | undefined) => row?.problems.map(({ field, problem }) => `${field} ${problem}`)
    expect(getTexts(first)).toEqual(['purchase_price purchasePriceRange', 'stock wholePieces'])
    expect(getTexts(second)).toEqual(['purchase_price purchasePriceRange', 'stock notStocked'])
    expect(getTexts(third)).toEqual(expect.arrayContaining(['purchase_price invalidNumber', 'stock stockRange']))
  })

  test.each(['', '&stock_store=999999'])('with stock needs a store: %o', async query => {
    const checked = await check(['id;Varasto', `${milk};5`], query)
    expect(checked).toMatchObject({ rows: { invalid: 1 }, stock_store: null })
    expect((await listRows(checked))[0]?.problems).toEqual([{ field: 'stock', problem: 'noStore', value: '5' }])
    // A file without stock needs none.
    expect(await check(['id;Ostohinta ilman ALV:tä (€)', `${milk};5`], query)).toMatchObject({ rows: { changed: 1 } })
  })

  test('does not replace a price that begins today', async () => {
    const checked = await check(['id;Ostohinta ilman ALV:tä (€)', `${milk};0,8`])
    await addPrice(TODAY, 0.7)
    expect(await press('apply', checked)).toMatchObject({ status: 409, body: { code: 'import.outdated' } })
    expect((await listRows(checked))[0]?.problems).toMatchObject([{ field: 'purchase_price', problem: 'pricedToday' }])
    expect((await listRows(await check(['id;Ostohinta ilman ALV:tä (€)', `${milk};0,8`])))[0]).toMatchObject({
      result: 'invalid',
    })
    expect(await prices()).toEqual([[TODAY, 0.7]])
  })
})

describe('between the check and the save', () => {
  test('what leaves the shelf or arrives is not counted again', async () => {
    await move('count', 10)
    const checked = await check(['id;Varasto', `${milk};12`])
    await move('waste', 1)
    await move('delivery', 5)
    await applyImport(checked)
    expect(await stockIn(village)).toBe(16)
  })

  test.each(['count', 'correction'])('a %s in the store makes the row outdated, and nothing is saved', async kind => {
    await move('count', 10)
    const checked = await check([HEAD, `${milk};0,5;12`])
    await move('count', 11, beach)
    await move(kind, 1)
    const there = await stockIn(village)
    expect(await press('apply', checked)).toMatchObject({ status: 409, body: { code: 'import.outdated' } })
    expect((await listRows(checked))[0]?.problems).toEqual([{ field: 'stock', problem: 'countedSince' }])
    expect([await stockIn(village), await prices()]).toEqual([there, []])
  })
})

describe('an undo', () => {
  test('removes the price and moves the same quantity back, so that what was sold since stays sold', async () => {
    await addPrice('2026-01-01', 0.7)
    await move('count', 10)
    const checked = await applyImport(await check([HEAD, `${milk};0,8;4`]))
    await move('waste', 1)
    expect(await undoImport(checked)).toMatchObject({ outcomes: { restored: 1 } })
    await undoImport(checked)
    expect([await stockIn(village), await prices()]).toEqual([9, [['2026-01-01', 0.7]]])
    expect((await ledger())[0]).toEqual(['correction', 6, `import ${checked.id} undone`])
  })

  test('leaves the stock that was counted since, and a price that was replaced since', async () => {
    await move('count', 10)
    const checked = await applyImport(await check([HEAD, `${milk};0,8;4`]))
    await move('count', 7)
    await office.me.call(`DELETE products/${milk}/purchase-prices/${farm}/${TODAY}`)
    await addPrice(TODAY, 0.9)
    await undoImport(checked)
    expect([await stockIn(village), await prices()]).toEqual([7, [[TODAY, 0.9]]])
    expect(await listRows(checked)).toMatchObject([
      { outcome: 'restored', problems: [{ field: 'stock', problem: 'stockStays' }] },
    ])
  })

  test('of the newer and then the older of two imports takes both counts back', async () => {
    await move('count', 10)
    const first = await applyImport(await check(['id;Varasto', `${milk};4`]))
    const second = await applyImport(await check(['id;Varasto', `${milk};6`]))
    await undoImport(second)
    await undoImport(first)
    expect(await stockIn(village)).toBe(10)
    expect(await listRows(first)).toMatchObject([{ outcome: 'restored', problems: [] }])
  })

  test('of the older of two imports is refused until the newer one is undone, and then takes off sale what it added', async () => {
    const row = (price: string, stock: string) => `Kaura;${price};food;Uusi tukku;6430000000016;${stock}`
    const head = 'name_fi;price;vat_class;supplier;ean13;Varasto'
    const first = await applyImport(await check([head, row('2', '4')], `&create_suppliers=true&stock_store=${village}`))
    const second = await applyImport(await check([head, row('3', '6')]))
    const third = await applyImport(await check(['ean13;Varasto', '6430000000016;9']))
    const [added] = await listRows(first)
    for (const later of [third, second]) {
      expect(await press('undo', first)).toMatchObject({
        status: 409,
        body: { code: 'import.changedByLater', id: later.id, file: 'lista.csv' },
      })
      expect((await listRows(first))[0]).toMatchObject({ outcome: 'applied', problems: [] })
      expect(await undoImport(later)).toMatchObject({ outcomes: { restored: 1, skipped: 0 } })
    }
    expect(await stockIn(village, added?.product_id ?? 0)).toBe(4)
    expect(await undoImport(first)).toMatchObject({ state: 'undone', outcomes: { disabled: 1, skipped: 0 } })
    expect((await office.me.call(`GET products/${added?.product_id}`)).body).toMatchObject({ enabled: false })
  })

  test('of imports in a row restores each price, and not over a price that was set by hand between them', async () => {
    const getPrice = async () => ((await office.me.call(`GET products/${milk}`)).body as { price: number }).price
    const former = await getPrice()
    const imports: ProductImport[] = []
    for (const price of ['5', '6', '7']) imports.push(await applyImport(await check(['id;price', `${milk};${price}`])))
    for (const [at, price] of [6, 5, former].entries()) {
      await undoImport(imports[2 - at] as ProductImport)
      expect(await getPrice()).toBe(price)
    }
    const earlier = await applyImport(await check(['id;price', `${milk};5`]))
    await office.database.kysely
      .updateTable('product')
      .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', milk)
      .execute()
    await undoImport(await applyImport(await check(['id;price', `${milk};6`])))
    expect(await undoImport(earlier)).toMatchObject({ outcomes: { skipped: 1 } })
    expect(await getPrice()).toBe(5)
  })

  test('takes the price back from the supplier that the import gave the product', async () => {
    await office.database.kysely.insertInto('supplier').values({ name: 'Tukku' }).execute()
    const checked = await applyImport(await check(['id;Toimittaja;Ostohinta ilman ALV:tä (€)', `${milk};Tukku;0,6`]))
    expect(await prices()).toEqual([[TODAY, 0.6]])
    await undoImport(checked)
    expect(await prices()).toEqual([])
  })
})

test('an exported list has the purchase price of today and imports without changes, also with a store’s stock', async () => {
  await addPrice('2026-01-01', 0.7)
  await addPrice('2026-12-24', 0.9)
  await move('count', 3)
  for (const language of ['en', 'fi', 'sv'])
    for (const format of ['csv', 'xlsx']) {
      const path = `GET products.${format}?lang=${language}&supplier_id=${farm}&store=${village}`
      const { raw } = await office.me.call(path)
      if (format === 'csv') expect(String(raw)).toContain('0,7')
      const { status, body } = await office.me.call(`POST product-imports?name=lista&stock_store=${village}`, raw)
      expect([status, body]).toMatchObject([200, { rows: { same: 1, changed: 0, invalid: 0 } }])
    }
})
