import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportPreview } from '#contract/catalogue/import-preview.ts'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import type { ProductRow } from '#contract/catalogue/product-list.ts'
import { IMPORT_LISTS } from '#test/files/import-lists.ts'
import { addStore, addVatClass } from '#test/rows/catalogue.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let office: ShopWithCaller
let default_vat_class_id: number
let default_supplier_id: number
let stock_store: number
beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['catalogue'] })
  default_vat_class_id = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  await addVatClass(office.database, { name: 'general', rates: { '2020-01-01': 2550 } })
  stock_store = await addStore(office.database, { name: 'Kylä' })
  const supplier = office.database.kysely.insertInto('supplier').values({ name: 'Tukku' }).returning('id')
  default_supplier_id = (await supplier.executeTakeFirstOrThrow()).id
})
afterAll(() => office.close())

test.each(IMPORT_LISTS)('A list from $program goes on the shelf without a change of the file', async list => {
  const file = Buffer.from(list.csv)
  const uploaded = await office.me.call('POST product-imports/preview?name=list.csv', file)
  expectSuccess(uploaded)
  const { id, program, net_prices } = uploaded.body as ImportPreview
  expect(program).toBe(list.program === 'tukku' ? null : list.program)
  const choices = { create_suppliers: true, default_supplier_id, stock_store, default_stores: 'all', net_prices }
  const checked = await office.me.call(`POST product-imports/${id}/check`, {
    ...choices,
    ...(!list.hasVat && { default_vat_class_id }),
  })
  expectSuccess(checked)
  const { items } = (await office.me.call(`GET product-imports/${id}/rows`)).body as { items: ImportRow[] }
  expect(items.flatMap(({ problems }) => problems)).toEqual([])
  expect((checked.body as ProductImport).rows).toEqual({ new: list.products.length, changed: 0, same: 0, invalid: 0 })
  expectSuccess(await office.me.call(`POST product-imports/${id}/apply`, {}))
  for (const { name, price, ean, group, stock, bulk } of list.products) {
    const query = `products?store=${stock_store}&lang=fi&q=${encodeURIComponent(ean || name)}`
    const found = (await office.me.call(`GET ${query}`)).body as { items: ProductRow[] }
    expect(found.items).toMatchObject([
      {
        name,
        price,
        enabled: true,
        ean13: ean || null,
        unit: bulk ? 'kg' : 'kpl',
        ...(group !== undefined && { group: { name: group } }),
        in_store: { offered: true, ...(stock !== undefined && { quantity: stock }) },
      },
    ])
  }
})

test('Columns, answers and cells are changed at any time, and the columns are remembered once they are saved', async () => {
  const csv = ['Tavara;Koodi;Euroa', 'Tuontitee;6499000000914;3', 'Tuontikahvi;6499000000921;noin 4'].join('\n')
  const send = async () =>
    (await office.me.call('POST product-imports/preview?name=a.csv', Buffer.from(csv))).body as ImportPreview
  const recheck = async (id: number, body: object) => {
    const answer = await office.me.call(`POST product-imports/${id}/check`, body)
    expectSuccess(answer)
    return answer.body as ProductImport
  }
  const { id } = await send()
  const wrong = await recheck(id, {
    columns: 'name_fi,,',
    heading_row: 1,
    default_vat_class_id,
    default_supplier_id,
  }).catch(() => null)
  expect(wrong).toBeNull()
  const all = await recheck(id, {
    columns: 'name_fi,ean13,alarm_limit',
    heading_row: 1,
    default_vat_class_id,
    default_supplier_id,
  })
  expect(all.rows).toMatchObject({ invalid: 2 })
  // What was only checked is forgotten.
  expect((await send()).columns.map(({ column }) => column)).not.toContain('alarm_limit')
  const chosen = await recheck(id, { columns: 'name_fi,ean13,price', heading_row: 1 })
  expect(chosen).toMatchObject({ rows: { new: 1, invalid: 1 }, is_open: true, columns: ['name_fi', 'ean13', 'price'] })
  const mended = await recheck(id, { corrections: [{ at: 2, from: 'noin 4', value: '4' }] })
  expect(mended.rows).toMatchObject({ new: 2, invalid: 0 })
  const checked = await recheck(id, { corrections: [{ row: 2, at: 2, value: '3,50' }] })
  expect(checked.rows).toMatchObject({ new: 2 })
  expectSuccess(await office.me.call(`POST product-imports/${id}/apply`, {}))
  expect((await send()).columns.map(({ column }) => column)).toEqual(['name_fi', 'ean13', 'price'])
  expect((await office.me.call(`POST product-imports/${id}/check`, {})).status).toBe(409)
  const { items } = (await office.me.call('GET products?lang=fi&sort=name&q=Tuontitee')).body as { items: ProductRow[] }
  expect(items).toMatchObject([{ price: 3.5 }])
})

test('Work that an admin cancels changes nothing', async () => {
  const rows = Array.from({ length: 3_000 }, (_, at) => `Keskeytys ${at};1;food;Tukku`)
  const csv = ['name_fi;price;vat_class;supplier', ...rows].join('\n')
  const { id } = (await office.me.call('POST product-imports/preview?name=b.csv', Buffer.from(csv)))
    .body as ImportPreview
  const stop = async (work: Promise<{ status: number }>) => {
    let isOver = false
    const over = work.finally(() => (isOver = true))
    while (!isOver) await office.me.call(`POST product-imports/${id}/cancel`, {})
    return (await over).status
  }
  expect(await stop(office.me.call(`POST product-imports/${id}/check`, {}))).toBe(409)
  expect((await office.me.call(`GET product-imports/${id}`)).body).toMatchObject({
    state: 'uploaded',
    rows: { new: 0 },
  })
  expectSuccess(await office.me.call(`POST product-imports/${id}/check`, {}))
  expect(await stop(office.me.call(`POST product-imports/${id}/apply`, {}))).toBe(409)
  expect((await office.me.call('GET products?q=Keskeytys')).body).toMatchObject({ total: 0 })
  expectSuccess(await office.me.call(`POST product-imports/${id}/apply`, {}))
})
