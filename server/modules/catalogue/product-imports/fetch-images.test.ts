import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { ImageFailure } from '#contract/catalogue/import-preview.ts'
import type { ProductImport } from '#contract/catalogue/product-imports.ts'
import type { RemoteImageAnswer } from '#server/adapters/remote-image/remote-image.ts'
import { plain } from '#test/files/images.ts'
import { addVatClass } from '#test/rows/catalogue.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'
import { productImports } from '#test/shop/product-imports.ts'

let office: ShopWithCaller
const requests: string[] = []
const answers = new Map<string, RemoteImageAnswer>()
beforeAll(async () => {
  const bytes = await plain('#0a0').png().toBuffer()
  answers.set('https://kauppa.fi/leipa.png', { kind: 'found', bytes })
  answers.set('https://kauppa.fi/maito.png', { kind: 'found', bytes: await plain('#00a').png().toBuffer() })
  answers.set('https://kauppa.fi/sivu.html', { kind: 'found', bytes: Buffer.from('<html></html>') })
  const fetchRemoteImage = async (address: string): Promise<RemoteImageAnswer> => {
    requests.push(address)
    return answers.get(address) ?? { kind: 'failed', fault: 'missing' }
  }
  office = await openShop({ as: 'admin', modules: ['catalogue', 'stock'], services: { fetchRemoteImage } })
  await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  await office.database.kysely.insertInto('supplier').values({ name: 'Maatila' }).execute()
})
afterAll(() => office.close())

const { checkImport } = productImports(() => office.me)

const LIST = [
  'name_fi;price;vat_class;supplier;Kuvan osoite',
  'Leipä;2,00;13,5;Maatila;https://kauppa.fi/leipa.png, https://kauppa.fi/toinen.png',
  'Maito;1,00;13,5;Maatila;https://kauppa.fi/maito.png',
  'Sivu;1,00;13,5;Maatila;https://kauppa.fi/sivu.html',
  'Poissa;1,00;13,5;Maatila;https://kauppa.fi/poissa.png',
  'Väärä;1,00;13,5;Maatila;kuva.png',
  'Kuvaton;1,00;13,5;Maatila;',
].join('\n')

const upload = () => checkImport(Buffer.from(LIST), '&default_stores=none')
const call = async (request: string, body: object = {}): Promise<ProductImport> => {
  const answer = await office.me.call(request, body)
  expectSuccess(answer)
  return answer.body as ProductImport
}
async function fetchAll(id: number): Promise<ProductImport> {
  for (let calls = 0; ; calls++) {
    const fetched = await call(`POST product-imports/${id}/images`)
    if (fetched.images.done === fetched.images.total) return fetched
    expect(calls).toBeLessThan(10)
  }
}
const findSavedImages = async (name: string) => {
  const { rows } = await office.database.kysely
    .selectFrom('product_version')
    .select('product_id')
    .where('is_current', '=', true)
    .where('search_text', 'like', `%${name}%`)
    .execute()
    .then(found => ({ rows: found }))
  const [row] = rows
  return row && ((await office.me.call(`GET products/${row.product_id}`)).body as AdminProduct).images
}

test('photos are fetched only when an admin says so, failures are listed, and an undo removes them', async () => {
  const checked = await upload()
  expect(checked).toMatchObject({ rows: { new: 6 }, images: { total: 5, done: 0, saved: 0, failed: 0 } })
  expect((await office.me.call(`POST product-imports/${checked.id}/images`, {})).body).toMatchObject({
    code: 'import.notApplied',
  })
  const applied = await call(`POST product-imports/${checked.id}/apply`)
  expect(applied).toMatchObject({ state: 'applied', outcomes: { applied: 6 }, images: { total: 5, done: 0 } })
  expect(requests).toEqual([])

  expect(await fetchAll(checked.id)).toMatchObject({ images: { total: 5, done: 5, saved: 2, failed: 3 } })
  expect(requests.toSorted()).toEqual([
    'https://kauppa.fi/leipa.png',
    'https://kauppa.fi/maito.png',
    'https://kauppa.fi/poissa.png',
    'https://kauppa.fi/sivu.html',
  ])
  expect(await findSavedImages('maito')).toHaveLength(1)
  const failures = (await office.me.call(`GET product-imports/${checked.id}/images`)).body as ImageFailure[]
  expect(failures).toMatchObject([
    { row: 4, name: 'Sivu', address: 'https://kauppa.fi/sivu.html', problem: 'noImage' },
    { row: 5, name: 'Poissa', problem: 'missing' },
    { row: 6, name: 'Väärä', address: 'kuva.png', problem: 'address' },
  ])
  // Nothing is fetched twice.
  await call(`POST product-imports/${checked.id}/images`)
  expect(requests).toHaveLength(4)

  const undone = await call(`POST product-imports/${checked.id}/undo`)
  expect(undone).toMatchObject({ state: 'undone', outcomes: { removed: 6, disabled: 0 } })
  expect(await office.database.kysely.selectFrom('product_image').selectAll().execute()).toEqual([])
})

test('a product that has a photo keeps it, and one that stays after an undo has none of the import', async () => {
  const first = await upload()
  await call(`POST product-imports/${first.id}/apply`)
  await fetchAll(first.id)
  const before = await findSavedImages('maito')
  const second = Buffer.from(LIST.replaceAll('1,00', '1,50'))
  const { body } = await office.me.call('POST product-imports?name=uusi.csv&default_stores=none', second)
  const { id } = body as ProductImport
  await call(`POST product-imports/${id}/apply`)
  answers.set('https://kauppa.fi/poissa.png', { kind: 'found', bytes: await plain('#a00').png().toBuffer() })
  expect(await fetchAll(id)).toMatchObject({ images: { total: 5, done: 5, saved: 1, failed: 2 } })
  expect(await findSavedImages('maito')).toEqual(before)
  expect(await findSavedImages('poissa')).toHaveLength(1)
  expect(await call(`POST product-imports/${id}/undo`)).toMatchObject({ outcomes: { restored: 5 } })
  expect(await findSavedImages('poissa')).toEqual([])
  expect(await findSavedImages('maito')).toEqual(before)
})
