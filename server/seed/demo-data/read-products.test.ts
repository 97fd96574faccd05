import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readProducts } from './read-products.ts'

const csv = readFileSync(new URL('products.csv', import.meta.url), 'utf8')
const milk = /^light-milk;.*$/m.exec(csv)?.[0] ?? ''
const withMilk = (change: (row: string) => string) => () => readProducts(csv.replace(milk, change(milk)))

test('the file of demo products is read', () => {
  expect(withMilk(row => row)()[0]).toMatchObject({ key: 'light-milk', priceCents: 145, sortOrder: 100 })
})

test.each<[what: string, change: [part: string, instead: string], message: RegExp]>([
  ['an amount that is none', [';1,45;', ';cheap;'], /row 2: price invalidNumber \(cheap\)/],
  ['half cents', [';1,45;', ';1,455;'], /row 2: price invalidAmount/],
  ['a wrong check digit', [';6499110010179;', ';6499110010178;'], /row 2: ean13 ean13/],
  ['no name', [';Semi-skimmed milk;Kevytmaito;Lättmjölk;', ';;;;'], /row 2: names required/],
  ['a supplier of another shop', [';Isokylän maitola;', ';Meijeri;'], /row 2: supplier_id/],
  ['a VAT class of another shop', [';food;', ';foods;'], /row 2: vat_class_id/],
  ['a store of another shop', ['Teijon puoti', 'Ranta'], /row 2: the store Ranta is unknown/],
  ['stock in a store that does not offer it', [', Teijon puoti', ''], /row 2: stock_teijo/],
  ['no stock in a store that offers it', [';24;18;9', ';24;;9'], /row 2: stock_teijo/],
  ['a drawing that is none', [';milk;24', ';milks;24'], /row 2: there is no drawing milks/],
])('a row with %s is refused, and named', (_what, [part, instead], message) => {
  expect(milk).toContain(part)
  expect(withMilk(row => row.replace(part, instead))).toThrow(message)
})

test('a file without a column of the demo shop is refused', () => {
  expect(() => readProducts(csv.replace(';drawing;', ';picture;'))).toThrow(/row 2: there is no column drawing/)
})
