import { expect, test } from 'vitest'
import { typedQuantity } from './bulk-quantity-dialog.tsx'

test.each([
  ['0,5', 0.5],
  ['1.125', 1.125],
  [' 2 ', 2],
  ['0', undefined],
  ['-1', undefined],
  ['1,2345', undefined],
  ['1,2,3', undefined],
  ['half', undefined],
  ['', undefined],
])('the input “%s” is read as the quantity %s', (text, quantity) => {
  expect(typedQuantity(text)).toBe(quantity)
})
