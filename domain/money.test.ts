import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  centsFromEuros,
  eurosFromCents,
  formatCents,
  roundHalfAwayFromZero,
  safeNumber,
  wholeParts,
} from '#domain/money.ts'

const visible = (text: string) => text.replaceAll('\u00a0', '_')

describe('rounding half away from zero', () => {
  it.each([
    [5, 10, 1],
    [-5, 10, -1],
    [4, 10, 0],
    [-4, 10, 0],
    [15, 10, 2],
    [25, 10, 3],
    [-25, 10, -3],
    [25, -10, -3],
    [-25, -10, 3],
    [0, 7, 0],
    [1, 3, 0],
    [2, 3, 1],
  ])('gives for %i / %i the result %i', (numerator, denominator, expected) => {
    expect(roundHalfAwayFromZero(numerator, denominator)).toBe(expected)
    expect(roundHalfAwayFromZero(BigInt(numerator), BigInt(denominator))).toBe(expected)
  })

  it('is never more than half off, is symmetric for negative numbers and keeps exact quotients', () => {
    const integer = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
    fc.assert(
      fc.property(integer, fc.bigInt({ min: 1n, max: 10n ** 6n }), (numerator, denominator) => {
        const rounded = BigInt(roundHalfAwayFromZero(numerator, denominator))
        const errorTwice = 2n * (rounded * denominator - numerator)
        expect(errorTwice <= denominator && errorTwice >= -denominator).toBe(true)
        // Exactly half is rounded away from zero.
        if (errorTwice === denominator || -errorTwice === denominator) expect(errorTwice > 0n).toBe(numerator > 0n)
        expect(roundHalfAwayFromZero(-numerator, denominator) + Number(rounded)).toBe(0)
        expect(roundHalfAwayFromZero(rounded * denominator, denominator)).toBe(Number(rounded))
      }),
    )
  })

  it('stays exact where numbers would lose digits', () => {
    expect(roundHalfAwayFromZero(9_007_199_254_740_991n * 1000n + 499n, 1000n)).toBe(Number.MAX_SAFE_INTEGER)
    expect(() => roundHalfAwayFromZero(9_007_199_254_740_991n * 1000n + 500n, 1000n)).toThrow(RangeError)
  })

  it('refuses fractions and division by zero', () => {
    expect(() => roundHalfAwayFromZero(1.5, 2)).toThrow(RangeError)
    expect(() => roundHalfAwayFromZero(1, 0)).toThrow(RangeError)
    expect(() => safeNumber(-(2n ** 53n))).toThrow(RangeError)
  })
})

describe('converting euros to cents', () => {
  it('accepts at most two decimals, and sums with floating-point noise', () => {
    expect(centsFromEuros(12.5)).toBe(1250)
    expect(centsFromEuros(1.005 - 0.005)).toBe(100)
    expect(centsFromEuros(0.1 + 0.2)).toBe(30)
    expect(centsFromEuros(-0.01)).toBe(-1)
    expect(Object.is(centsFromEuros(-0), 0)).toBe(true)
    expect(centsFromEuros(8.2)).toBe(820)
  })

  it.each([0.001, 1.005, 12.345, Number.NaN, Infinity, -Infinity, 1e17, 0.0049])('refuses %d', euros => {
    expect(centsFromEuros(euros)).toBeUndefined()
  })

  it('is reversible up to ten billion euros', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), cents => {
        expect(centsFromEuros(eurosFromCents(cents))).toBe(cents)
      }),
    )
  })

  it('never accepts a number with a third decimal', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 1, max: 9 }), (cents, third) => {
        expect(wholeParts((cents * 10 + third) / 1000, 100)).toBeUndefined()
      }),
    )
  })
})

describe('an amount as text', () => {
  it('is in Finnish euros unless another locale or currency is given', () => {
    expect(visible(formatCents(123_456_789))).toBe('1_234_567,89_€')
    expect(visible(formatCents(5))).toBe('0,05_€')
    expect(visible(formatCents(-250))).toBe('\u22122,50_€')
    expect(visible(formatCents(-0))).toBe('0,00_€')
    expect(formatCents(1250, { locale: 'en' })).toBe('€12.50')
    expect(visible(formatCents(1250, { locale: 'sv-SE', currency: 'SEK' }))).toBe('12,50_kr')
    expect(visible(formatCents(1250))).toBe('12,50_€')
  })
})
