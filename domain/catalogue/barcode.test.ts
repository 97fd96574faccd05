import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildScanCatalogue,
  codeKeys,
  eanProblem,
  parseVariableMeasure,
  resolveScan,
  FINNISH_LAYOUTS,
  type ScannableProduct,
} from './barcode.ts'
import { checkDigit, normaliseGtin, wholeEan } from './gtin.ts'
import { listedDigits } from './listed-digits.ts'

const withCheck = (digits: string) => `${digits}${checkDigit(digits)}`
const getDigits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map(digits => digits.join(''))

const product = (fields: Partial<ScannableProduct>): ScannableProduct => ({
  id: 1001,
  productCodeType: 'standard',
  priceCents: 250,
  available: true,
  ...fields,
})
const milk = product({ id: 1001, ean13: withCheck('640123456789'), eanCase: '16401234567894', unitsPerCase: 12 })
const salmon = product({
  id: 1002,
  product_code: '2312340100004',
  productCodeType: 'bulk_encoded_weight',
  priceCents: 2990,
})
const cheese = product({
  id: 1003,
  product_code: '2012340100003',
  productCodeType: 'bulk_encoded_price',
  priceCents: 1990,
})
const catalogue = buildScanCatalogue([milk, salmon, cheese])
const scan = (code: string) => resolveScan(code, catalogue)

describe('an EAN that an admin enters', () => {
  it.each([
    ['6401234567897', undefined],
    ['16401234567894', undefined],
    ['6401234567890', 'ean13'],
    ['16401234567890', 'ean14'],
    ['96385074', 'length'],
    ['640123456789x', 'length'],
    ['', 'length'],
  ])('%s has the problem: %s', (digits, problem) => {
    expect(eanProblem(digits)).toBe(problem)
  })
})

describe('a variable-measure label', () => {
  it.each([
    ['2012340102502', 'price', 250],
    [withCheck('211234010250'), 'price', 2500],
    [withCheck('221234010250'), 'price', 25_000],
    ['2312340111550', 'weight', 1155],
    [withCheck('241234011155'), 'weight', 11_550],
    [withCheck('251234011155'), 'weight', 115_500],
  ])('%s carries a %s of %i', (code, kind, value) => {
    expect(parseVariableMeasure(`0${code}`, FINNISH_LAYOUTS)).toEqual({ kind, itemCode: '123401', value })
  })

  it('is not recognised with another prefix, with a case indicator, or as a padded shorter code', () => {
    expect(parseVariableMeasure('06401234567897', FINNISH_LAYOUTS)).toBeUndefined()
    expect(parseVariableMeasure('12312340111557', FINNISH_LAYOUTS)).toBeUndefined()
    expect(parseVariableMeasure('00023123401115', FINNISH_LAYOUTS)).toBeUndefined()
  })

  it('is parsed by other layouts when they are configured', () => {
    const layouts = [
      { prefix: '28', kind: 'price', item_digits: 4, value_digits: 5, decimals: 2, internal_check: true },
    ] as const
    expect(parseVariableMeasure('02812349012345', layouts)).toEqual({ kind: 'price', itemCode: '1234', value: 1234 })
    expect(parseVariableMeasure('02312340111550', layouts)).toBeUndefined()
  })
})

describe('the unique keys of a product', () => {
  it('are 14 digits for plain codes and kind with item digits for encoded ones', () => {
    expect(codeKeys(milk, FINNISH_LAYOUTS)).toEqual(['06401234567897', '16401234567894'])
    expect(codeKeys(salmon, FINNISH_LAYOUTS)).toEqual(['weight:123401'])
    expect(codeKeys(cheese, FINNISH_LAYOUTS)).toEqual(['price:123401'])
  })

  it('are the same for all prefixes of a kind, and not repeated for a code entered twice', () => {
    const sameItem = { ...salmon, product_code: withCheck('251234010000') }
    expect(codeKeys(sameItem, FINNISH_LAYOUTS)).toEqual(codeKeys(salmon, FINNISH_LAYOUTS))
    expect(codeKeys({ ...milk, product_code: milk.ean13 ?? null, eanCase: null }, FINNISH_LAYOUTS)).toEqual([
      '06401234567897',
    ])
    expect(codeKeys(product({ ean13: '', eanCase: null }), FINNISH_LAYOUTS)).toEqual([])
  })

  it('stay plain for a code whose prefix does not fit the kind', () => {
    expect(codeKeys({ ...salmon, product_code: '2012340100003' }, FINNISH_LAYOUTS)).toEqual(['02012340100003'])
    expect(codeKeys({ ...salmon, productCodeType: 'standard' }, FINNISH_LAYOUTS)).toEqual(['02312340100004'])
  })
})

