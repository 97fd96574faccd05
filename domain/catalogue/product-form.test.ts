import { expect, test } from 'vitest'
import { initialRecord } from '#domain/record-fields.ts'
import { FINNISH_LAYOUTS } from './barcode.ts'
import { PRODUCT_FIELDS } from './product-fields.ts'
import { productProblems, type ProductForm } from './product-form.ts'

const milk: ProductForm = {
  names: { en: 'Milk', fi: 'Maito', sv: '' },
  descriptions: { en: '', fi: '', sv: '' },
  ...initialRecord(PRODUCT_FIELDS),
  price: 1.45,
  content_quantity: 1,
  content_unit: 'l',
  units_per_case: 12,
  ean13: '6410000000018',
  eanCase: '16410000000015',
  alarm_limit: 5,
  supplier_code: 'M-1',
  order_pack: 12,
}
const cheese = { product_code_type: 'bulk_encoded_price', product_code: '2012340100003', prefix: '20' } as const

const wrong = (change: Partial<ProductForm>) =>
  productProblems({ ...milk, ...change }, FINNISH_LAYOUTS).map(({ field, problem }) => `${field} ${problem}`)

test('a complete form has no problems', () => {
  expect(wrong({})).toEqual([])
  expect(
    wrong({ ean13: null, eanCase: null, units_per_case: null, content_quantity: null, content_unit: null }),
  ).toEqual([])
  expect(wrong(cheese)).toEqual([])
  // A case may have 13 digits of its own.
  expect(wrong({ eanCase: '6410000000025' })).toEqual([])
  expect(wrong({ ean13: null, product_code: '6410000000018', eanCase: '6410000000025' })).toEqual([])
})

test.each<[string, Partial<ProductForm>, string[]]>([
  ['no name in any language', { names: { en: ' ', fi: '', sv: '' } }, ['names required']],
  ['a long name', { names: { en: 'x'.repeat(101), fi: '', sv: '' } }, ['names.en tooLong']],
  ['no unit', { unit: ' ' }, ['unit required']],
  ['half cents', { price: 1.455 }, ['price invalidAmount']],
  ['a negative price', { price: -1 }, ['price invalidAmount']],
  ['a deposit above the price', { deposit: 2 }, ['deposit depositAbovePrice']],
  ['a content without its unit', { content_unit: null }, ['content_unit required']],
  ['a unit without content', { content_quantity: null }, ['content_quantity required']],
  ['a content of zero', { content_quantity: 0 }, ['content_quantity contentRange']],
  ['a content above the maximum', { content_quantity: 1_000_001 }, ['content_quantity contentRange']],
  ['an order pack of nothing', { order_pack: 0 }, ['order_pack contentRange']],
  ['an order pack of half a piece', { order_pack: 2.5 }, ['order_pack invalidQuantity']],
  ['a long article code', { supplier_code: 'x'.repeat(51) }, ['supplier_code tooLong']],
  ['a negative alarm limit', { alarm_limit: -1 }, ['alarm_limit limitRange']],
  ['an alarm limit above the maximum', { alarm_limit: 1_000_000.5 }, ['alarm_limit limitRange']],
  ['an alarm limit with four decimals', { alarm_limit: 0.0001 }, ['alarm_limit invalidQuantity']],
  ['an EAN of twelve digits', { ean13: '641000000001' }, ['ean13 eanLength']],
  ['an EAN with letters', { ean13: '64100000000x6' }, ['ean13 eanLength']],
  ['a wrong check digit', { ean13: '6410000000017' }, ['ean13 ean13']],
  ['a case code for one piece', { ean13: '16410000000015' }, ['ean13 eanOfCase']],
  ['a wrong check digit of 14 digits', { ean13: '16410000000014' }, ['ean13 ean14']],
  ['a further code with a wrong check digit', { further_codes: ['6410000000017'] }, ['further_codes ean13']],
  ['a case’s code among the further ones', { further_codes: ['16410000000015'] }, ['further_codes eanOfCase']],
  ['the code of the piece among the further ones', { further_codes: ['6410000000018'] }, ['further_codes codeTwice']],
  ['a further code twice', { further_codes: ['6410000000025', '6410000000025'] }, ['further_codes codeTwice']],
  ['eleven further codes', { further_codes: Array(11).fill('6410000000025') }, ['further_codes tooManyCodes']],
  ['a wrong check digit on a case', { eanCase: '16410000000014' }, ['eanCase ean14']],
  ['a piece’s code as the only one, of a case', { ean13: null, eanCase: '6410000000018' }, ['eanCase eanOfPiece']],
  ['a padded code of a piece, of a case', { ean13: null, eanCase: '06410000000018' }, ['eanCase eanOfPiece']],
  ['a case without a number of units', { units_per_case: null }, ['units_per_case required']],
  ['a product code of another length', { product_code: '64100000' }, ['product_code codeLength']],
  ['a product code with a wrong check digit', { product_code: '6410000000017' }, ['product_code ean13']],
  ['a weighed product without a code', { product_code_type: 'bulk_encoded_weight' }, ['product_code required']],
  [
    'a price label on weighed goods',
    { ...cheese, product_code_type: 'bulk_encoded_weight' },
    ['product_code codeKind'],
  ],
  ['a prefix other than the code’s', { ...cheese, prefix: '21' }, ['prefix prefix']],
  ['a label without a prefix', { ...cheese, prefix: null }, ['prefix required']],
  [
    'a store named twice',
    { stores: [1, 1].map(store_id => ({ store_id, offered: true, alarm_limit: null })) },
    ['stores.1 repeated'],
  ],
])('%s is reported', (_what, change, problems) => {
  expect(wrong(change)).toEqual(problems)
})

test('a stored code of 13 digits as the only one, of a case, stays until the codes change', () => {
  type Codes = Pick<ProductForm, 'ean13' | 'product_code' | 'eanCase' | 'further_codes'>
  const stored: Codes = { ean13: null, product_code: null, further_codes: null, eanCase: '6410000000018' }
  const problemsAfter = (change: Partial<ProductForm>, before = stored) =>
    productProblems({ ...milk, ...stored, ...change }, FINNISH_LAYOUTS, before).map(({ problem }) => problem)
  expect(problemsAfter({ price: 2 })).toEqual([])
  expect(problemsAfter({}, { ...stored, eanCase: '06410000000018' })).toEqual(['eanOfPiece'])
  expect(problemsAfter({ eanCase: '6410000000025' })).toEqual(['eanOfPiece'])
  expect(problemsAfter({}, { ...stored, eanCase: '6410000000025' })).toEqual(['eanOfPiece'])
  expect(problemsAfter({}, { ...stored, ean13: '6410000000025' })).toEqual(['eanOfPiece'])
})
