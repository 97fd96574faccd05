import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bumpCatalogue, readCatalogueVersion } from '#server/modules/catalogue/products/catalogue-version.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addStore, addVatClass } from '#test/rows/catalogue.ts'
import { findSellableProducts } from './queries.ts'

describe('the sellable products of an order', () => {
  let database: DatabaseHandle
  let vatClassId: number
  beforeAll(async () => {
    database = await testDatabase()
    vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1400, '2026-01-01': 1350 } })
  })
  afterAll(() => database.close())

  test('are found by id with the current version and the rate of the day', async () => {
    const storeId = await addStore(database)
    const beer = await addProduct(database, { vatClassId, price_cents: 250, deposit_cents: 15, min_age: 18 })
    const [{ id: oldVersion }, { id: newVersion }] = await replaceVersion(beer, 290)
    await database.kysely.insertInto('store_stock').values({ store_id: storeId, product_id: beer }).execute()
    const found = async (date: string) =>
      (await findSellableProducts(database.kysely, { storeId, productIds: [beer, 999_999], date })).get(beer)
    expect(newVersion).not.toBe(oldVersion)
    expect(await found('2025-12-31')).toEqual({
      productId: beer,
      versionId: newVersion,
      groupId: null,
      names: { en: 'Milk' },
      priceCents: 290,
      depositCents: 0,
      unit: 'kpl',
      rateBasisPoints: 1400,
      productType: 'standard',
      productCodeType: 'standard',
      minAge: 18,
      alcohol: false,
      perishable: false,
      enabled: true,
      offered: true,
      recalled: false,
    })
    expect(await found('2026-01-01')).toMatchObject({ rateBasisPoints: 1350 })
  })

  test('mark disabled products and those offered elsewhere, and omit unknown ones and those without a rate', async () => {
    const [storeId, otherStoreId] = [await addStore(database), await addStore(database)]
    const disabled = await addProduct(database, { vatClassId, enabled: false })
    const stopped = await addProduct(database, { vatClassId })
    const elsewhere = await addProduct(database, { vatClassId })
    await database.kysely
      .insertInto('store_stock')
      .values([
        { store_id: storeId, product_id: disabled },
        { store_id: storeId, product_id: stopped, offered: false },
        { store_id: otherStoreId, product_id: elsewhere },
      ])
      .execute()
    const productIds = [disabled, stopped, elsewhere, 999_999]
    const found = await findSellableProducts(database.kysely, { storeId, productIds, date: '2026-01-01' })
    expect(
      productIds.map(id => found.get(id)).map(each => each && [each.productId, each.enabled, each.offered]),
    ).toEqual([[disabled, false, true], [stopped, true, false], [elsewhere, true, false], undefined])
    expect(await findSellableProducts(database.kysely, { storeId, productIds, date: '2019-12-31' })).toEqual(new Map())
    expect(await findSellableProducts(database.kysely, { storeId, productIds: [], date: '2026-01-01' })).toEqual(
      new Map(),
    )
  })

  async function replaceVersion(productId: number, price_cents: number) {
    const db = database.kysely
    const old = await db
      .updateTable('product_version')
      .set({ is_current: false })
      .where('product_id', '=', productId)
      .returning('id')
      .executeTakeFirstOrThrow()
    const names = JSON.stringify({ en: 'Milk' })
    const made = await db
      .insertInto('product_version')
      .values({ product_id: productId, names, price_cents, vat_class_id: vatClassId, unit: 'kpl', is_current: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    return [old, made] as const
  }
})

describe('the catalogue version', () => {
  let database: DatabaseHandle
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  test('is always new while there are no stores', async () => {
    const first = await readCatalogueVersion(database.kysely, null)
    expect(await readCatalogueVersion(database.kysely, null)).not.toBe(first)
  })

  test('changes for the named stores and for shoppers without a store', async () => {
    const [a, b] = [await addStore(database), await addStore(database)]
    const versions = () => Promise.all([a, b, null].map(id => readCatalogueVersion(database.kysely, id)))
    const first = await versions()
    expect(await versions()).toEqual(first)
    await bumpCatalogue(database.kysely, [a])
    const second = await versions()
    expect(second.map((version, index) => version !== first[index])).toEqual([true, false, true])
    await bumpCatalogue(database.kysely, 'all')
    const third = await versions()
    expect(third.map((version, index) => version !== second[index])).toEqual([true, true, true])
    await bumpCatalogue(database.kysely, [])
    expect(await versions()).toEqual(third)
  })

  test('changes concurrently for many stores in any order without a deadlock', async () => {
    const ids: number[] = []
    for (let i = 0; i < 20; i++) ids.push(await addStore(database))
    const before = await Promise.all(ids.map(id => readCatalogueVersion(database.kysely, id)))
    const bumps = Array.from({ length: 40 }, (_, index) => {
      if (index % 3 === 0) return bumpCatalogue(database.kysely, 'all')
      return bumpCatalogue(database.kysely, index % 2 ? ids : ids.toReversed())
    })
    await Promise.all(bumps)
    const after = await Promise.all(ids.map(id => readCatalogueVersion(database.kysely, id)))
    expect(after.map((version, index) => Number(version) - Number(before[index]))).toEqual(ids.map(() => 40))
  })
})
