import { describe, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { STRING_CODES } from '#domain/payments/attempt-states.ts'
import { paymentOutcome, settlesBasket } from './payment-status.ts'

describe('the outcome of a payment', () => {
  test('is success for a complete order, whatever an earlier attempt returned', () => {
    for (const string_code of [null, ...STRING_CODES])
      expect(paymentOutcome({ status: 'complete', string_code })).toBe('SUCCESS')
  })

  test('is unknown for an order in error, and in progress for a pending one', () => {
    expect(paymentOutcome({ status: 'error', string_code: 'USER_CANCELLED' })).toBe('UNKNOWN')
    expect(paymentOutcome({ status: 'payment_pending', string_code: 'DECLINED' })).toBe('IN_PROGRESS')
  })

  test('is unknown for a pending order whose payment the shopper left, and clears the basket', () => {
    const abandoned = { status: 'payment_pending', string_code: null, payment: { is_abandoned: true } } as const
    expect(paymentOutcome(abandoned)).toBe('UNKNOWN')
    expect(settlesBasket(paymentOutcome(abandoned))).toBe(true)
    expect(paymentOutcome({ ...abandoned, payment: { is_abandoned: false } })).toBe('IN_PROGRESS')
  })

  test('is the last attempt’s code for an order back at checkout, or none without an attempt', () => {
    expect(paymentOutcome({ status: 'checkout', string_code: 'DECLINED' })).toBe('DECLINED')
    expect(paymentOutcome({ status: 'checkout', string_code: null })).toBe(null)
  })

  test('clears the basket only if money was or may have been charged', () => {
    const settling = ORDER_STATUSES.filter(status => settlesBasket(paymentOutcome({ status, string_code: 'DECLINED' })))
    expect(settling).toEqual(['complete', 'error'])
  })
})
