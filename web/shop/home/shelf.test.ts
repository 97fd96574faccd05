import { expect, test } from 'vitest'
import type { Product } from '#contract/catalogue/products.ts'
import { searchProducts } from './search-products.ts'
import { shelfProducts } from './shelf.tsx'

const offered = { status: true, level: 'ok', remaining: null } as const
const product = (name: string, changes: Partial<Product> = {}): Product => ({
  id: 1001,
  name,
  description: '',
  price: 1,
  vat: 13.5,
  deposit: 0,
  unit: 'kpl',
  content_quantity: null,
  content_unit: null,
  unit_price: null,
  units_per_case: null,
  product_code: null,
  ean13: null,
  eanCase: null,
  prefix: null,
  product_type: 'standard',
  product_code_type: 'standard',
  perishable: false,
  min_age: null,
  supplier: { id: 1, name: 'Isokylän maitola' },
  sort_order: 0,
  drawing: null,
  images: [],
  active_store_stock: offered,
  ...changes,
})
const names = (products: Product[]) => products.map(({ name }) => name)

test('the shelf lists what the active store offers, without pre-order goods', () => {
  const products = [
    product('Maito'),
    product('Joulukinkku', { product_type: 'preorder' }),
    product('Olut', { active_store_stock: { ...offered, status: false } }),
    product('Suola', { active_store_stock: null }),
  ]
  expect(names(shelfProducts(products))).toEqual(['Maito'])
})

test('goods that are out of stock stay listed, as the shopper may hold one in hand', () => {
  const out = product('Maito', { active_store_stock: { status: true, level: 'out', remaining: null } })
  expect(names(shelfProducts([out]))).toEqual(['Maito'])
})

test('the shelf is sorted by the shopkeeper’s order, then by name', () => {
  const products = [
    product('Voi', { sort_order: 2 }),
    product('Äyriäiset', { sort_order: 1 }),
    product('Omena', { sort_order: 1 }),
  ]
  expect(names(shelfProducts(products))).toEqual(['Omena', 'Äyriäiset', 'Voi'])
})

const bread = product('Ruisleipä', { description: 'Juureen leivottu', supplier: { id: 2, name: 'Perniön leipomo' } })
const milk = product('Kevytmaito', { ean13: '6408430000135' })

test.each([
  ['ruis', ['Ruisleipä']],
  ['RUISLEIPA', ['Ruisleipä']],
  ['leipomo ruis', ['Ruisleipä']],
  ['juureen', ['Ruisleipä']],
  ['isokylan', ['Kevytmaito']],
  ['  ', ['Ruisleipä', 'Kevytmaito']],
  ['ruis maito', []],
  ['6408430000135', ['Kevytmaito']],
  ['0135', ['Kevytmaito']],
  ['6 408430 000135', ['Kevytmaito']],
  ['999', []],
])('searching for “%s” finds %j', (query, found) => {
  expect(names(searchProducts([bread, milk], query))).toEqual(found)
})
