import { expect, test } from 'vitest'
import { initialRecord } from '#domain/record-fields.ts'
import { FINNISH_LAYOUTS } from './barcode.ts'
import { fieldsOfCode } from './code-fields.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'
import { productProblems } from './product-form.ts'

test.each([
  ['6410000000018', { ean13: '6410000000018' }],
  ['641 0000 000018', { ean13: '6410000000018' }],
  ['06410000000018', { ean13: '6410000000018' }],
  ['16410000000015', { eanCase: '16410000000015' }],
  ['96385074', { ean13: '0000096385074' }],
  ['2312340112342', { product_code: '2312340100004', prefix: '23', product_code_type: 'bulk_encoded_weight' }],
  ['4006381333932', { ean13: '4006381333932' }],
  ['ABC-1', { ean13: 'ABC-1' }],
])('the code %s fills the fields %o', (code, fields) => {
  expect(fieldsOfCode(code, FINNISH_LAYOUTS)).toEqual(fields)
})

test('a product created from a label has no problems with its codes', () => {
  const none = { en: '', fi: '', sv: '' }
  const form = {
    names: { ...none, fi: 'Siika' },
    descriptions: none,
    ...initialRecord(PRODUCT_FIELDS),
    price: 24.9,
    unit: 'kg',
  }
  expect(productProblems({ ...form, ...fieldsOfCode('2012340112341', FINNISH_LAYOUTS) }, FINNISH_LAYOUTS)).toEqual([])
})
