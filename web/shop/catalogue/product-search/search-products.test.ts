import { expect, test } from 'vitest'
import type { ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { searchProducts } from './manual-entry-dialog.tsx'

const product = (name: string, ean13?: string): ShopProduct => ({
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

const shelf = [
  product('Täysmaito', '6401234567897'),
  product('Maitosuklaa'),
  product('Kevyt maito'),
  product('Ruisleipä'),
]
const found = (query: string) => searchProducts(shelf, query).map(({ name }) => name)

test('names that start with the query come first, then words, then parts of words', () => {
  expect(found('maito')).toEqual(['Maitosuklaa', 'Kevyt maito', 'Täysmaito'])
})

test('the search ignores diacritics, case and the order of words', () => {
  expect(found('RUISLEIPA')).toEqual(['Ruisleipä'])
  expect(found('maito kevyt')).toEqual(['Kevyt maito'])
})

test('part of the barcode number finds the product', () => {
  expect(found('56789')).toEqual(['Täysmaito'])
  expect(found('7897')).toEqual(['Täysmaito'])
  expect(found('6 401234 567897')).toEqual(['Täysmaito'])
})

test('a blank or very short query finds nothing', () => {
  expect(found('  ')).toEqual([])
  expect(found('64')).toEqual([])
})
