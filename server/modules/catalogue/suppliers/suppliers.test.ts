import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Supplier } from '#contract/catalogue/suppliers.ts'
import { readCatalogueVersion } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { addEvent } from '#test/rows/preorder-events.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let bertil: Caller
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({ database, modules: ['catalogue', 'administration'] })
  anna = await server.caller('admin')
  bertil = await server.caller('admin')
})
afterAll(async () => {
  await server.close()
  await database.close()
})

async function added(name: string): Promise<Supplier> {
  const { status, body } = await anna.call('POST suppliers', { name })
  expect(status).toBe(200)
  return body as Supplier
}
const names = async (query: string) => {
  const { items } = (await anna.call(`GET suppliers${query}`)).body as { items: Supplier[] }
  return items.map(({ name }) => name)
}
const actions = async (id: number) => {
  const items = await listAuditEntries(anna, `supplier/${id}`)
  return items.map(({ action, changes, by }) => ({ action, changes, by: by.id }))
}

describe('a supplier', () => {
  test('is created, read, changed and removed, and its audit log stays', async () => {
    const { id, revision } = await added('  Kylän tila ')
    expect(await anna.call(`GET suppliers/${id}`)).toMatchObject({ body: { id, name: 'Kylän tila', products: 0 } })
    const changed = await bertil.call(`PUT suppliers/${id}`, { revision, name: 'Kylän maatila', reason: 'new name' })
    expect(changed).toMatchObject({ status: 200, body: { name: 'Kylän maatila', revision: revision + 1 } })
    expect(await anna.call(`DELETE suppliers/${id}`)).toMatchObject({ status: 200 })
    expect(await anna.call(`GET suppliers/${id}`)).toMatchObject({ status: 404 })
    const isNamePublic = (from: true | null, to: true | null) => ({ field: 'is_name_public', from, to })
    expect(await actions(id)).toEqual([
      {
        action: 'removed',
        by: anna.id,
        changes: [isNamePublic(true, null), { field: 'name', from: 'Kylän maatila', to: null }],
      },
      { action: 'changed', by: bertil.id, changes: [{ field: 'name', from: 'Kylän tila', to: 'Kylän maatila' }] },
      {
        action: 'created',
        by: anna.id,
        changes: [isNamePublic(null, true), { field: 'name', from: null, to: 'Kylän tila' }],
      },
    ])
  })

  test('has an optional email address, which a save without the field keeps', async () => {
    const { body } = await anna.call('POST suppliers', { name: 'Mailed', email: ' Orders@Farm.Example ' })
    const { id, revision } = body as Supplier
    expect(body).toMatchObject({ email: 'orders@farm.example' })
    const renamed = await anna.call(`PUT suppliers/${id}`, { revision, name: 'Mailed too' })
    expect(renamed.body).toMatchObject({ email: 'orders@farm.example', revision: revision + 1 })
    const without = await anna.call(`PUT suppliers/${id}`, { revision: revision + 1, name: 'Mailed too', email: null })
    expect(without.body).toMatchObject({ email: null })
    const [last] = await actions(id)
    expect(last?.changes).toEqual([{ field: 'email', from: 'orders@farm.example', to: null }])
  })

  test('keeps how goods are ordered from it, and a save without these fields leaves them', async () => {
    const terms = { language: 'sv', lead_days: 3, order_days: '14', min_order: 149.5 }
    const { body } = await anna.call('POST suppliers', { name: 'Wholesaler', ...terms })
    const { id, revision } = body as Supplier
    expect(body).toMatchObject(terms)
    const renamed = await anna.call(`PUT suppliers/${id}`, { revision, name: 'The wholesaler' })
    expect(renamed.body).toMatchObject(terms)
    const none = { language: null, lead_days: null, order_days: null, min_order: null }
    const emptied = await anna.call(`PUT suppliers/${id}`, { revision: revision + 1, name: 'The wholesaler', ...none })
    expect(emptied.body).toMatchObject(none)
    const [last] = await actions(id)
    expect(last?.changes).toContainEqual({ field: 'min_order', from: 149.5, to: null })
    for (const wrong of [{ order_days: '41' }, { order_days: '' }, { lead_days: 366 }, { min_order: 1.005 }])
      expect((await anna.call('POST suppliers', { name: 'Wrong', ...wrong })).status).toBe(422)
  })

  test('is shown to shoppers until an admin hides its name, and a save without the field leaves that', async () => {
    const { body } = await anna.call('POST suppliers', { name: 'Cash and carry' })
    const { id, revision } = body as Supplier
    expect(body).toMatchObject({ is_name_public: true })
    const storeId = await addStore(database)
    const before = await readCatalogueVersion(database.kysely, storeId)
    const form = { name: 'Cash and carry' }
    const hidden = await anna.call(`PUT suppliers/${id}`, { ...form, revision, is_name_public: false })
    expect(hidden.body).toMatchObject({ is_name_public: false, revision: revision + 1 })
    expect(await readCatalogueVersion(database.kysely, storeId)).not.toBe(before)
    const renamed = await anna.call(`PUT suppliers/${id}`, { name: 'Carry', revision: revision + 1 })
    expect(renamed.body).toMatchObject({ is_name_public: false })
    const [, last] = await actions(id)
    expect(last?.changes).toEqual([{ field: 'is_name_public', from: true, to: false }])
    const made = await anna.call('POST suppliers', { name: 'Another wholesaler', is_name_public: false })
    expect(made.body).toMatchObject({ is_name_public: false })
  })

  test('must have a unique name, regardless of case and spaces', async () => {
    const { id, revision } = await added('Aura Dairy')
    const problems = [{ field: 'name', problem: 'taken' }]
    for (const name of ['Aura Dairy', ' AURA dairy '])
      expect(await anna.call('POST suppliers', { name })).toMatchObject({ status: 422, body: { problems } })
    const other = await added('Aura Bakery')
    const renamed = await anna.call(`PUT suppliers/${other.id}`, { revision: other.revision, name: 'Aura dairy' })
    expect(renamed).toMatchObject({ status: 422, body: { code: 'form.invalid', problems } })
    expect((await anna.call(`PUT suppliers/${id}`, { revision, name: 'aura dairy' })).status).toBe(200)
  })

  test('can be saved with an unchanged name that another supplier already has', async () => {
    const { id, revision } = await added('Old twin')
    await database.kysely.insertInto('supplier').values({ name: 'Old twin' }).execute()
    const mailed = { revision, name: 'Old twin', email: 'twin@farm.example' }
    expect((await anna.call(`PUT suppliers/${id}`, mailed)).status).toBe(200)
  })

  test('is not overwritten when another admin saved it meanwhile; the current state is returned', async () => {
    const { id, revision } = await added('Berry farm')
    await bertil.call(`PUT suppliers/${id}`, { revision, name: 'Marjatila' })
    const late = await anna.call(`PUT suppliers/${id}`, { revision, name: 'Bärgård' })
    expect(late).toMatchObject({ status: 409, body: { code: 'record.changed', current: { name: 'Marjatila' } } })
    expect(await names('?q=marjatila')).toEqual(['Marjatila'])
  })

  test('is saved by only one of several concurrent saves', async () => {
    const { id, revision } = await added('Twice')
    const saves = await Promise.all(
      Array.from({ length: 6 }, (_, n) => anna.call(`PUT suppliers/${id}`, { revision, name: `Twice ${n}` })),
    )
    expect(saves.filter(({ status }) => status === 200).length).toBe(1)
    expect(saves.filter(({ status }) => status === 409).length).toBe(5)
  })

  test('keeps its revision and gets no audit entry when it is saved unchanged', async () => {
    const { id, revision } = await added('Same')
    expect(await anna.call(`PUT suppliers/${id}`, { revision, name: 'Same' })).toMatchObject({ body: { revision } })
    expect((await actions(id)).length).toBe(1)
  })

  test('is not removed while it has products', async () => {
    const { id } = await added('Dairy')
    const vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1400 } })
    await addProduct(database, { vatClassId, supplier_id: id })
    const refused = await anna.call(`DELETE suppliers/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'record.inUse', products: 1 } })
    expect((await actions(id)).map(({ action }) => action)).toEqual(['created'])
  })

  test('is not removed after something was ordered from it', async () => {
    const { id } = await added('Fishmonger')
    const event = await addEvent(database.kysely, { stores: [], caps: new Map() })
    const order = { event_id: event, supplier_id: id, sent_to: 'fish@puoti.example', lines: '[]', user_id: anna.id }
    await database.kysely.insertInto('supplier_order').values(order).execute()
    expect(await anna.call(`DELETE suppliers/${id}`)).toMatchObject({ status: 409, body: { code: 'record.inUse' } })
  })

  test.each([
    { name: '' },
    { name: '   ' },
    { name: 'x'.repeat(101) },
    {},
    { name: 'a', id: 1 },
    { name: 'a', email: 'farm' },
  ])('is not created from %j', async body => {
    expect((await anna.call('POST suppliers', body)).status).toBe(422)
  })

  test('can be neither saved nor removed when it does not exist', async () => {
    expect((await anna.call('PUT suppliers/999999', { revision: 1, name: 'a' })).status).toBe(404)
    expect((await anna.call('DELETE suppliers/999999')).status).toBe(404)
  })
})

describe('the list of suppliers', () => {
  test('is in Finnish order, and is searched by any part of its words, regardless of case', async () => {
    for (const name of ['Öljy Oy', 'Zeta', 'Äiti Oy', 'Åbo', 'abc 100%', 'Ab_c']) await added(`Order ${name}`)
    const all = ['Order Ab_c', 'Order abc 100%', 'Order Zeta', 'Order Åbo', 'Order Äiti Oy', 'Order Öljy Oy']
    expect(await names('?q=order')).toEqual(all)
    expect(await names('?q=order&sort=-name')).toEqual(all.toReversed())
    expect(await names(`?q=${encodeURIComponent('OY äit')}`)).toEqual(['Order Äiti Oy'])
    // A character with a meaning in LIKE matches only itself.
    expect(await names(`?q=${encodeURIComponent('100%')}`)).toEqual(['Order abc 100%'])
    expect(await names('?q=b_c')).toEqual(['Order Ab_c'])
  })
})
