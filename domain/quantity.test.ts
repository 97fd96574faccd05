import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  formatQuantity,
  parseDecimalInput,
  quantityFromThousandths,
  thousandthsFromQuantity,
} from '#domain/quantity.ts'

describe('converting and formatting a quantity', () => {
  it('accepts at most three decimals and keeps the sign', () => {
    expect(thousandthsFromQuantity(1.155)).toBe(1155)
    expect(thousandthsFromQuantity(-0.5)).toBe(-500)
    expect(thousandthsFromQuantity(0)).toBe(0)
    expect(thousandthsFromQuantity(0.1 + 0.2)).toBe(300)
  })

  it.each([1.1555, 0.0001, Number.NaN, Infinity, -Infinity, 1e13])('refuses %d', quantity => {
    expect(thousandthsFromQuantity(quantity)).toBeUndefined()
  })

  it('is reversible', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e12, max: 1e12 }), thousandths => {
        expect(thousandthsFromQuantity(quantityFromThousandths(thousandths))).toBe(thousandths)
      }),
    )
  })

  it('adds no needless decimals, and the unit if there is one', () => {
    expect(formatQuantity(3000)).toBe('3')
    expect(formatQuantity(1155, 'kg')).toBe('1,155\u00a0kg')
    expect(formatQuantity(500, null)).toBe('0,5')
    expect(formatQuantity(-1500, 'l')).toBe('\u22121,5\u00a0l')
    expect(formatQuantity(-0)).toBe('0')
  })
})

describe('a typed number', () => {
  it.each([
    ['1,5', 1.5],
    ['1.5', 1.5],
    [' 12 ', 12],
    ['1\u00a0234,50 €', 1234.5],
    ['1\u202f234', 1234],
    [',5', 0.5],
    ['3,', 3],
    ['-2,25', -2.25],
    ['\u22122', -2],
    ['007', 7],
  ])('is read from %j as %d', (text, expected) => {
    expect(parseDecimalInput(text)).toBe(expected)
  })

  it.each([
    '',
    ' ',
    '€',
    '1,234.5',
    '1.234,5',
    '1,,5',
    '1.5.',
    '.',
    ',',
    '-',
    '--1',
    '1e3',
    '0x10',
    'kaksi',
    '1-2',
    'NaN',
  ])('is not read from %j', text => {
    expect(parseDecimalInput(text)).toBeUndefined()
  })

  it('is not read from four hundred digits, nor from a million with a letter, which takes no time to see', () => {
    expect(parseDecimalInput('9'.repeat(400))).toBeUndefined()
    expect(parseDecimalInput(`${'9'.repeat(1_000_000)}x`)).toBeUndefined()
  })

  it('is read back from every quantity that the shop shows', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), thousandths => {
        const typed = parseDecimalInput(formatQuantity(thousandths))
        expect(typed === undefined ? undefined : thousandthsFromQuantity(typed)).toBe(thousandths)
      }),
    )
  })

  it('is finite or missing for any text', () => {
    fc.assert(fc.property(fc.string(), text => Number.isFinite(parseDecimalInput(text) ?? 0)))
  })
})