describe('resolving a scan', () => {
  it('gives one unit for a unit code and all units of the case for a case code', () => {
    expect(scan('6401234567897')).toEqual({ kind: 'product', productId: 1001, quantityThousandths: 1000 })
    expect(scan('06401234567897')).toEqual(scan('6401234567897'))
    expect(scan('16401234567894')).toEqual({ kind: 'product', productId: 1001, quantityThousandths: 12_000 })
  })

  it('gives one unit for a case code without a number of units', () => {
    const unknownCase = buildScanCatalogue([{ ...milk, unitsPerCase: null }])
    expect(resolveScan('16401234567894', unknownCase)).toMatchObject({ quantityThousandths: 1000 })
  })

  it('gives one unit for a code that is both unit and case', () => {
    const tray = product({ id: 1009, eanCase: milk.ean13 ?? null, unitsPerCase: 6 })
    for (const products of [
      [tray, milk],
      [milk, tray],
    ]) {
      expect(resolveScan('6401234567897', buildScanCatalogue(products))).toMatchObject({
        productId: 1001,
        quantityThousandths: 1000,
      })
    }
  })

  it('gives the weight of a weight label, whichever weight prefix it has', () => {
    expect(scan('2312340111550')).toEqual({ kind: 'product', productId: 1002, quantityThousandths: 1155 })
    expect(scan(withCheck('241234011155'))).toMatchObject({ productId: 1002, quantityThousandths: 11_550 })
    expect(scan('2312340100004')).toMatchObject({ productId: 1002, quantityThousandths: 0 })
  })

  it('gives the exact amount of a price label and the quantity it buys, to three decimals', () => {
    expect(scan('2012340102502')).toEqual({
      kind: 'product',
      productId: 1003,
      quantityThousandths: 126,
      amountCents: 250,
    })
    expect(scan('2012340100003')).toEqual({ kind: 'product', productId: 1003, quantityThousandths: 0, amountCents: 0 })
  })

  it('gives a quantity above zero for the cheapest label of an expensive product', () => {
    const saffron = buildScanCatalogue([{ ...cheese, priceCents: 900_000 }])
    const label = withCheck('201234010001')
    expect(resolveScan(label, saffron)).toMatchObject({ quantityThousandths: 1, amountCents: 1 })
  })

  it('distinguishes unknown codes, misread codes and products not sold here', () => {
    expect(scan('6401234567880')).toEqual({ kind: 'unknown', code: '6401234567880' })
    expect(scan(withCheck('239999990100'))).toMatchObject({ kind: 'unknown' })
    expect(scan('hello')).toEqual({ kind: 'unknown', code: 'hello' })
    expect(scan('6401234567890')).toEqual({ kind: 'bad-check-digit', code: '6401234567890' })
    expect(scan('2312340111551')).toMatchObject({ kind: 'bad-check-digit' })
    const elsewhere = buildScanCatalogue([
      { ...milk, available: false },
      { ...salmon, available: false },
    ])
    expect(resolveScan('6401234567897', elsewhere)).toEqual({ kind: 'not-sold-here', productId: 1001 })
    expect(resolveScan('16401234567894', elsewhere)).toEqual({ kind: 'not-sold-here', productId: 1001 })
    expect(resolveScan('2312340111550', elsewhere)).toEqual({ kind: 'not-sold-here', productId: 1002 })
  })

  it('does not sell a product without a price by amount', () => {
    const free = buildScanCatalogue([{ ...cheese, priceCents: 0 }])
    expect(resolveScan('2012340102502', free)).toEqual({ kind: 'not-sold-here', productId: 1003 })
  })

  it('prefers an exact code over a label that looks the same', () => {
    const gadget = product({ id: 1010, ean13: '2312340111550' })
    const both = buildScanCatalogue([salmon, gadget])
    expect(resolveScan('2312340111550', both)).toEqual({ kind: 'product', productId: 1010, quantityThousandths: 1000 })
    expect(resolveScan('2312340100004', both)).toMatchObject({ productId: 1002 })
  })

  it('does not treat the code of a standard product as a label', () => {
    const plain = buildScanCatalogue([{ ...salmon, productCodeType: 'standard' }])
    expect(resolveScan('2312340111550', plain).kind).toBe('unknown')
    expect(resolveScan('2312340100004', plain)).toMatchObject({ quantityThousandths: 1000 })
  })

  it('finds a product by each of its codes, in any notation of the code', () => {
    const lengths = fc.constantFrom(8, 12, 13, 14)
    const code = lengths.chain(length => getDigits(length - 1)).map(withCheck)
    fc.assert(
      fc.property(
        fc.uniqueArray(code, { selector: each => normaliseGtin(each), minLength: 1, maxLength: 20 }),
        codes => {
          const products = codes.map((ean13, index) => product({ id: 1001 + index, ean13 }))
          const built = buildScanCatalogue(products)
          for (const { id, ean13 } of products) {
            const expected = { kind: 'product', productId: id, quantityThousandths: 1000 }
            expect(resolveScan(ean13!, built)).toEqual(expected)
            expect(resolveScan(ean13!.padStart(14, '0'), built)).toEqual(expected)
            expect(resolveScan(`${ean13!.slice(0, 3)} ${ean13!.slice(3)}`, built)).toEqual(expected)
          }
        },
      ),
    )
  })

  it('finds a product by each of its further codes, as one piece', () => {
    const code = fc
      .constantFrom(8, 12, 13)
      .chain(length => getDigits(length - 1))
      .map(withCheck)
    fc.assert(
      fc.property(
        fc.uniqueArray(code, { selector: each => normaliseGtin(each), minLength: 2, maxLength: 11 }),
        codes => {
          const [ean13 = '', ...further_codes] = codes
          const built = buildScanCatalogue([product({ ean13, further_codes, unitsPerCase: 12 })])
          for (const each of codes)
            expect(resolveScan(each, built)).toEqual({ kind: 'product', productId: 1001, quantityThousandths: 1000 })
        },
      ),
    )
  })

  it('reads back any weight and any price that a label can carry', () => {
    const layout = fc.constantFrom(...FINNISH_LAYOUTS)
    fc.assert(
      fc.property(layout, getDigits(6), fc.integer({ min: 1, max: 9999 }), (scaleLayout, item, value) => {
        const label = withCheck(`${scaleLayout.prefix}${item}${String(value).padStart(4, '0')}`)
        const master = withCheck(`${scaleLayout.prefix}${item}0000`)
        const sold = product({
          product_code: master,
          productCodeType: `bulk_encoded_${scaleLayout.kind}`,
          priceCents: 1000,
        })
        const read = resolveScan(label, buildScanCatalogue([sold]))
        const asWeight = Math.round(value * 10 ** (3 - scaleLayout.decimals))
        const amountCents = Math.round(value * 10 ** (2 - scaleLayout.decimals))
        // At 10 euros per unit, one cent is one thousandth.
        const expected =
          scaleLayout.kind === 'weight'
            ? { quantityThousandths: asWeight }
            : { quantityThousandths: amountCents, amountCents }
        expect(read).toEqual({ kind: 'product', productId: 1001, ...expected })
      }),
    )
  })

  it('never sells anything on a misread digit', () => {
    const codes = ['6401234567897', '16401234567894', '2312340111550', '2012340102502']
    fc.assert(
      fc.property(fc.constantFrom(...codes), fc.nat(), fc.integer({ min: 1, max: 9 }), (code, position, shift) => {
        const index = position % code.length
        const misread = code
          .split('')
          .with(index, String((Number(code[index]) + shift) % 10))
          .join('')
        expect(scan(misread)).toEqual({ kind: 'bad-check-digit', code: misread })
      }),
    )
  })

  it('returns a result for any text', () => {
    const kinds = new Set(['product', 'unknown', 'bad-check-digit', 'not-sold-here'])
    fc.assert(fc.property(fc.oneof(fc.string(), getDigits(13), getDigits(14)), text => kinds.has(scan(text).kind)))
  })
})

