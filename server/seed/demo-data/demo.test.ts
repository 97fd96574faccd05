import { parsePhoneNumberWithError } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { codeKeys, eanProblem, FINNISH_LAYOUTS, parseVariableMeasure } from '#domain/catalogue/barcode.ts'
import { DRAWINGS } from '#domain/catalogue/drawings.ts'
import { hasValidCheckDigit, normaliseGtin } from '#domain/catalogue/gtin.ts'
import { DEMO } from './demo.ts'
import type { DemoProduct } from './types.ts'

const { operator, products, stores, suppliers, users, vatClasses } = DEMO
const LANGUAGES = ['en', 'fi', 'sv'] as const
const getKeys = (list: readonly { key: string }[]) => list.map(({ key }) => key)
const duplicates = (list: readonly string[]) => list.filter((each, index) => list.indexOf(each) !== index)
const withCodeType = (type: DemoProduct['productCodeType']) => products.filter(each => each.productCodeType === type)
const asProductCodes = ({ ean13, eanCase, productCode, productCodeType }: DemoProduct) => ({
  ean13,
  eanCase,
  product_code: productCode,
  productCodeType,
})

/** The check digit of Finnish business ids: weights 7 9 10 5 8 4 2, modulo 11. */
function businessIdCheckDigit(sevenDigits: string): number {
  const sum = [7, 9, 10, 5, 8, 4, 2].reduce((total, weight, index) => total + weight * Number(sevenDigits[index]), 0)
  return (11 - (sum % 11)) % 11
}

