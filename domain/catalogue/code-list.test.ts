import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { codeLines, parseCodeList } from './code-list.ts'
import { checkDigit } from './gtin.ts'

const ean = fc
  .array(fc.integer({ min: 0, max: 9 }), { minLength: 12, maxLength: 12 })
  .map(digits => digits.join(''))
  .map(digits => digits + String(checkDigit(digits)))

test('the codes of a list are read back, however they are separated', () => {
  const separator = fc.constantFrom('\n', ', ', ';', ' ', '\r\n', ' | ', '/')
  fc.assert(
    fc.property(fc.array(ean, { minLength: 1, maxLength: 10 }), separator, (codes, between) => {
      expect(parseCodeList(codes.join(between))).toEqual(codes)
      expect(parseCodeList(codeLines(codes))).toEqual(codes)
    }),
  )
})

test.each([
  ['', null],
  [' \n, ', null],
  ['6 410000 000018', ['6410000000018']],
  ['6410000000018 96385074', ['6410000000018', '0000096385074']],
  ['06410000000018', ['6410000000018']],
])('%j are the codes %j', (text, codes) => {
  expect(parseCodeList(text)).toEqual(codes)
})
