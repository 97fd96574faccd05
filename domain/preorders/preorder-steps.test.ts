import { describe, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { preorderSteps, type PreorderSituation } from './preorder-steps.ts'

const HELSINKI = 'Europe/Helsinki'
const booked: PreorderSituation = {
  status: 'preorder_booked',
  cancelledAt: null,
  paidAt: null,
  attempts: ['DECLINED'],
  event: { startDate: '2026-06-10', orderUntil: null, status: 'open' },
  timeZone: HELSINKI,
  withdrawableIds: [1001],
  isWithdrawn: false,
}
/** The start of the start date in Helsinki. */
const UNTIL = new Date('2026-06-09T21:00:00Z')
const BEFORE = new Date(UNTIL.getTime() - 1)
const all = { pay: true, change: true, cancel: true, withdraw: true }
const none = { pay: false, change: false, cancel: false, withdraw: false }

describe('a shopper’s steps for a pre-order', () => {
  test('a booked one can be changed and cancelled until its deadline, and paid from the first pick-up day', () => {
    expect(preorderSteps(booked, BEFORE)).toEqual({ ...all, pay: false })
    expect(preorderSteps(booked, UNTIL)).toEqual({ ...all, change: false, cancel: false })
  })

  test('one of a closed event can be cancelled but not changed', () => {
    const closed = { ...booked, event: { ...booked.event, status: 'closed' as const } }
    expect(preorderSteps(closed, BEFORE)).toEqual({ ...all, pay: false, change: false })
  })

  test('a delivered one can be paid or withdrawn from, even before the first pick-up day', () => {
    expect(preorderSteps({ ...booked, status: 'preorder_delivered' }, BEFORE)).toEqual({
      ...none,
      pay: true,
      withdraw: true,
    })
  })

  test('one with a payment under way or cancelled allows no steps', () => {
    for (const status of ORDER_STATUSES.filter(each => each !== 'complete')) {
      expect(preorderSteps({ ...booked, status, attempts: ['DECLINED', 'SENT'] }, BEFORE)).toEqual(none)
    }
    for (const status of ORDER_STATUSES) {
      const paidAt = status === 'complete' ? BEFORE : null
      expect(preorderSteps({ ...booked, status, paidAt, cancelledAt: BEFORE }, BEFORE)).toEqual(none)
    }
  })

  test('one can be withdrawn from once, and never if all its goods are perishable', () => {
    expect(preorderSteps({ ...booked, isWithdrawn: true }, BEFORE).withdraw).toBe(false)
    expect(preorderSteps({ ...booked, withdrawableIds: [] }, BEFORE).withdraw).toBe(false)
  })

  test('a paid one can be withdrawn from for fourteen days', () => {
    const paidAt = new Date('2026-06-10T09:00:00Z')
    const paid: PreorderSituation = { ...booked, status: 'complete', paidAt, attempts: ['DECLINED', 'APPROVED'] }
    const last = new Date('2026-06-24T20:59:59Z')
    expect(preorderSteps(paid, last)).toEqual({ ...none, withdraw: true })
    expect(preorderSteps(paid, new Date(last.getTime() + 1000))).toEqual(none)
  })
})
