import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BulkChangeRow } from '#contract/catalogue/bulk-changes.ts'
import type { ProductImage } from '#contract/catalogue/product-images.ts'
import { DAY_MS } from '#domain/durations.ts'
import { CLEAN_UP_RULES } from '#server/module-list.ts'
import { cleanUp } from '#server/modules/operations/clean-up/clean-up.ts'
import { plain } from '#test/files/images.ts'
import { addProduct, addVatClass } from '#test/rows/catalogue.ts'
import { expectSuccess } from '#test/shop/expect-success.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

const startedAt = new Date('2026-03-02T10:00:00Z')
let now = startedAt
let office: ShopWithCaller
let vatClassId: number
let pictures: Buffer[]
let productId: number
beforeAll(async () => {
  office = await openShop({ as: 'admin', now: () => now, modules: ['catalogue', 'administration'] })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1400 } })
  pictures = await Promise.all(['#f00', '#0f0', '#00f', '#ff0'].map(colour => plain(colour).png().toBuffer()))
})
beforeEach(async () => {
  now = startedAt
  productId = await newProduct()
})
afterAll(() => office.close())

const newProduct = () => {
  const names = { en: 'Milk', fi: 'Maito', sv: 'Mjölk' }
  return addProduct(office.database, { vatClassId, names, texts: { en: '', fi: '', sv: '' } })
}

async function call<Answer>(request: string, payload?: object): Promise<Answer> {
  const answer = await office.me.call(request, payload)
  expectSuccess(answer)
  return answer.body as Answer
}
const beginChange = async () => (await call<{ id: number }>('POST bulk-changes/photos')).id
type AddInput = { change?: number; replaces?: boolean; product?: number }
const add = (picture: number, { change, replaces = false, product = productId }: AddInput = {}) => {
  const query = `?replaces=${replaces}${change === undefined ? '' : `&bulk_change=${change}`}`
  return call<ProductImage[]>(`POST products/${product}/images${query}`, pictures[picture])
}
const readIds = async () =>
  (await call<{ images: ProductImage[] }>(`GET products/${productId}`)).images.map(({ id }) => id)
const undo = (id: number) => call<{ restored: number; skipped: unknown[] }>(`POST bulk-changes/${id}/undo`)
const listChanges = async () => (await call<{ items: BulkChangeRow[] }>('GET bulk-changes')).items

test('photos of several products are one change, listed from the first photo on, and undone together', async () => {
  const [{ id: former } = { id: 0 }] = await add(0)
  const change = await beginChange()
  expect((await listChanges()).map(({ id }) => id)).not.toContain(change)
  const other = await newProduct()
  await add(1, { change, replaces: true })
  await add(2, { change })
  await add(3, { change, product: other })
  expect((await listChanges())[0]).toMatchObject({ id: change, change: { kind: 'photos' }, products: 2 })
  expect(await undo(change)).toEqual({ restored: 2, skipped: [] })
  expect(await readIds()).toEqual([former])
  expect((await undo(change)).restored).toBe(2)
  expect((await office.me.call(`POST products/${productId}/images?bulk_change=${change}`, pictures[3])).status).toBe(
    404,
  )
})

test('an undo leaves the photos that others added meanwhile, and a product without room as it is', async () => {
  const change = await beginChange()
  await add(0, { change })
  const [, { id: theirs } = { id: 0 }] = await add(1)
  await undo(change)
  expect(await readIds()).toEqual([theirs])

  const gone = await newProduct()
  const next = await beginChange()
  await add(2, { change: next, product: gone })
  for (const table of ['product_image', 'product_version'] as const)
    await office.database.kysely.deleteFrom(table).where('product_id', '=', gone).execute()
  await office.database.kysely.deleteFrom('product').where('id', '=', gone).execute()
  expect(await undo(next)).toMatchObject({ restored: 0, skipped: [{ product_id: gone }] })
})

test('replaced photos are kept as long as their change can be undone', async () => {
  const [{ id: former } = { id: 0 }] = await add(0)
  const change = await beginChange()
  await add(1, { change, replaces: true })
  const clean = async (days: number) => {
    now = new Date(startedAt.getTime() + days * DAY_MS)
    await cleanUp(office.context, CLEAN_UP_RULES)
  }
  await clean(3)
  await undo(change)
  expect(await readIds()).toEqual([former])
  const again = await beginChange()
  await add(1, { change: again, replaces: true })
  await clean(1000)
  await clean(1002)
  expect(
    await office.database.kysely.selectFrom('product_image').select('id').where('id', '=', former).execute(),
  ).toEqual([])
})
