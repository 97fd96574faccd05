import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  agreesWithLabels,
  isLabelTooSmall,
  MIN_LABEL_THOUSANDTHS,
  needsConfirmation,
  quantityOfLabels,
} from './scale-label-prices.ts'

const prices = fc.integer({ min: 1, max: 100_000 })
const labels = fc.array(fc.integer({ min: 1, max: 100_000 }), { minLength: 1, maxLength: 200 })

describe('the quantity of price labels', () => {
  it.each([
    [[250], 1890, 132],
    [[500, 501], 1990, 503],
    [[1], 1890, 1],
    [[1], 2001, 1],
    [[], 1890, 0],
    [[100_000, 100_000], 1, 200_000_000],
  ])('with amounts %j at %i cents is %i thousandths', (amounts, price, quantity) => {
    expect(quantityOfLabels(amounts, price)).toBe(quantity)
  })

  it('is within half a thousandth of the exact quantity for any number of labels', () => {
    fc.assert(
      fc.property(labels, prices, (amounts, price) => {
        const exact = (amounts.reduce((sum, cents) => sum + cents, 0) * 1000) / price
        expect(Math.abs(quantityOfLabels(amounts, price) - Math.max(1, exact))).toBeLessThanOrEqual(0.5)
      }),
    )
  })

  it('agrees with the sum that a phone counted label by label', () => {
    fc.assert(
      fc.property(labels, prices, (amounts, price) => {
        const counted = amounts.reduce((sum, cents) => sum + quantityOfLabels([cents], price), 0)
        expect(agreesWithLabels(counted, amounts, price)).toBe(true)
      }),
    )
  })
})

describe('a price label', () => {
  it('is too small for less than five thousandths of a unit', () => {
    expect(MIN_LABEL_THOUSANDTHS).toBe(5)
    expect([9, 10].map(cents => isLabelTooSmall(cents, 2000))).toEqual([true, false])
    expect([9, 10].map(cents => isLabelTooSmall(cents, 1890))).toEqual([true, false])
    expect(isLabelTooSmall(1, 200)).toBe(false)
  })
})

describe('an unusually large line', () => {
  it('needs confirmation above 10 kg or 100 euros', () => {
    expect(needsConfirmation({ quantityThousandths: 10_000, lineCents: 10_000 })).toBe(false)
    expect(needsConfirmation({ quantityThousandths: 10_001, lineCents: 1 })).toBe(true)
    expect(needsConfirmation({ quantityThousandths: 1, lineCents: 10_001 })).toBe(true)
  })
})
