import { expect, test } from 'vitest'
import { ALL_TEXTS } from '#web/kit/i18n/locales/all-texts.ts'
import { createTranslate } from '#web/kit/i18n/translate.ts'
import { typeText } from './order-labels.ts'

const AT = '2026-07-15T09:00:00.000Z'
const t = createTranslate(ALL_TEXTS.en, 'en')
const basket = { order_type: 'standard', status: 'checkout', cancelled_at: null, paid_at: null } as const

test.each([
  ['paid', { status: 'complete', paid_at: AT }, 'Bought in the store'],
  ['at checkout', {}, 'In the store, not paid'],
  ['cancelled', { cancelled_at: AT }, 'In the store, not paid'],
  ['being paid', { status: 'payment_pending' }, 'In the store'],
  ['in doubt', { status: 'error' }, 'In the store'],
  ['an unpaid pre-order', { order_type: 'preorder', status: 'preorder_booked' }, 'Pre-order'],
] as const)('an order that is %s is called by what is known', (_what, change, text) => {
  expect(typeText({ ...basket, ...change }, t)).toBe(text)
})
