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
  ['6408430000135', 'the whole code'],
  ['6 408430 000135', 'the whole code, as printed under the bars'],
  ['16408430000132', 'the code of the case'],
  ['0135', 'its last digits'],
  ['135', 'its last three digits'],
  ['08430', 'a part that is long enough'],
])('a search for %s finds the milk: %s', typed => {
  expect(matchesCode(milk, typed)).toBe(true)
})

test.each(['', '35', '843', '0843', 'maito', '6408430000136', '640843000013500'])(
  'a search for %j does not find the milk',
  typed => {
    expect(matchesCode(milk, typed)).toBe(false)
  },
)

test('a search finds a weighed product by a label of any weight, and a code without its leading zero', () => {
  expect(matchesCode(salmon, '2301234504128')).toBe(true)
  expect(matchesCode(salmon, '2301234604128')).toBe(false)
  expect(matchesCode(upc, '036000291452')).toBe(true)
})
