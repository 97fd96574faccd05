import { describe, expect, test } from 'vitest'
import { buildScanCatalogue } from '#domain/catalogue/barcode.ts'
import type { ShopProduct } from '#web/shop/catalogue/products/shop-product.ts'
import { readChoice, readCode, readTypedQuantity } from './use-scan-reading.ts'

const product = (id: number, rest: Partial<ShopProduct>): ShopProduct => ({
  id,
  name: `Product ${id}`,
  unit: 'kpl',
  drawing: null,
  priceCents: 145,
  rateBasisPoints: 1350,
  productCodeType: 'standard',
  available: true,
  ...rest,
})

const milk = product(1001, { ean13: '6401234567897', eanCase: '16401234567894', unitsPerCase: 12 })
const trout = product(1002, { productCodeType: 'bulk_encoded_weight', product_code: '2312340100004', priceCents: 1990 })
const pie = product(1003, { productCodeType: 'bulk_encoded_price', product_code: '2012340100003', priceCents: 990 })
const candy = product(1004, { productCodeType: 'bulk', ean13: '6409876543217', priceCents: 1490 })
const wine = product(1005, { ean13: '96385074', available: false })
const stove = product(1006, { ean13: '6430000000009', eanCase: '16430000000006', unitsPerCase: 4, priceCents: 19_900 })
const products = [milk, trout, pie, candy, wine, stove]

const shop = { catalogue: buildScanCatalogue(products), products }
const read = (code: string) => readCode(code, shop, '2026-12-01')

describe('a package that names a lot or a date', () => {
  const soup = product(1007, {
    ean13: '6410405082657',
    priceCents: 300,
    markdown: [{ days_left: 1, percent: 50 }],
    recalledLots: ['L9'],
  })
  const scan = (lot: string) =>
    readCode(`6410405082657/${lot}`, { catalogue: buildScanCatalogue([soup]), products: [soup] }, '2026-12-01')

  test('is added with them, whether they reduce its price or not', () => {
    const added = (lot: object) => ({ kind: 'add', product: soup, addition: { quantity: 1, lot } })
    expect(scan('u2026-12-02/L7')).toEqual(added({ lot: 'L7', useBy: '2026-12-02' }))
    expect(scan('b2026-12-31/')).toEqual(added({ bestBefore: '2026-12-31' }))
  })

  test.each([
    ['u2026-11-30/L7', false],
    ['b2026-11-30/', false],
    ['/L9', true],
  ])('is refused: %s, recalled is %s', (lot, isRecalled) => {
    expect(scan(lot)).toEqual({ kind: 'lot-refused', product: soup, isRecalled })
  })
})

describe('a scanned code', () => {
  test('of a product adds one piece', () => {
    expect(read('6401234567897')).toEqual({ kind: 'add', product: milk, addition: { quantity: 1 } })
  })

  test('of a case adds its units', () => {
    expect(read('16401234567894')).toEqual({ kind: 'add', product: milk, addition: { quantity: 12 } })
  })

  test('with a weight adds that weight', () => {
    expect(read('2312340111550')).toEqual({ kind: 'add', product: trout, addition: { quantity: 1.155 } })
  })

  test('with a price adds that price and its share of the quantity', () => {
    expect(read('2012340102502')).toEqual({
      kind: 'add',
      product: pie,
      addition: { quantity: 0.253, amountEuros: 2.5 },
    })
  })

  test('with an implausibly low price is refused', () => {
    // 0.04 of 9.90 a kilogram: four grams
    expect(read('2012340100041')).toEqual({ kind: 'label-too-small', product: pie })
    expect(read('2012340100058')).toMatchObject({ kind: 'add', addition: { quantity: 0.005, amountEuros: 0.05 } })
  })

  test('with an implausible weight asks for confirmation', () => {
    // 99.95 kg, by the label with two decimals
    expect(read('2412340199951')).toMatchObject({ kind: 'confirm', quantityThousandths: 99_950, costCents: 198_901 })
  })

  test('of an expensive case asks for confirmation, but not of one expensive piece', () => {
    expect(read('16430000000006')).toMatchObject({ kind: 'confirm', costCents: 79_600 })
    expect(read('6430000000009')).toMatchObject({ kind: 'add' })
  })

  test('of bulk goods asks for the quantity', () => {
    expect(read('6409876543217')).toEqual({ kind: 'ask-quantity', product: candy })
  })

  test('of weighed goods without a weight asks for the label', () => {
    expect(read('2312340100004')).toEqual({ kind: 'label-needed', product: trout })
  })

  test('is read by the shop’s own layouts', () => {
    const ham = product(1007, {
      productCodeType: 'bulk_encoded_weight',
      product_code: '2812345000007',
      priceCents: 1000,
    })
    const scale = { item_digits: 5, value_digits: 5, decimals: 3, internal_check: false }
    const scanCatalogue = buildScanCatalogue([ham], [{ ...scale, prefix: '28', kind: 'weight' }])
    expect(readCode('2812345025000', { catalogue: scanCatalogue, products: [ham] }, '2026-12-01')).toEqual({
      kind: 'add',
      product: ham,
      addition: { quantity: 2.5 },
    })
    expect(readCode('2812345000007', { catalogue: scanCatalogue, products: [ham] }, '2026-12-01')).toEqual({
      kind: 'label-needed',
      product: ham,
    })
    expect(read('2812345025000')).toEqual({ kind: 'unknown', code: '2812345025000' })
  })

  test('of a product that this store doesn’t sell says so', () => {
    expect(read('96385074')).toEqual({ kind: 'not-sold-here', product: wine })
  })

  test('is reported as unknown or, if its check digit is wrong, as misread', () => {
    expect(read('6400000000019')).toEqual({ kind: 'unknown', code: '6400000000019' })
    expect(read('6401234567891')).toEqual({ kind: 'bad-check-digit', code: '6401234567891' })
  })

  test('of a product that is missing in the list says so', () => {
    expect(readCode('6401234567897', { catalogue: buildScanCatalogue(products), products: [] }, '2026-12-01')).toEqual({
      kind: 'no-such-product',
    })
  })
})

describe('a product chosen by its name', () => {
  test('is added, asks for its quantity or label, or is refused, depending on the product', () => {
    expect(readChoice(milk)).toMatchObject({ kind: 'add', addition: { quantity: 1 } })
    expect(readChoice(candy)).toMatchObject({ kind: 'ask-quantity' })
    expect(readChoice(trout)).toMatchObject({ kind: 'label-needed' })
    expect(readChoice(wine)).toMatchObject({ kind: 'not-sold-here' })
  })
})

describe('a typed quantity', () => {
  test('is added to the basket', () => {
    expect(readTypedQuantity(candy, 0.253)).toEqual({ kind: 'add', product: candy, addition: { quantity: 0.253 } })
  })

  test('in grams instead of kilograms asks for confirmation', () => {
    expect(readTypedQuantity(candy, 253)).toMatchObject({
      kind: 'confirm',
      addition: { quantity: 253 },
      quantityThousandths: 253_000,
      costCents: 376_970,
    })
  })
})
