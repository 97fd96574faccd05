import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import { addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { productImports } from '#test/shop/product-imports.ts'

let office: ShopWithCaller
let vatClassId: number
beforeAll(async () => {
  office = await openShop({ as: 'admin', now: () => new Date('2026-11-27T10:00:00Z'), modules: ['catalogue'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
})
afterAll(() => office.close())

const { checkImport, listRows, applyImport } = productImports(() => office.me)

async function call<Answer>(route: string, body?: Buffer | object): Promise<Answer> {
  const answer = await office.me.call(route, body)
  expectSuccess(answer)
  return answer.body as Answer
}

test('weighed products without a unit get kilograms; the unit of those that exist stays', async () => {
  const supplier = office.database.kysely.insertInto('supplier').values({ name: 'Maatila' }).returning('id')
  const refs = { vat_class_id: vatClassId, supplier_id: (await supplier.executeTakeFirstOrThrow()).id }
  const label = { product_code_type: 'bulk_encoded_weight', product_code: '2312340100004', prefix: '23' }
  const old = await call<AdminProduct>('POST products', productForm(refs, label))
  const rows = [
    'name_fi;supplier;vat_class;price;product_code_type;product_code;prefix;unit',
    `Maito;Maatila;food;18,90;bulk_encoded_weight;2312340100004;23;`,
    `Juusto;Maatila;food;18,90;bulk_encoded_weight;2312345600004;23;`,
    `Kala;Maatila;food;18,90;bulk_encoded_price;2012340100003;20;`,
    `Lohi;Maatila;food;18,90;bulk_encoded_price;2012345600003;20;g`,
    `Leipä;Maatila;food;2,90;standard;;;`,
  ]
  const applied = await applyImport(await checkImport(rows))
  const items = await listRows(applied)
  const saved = await Promise.all(items.map(row => call<AdminProduct>(`GET products/${row.product_id}`)))
  expect(items[0]?.product_id).toBe(old.id)
  expect(saved.map(({ price, unit }) => `${price} ${unit}`)).toEqual([
    '18.9 kpl',
    '18.9 kg',
    '18.9 kg',
    '18.9 g',
    '2.9 kpl',
  ])
})
