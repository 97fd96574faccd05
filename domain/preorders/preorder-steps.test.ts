import { describe, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { preorderSteps, withdrawalUntil, type PreorderSituation } from './preorder-steps.ts'

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

describe('what a shopper may do with a pre-order', () => {
  test('a booked one is changed and cancelled until its time, and paid from the first pick-up day', () => {
    expect(preorderSteps(booked, BEFORE)).toEqual({ ...all, pay: false })
    expect(preorderSteps(booked, UNTIL)).toEqual({ ...all, change: false, cancel: false })
  })

  test('a closed event is not ordered from: what is booked may only be cancelled', () => {
    const closed = { ...booked, event: { ...booked.event, status: 'closed' as const } }
    expect(preorderSteps(closed, BEFORE)).toEqual({ ...all, pay: false, change: false })
  })

  test('a delivered one is paid or withdrawn from, also before the first pick-up day', () => {
    expect(preorderSteps({ ...booked, status: 'preorder_delivered' }, BEFORE)).toEqual({
      ...none,
      pay: true,
      withdraw: true,
    })
  })

  test('nothing happens to one while a payment is under way, nor to one that is cancelled', () => {
    for (const status of ORDER_STATUSES.filter(each => each !== 'complete')) {
      expect(preorderSteps({ ...booked, status, attempts: ['DECLINED', 'SENT'] }, BEFORE)).toEqual(none)
    }
    for (const status of ORDER_STATUSES) {
      const paidAt = status === 'complete' ? BEFORE : null
      expect(preorderSteps({ ...booked, status, paidAt, cancelledAt: BEFORE }, BEFORE)).toEqual(none)
    }
  })

  test('it is withdrawn from once, and never from perishable goods alone', () => {
    expect(preorderSteps({ ...booked, isWithdrawn: true }, BEFORE).withdraw).toBe(false)
    expect(preorderSteps({ ...booked, withdrawableIds: [] }, BEFORE).withdraw).toBe(false)
  })

  test('what was paid is withdrawn from while its fourteen days last', () => {
    const paidAt = new Date('2026-06-10T09:00:00Z')
    const paid: PreorderSituation = { ...booked, status: 'complete', paidAt, attempts: ['DECLINED', 'APPROVED'] }
    const last = new Date('2026-06-24T20:59:59Z')
    expect(preorderSteps(paid, last)).toEqual({ ...none, withdraw: true })
    expect(preorderSteps(paid, new Date(last.getTime() + 1000))).toEqual(none)
  })
})

describe('the days of a withdrawal', () => {
  const until = (paidAt: string) => withdrawalUntil(new Date(paidAt), HELSINKI).toISOString()

  test('begin on the day after, by the clock of the store', () => {
    expect(until('2026-06-10T20:59:00Z')).toBe('2026-06-24T21:00:00.000Z')
    expect(until('2026-06-10T21:01:00Z')).toBe('2026-06-25T21:00:00.000Z')
  })

  test('end on a working day: after a Saturday, a Sunday, or a holiday', () => {
    // Saturday 27 June.
    expect(until('2026-06-13T09:00:00Z')).toBe('2026-06-29T21:00:00.000Z')
    // Christmas Day, a Friday, before a weekend of which Saturday is Boxing Day.
    expect(until('2026-12-11T09:00:00Z')).toBe('2026-12-28T22:00:00.000Z')
    // Christmas Eve is not a public holiday.
    expect(until('2026-12-10T09:00:00Z')).toBe('2026-12-24T22:00:00.000Z')
  })
})
