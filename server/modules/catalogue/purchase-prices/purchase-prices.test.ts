import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { PurchasePriceRow } from '#contract/catalogue/purchase-prices.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addVatClass } from '#test/rows/catalogue.ts'
import { listAuditEntries } from '#test/shop/audit-entries.ts'
import type { Caller } from '#test/shop/callers.ts'
import { openShop, type Shop } from '#test/shop/open-shop.ts'

let database: DatabaseHandle
let server: Shop
let anna: Caller
let vatClassId: number
let milk: number
let dairy: number
beforeAll(async () => {
  database = await testDatabase()
  server = await openShop({
    database, // 23:30 in Finland on 31.5.
    now: () => new Date('2026-05-31T20:30:00Z'),
    modules: ['catalogue', 'administration'],
  })
  anna = await server.caller('admin')
  vatClassId = await addVatClass(database, { name: 'food', rates: { '2020-01-01': 1350 } })
})
beforeEach(async () => {
  milk = await addProduct(database, { vatClassId })
  const created = await anna.call('POST suppliers', { name: `Dairy ${Math.random()}` })
  dairy = (created.body as { id: number }).id
})
afterAll(async () => {
  await server.close()
  await database.close()
})

const add = (valid_from: string, price: number, supplier_id = dairy) =>
  anna.call(`POST products/${milk}/purchase-prices`, { supplier_id, valid_from, price })
const prices = async () => {
  const { body } = await anna.call(`GET products/${milk}/purchase-prices`)
  return (body as PurchasePriceRow[]).map(({ valid_from, price, is_current }) => [valid_from, price, is_current])
}

describe('a purchase price', () => {
  test('is in force from its day in Finland until the next one, and earlier ones are kept', async () => {
    await add('2026-01-01', 0.7125)
    await add('2026-05-31', 0.75)
    expect(await add('2026-06-01', 0.8)).toMatchObject({ status: 200 })
    expect(await prices()).toEqual([
      ['2026-06-01', 0.8, false],
      ['2026-05-31', 0.75, true],
      ['2026-01-01', 0.7125, false],
    ])
  })

  test('of another supplier is in force beside it', async () => {
    await add('2026-01-01', 0.7)
    const other = (await anna.call('POST suppliers', { name: `Other ${Math.random()}` })).body as { id: number }
    await add('2026-02-01', 0.6, other.id)
    expect(await prices()).toEqual([
      ['2026-02-01', 0.6, true],
      ['2026-01-01', 0.7, true],
    ])
  })

  test('is not overwritten by a second one from the same day, also at the same moment', async () => {
    const answers = await Promise.all([0.5, 0.6, 0.7].map(price => add('2026-01-01', price)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { body } of answers.filter(({ status }) => status !== 200))
      expect(body).toMatchObject({ code: 'form.invalid', problems: [{ field: 'valid_from', problem: 'taken' }] })
    expect(await prices()).toHaveLength(1)
  })

  test('is removed, the one before it is in force again, and the audit log has all three changes', async () => {
    await add('2026-01-01', 0.7)
    await add('2026-05-01', 7)
    const path = `DELETE products/${milk}/purchase-prices/${dairy}/2026-05-01`
    expect(await anna.call(path)).toMatchObject({ status: 200 })
    expect(await anna.call(path)).toMatchObject({ status: 404 })
    expect(await prices()).toEqual([['2026-01-01', 0.7, true]])
    const items = await listAuditEntries(anna, `product/${milk}`)
    const field = (day: string) => `purchase_prices.${dairy}.${day}`
    expect(items.flatMap(({ changes }) => changes)).toEqual([
      { field: field('2026-05-01'), from: 7, to: null },
      { field: field('2026-05-01'), from: null, to: 7 },
      { field: field('2026-01-01'), from: null, to: 0.7 },
    ])
  })

  test.each([-0.01, 0.12345, 100_001])('of %d € is refused', async price => {
    expect(await add('2026-01-01', price)).toMatchObject({ status: 422 })
    expect(await prices()).toEqual([])
  })

  test('of an unknown supplier or product is refused', async () => {
    const problems = [{ field: 'supplier_id', problem: 'unknown' }]
    expect(await add('2026-01-01', 1, 999_999)).toMatchObject({ status: 422, body: { problems } })
    const body = { supplier_id: dairy, valid_from: '2026-01-01', price: 1 }
    expect(await anna.call('POST products/999999/purchase-prices', body)).toMatchObject({ status: 404 })
    expect(await anna.call('GET products/999999/purchase-prices')).toMatchObject({ status: 404 })
  })

  test('keeps its supplier from being removed', async () => {
    await add('2026-01-01', 0.7)
    expect(await anna.call(`DELETE suppliers/${dairy}`)).toMatchObject({ status: 409, body: { code: 'record.inUse' } })
  })
})
