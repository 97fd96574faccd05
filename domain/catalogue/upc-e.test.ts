import { describe, expect, test } from 'vitest'
import { buildScanCatalogue, resolveScan } from './barcode.ts'
import { expandUpcE, wholeEan } from './gtin.ts'

const product = (id: number, ean13: string) =>
  ({ id, ean13, productCodeType: 'standard', priceCents: 250, available: true }) as const

describe('a UPC-E', () => {
  test.each([
    ['04252614', '042100005264'],
    ['01234505', '012000003455'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
    ['01234565', '012345000065'],
    ['11234538', '112300000458'],
    ['04965802', '049000006582'],
  ])('%s stands for %s', (short, upcA) => {
    expect(expandUpcE(short)).toBe(upcA)
    expect(expandUpcE(`${short.slice(0, 1)} ${short.slice(1, 7)} ${short.slice(7)}`)).toBe(upcA)
    expect(wholeEan(short)).toBe(upcA.padStart(13, '0'))
  })

  test.each(['04252615', '24252614', '0425261', '042526144', '96385074', 'hello', ''])('%j is none', text => {
    expect(expandUpcE(text)).toBeUndefined()
  })

  test('sells the product of its UPC-A', () => {
    const catalogue = buildScanCatalogue([product(1001, '0042100005264')])
    expect(resolveScan('04252614', catalogue)).toMatchObject({ kind: 'product', productId: 1001 })
    expect(resolveScan('04252614', buildScanCatalogue([]))).toEqual({ kind: 'unknown', code: '042100005264' })
    expect(resolveScan('04252615', catalogue)).toEqual({ kind: 'bad-check-digit', code: '04252615' })
  })
})

// The check digit of both: as eight digits, and as the twelve that they abbreviate.
const BOTH = '01234558'

test('eight digits that are an EAN-8 and a UPC-E mean the EAN-8 if it is listed', () => {
  const ean8 = product(1001, BOTH)
  const upcE = product(1002, wholeEan(BOTH))
  expect(resolveScan(BOTH, buildScanCatalogue([ean8, upcE]))).toMatchObject({ productId: 1001 })
  expect(resolveScan(BOTH, buildScanCatalogue([upcE]))).toMatchObject({ productId: 1002 })
})
