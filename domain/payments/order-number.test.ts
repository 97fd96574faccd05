import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatReferenceNumber, referenceNumber, isOrderNumber, ordersOfNumber } from './reference-number.ts'

test('an order is found by its id and by its reference number, printed or plain', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1001, max: Number.MAX_SAFE_INTEGER }), id => {
      expect(ordersOfNumber(String(id))).toContain(id)
      expect(ordersOfNumber(referenceNumber(id))).toContain(id)
      expect(ordersOfNumber(formatReferenceNumber(referenceNumber(id)))).toContain(id)
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
