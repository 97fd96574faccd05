import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { costCents, findPriceOn, formatPurchasePrice, parsePurchasePrice } from './purchase-price.ts'

const prices = fc.integer({ min: 0, max: 1_000_000_000 })
const quantities = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })

describe('a purchase price', () => {
  test('has at most four decimals, and is neither negative nor above 100,000 €', () => {
    expect([0, 0.1234, 1.1, 100_000].map(parsePurchasePrice)).toEqual([0, 1234, 11_000, 1_000_000_000])
    for (const wrong of [0.12345, -0.01, 100_000.0001, Number.NaN, Number.POSITIVE_INFINITY])
      expect(parsePurchasePrice(wrong)).toBeUndefined()
  })

  test('is written with two to four decimals', () => {
    const texts = [8345, 25_000, 12_340, 1, 123_456_789].map(price => formatPurchasePrice(price))
    expect(texts.map(text => text.replaceAll('\u00a0', ' '))).toEqual([
      '0,8345 €',
      '2,50 €',
      '1,234 €',
      '0,0001 €',
      '12 345,6789 €',
    ])
  })

  test('is read exactly as it was written with four decimals', () => {
    fc.assert(
      fc.property(prices, price => {
        const text = `${Math.floor(price / 10_000)}.${String(price % 10_000).padStart(4, '0')}`
        expect(parsePurchasePrice(Number(text))).toBe(price)
      }),
    )
  })
})

describe('the price in force', () => {
  const may = { validFrom: '2026-05-01', priceTenThousandths: 100 }
  const june = { validFrom: '2026-06-01', priceTenThousandths: 200 }

  test('begins on its day, and ends the day before the next one begins', () => {
    for (const order of [
      [may, june],
      [june, may],
    ]) {
      expect(findPriceOn(order, '2026-04-30')).toBeUndefined()
      expect(findPriceOn(order, '2026-05-01')).toEqual(may)
      expect(findPriceOn(order, '2026-05-31')).toEqual(may)
      expect(findPriceOn(order, '2026-06-01')).toEqual(june)
    }
  })
})

describe('the cost of a quantity', () => {
  test('is rounded once, half away from zero', () => {
    expect(costCents(12_345, 1000)).toBe(123)
    expect(costCents(50, 1000)).toBe(1)
    expect(costCents(49, 1000)).toBe(0)
    expect(costCents(50, -1000)).toBe(-1)
  })

  test('is at most half a cent off, and the same amount comes back with goods that come back', () => {
    fc.assert(
      fc.property(prices, quantities, (price, quantity) => {
        const cents = costCents(price, quantity)
        // 100,000 parts are a cent: compared without a fraction, and without the function's own division.
        const error = BigInt(cents) * 100_000n - BigInt(price) * BigInt(quantity)
        expect(error >= -50_000n && error <= 50_000n).toBe(true)
        expect(costCents(price, -quantity) + cents).toBe(0)
      }),
    )
  })
})
