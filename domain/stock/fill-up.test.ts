import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { costCents } from '#domain/catalogue/purchase-price.ts'
import { type FillableLine, fillUpOrder } from './fill-up.ts'

const line = (changes: Partial<FillableLine>): FillableLine => ({
  productId: 1,
  packThousandths: 6000,
  priceTenThousandths: 10_000,
  availableThousandths: 0,
  soldThousandths: 28_000,
  days: 28,
  packs: 0,
  maxPacks: null,
  ...changes,
})

test('an order is filled up with what is sold out first', () => {
  const lines = [
    line({ productId: 1, packs: 1 }),
    line({ productId: 2, availableThousandths: 20_000 }),
    line({ productId: 3, soldThousandths: 0 }),
    line({ productId: 4, priceTenThousandths: null }),
  ]
  // A pack of either lasts six days: the first has packs for 18 days before the second, with stock for 20, gets one.
  expect(fillUpOrder(lines, 1800)).toEqual(
    new Map([
      [1, 3],
      [2, 0],
      [3, 0],
      [4, 0],
    ]),
  )
  expect(fillUpOrder(lines, 3600)).toEqual(
    new Map([
      [1, 5],
      [2, 1],
      [3, 0],
      [4, 0],
    ]),
  )
})

test('an order is not filled up with more than sells before its date', () => {
  const lines = [line({ productId: 1, maxPacks: 2 }), line({ productId: 2, packs: 3, maxPacks: 1 })]
  expect(fillUpOrder(lines, 3000)).toEqual(
    new Map([
      [1, 2],
      [2, 3],
    ]),
  )
  expect(fillUpOrder(lines, 3001)).toBe(undefined)
})

test('an order that is large enough stays, and one of nothing that sells can’t be filled up', () => {
  expect(fillUpOrder([line({ packs: 2 })], 1200)).toEqual(new Map([[1, 2]]))
  expect(fillUpOrder([line({ soldThousandths: 0 })], 1)).toBe(undefined)
  expect(fillUpOrder([line({ priceTenThousandths: null })], 1)).toBe(undefined)
  expect(fillUpOrder([], 1)).toBe(undefined)
})

const anyLine = fc.record({
  packThousandths: fc.integer({ min: 1, max: 50_000 }),
  priceTenThousandths: fc.option(fc.integer({ min: 1, max: 500_000 })),
  availableThousandths: fc.integer({ min: -5000, max: 90_000 }),
  soldThousandths: fc.integer({ min: 0, max: 90_000 }),
  days: fc.integer({ min: 0, max: 28 }),
  packs: fc.integer({ min: 0, max: 5 }),
  maxPacks: fc.constant(null),
})

test('it reaches the minimum, takes nothing away, adds only what sells, and is not larger than it must be by a pack', () => {
  fc.assert(
    fc.property(fc.array(anyLine, { maxLength: 6 }), fc.integer({ min: 0, max: 30_000 }), (some, minCents) => {
      const lines = some.map((each, productId) => ({ ...each, productId }))
      const cost = (packs: (each: FillableLine) => number) =>
        lines.reduce(
          (sum, each) => sum + costCents(each.priceTenThousandths ?? 0, each.packThousandths * packs(each)),
          0,
        )
      const filled = fillUpOrder(lines, minCents)
      if (!filled) return
      const added = lines.filter(each => (filled.get(each.productId) ?? 0) > each.packs)
      expect(lines.every(each => (filled.get(each.productId) ?? 0) >= each.packs)).toBe(true)
      expect(added.every(each => each.soldThousandths > 0 && each.priceTenThousandths !== null)).toBe(true)
      const total = cost(each => filled.get(each.productId) ?? 0)
      expect(total).toBeGreaterThanOrEqual(minCents)
      const largest = Math.max(0, ...added.map(each => costCents(each.priceTenThousandths ?? 0, each.packThousandths)))
      // Each line is rounded to a cent.
      if (added.length > 0) expect(total).toBeLessThan(minCents + largest + 2)
    }),
  )
})