describe('the product list confirms', () => {
  const listed = (code: string) =>
    listedDigits(code, buildScanCatalogue([milk, salmon, { ...cheese, available: false }]))

  it('all digits of a unit’s and of a case’s code', () => {
    expect(listed(withCheck('640123456789'))).toBe('all')
    expect(listed('16401234567894')).toBe('all')
  })

  it('the item but not the weight or price of a label, sold in this store or not', () => {
    expect(listed(withCheck('231234011155'))).toBe('item')
    expect(listed(withCheck('201234010250'))).toBe('item')
  })

  it('nothing of other codes', () => {
    expect(listed(withCheck('640123456788'))).toBe('none')
    expect(listed(withCheck('239999991155'))).toBe('none')
    expect(listed('6401234567890')).toBe('none')
    expect(listed('hello')).toBe('none')
  })
})

describe('a code of 14 digits that begins with 0', () => {
  const PIECE = '6419910000040'

  it('is the code of one piece, with 13 digits; other indicators and wrong check digits stay', () => {
    expect(wholeEan(`0${PIECE}`)).toBe(PIECE)
    expect(wholeEan('16419910000047')).toBe('16419910000047')
    expect(wholeEan('06419910000041')).toBe('06419910000041')
  })

  it('stored as the case of a product without a code of its own, is sold as one piece', () => {
    const butter = { id: 1004, unitsPerCase: 12 }
    const sold = (codes: Partial<ScannableProduct>, code: string) =>
      resolveScan(code, buildScanCatalogue([product({ ...butter, ...codes })]))
    expect(sold({ eanCase: `0${PIECE}` }, PIECE)).toMatchObject({ quantityThousandths: 1000 })
    expect(sold({ eanCase: '16419910000047' }, '16419910000047')).toMatchObject({ quantityThousandths: 12_000 })
    // Beside the code of the piece it may be the case's own code.
    expect(sold({ ean13: withCheck('640123456789'), eanCase: `0${PIECE}` }, PIECE)).toMatchObject({
      quantityThousandths: 12_000,
    })
  })
})
