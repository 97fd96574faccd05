import { expect, test } from 'vitest'
import { FINNISH_LAYOUTS } from '#domain/catalogue/barcode.ts'
import { FINNISH_VALUES, toLayout, toLayouts, layoutValues } from './use-barcodes-form.ts'

test('layouts survive the conversion to form values and back', () => {
  expect(toLayouts(FINNISH_VALUES)).toEqual(FINNISH_LAYOUTS)
  expect(toLayouts(layoutValues([]))).toEqual([])
})

test('the item number gets the digits that value and inner check digit leave', () => {
  const values = { ...FINNISH_VALUES, 'kind.28': 'price', 'check.28': true }
  expect(toLayout(values, '28')).toEqual({
    prefix: '28',
    kind: 'price',
    item_digits: 4,
    value_digits: 5,
    decimals: 2,
    internal_check: true,
  })
  expect(toLayout(values, '29')).toBeUndefined()
})
