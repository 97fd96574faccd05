import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import { addVatClass } from '#test/rows/catalogue.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

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

async function check(lines: readonly string[], supplierOfAll?: number) {
  const query = supplierOfAll === undefined ? '' : `&supplier_of_all=${supplierOfAll}`
  const file = Buffer.from(lines.join('\n'))
  const { status, body } = await office.me.call(`POST product-imports?name=tukku.csv${query}`, file)
  expectSuccess({ status, body })
  const { id } = body as ProductImport
  const { items } = (await office.me.call(`GET product-imports/${id}/rows`)).body as { items: ImportRow[] }
  return { id, items }
}
async function apply({ id }: { id: number }) {
  expect((await office.me.call(`POST product-imports/${id}/apply`, {})).status).toBe(200)
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
    ['wrong', undefined],
  ])
  expect(mixed.items[2]?.problems).toEqual([{ field: 'supplier_id', problem: 'unknown', value: 'Tuntematon' }])
  await apply(await check(lines.slice(0, 3), wholesaler))
  const list = [HEAD, 'Kaura;2;food', 'Ohra;3;food']
  expect(getReported((await check(list, wholesaler)).items)).toEqual([
    ['same', undefined],
    ['new', 'Tukku'],
  ])
})

test('existing products keep their supplier', async () => {
  const own = [`${HEAD};ean13;supplier`, 'Vehnä;2;food;6410000000018;Maatila']
  await apply(await check(own))
  const list = await check([`${HEAD};ean13`, 'Vehnä;3;food;6410000000018'], wholesaler)
  expect(list.items).toMatchObject([{ result: 'changed', changes: [{ field: 'price', from: 2, to: 3 }] }])
  await apply(list)
  const id = list.items[0]?.product_id
  expect(((await office.me.call(`GET products/${id}`)).body as AdminProduct).supplier.id).toBe(farm)
})

test('without one, or with one that is gone, the rows lack their supplier', async () => {
  for (const supplier of [undefined, 999_999])
    expect((await check([HEAD, 'Speltti;2;food'], supplier)).items).toMatchObject([
      { result: 'wrong', problems: [{ field: 'supplier_id', problem: 'required' }] },
    ])
})
