import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldsAfter, fieldsBefore, type ChangeableFields, type FieldsChange } from './bulk-change.ts'

const milk: ChangeableFields = {
  price: 1.75,
  deposit: 0,
  supplier_id: 1001,
  vat_class_id: 1002,
  group_id: null,
  enabled: true,
  alarm_limit: 2,
  stores: [{ store_id: 1, offered: true, alarm_limit: 5 }],
}
const percent = (by: number, to5 = false): FieldsChange => ({
  kind: 'pricePercent',
  percent: by,
  round_to_5_cents: to5,
})

describe('a price change', () => {
  test.each([
    [10, false, 1.93],
    [10, true, 1.95],
    [-10, false, 1.58],
    [-10, true, 1.6],
    [0, false, 1.75],
    [2.5, false, 1.79],
    [-99.99, true, 0],
  ])('of 1.75 by %d percent (to 5 cents: %s) gives %d', (by, to5, price) => {
    expect(fieldsAfter(milk, percent(by, to5))).toEqual({ price })
  })

  test('applies a percentage only to the goods and not to the deposit', () => {
    expect(fieldsAfter({ ...milk, price: 2.1, deposit: 0.1 }, percent(10))).toEqual({ price: 2.3 })
  })

  test('never goes below the deposit before rounding, and rounds by at most half a step', () => {
    const cents = fc.integer({ min: 0, max: 10_000_00 })
    const by = fc.integer({ min: -9999, max: 100_000 }).map(hundredths => hundredths / 100)
    fc.assert(
      fc.property(cents, cents, by, (goods, deposit, change) => {
        const product = { ...milk, price: (goods + deposit) / 100, deposit: deposit / 100 }
        const exact = deposit + goods * (1 + change / 100)
        const [price = -1, rounded = -1] = [false, true].map(to5 => fieldsAfter(product, percent(change, to5)).price)
        expect(price * 100).toBeGreaterThanOrEqual(deposit - 1e-6)
        expect(Math.abs(price * 100 - exact)).toBeLessThanOrEqual(0.5 + 1e-6)
        expect(Math.abs(rounded - price)).toBeLessThanOrEqual(0.02 + 1e-9)
        expect(Math.round(rounded * 100) % 5).toBe(0)
      }),
    )
  })
})

test('changing what a store offers keeps its alarm limit', () => {
  const change = { kind: 'offered', store_id: 1, offered: false } as const
  expect(fieldsAfter(milk, change)).toEqual({ stores: [{ store_id: 1, offered: false, alarm_limit: 5 }] })
  expect(fieldsAfter(milk, { ...change, store_id: 2, offered: true })).toEqual({
    stores: [{ store_id: 2, offered: true, alarm_limit: null }],
  })
})

test.each<FieldsChange>([
  percent(12),
  { kind: 'priceTo', price: 3 },
  { kind: 'supplier', supplier_id: 7 },
  { kind: 'vatClass', vat_class_id: 8 },
  { kind: 'enabled', enabled: false },
  { kind: 'alarmLimit', alarm_limit: null },
  { kind: 'offered', store_id: 1, offered: false },
])('restoring the fields from before %j undoes it', change => {
  const after = fieldsAfter(milk, change)
  const before = fieldsBefore(milk, after)
  expect(Object.keys(before)).toEqual(Object.keys(after))
  expect(before).not.toEqual(after)
  expect({ ...milk, ...after, ...before }).toEqual(milk)
})
