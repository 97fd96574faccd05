import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FINNISH_LAYOUTS, type ProductCodes } from '#domain/catalogue/barcode.ts'
import type { DatabaseHandle } from '#server/platform/db/connect.ts'
import { isUniqueViolation } from '#server/platform/db/transaction.ts'
import { testDatabase } from '#test/database/database.ts'
import { addProduct, addVatClass } from '#test/rows/catalogue.ts'
import { productCodeRows } from './product-code-rows.ts'

let database: DatabaseHandle
let vatClassId: number

beforeAll(async () => {
  database = await testDatabase()
  vatClassId = await addVatClass(database, { name: 'food', rates: { '2026-01-01': 1350 } })
})
afterAll(() => database.close())

/** Writes the codes of one more product; returns whether the database refused them as taken. */
async function isTaken(
  codes: Omit<ProductCodes, 'productCodeType'>,
  type: ProductCodes['productCodeType'] = 'standard',
) {
  const productId = await addProduct(database, { vatClassId })
  const rows = productCodeRows({ ...codes, productCodeType: type }, { productId, layouts: FINNISH_LAYOUTS })
  expect(rows).not.toEqual([])
  const written = database.kysely.insertInto('product_code').values(rows).execute()
  return written.then(
    () => false,
    (error: unknown) => {
      if (!isUniqueViolation(error, 'product_code_pkey')) throw error
      return true
    },
  )
}

describe('a code', () => {
  test('belongs to one product in any field and notation', async () => {
    expect(await isTaken({ ean13: '6401234567897' })).toBe(false)
    expect(await isTaken({ ean13: '6401234567897' })).toBe(true)
    expect(await isTaken({ eanCase: '06401234567897' })).toBe(true)
    expect(await isTaken({ product_code: '6401234567897' })).toBe(true)
    // Another packaging of the same goods has its own code.
    expect(await isTaken({ eanCase: '16401234567894' })).toBe(false)
  })

  test('belongs to one product for labels of any weight', async () => {
    expect(await isTaken({ product_code: '2312340100004' }, 'bulk_encoded_weight')).toBe(false)
    expect(await isTaken({ product_code: '2312340111550' }, 'bulk_encoded_weight')).toBe(true)
    // A price label with the same item digits is for other goods.
    expect(await isTaken({ product_code: '2012340100003' }, 'bulk_encoded_price')).toBe(false)
  })
})
