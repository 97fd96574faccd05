import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PhotoFileMatch } from '#contract/catalogue/product-images.ts'
import { addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let office: ShopWithCaller
beforeAll(async () => {
  office = await openShop({ as: 'admin', modules: ['catalogue'] })
  const vat_class_id = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  const supplier = office.database.kysely.insertInto('supplier').values({ name: 'Maatila' }).returning('id')
  const supplier_id = (await supplier.executeTakeFirstOrThrow()).id
  const products = [
    { fi: 'Ruisleipä', ean13: '4006381333931', eanCase: '14006381333938', units_per_case: 6 },
    { fi: 'Maito', further_codes: ['0042100005264'] },
    ...['Juhla-Mokka 500 g', 'Olut', 'Olut 12 pack', 'Äidin hillo'].map(fi => ({ fi })),
  ]
  for (const { fi, ...codes } of products)
    expectSuccess(
      await office.me.call('POST products', {
        ...productForm({ vat_class_id, supplier_id }, { names: { en: '', fi, sv: '' }, ean13: null, ...codes }),
        stores: [],
      }),
    )
})
afterAll(() => office.close())

async function match(...names: string[]): Promise<[string, ...string[]][]> {
  const { status, body } = await office.me.call('POST product-images/match?lang=fi', { names })
  expect(status).toBe(200)
  return (body as PhotoFileMatch[]).map(found => [found.match, ...found.products.map(({ name }) => name)])
}

test('photos are matched by any code of a product, and by its name', async () => {
  expect(
    await match(
      'IMG_4006381333931-2.jpg',
      '14006381333938.png',
      '04252614.jpg',
      'RUISLEIPA (2).jpg',
      'juhla_mokka-500-g.jpeg',
      'aidin-hillo.webp',
      'olut-12.jpg',
    ),
  ).toEqual([
    ['code', 'Ruisleipä'],
    ['code', 'Ruisleipä'],
    ['code', 'Maito'],
    ['name', 'Ruisleipä'],
    ['name', 'Juhla-Mokka 500 g'],
    ['name', 'Äidin hillo'],
    ['name', 'Olut'],
  ])
})

test('some words of a name are left to the admin, and others match nothing', async () => {
  expect(await match('mokka edestä.jpg', 'hyllykuva hillo.jpg', 'DSC00017.jpg', '12.jpg', '20261130.jpg')).toEqual([
    ['unsure', 'Juhla-Mokka 500 g'],
    ['unsure', 'Äidin hillo'],
    ['none'],
    ['none'],
    ['none'],
  ])
})
