import { expect, test } from 'vitest'
import { getUnitPrice } from './unit-price.ts'

const milk = { priceCents: 175, depositCents: 0, unit: 'kpl', contentThousandths: 1500, contentUnit: 'l' } as const

test('a unit price is rounded to the cent', () => {
  expect(getUnitPrice(milk)).toEqual({ cents: 117, unit: 'l' })
})

test('the deposit is not part of the unit price', () => {
  const bottle = { ...milk, priceCents: 235, depositCents: 15, contentThousandths: 330 }
  expect(getUnitPrice(bottle)).toEqual({ cents: 667, unit: 'l' })
})

test('a product sold by the kilogram has its price as its unit price', () => {
  const loose = { ...milk, priceCents: 220, unit: 'kg', contentThousandths: null, contentUnit: null }
  expect(getUnitPrice(loose)).toEqual({ cents: 220, unit: 'kg' })
})

test('a product of unknown content has no unit price', () => {
  expect(getUnitPrice({ ...milk, contentThousandths: null, contentUnit: null })).toBeUndefined()
})

test('a product with no content or a negative one has no unit price, whatever its unit', () => {
  for (const unit of ['kpl', 'kg'])
    for (const contentThousandths of [0, -1])
      expect(getUnitPrice({ ...milk, unit, contentThousandths })).toBeUndefined()
})
