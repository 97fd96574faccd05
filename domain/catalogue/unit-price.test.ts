import { expect, test } from 'vitest'
import { unitPriceOf } from './unit-price.ts'

const milk = { priceCents: 175, depositCents: 0, unit: 'kpl', contentThousandths: 1500, contentUnit: 'l' } as const

test('a unit price is rounded to the cent', () => {
  expect(unitPriceOf(milk)).toEqual({ cents: 117, unit: 'l' })
})

test('a deposit is no part of it', () => {
  const bottle = { ...milk, priceCents: 235, depositCents: 15, contentThousandths: 330 }
  expect(unitPriceOf(bottle)).toEqual({ cents: 667, unit: 'l' })
})

test('what is sold by the kilogram holds one', () => {
  const loose = { ...milk, priceCents: 220, unit: 'kg', contentThousandths: null, contentUnit: null }
  expect(unitPriceOf(loose)).toEqual({ cents: 220, unit: 'kg' })
})

test('what holds nobody knows how much has none', () => {
  expect(unitPriceOf({ ...milk, contentThousandths: null, contentUnit: null })).toBeUndefined()
})

test('what holds nothing has none, whatever it is sold by', () => {
  for (const unit of ['kpl', 'kg'])
    for (const contentThousandths of [0, -1]) expect(unitPriceOf({ ...milk, unit, contentThousandths })).toBeUndefined()
})
