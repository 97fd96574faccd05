import { expect, test } from 'vitest'
import { matchesCode } from './code-search.ts'

const milk = {
  ean13: '6408430000135',
  eanCase: '16408430000132',
  product_code: null,
  productCodeType: 'standard',
} as const
const salmon = {
  ean13: null,
  eanCase: null,
  product_code: '2301234500009',
  productCodeType: 'bulk_encoded_weight',
} as const
const upc = { ean13: '0036000291452', productCodeType: 'standard' } as const

test.each([
  ['6408430000135', 'all of it'],
  ['6 408430 000135', 'all of it, as it stands under the bars'],
  ['16408430000132', 'the case'],
  ['0135', 'its last digits'],
  ['135', 'its last three'],
  ['08430', 'a part of it that says enough'],
])('%s finds the milk: %s', typed => {
  expect(matchesCode(milk, typed)).toBe(true)
})

test.each(['', '35', '843', '0843', 'maito', '6408430000136', '640843000013500'])('%j does not', typed => {
  expect(matchesCode(milk, typed)).toBe(false)
})

test('the label of a weighed product finds it, whatever it weighs, and so does a code without its leading zero', () => {
  expect(matchesCode(salmon, '2301234504128')).toBe(true)
  expect(matchesCode(salmon, '2301234604128')).toBe(false)
  expect(matchesCode(upc, '036000291452')).toBe(true)
})
