import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { FINNISH_LAYOUTS } from './barcode.ts'
import { checkDigit } from './gtin.ts'
import { matchPhoto, type PhotoProduct, parsePhotoName } from './photo-match.ts'

const product = (id: number, name: string, codes: Partial<PhotoProduct> = {}): PhotoProduct => ({
  id,
  names: [name, ''],
  productCodeType: 'standard',
  ...codes,
})
const PRODUCTS = [
  product(1, 'Juhla Mokka 500 g', { ean13: '6408430000012' }),
  product(2, 'Ruisleipä', { eanCase: '16408430000026' }),
  product(3, 'Äiti’s jam', { ean13: '4006381333931', further_codes: ['0042100005264', '96385074'] }),
  product(4, 'Olut 2'),
  product(5, 'Olut'),
  product(6, 'Lohi', { product_code: '2312345600008', productCodeType: 'bulk_encoded_weight' }),
  product(7, 'Maito'),
  product(8, 'Maito'),
]
const match = (fileName: string) => matchPhoto(parsePhotoName(fileName), PRODUCTS, FINNISH_LAYOUTS)

test.each([
  ['6408430000012.jpg', 1],
  ['IMG_6408430000012-2.JPEG', 1],
  ['kahvi (6408430000012) (3).png', 1],
  ['06408430000012.webp', 1],
  ['16408430000026_1.jpg', 2],
  ['96385074.avif', 3],
  // The UPC-A of a further code, and the UPC-E that means it.
  ['042100005264.jpg', 3],
  ['04252614.jpg', 3],
  // A label of 1.234 kg.
  ['2312345612345.jpg', 6],
])('%s is found by its code', (fileName, id) => {
  expect(match(fileName)).toEqual({ kind: 'code', id })
})

test.each([
  ['juhla-mokka_500-g.jpg', 1],
  ['RUISLEIPÄ.png', 2],
  ['ruisleipa-2.jpg', 2],
  ['Ruisleipa\u0308 (3).jpg', 2],
  ['olut 2.jpg', 4],
  ['olut-3.jpg', 5],
  ['aiti s jam.jpg', 3],
])('%s is found by its name', (fileName, id) => {
  expect(match(fileName)).toEqual({ kind: 'name', id })
})

test('a name that several products have, or a part of one, is left to the admin', () => {
  expect(match('maito.jpg')).toEqual({ kind: 'unsure', ids: [7, 8] })
  expect(match('mokka edestä.jpg')).toEqual({ kind: 'unsure', ids: [1] })
  expect(match('6408430000012 ja 4006381333931.jpg')).toEqual({ kind: 'unsure', ids: [1, 3] })
})

test('a camera’s name or an unknown code matches nothing', () => {
  for (const name of ['IMG_20261130_120501.jpg', 'DSC01234.JPG', '6408430000999.jpg', '.jpg', ''])
    expect(match(name)).toEqual({ kind: 'none' })
})

const ean = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  .map(digits => `3${digits.slice(1).join('')}`)
  .map(digits => digits + checkDigit(digits))
const aside = fc.stringMatching(/^[a-zåäö _.()-]{0,12}$/)

test('any code of a product finds it, whatever stands around it', () => {
  fc.assert(
    fc.property(
      fc.tuple(ean, aside, aside),
      fc.constantFrom('ean13', 'eanCase', 'further_codes'),
      ([code, before, after], field) => {
        const added = product(9, 'x', { [field]: field === 'further_codes' ? [code] : code })
        const fileName = `${before}${code}${after}.jpg`
        expect(matchPhoto(parsePhotoName(fileName), [...PRODUCTS, added], FINNISH_LAYOUTS)).toEqual({
          kind: 'code',
          id: 9,
        })
      },
    ),
  )
})

test('a name finds its product in any case, with other separators, without accents, with a number', () => {
  const word = fc.stringMatching(/^[a-zåäöéü]{2,10}$/)
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 1, maxLength: 4 }),
      fc.tuple(fc.constantFrom('-', '_', ' ', '.', '--'), fc.constantFrom('', '-2', '_12', ' (3)')),
      fc.constantFrom<(text: string) => string>(
        text => text,
        text => text.toUpperCase(),
        text => text.normalize('NFD'),
        text => text.normalize('NFD').replaceAll(/\p{M}/gu, ''),
      ),
      (words, [separator, number], write) => {
        const added = product(9, `Uniikki ${words.join(' ')}`)
        const fileName = `${write(['uniikki', ...words].join(separator))}${number}.jpg`
        expect(matchPhoto(parsePhotoName(fileName), [...PRODUCTS, added], FINNISH_LAYOUTS)).toEqual({
          kind: 'name',
          id: 9,
        })
      },
    ),
  )
})

test('only given products are found, each once, whatever the file is called', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fileName => {
      const found = match(fileName)
      const ids = 'id' in found ? [found.id] : 'ids' in found ? found.ids : []
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.every(id => PRODUCTS.some(each => each.id === id))).toBe(true)
    }),
  )
})
