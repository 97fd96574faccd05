import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkDigit } from './gtin.ts'
import { toProductCode } from './scanned-code.ts'

const FNC1 = '\u001d'

test.each([
  ['6401234567897', '6401234567897', 'digits only'],
  [' 6401234567897 ', '6401234567897', 'with spaces around'],
  [']E06401234567897', '6401234567897', 'EAN-13'],
  [']E496385074', '96385074', 'EAN-8'],
  [']A0KM-1001', 'KM-1001', 'Code 39'],
  [']I116401234567894', '16401234567894', 'ITF-14'],
  [']C101164012345678941526123110L7', '16401234567894', 'GS1-128 of a case'],
  [`]d2010640123456789710L7${FNC1}17261231`, '6401234567897', 'GS1 DataMatrix'],
  [`]Q3010640123456789721S9`, '6401234567897', 'GS1 QR code'],
  [']e00106401234567897', '6401234567897', 'GS1 DataBar'],
  [']Q1https://id.gs1.org/01/06401234567897/10/L7', '6401234567897', 'a link in a QR code'],
  ['HTTPS://ID.GS1.ORG/01/06401234567897', '6401234567897', 'a link in upper case'],
  ['(01)06401234567897(10)L7', '6401234567897', 'with parentheses'],
  ['977123456700302', '9771234567003', 'a newspaper with the two digits beside its code'],
  [']E3978054466825652495', '9780544668256', 'a book with the five digits beside its code'],
  ['03600029145212', '036000291452', 'a UPC-A with two digits beside it'],
  ['16401234567894', '16401234567894', 'a case, whose first digits are no UPC-A with an add-on'],
  ['04252614', '04252614', 'a UPC-E, which only the product list tells from an EAN-8'],
  ['https://www.example.com/kampanja', 'https://www.example.com/kampanja', 'a web page'],
  ['hello', 'hello', 'any text'],
  ['', '', 'nothing'],
])('of the scanned %j the product’s code is %j: %s', (scanned, code) => {
  expect(toProductCode(scanned)).toBe(code)
})

test('the code of a product is its own, and no text makes it throw', () => {
  const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
  const codes = fc
    .constantFrom(7, 11, 12, 13)
    .chain(digits)
    .map(body => body.join(''))
    .map(body => `${body}${checkDigit(body)}`)
  fc.assert(
    fc.property(codes, code => {
      expect(toProductCode(code)).toBe(code)
    }),
  )
  fc.assert(fc.property(fc.string({ unit: 'binary' }), text => void toProductCode(text)))
})
