import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ATTEMPT_STATES, HOLDS_ORDER, isIn, OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { ADMIN_STEPS, adminMay, type OrderAtHand } from './admin-order.ts'
import { canTransition, ORDER_STATUSES } from './order.ts'

const orders: fc.Arbitrary<OrderAtHand> = fc.record({
  status: fc.constantFrom(...ORDER_STATUSES),
  cancelledAt: fc.constantFrom(null, new Date(0)),
  attempts: fc.array(fc.constantFrom(...ATTEMPT_STATES), { maxLength: 4 }),
})

const always = (rule: (order: OrderAtHand) => void) => fc.assert(fc.property(orders, rule), { numRuns: 2000 })

test('an admin is offered nothing that the table of orders does not let an admin do', () => {
  always(order => {
    for (const step of adminMay(order).steps) expect(canTransition(order.status, step, 'admin')).toBe(true)
  })
})

test('while a payment is under way, an admin can neither change the order nor say what became of the payment', () => {
  always(order => {
    if (!order.attempts.some(state => isIn(OPEN_STATES, state))) return
    expect(adminMay(order)).toMatchObject({ isBeingPaid: true, steps: [], outcomes: [] })
  })
})

test('an order that money was or may have been taken for changes by no word about the order', () => {
  always(order => {
    if (order.attempts.some(state => isIn(HOLDS_ORDER, state))) expect(adminMay(order).steps).toEqual([])
  })
})

test('a cancelled order stays cancelled, and is not called paid', () => {
  always(order => {
    const { steps, outcomes } = adminMay(order)
    if (order.cancelledAt === null) return
    expect(steps).toEqual([])
    expect(outcomes).not.toContain('paid')
  })
})

test('an order in error leaves it by a word about its payment alone', () => {
  always(order => {
    if (order.status === 'error') expect(adminMay(order).steps).toEqual([])
  })
  const order = { status: 'error', cancelledAt: null, attempts: ['DECLINED', 'UNRESOLVED'] } as const
  expect(adminMay(order).outcomes).toEqual(['paid', 'not_paid'])
})

test('only what is complete can be refunded, and what is complete can be nothing else', () => {
  always(order => {
    const { refund, steps } = adminMay(order)
    expect(refund).toBe(order.status === 'complete')
    if (refund) expect(steps).toEqual([])
  })
})

test('pre-orders are delivered, booked again, paid otherwise or cancelled; a basket at checkout is the shopper’s', () => {
  const free = { cancelledAt: null, attempts: [] }
  const steps = Object.fromEntries(ORDER_STATUSES.map(status => [status, adminMay({ status, ...free }).steps]))
  expect(steps).toEqual({
    checkout: [],
    payment_pending: [],
    complete: [],
    error: [],
    preorder_booked: ['preorder_delivered', 'complete', 'cancelled'],
    preorder_delivered: ['preorder_booked', 'complete'],
  })
  expect(new Set(Object.values(steps).flat())).toEqual(new Set(ADMIN_STEPS))
})
