import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  formatReferenceNumber,
  isOrderNumber,
  isReferenceNumber,
  ordersOfNumber,
  referenceNumber,
} from './reference-number.ts'

const id = fc.bigInt({ min: 100n, max: 10n ** 19n - 1n })

describe('a Finnish reference number', () => {
  it.each([
    [123_456, '1234561', '12 34561'],
    [234_823, '2348236', '23 48236'],
    [100, '1009', '1009'],
    [1_234_567_890, '12345678907', '1 23456 78907'],
  ])('for order %i is %s, printed as %s', (orderId, reference, printed) => {
    expect(referenceNumber(orderId)).toBe(reference)
    expect(formatReferenceNumber(reference)).toBe(printed)
    expect(isReferenceNumber(printed)).toBe(true)
  })

  it('is printed in groups of five without a leading space', () => {
    expect(formatReferenceNumber('1234567890')).toBe('12345 67890')
  })

  it.each([99, 0, -1234, 1.5, Number.NaN, 10n ** 19n])('is refused for %s', orderId => {
    expect(() => referenceNumber(orderId)).toThrow(RangeError)
  })

  it.each(['1234562', '', '1', '009', '0101', 'RF332348236', '1234561x', '1'.repeat(21)])(
    'is not valid as %j',
    text => {
      expect(isReferenceNumber(text)).toBe(false)
    },
  )

  it('is valid for every id, contains the id, and survives printing', () => {
    fc.assert(
      fc.property(id, orderId => {
        const reference = referenceNumber(orderId)
        expect(reference.slice(0, -1)).toBe(String(orderId))
        expect(isReferenceNumber(reference)).toBe(true)
        expect(formatReferenceNumber(formatReferenceNumber(reference)).replaceAll(' ', '')).toBe(reference)
      }),
    )
  })

  it('is invalid with any single digit changed', () => {
    fc.assert(
      fc.property(id, fc.nat(), fc.integer({ min: 1, max: 9 }), (orderId, position, shift) => {
        const digits = referenceNumber(orderId).split('')
        const index = position % digits.length
        digits[index] = String((Number(digits[index]) + shift) % 10)
        expect(isReferenceNumber(digits.join(''))).toBe(false)
      }),
    )
  })
})

test('an order is found by its id and by its reference number, printed or plain', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1001, max: Number.MAX_SAFE_INTEGER }), orderId => {
      expect(ordersOfNumber(String(orderId))).toContain(orderId)
      expect(ordersOfNumber(referenceNumber(orderId))).toContain(orderId)
      expect(ordersOfNumber(formatReferenceNumber(referenceNumber(orderId)))).toContain(orderId)
    }),
  )
})

test('a number beyond all ids matches no order, and an email address is not an order number', () => {
  expect(ordersOfNumber('99999999999999999999')).toEqual([])
  expect(ordersOfNumber('9007199254740992')).toEqual([])
  expect(isOrderNumber('99999999999999999999')).toBe(true)
  expect(ordersOfNumber('anna1001@puoti.example')).toEqual([])
  expect(isOrderNumber('anna1001@puoti.example')).toBe(false)
  expect(isOrderNumber('')).toBe(false)
})
