import { expect, test } from 'vitest'
import { unitPriceOf } from './unit-price.ts'

const bottle = { priceCents: 215, depositCents: 15, unit: 'plo', contentThousandths: 330, contentUnit: 'l' } as const

test('a unit price is that of the goods alone, to the nearest cent', () => {
  expect(unitPriceOf(bottle)).toEqual({ cents: 606, unit: 'l' })
})

test('loose goods hold one of their own unit', () => {
  const fish = { ...bottle, priceCents: 1990, depositCents: 0, unit: 'kg', contentThousandths: null, contentUnit: null }
  expect(unitPriceOf(fish)).toEqual({ cents: 1990, unit: 'kg' })
})

test('goods that are counted have none, and neither has a package that holds nothing', () => {
  expect(unitPriceOf({ ...bottle, contentThousandths: null, contentUnit: null })).toBeUndefined()
  expect(unitPriceOf({ ...bottle, contentThousandths: 0 })).toBeUndefined()
})
