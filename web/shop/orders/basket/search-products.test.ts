import { expect, test } from 'vitest'
import { searchProducts } from './search-products.ts'
import type { ShopProduct } from './shop-product.ts'

const named = (name: string, ean13?: string): ShopProduct => ({
  id: name.length,
  name,
  unit: 'kpl',
  drawing: null,
  priceCents: 100,
  rateBasisPoints: 1350,
  productCodeType: 'standard',
  available: true,
  ...(ean13 && { ean13 }),
})

const shelf = [named('Täysmaito', '6401234567897'), named('Maitosuklaa'), named('Kevyt maito'), named('Ruisleipä')]
const found = (query: string) => searchProducts(shelf, query).map(({ name }) => name)

test('a name that begins so comes first, then a word, then a part of a word', () => {
  expect(found('maito')).toEqual(['Maitosuklaa', 'Kevyt maito', 'Täysmaito'])
})

test('dots, case and the order of words do not matter', () => {
  expect(found('RUISLEIPA')).toEqual(['Ruisleipä'])
  expect(found('maito kevyt')).toEqual(['Kevyt maito'])
})

test('part of the number under the bars finds the product', () => {
  expect(found('56789')).toEqual(['Täysmaito'])
  expect(found('7897')).toEqual(['Täysmaito'])
  expect(found('6 401234 567897')).toEqual(['Täysmaito'])
})

test('nothing typed finds nothing', () => {
  expect(found('  ')).toEqual([])
  expect(found('64')).toEqual([])
})