describe('the demo shop', () => {
  it('sells at least 60 products from shelves and at least 4 by pre-order', () => {
    expect(products.filter(each => each.productType === 'standard').length).toBeGreaterThanOrEqual(60)
    expect(products.filter(each => each.productType === 'preorder').length).toBeGreaterThanOrEqual(4)
  })

  it('has 64 products on the shelves of Mathildedal', () => {
    expect(products.filter(each => each.stockThousandths.mathildedal !== undefined)).toHaveLength(64)
  })

  it('has valid codes of 13 or 14 digits only', () => {
    const codes = products.flatMap(each => [each.ean13, each.eanCase, each.productCode]).filter(code => code !== null)
    expect(codes.length).toBeGreaterThan(100)
    expect(codes.filter(code => eanProblem(code) !== undefined)).toEqual([])
  })

  it('gives no code to two products, nor the same one to a unit and its case', () => {
    expect(duplicates(products.flatMap(each => codeKeys(asProductCodes(each), FINNISH_LAYOUTS)))).toEqual([])
    expect(
      products.filter(each => each.eanCase !== null && codeKeys(asProductCodes(each), FINNISH_LAYOUTS).length < 2),
    ).toEqual([])
  })

  it('has case codes of both lengths, each with the units in the case', () => {
    const cases = products.filter(each => each.eanCase !== null)
    expect(new Set(cases.map(each => each.eanCase?.length))).toEqual(new Set([13, 14]))
    expect(products.filter(each => (each.eanCase === null) !== (each.unitsPerCase === null))).toEqual([])
  })

  it('has a product with an EAN-8 and one with a UPC-A', () => {
    const padded = products.map(each => each.ean13).filter(code => code?.startsWith('0'))
    const shortest = padded.map(code => String(Number(code)))
    expect(new Set(shortest.map(code => code.length))).toEqual(new Set([8, 12]))
    expect(shortest).toHaveLength(2)
    for (const code of shortest) {
      expect(hasValidCheckDigit(code)).toBe(true)
      expect(padded.map(full => normaliseGtin(full ?? ''))).toContain(normaliseGtin(code))
    }
  })

  it('sells two weighed products, one with its price on the label, and two by the typed weight', () => {
    expect(withCodeType('bulk_encoded_weight')).toHaveLength(2)
    expect(withCodeType('bulk_encoded_price')).toHaveLength(1)
    expect(withCodeType('bulk')).toHaveLength(2)
    expect(products.find(each => each.productCode === '2312340100004')?.priceCents).toBe(1990)
  })

  it('writes an encoded code with zeros for its value and its own prefix', () => {
    for (const product of [...withCodeType('bulk_encoded_weight'), ...withCodeType('bulk_encoded_price')]) {
      const measure = parseVariableMeasure(normaliseGtin(product.productCode ?? '') ?? '', FINNISH_LAYOUTS)
      expect(`bulk_encoded_${measure?.kind}`).toBe(product.productCodeType)
      expect(measure?.value).toBe(0)
      expect(product.productCode?.slice(0, 2)).toBe(product.prefix)
      expect(product.unit).toBe('kg')
    }
  })

  it('has a prefix exactly where the label contains a value', () => {
    const encoded = products.filter(each => each.productCodeType.startsWith('bulk_encoded'))
    expect(products.filter(each => each.prefix !== null)).toEqual(encoded)
  })

  it('has its texts in three languages', () => {
    const texts = products.flatMap(each => [each.names, each.descriptions])
    const missing = texts.filter(each => LANGUAGES.some(language => each[language].trim() === ''))
    expect(missing).toEqual([])
    for (const language of LANGUAGES) {
      expect(operator.terms[language].title).not.toBe('')
      expect(operator.terms[language].paragraphs).toHaveLength(operator.terms.en.paragraphs.length)
      expect(duplicates(products.map(each => each.names[language]))).toEqual([])
    }
  })

  it('refers only to existing suppliers, drawings and VAT classes, and uses every supplier', () => {
    expect(new Set(products.map(each => each.supplier))).toEqual(new Set(getKeys(suppliers)))
    expect(products.filter(each => !DRAWINGS.includes(each.drawing))).toEqual([])
    const classNames = vatClasses.map(each => each.name)
    expect(products.filter(each => !classNames.includes(each.vatClass))).toEqual([])
  })

  it('has 13.5 % as the newest VAT rate of food and 25.5 % as the general one, with their dates', () => {
    const newestRates = new Map(vatClasses.map(each => [each.name, each.rates.at(-1)]))
    expect(newestRates.get('food')).toEqual({ validFrom: '2026-01-01', rateBasisPoints: 1350 })
    expect(newestRates.get('general')).toEqual({ validFrom: '2024-09-01', rateBasisPoints: 2550 })
  })

  it('has whole and sensible prices, deposits and contents', () => {
    const deposits = products.map(each => each.depositCents).filter(cents => cents > 0)
    expect(new Set(deposits)).toEqual(new Set([15, 20, 40]))
    for (const product of products) {
      expect(Number.isInteger(product.priceCents) && product.priceCents > product.depositCents).toBe(true)
      const thousandths = product.content?.quantityThousandths ?? 1
      expect(Number.isInteger(thousandths) && thousandths > 0).toBe(true)
    }
  })

  it('counts pieces in whole pieces and keeps no stock of pre-order products', () => {
    for (const product of products) {
      const quantities = Object.values(product.stockThousandths)
      if (product.productType === 'preorder') expect(quantities).toEqual([])
      else expect(quantities.every(each => each >= 0 && (product.unit === 'kg' || each % 1000 === 0))).toBe(true)
    }
  })

  it('has goods that are low, goods that are out, and goods that one store does not offer', () => {
    const shelf = products.filter(each => each.productType === 'standard')
    for (const { key } of stores) {
      const quantities = shelf.map(each => ({
        quantity: each.stockThousandths[key],
        alarm: each.alarmLimitThousandths,
      }))
      expect(
        quantities.some(({ quantity, alarm }) => quantity !== undefined && quantity > 0 && quantity <= alarm),
      ).toBe(true)
    }
    expect(shelf.some(each => Object.values(each.stockThousandths).includes(0))).toBe(true)
    expect(shelf.some(each => Object.keys(each.stockThousandths).length < stores.length)).toBe(true)
  })

  it('gives every product its own sort order and key', () => {
    expect(duplicates(products.map(each => String(each.sortOrder)))).toEqual([])
    expect(duplicates(getKeys(products))).toEqual([])
  })

  it('has three stores in Finland, one always open and one with a lock, each with a terminal', () => {
    expect(stores).toHaveLength(3)
    expect(stores.filter(each => each.alwaysOpen)).toHaveLength(1)
    expect(stores.filter(each => each.lock === 'rotating')).toHaveLength(1)
    for (const store of stores) {
      expect(store.latitude > 59.7 && store.latitude < 70.1 && store.longitude > 19 && store.longitude < 31.6).toBe(
        true,
      )
      expect(store.hours.map(each => each.weekday)).toEqual(store.alwaysOpen ? [] : [1, 2, 3, 4, 5, 6, 7])
      expect(store.hours.every(each => each.opensAt < each.closesAt)).toBe(true)
      expect(store.terminals).toEqual([{ name: 'maksupääte 1', provider: 'test' }])
    }
  })

  it('has an operator whose business id has the right check digit', () => {
    expect(operator.businessId).toMatch(/^\d{7}-\d$/)
    expect(businessIdCheckDigit(operator.businessId.slice(0, 7))).toBe(Number(operator.businessId.at(-1)))
    for (const language of LANGUAGES) {
      expect(operator.terms[language].paragraphs[0]).toContain(operator.name)
      expect(operator.terms[language].paragraphs[0]).toContain(operator.businessId)
      expect(operator.terms[language].paragraphs.at(-1)).toContain(operator.email)
    }
  })

  it('has one admin and only verified users with Finnish phone numbers', () => {
    expect(users.filter(each => each.isAdmin).map(each => each.email)).toEqual(['admin@puoti.example'])
    expect(users.every(each => each.isVerified)).toBe(true)
    for (const { phone } of [...users, operator]) {
      const number = parsePhoneNumberWithError(phone)
      expect([number.country, number.isValid(), number.number]).toEqual(['FI', true, phone])
    }
  })
})
