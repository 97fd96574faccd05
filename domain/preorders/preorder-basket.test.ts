import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  clampedTo,
  enterEvent,
  isShort,
  losesQuantities,
  mayAddOne,
  findShortProducts,
  availableQuantities,
} from './preorder-basket.ts'

const trout = { id: 1001 }
const crate = { id: 1002 }
const PRODUCTS = [trout, crate]

test('the basket of an event starts with each of its products at 0', () => {
  expect(enterEvent({}, { storedEventId: null, eventId: 7, products: PRODUCTS })).toEqual({
    1001: { quantity: 0 },
    1002: { quantity: 0 },
  })
})

test('entering another event resets every quantity to 0, even of a product that both sell', () => {
  const basket = { 1001: { quantity: 3 }, 1002: { quantity: 1 } }
  expect(enterEvent(basket, { storedEventId: 7, eventId: 8, products: [trout] })).toEqual({ 1001: { quantity: 0 } })
})

test('entering the same event keeps quantities, adds new products at 0 and removes those that are gone', () => {
  const basket = { 1001: { quantity: 3 }, 1009: { quantity: 1 } }
  expect(enterEvent(basket, { storedEventId: 7, eventId: 7, products: PRODUCTS })).toEqual({
    1001: { quantity: 3 },
    1002: { quantity: 0 },
  })
})

test('only a basket with quantities is lost by entering another event', () => {
  expect(losesQuantities({ 1001: { quantity: 2 } }, 7, 8)).toBe(true)
  expect(losesQuantities({ 1001: { quantity: 2 } }, 7, 7)).toBe(false)
  expect(losesQuantities({ 1001: { quantity: 0 } }, 7, 8)).toBe(false)
})

test('the quantities of a pre-order that is being changed are available again, to the thousandth', () => {
  const available = [
    { product_id: 1001, remaining: 0.1 },
    { product_id: 1002, remaining: null },
    { product_id: 1003, remaining: 4 },
  ]
  const basket = [
    { product_id: 1001, quantity: 0.2 },
    { product_id: 1002, quantity: 5 },
  ]
  expect([...availableQuantities(available, basket)]).toEqual([
    [1001, 0.3],
    [1002, null],
    [1003, 4],
  ])
})

test('one more can be added up to what is left, and without limit where no number is given', () => {
  expect(mayAddOne(1, 2)).toBe(true)
  expect(mayAddOne(2, 2)).toBe(false)
  expect(mayAddOne(1.5, 2)).toBe(false)
  expect(mayAddOne(500, null)).toBe(true)
  expect(mayAddOne(500, undefined)).toBe(true)
})

test('only lines that exceed what is left are short', () => {
  const basket = { 1001: { quantity: 3 }, 1002: { quantity: 1 }, 1003: { quantity: 9 } }
  const max = new Map([
    [1001, 2],
    [1002, 1],
    [1003, null],
  ])
  expect(findShortProducts(basket, max)).toEqual([1001])
})

const quantity = fc.integer({ min: 0, max: 10_000_000 }).map(thousandths => thousandths / 1000)

test('a clamped quantity is never more than is left or wanted, and is whole for pieces', () => {
  fc.assert(
    fc.property(quantity, fc.option(quantity), fc.boolean(), (requested, max, inPieces) => {
      const clamped = clampedTo(requested, max, { inPieces })
      expect(isShort(clamped, max)).toBe(false)
      expect(clamped).toBeLessThanOrEqual(requested)
      if (inPieces && clamped !== requested) expect(Number.isInteger(clamped)).toBe(true)
    }),
  )
})
