import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { ImportRow } from '#contract/catalogue/product-imports.ts'
import { addVatClass } from '#test/rows/catalogue.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { productImports } from '#test/shop/product-imports.ts'

let office: ShopWithCaller
let farm: number
let wholesaler: number
beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['catalogue'] })
  await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const [first, second] = await office.database.kysely
    .insertInto('supplier')
    .values([{ name: 'Maatila' }, { name: 'Tukku' }])
    .returning('id')
    .execute()
  ;[farm, wholesaler] = [first?.id ?? 0, second?.id ?? 0]
})
afterAll(() => office.close())

const { checkImport, listRows, applyImport } = productImports(() => office.me)

async function check(lines: readonly string[], defaultSupplierId?: number) {
  const query = defaultSupplierId === undefined ? '' : `&default_supplier_id=${defaultSupplierId}`
  const { id } = await checkImport(lines, query)
  return { id, items: await listRows({ id }) }
}
const getReported = (rows: readonly ImportRow[]) =>
  rows.map(({ result, changes }) => [result, changes.find(({ field }) => field === 'supplier_id')?.to])
const HEAD = 'name_fi;price;vat_class'

test('new products without a supplier of their own get that of all rows, and are found again by it', async () => {
  const lines = [`${HEAD};supplier`, 'Kaura;2;food;', 'Ohra;3;food;maatila', 'Ruis;4;food;Tuntematon']
  const mixed = await check(lines, wholesaler)
  expect(getReported(mixed.items)).toEqual([
    ['new', 'Tukku'],
    ['new', 'Maatila'],
    ['invalid', undefined],
  ])
  expect(mixed.items[2]?.problems).toEqual([{ field: 'supplier_id', problem: 'unknown', value: 'Tuntematon' }])
  await applyImport(await check(lines.slice(0, 3), wholesaler))
  const list = [HEAD, 'Kaura;2;food', 'Ohra;3;food']
  expect(getReported((await check(list, wholesaler)).items)).toEqual([
    ['same', undefined],
    ['new', 'Tukku'],
  ])
})

test('existing products keep their supplier', async () => {
  const lines = [`${HEAD};ean13;supplier`, 'Vehnä;2;food;6410000000018;Maatila']
  await applyImport(await check(lines))
  const list = await check([`${HEAD};ean13`, 'Vehnä;3;food;6410000000018'], wholesaler)
  expect(list.items).toMatchObject([{ result: 'changed', changes: [{ field: 'price', from: 2, to: 3 }] }])
  await applyImport(list)
  const id = list.items[0]?.product_id
  expect(((await office.me.call(`GET products/${id}`)).body as AdminProduct).supplier.id).toBe(farm)
})

test('without one, or with one that is gone, the rows lack their supplier', async () => {
  for (const supplier of [undefined, 999_999])
    expect((await check([HEAD, 'Speltti;2;food'], supplier)).items).toMatchObject([
      { result: 'invalid', problems: [{ field: 'supplier_id', problem: 'required' }] },
    ])
})
