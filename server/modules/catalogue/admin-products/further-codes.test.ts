import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdminHome } from '#contract/administration/dashboard.ts'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import type { Product } from '#contract/catalogue/products.ts'
import type { FoundByCode } from '#contract/stock/stock.ts'
import { checkDigit } from '#domain/catalogue/gtin.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let office: ShopWithCaller
let supplier_id: number
let vat_class_id: number
let store_id: number
beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['catalogue', 'stock', 'administration'] })
  vat_class_id = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  store_id = await addStore(office.database, { name: 'Kylä' })
  const supplier = office.database.kysely.insertInto('supplier').values({ name: 'Maatila' }).returning('id')
  supplier_id = (await supplier.executeTakeFirstOrThrow()).id
})
afterAll(() => office.close())

let number = 0
const code = (length = 13) => {
  const digits = `64${String(++number).padStart(length - 3, '0')}`
  return digits + String(checkDigit(digits))
}
let [first, other, third] = ['', '', '']
beforeEach(() => {
  ;[first, other, third] = [code(), code(), code()]
})

const send = (change: object) =>
  office.me.call('POST products', {
    ...productForm({ vat_class_id, supplier_id }, change),
    stores: [{ store_id, offered: true, alarm_limit: null }],
  })
async function add(change: object): Promise<AdminProduct> {
  const answer = await send(change)
  expectSuccess(answer)
  return answer.body as AdminProduct
}
const found = async (scanned: string) => (await office.me.call(`GET codes/${scanned}`)).body as FoundByCode
const addCode = (id: number, added: string) => office.me.call(`POST products/${id}/codes`, { code: added })

test('A further code is one piece, in the office, in the list and at the till', async () => {
  const { id } = await add({ ean13: first, further_codes: [other, ` 0${third} `] })
  for (const each of [first, other, third]) expect(await found(each)).toMatchObject({ product_id: id, quantity: 1 })
  const { items } = (await office.me.call(`GET products?q=${third}`)).body as { items: ProductRow[] }
  expect(items.map(item => item.id)).toEqual([id])
  const shopper = await office.caller('shopper')
  const listed = (await shopper.call('GET products')).body as Product[]
  expect(listed.find(each => each.id === id)).toMatchObject({ further_codes: [other, third] })
})

test('All codes share one index: a code of another product is refused in each field, also in one file', async () => {
  const { id } = await add({ ean13: first, further_codes: [other] })
  for (const change of [{ ean13: other }, { further_codes: [first] }, { product_code: other }]) {
    const { status, body } = await send({ ean13: third, ...change })
    expect([status, body]).toMatchObject([422, { problems: [{ problem: 'taken', product_id: id }] }])
  }
  const rows = [
    ['Nimi', 'Hinta', 'ALV', 'Toimittaja', 'EAN'],
    ...[`${third},${code()}`, `${code()} / ${third}`].map(cell => ['Leipä', '2,00', '13,5', 'Maatila', cell]),
  ]
  const { body } = await check(rows)
  expect(await listRows(body as ProductImport)).toMatchObject([
    { result: 'new' },
    { result: 'invalid', problems: [{ field: 'further_codes', problem: 'repeated', row: 2 }] },
  ])
})

test('A reported code is added to a product, whose own code it becomes if there is none', async () => {
  const shopper = await office.caller('shopper')
  await office.database.kysely.updateTable('app_user').set({ active_store_id: store_id }).execute()
  const product = await add({ ean13: null })
  const reported = async () =>
    ((await office.me.call('GET home')).body as AdminHome).unknown_codes.items.map(item => item.code)
  for (const each of [first, other]) {
    expect((await shopper.call('POST unknown-codes', { code: each })).status).toBe(200)
    expect(await reported()).toContain(each)
    expectSuccess(await addCode(product.id, each))
    expect(await reported()).not.toContain(each)
  }
  const again = await addCode(product.id, other)
  expect(again.body).toMatchObject({ ean13: first, further_codes: [other], revision: 3 })
  const response = await add({ ean13: third })
  expect(await addCode(product.id, third)).toMatchObject({
    status: 422,
    body: { problems: [{ problem: 'taken', product_id: response.id }] },
  })
  expect((await addCode(product.id, `1${first}`)).status).toBe(422)
  expect((await addCode(999_999, code())).status).toBe(404)
})

test('Ten further codes are the most', async () => {
  const { id } = await add({ ean13: first, further_codes: Array.from({ length: 10 }, () => code()) })
  expect(await addCode(id, code())).toMatchObject({
    status: 422,
    body: { problems: [{ field: 'further_codes', problem: 'tooManyCodes', count: 10 }] },
  })
})

const check = (rows: readonly (readonly string[])[]) =>
  office.me.call('POST product-imports?name=a.csv', Buffer.from(rows.map(row => row.join(';')).join('\n')))
const listRows = async ({ id }: ProductImport) =>
  ((await office.me.call(`GET product-imports/${id}/rows`)).body as { items: ImportRow[] }).items

test('An import finds a product by a further code and leaves its own, and adds the others of a cell', async () => {
  const { id } = await add({ ean13: first, further_codes: [other], price: 1 })
  const { body } = await check([
    ['Nimi', 'Hinta', 'EAN'],
    ['Maito', '2,00', `${other}, ${third}`],
  ])
  const [row] = await listRows(body as ProductImport)
  expect(row).toMatchObject({ product_id: id, result: 'changed' })
  expect(row?.changes.map(({ field, to }) => [field, to])).toEqual(
    expect.arrayContaining([
      ['further_codes', [other, third]],
      ['price', 2],
    ]),
  )
  expect(row?.changes.map(({ field }) => field)).not.toContain('ean13')
})
