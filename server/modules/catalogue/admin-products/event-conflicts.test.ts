import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AdminProduct } from '#contract/catalogue/admin-products.ts'
import type { ImportRow, ProductImport } from '#contract/catalogue/product-imports.ts'
import { addFoodInformation, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { productForm } from '#test/rows/product-form.ts'
import { openShop, type ShopWithCaller } from '#test/shop/open-shop.ts'

let office: ShopWithCaller
let vatClassId: number
let storeId: number
let supplierId: number

beforeAll(async () => {
  office = await openShop({
    as: 'admin',
    now: () => new Date('2026-12-01T10:00:00Z'),
    modules: ['catalogue', 'preorders'],
  })
  vatClassId = await addVatClass(office.database, { name: 'food', rates: { '2020-01-01': 1350 } })
  storeId = await addStore(office.database, { enable_preorders: true })
  const supplier = office.database.kysely.insertInto('supplier').values({ name: 'Farm' }).returning('id')
  supplierId = (await supplier.executeTakeFirstOrThrow()).id
})
afterAll(() => office.close())

type Answer = { id: number; revision: number; code: string; problems: { field: string; problem: string }[] }
const send = async (request: string, body: object) => {
  const answer = await office.me.call(request, body)
  return { status: answer.status, body: answer.body as Answer }
}

const product = () =>
  productForm(
    { vat_class_id: vatClassId, supplier_id: supplierId },
    {
      names: { en: 'Salmon', fi: 'Lohi', sv: '' },
      price: 21.5,
      unit: 'kg',
      product_type: 'preorder',
      perishable: false,
    },
  )
async function salmon(changes: Partial<ReturnType<typeof product>> = {}): Promise<number> {
  const { status, body } = await send('POST products', { ...product(), ...changes })
  expect(status).toBe(200)
  await addFoodInformation(office.database, [body.id])
  return body.id
}

const eventForm = (productId: number, changes: object = {}) => ({
  names: { en: 'Fish day', fi: 'Kalapäivä', sv: '' },
  descriptions: { en: '', fi: '', sv: '' },
  start_date: '2026-12-04',
  end_date: '2026-12-05',
  order_until: null,
  status: 'open',
  store_ids: [storeId],
  products: [{ product_id: productId, cap: 12.5 }],
  ...changes,
})
async function sold(productId: number, changes: object = {}): Promise<Answer> {
  const { status, body } = await send('POST preorder-events', eventForm(productId, changes))
  expect(status).toBe(200)
  return body
}

const read = async (id: number) => (await office.me.call(`GET products/${id}`)).body as AdminProduct
async function change(id: number, fields: object) {
  const { revision, product_type } = await read(id)
  return send(`PUT products/${id}`, { ...product(), product_type, revision, ...fields })
}
const getKind = async (id: number) => (await read(id)).product_type

describe('a product sold by an open event', () => {
  test.each([{ product_type: 'standard' }, { product_code_type: 'bulk' }, { unit: 'kpl' }])(
    'cannot change to %o, and the refusal names the events',
    async fields => {
      const id = await salmon()
      await sold(id)
      await sold(id, { names: { en: 'Christmas', fi: '', sv: '' }, end_date: '2026-12-24' })
      const refused = await change(id, fields)
      expect(refused).toMatchObject({ status: 422, body: { code: 'form.invalid' } })
      const [field] = Object.keys(fields)
      expect(refused.body.problems).toEqual([{ field, problem: 'inEvent', value: 'Fish day, Christmas' }])
    },
  )

  test('can change its price, its names and whether it is perishable, and can be disabled', async () => {
    const id = await salmon()
    await sold(id)
    const names = { en: 'Salmon', fi: 'Lohi', sv: '' }
    expect(await change(id, { names, price: 9.5, perishable: true, enabled: false })).toMatchObject({ status: 200 })
  })

  test('does not change its type by an import or by undoing one', async () => {
    const { me: anna } = office
    const id = await salmon({ product_type: 'standard' })
    const file = async (text: string) => {
      const checked = (await anna.call('POST product-imports?name=a.csv', Buffer.from(text))).body as ProductImport
      return { id: checked.id, apply: () => send(`POST product-imports/${checked.id}/apply`, {}) }
    }
    const made = await file(`id;product_type\n${id};preorder`)
    expect((await made.apply()).status).toBe(200)
    await sold(id)
    const back = await file(`id;product_type\n${id};standard`)
    expect(await back.apply()).toMatchObject({ status: 409, body: { code: 'import.outdated' } })
    expect((await send(`POST product-imports/${made.id}/undo`, {})).body).toMatchObject({ outcomes: { skipped: 1 } })
    for (const each of [back, made]) {
      const { items } = (await anna.call(`GET product-imports/${each.id}/rows`)).body as { items: ImportRow[] }
      expect(items[0]?.problems).toEqual([{ field: 'product_type', problem: 'inEvent', value: 'Fish day' }])
    }
    expect(await getKind(id)).toBe('preorder')
  })

  test('refuses either the event or the change of its type when both happen concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const id = await salmon()
      const requests = [
        () => send('POST preorder-events', eventForm(id)),
        () => send(`PUT products/${id}`, { ...product(), product_type: 'standard', revision: 1 }),
      ]
      const answers = await Promise.all((round % 2 === 0 ? requests : requests.toReversed()).map(request => request()))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 422]))
    }
  })
})

describe('a product of an event that is not open', () => {
  test.each([
    ['a draft', { status: 'draft' }],
    ['closed', { status: 'closed' }],
    ['over', { start_date: '2026-11-29', end_date: '2026-11-30' }],
  ])('(%s) can change its type', async (_what, changes) => {
    const id = await salmon()
    await sold(id, changes)
    expect((await change(id, { product_type: 'standard' })).status).toBe(200)
  })

  test('must be a pre-order product when the event opens', async () => {
    const id = await salmon()
    const { id: eventId, revision } = await sold(id, { status: 'draft' })
    await change(id, { product_type: 'standard' })
    const open = () => send(`PUT preorder-events/${eventId}`, { ...eventForm(id), revision })
    expect((await open()).body).toMatchObject({ problems: [{ field: `items.${id}`, problem: 'notPreorder' }] })
    await change(id, { product_type: 'preorder' })
    expect((await open()).status).toBe(200)
  })
})
