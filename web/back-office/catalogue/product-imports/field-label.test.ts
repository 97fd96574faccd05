import { describe, expect, test } from 'vitest'
import { IMPORT_COLUMNS, STORE_HEADINGS } from '#domain/catalogue/imports/import-columns.ts'
import { UNIT_WORDS } from '#domain/catalogue/imports/import-units.ts'
import { PRODUCT_FIELDS } from '#domain/catalogue/product-fields.ts'
import { fieldNames, type RecordField } from '#domain/record-fields.ts'
import { ALL_TEXTS } from '#web/kit/i18n/locales/all-texts.ts'
import { TRANSLATED_UNITS } from '#web/kit/i18n/unit-text.ts'

const LANGUAGES = ['en', 'fi', 'sv'] as const

describe.each(LANGUAGES)('a spreadsheet in %s', language => {
  const { productForm, products, stock } = ALL_TEXTS[language]
  const getHead = (name: keyof typeof IMPORT_COLUMNS) => IMPORT_COLUMNS[name].headings[language]

  test('has the labels of the form as its headings', () => {
    for (const name of fieldNames(PRODUCT_FIELDS)) {
      const field: RecordField = PRODUCT_FIELDS[name]
      if (field.headings) expect(field.headings[language]).toBe(productForm.fields[name])
    }
    for (const text of LANGUAGES) {
      expect(getHead(`name_${text}`)).toBe(productForm.names[text])
      expect(getHead(`description_${text}`)).toBe(productForm.descriptions[text])
    }
  })

  test('has the labels of the product list for what stores do with a product', () => {
    expect(getHead('stores')).toBe(products.offeredIn)
    expect(STORE_HEADINGS.store[language]).toBe(products.store)
    expect(STORE_HEADINGS.offered[language]).toBe(products.saleThere)
    expect(STORE_HEADINGS.quantity[language]).toBe(products.stockThere)
    expect(STORE_HEADINGS.level[language]).toBe(stock.level)
  })
})

test('an import knows the units that the form offers', () => {
  expect(Object.keys(UNIT_WORDS)).toEqual([...TRANSLATED_UNITS, 'kg', 'l'])
})
