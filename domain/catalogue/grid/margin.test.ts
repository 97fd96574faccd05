import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type MarginFacts, computeMargin, priceForMargin } from './margin.ts'

const FOOD: MarginFacts = { depositCents: 0, vatBasisPoints: 1350, purchaseTenThousandths: 10_000 }
const BOTTLE: MarginFacts = { depositCents: 10, vatBasisPoints: 1350, purchaseTenThousandths: 8345 }

test.each([
  // 2,27 € with 13,5 % VAT is 2,00 €: half of it is left.
  [227, FOOD, 5000],
  [114, FOOD, 44],
  [100, FOOD, -1350],
  [10, BOTTLE, undefined],
  [0, FOOD, undefined],
] as const)('%i cents leave a margin of basis points, without VAT and deposit', (price, facts, margin) => {
  expect(computeMargin(price, facts)).toBe(margin)
})

test.each([
  [5000, FOOD, 227],
  [0, FOOD, 114],
  [-1350, FOOD, 100],
  [5000, BOTTLE, 199],
  [10_000, FOOD, undefined],
  [12.5, FOOD, undefined],
  [5000, { ...FOOD, purchaseTenThousandths: 0 }, undefined],
] as const)('a margin of %i basis points needs a price', (margin, facts, price) => {
  expect(priceForMargin(margin, facts)).toBe(price)
})

const someFacts = fc.record({
  depositCents: fc.integer({ min: 0, max: 200 }),
  vatBasisPoints: fc.constantFrom(0, 1000, 1350, 2550),
  purchaseTenThousandths: fc.integer({ min: 1, max: 20_000_000 }),
})
const someMargin = fc.integer({ min: -20_000, max: 9999 })

/** The margin of a price, not rounded. */
const exactMargin = (goodsCents: number, { vatBasisPoints, purchaseTenThousandths }: MarginFacts) =>
  10_000 - (purchaseTenThousandths * (10_000 + vatBasisPoints)) / (goodsCents * 100)

test('the price for a margin is the nearest cent: half a cent less or more passes the margin', () => {
  fc.assert(
    fc.property(someFacts, someMargin, (facts, margin) => {
      const goods = (priceForMargin(margin, facts) ?? 0) - facts.depositCents
      const tolerance = 1e-6
      expect(exactMargin(goods + 0.5, facts)).toBeGreaterThanOrEqual(margin - tolerance)
      if (goods > 0) expect(exactMargin(goods - 0.5, facts)).toBeLessThanOrEqual(margin + tolerance)
    }),
  )
})

test('a higher margin never needs a lower price, and a higher price never leaves a lower margin', () => {
  fc.assert(
    fc.property(someFacts, someMargin, someMargin, (facts, one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      expect(priceForMargin(low, facts)).toBeLessThanOrEqual(priceForMargin(high, facts) ?? 0)
    }),
  )
  fc.assert(
    fc.property(someFacts, fc.integer({ min: 1, max: 1_000_000 }), fc.nat(1000), (facts, goods, more) => {
      const price = facts.depositCents + goods
      expect(computeMargin(price, facts)).toBeLessThanOrEqual(computeMargin(price + more, facts) ?? 0)
    }),
  )
})

test('the price of a margin that a price has is that price, as closely as hundredths of a percent can say', () => {
  fc.assert(
    fc.property(someFacts, fc.integer({ min: 1, max: 20_000 }), (facts, goods) => {
      const price = facts.depositCents + goods
      const margin = computeMargin(price, facts) ?? 0
      fc.pre(margin < 10_000 && margin > -20_000)
      const again = priceForMargin(margin, facts) ?? 0
      // Half a basis point of the margin is this much of the price.
      const step = (goods * 0.5) / (10_000 - margin - 0.5)
      expect(Math.abs(again - price)).toBeLessThanOrEqual(step + 0.5 + 1e-6)
    }),
  )
})
