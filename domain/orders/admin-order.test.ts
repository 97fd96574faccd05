import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ATTEMPT_STATES, HOLDS_ORDER, isIn, OPEN_STATES } from '#domain/payments/attempt-states.ts'
import { ADMIN_STEPS, allowedAdminActions, type OrderAtHand } from './admin-order.ts'
import { canTransition, ORDER_STATUSES } from './order.ts'

const orders: fc.Arbitrary<OrderAtHand> = fc.record({
  status: fc.constantFrom(...ORDER_STATUSES),
  cancelledAt: fc.constantFrom(null, new Date(0)),
  attempts: fc.array(fc.constantFrom(...ATTEMPT_STATES), { maxLength: 4 }),
})

const always = (rule: (order: OrderAtHand) => void) => fc.assert(fc.property(orders, rule), { numRuns: 2000 })

test('an admin is offered only steps that the order table allows an admin', () => {
  always(order => {
    for (const step of allowedAdminActions(order).steps) expect(canTransition(order.status, step, 'admin')).toBe(true)
  })
})

test('during a payment, an admin can neither change the order nor decide the outcome of the payment', () => {
  always(order => {
    if (!order.attempts.some(state => isIn(OPEN_STATES, state))) return
    expect(allowedAdminActions(order)).toMatchObject({ isBeingPaid: true, steps: [], outcomes: [] })
  })
})

test('an admin has no steps for an order whose payment took or may have taken money', () => {
  always(order => {
    if (order.attempts.some(state => isIn(HOLDS_ORDER, state))) expect(allowedAdminActions(order).steps).toEqual([])
  })
})

test('a cancelled order has no steps and cannot be marked as paid', () => {
  always(order => {
    const { steps, outcomes } = allowedAdminActions(order)
    if (order.cancelledAt === null) return
    expect(steps).toEqual([])
    expect(outcomes).not.toContain('paid')
  })
})

test('an order in error has no steps, only outcomes of its payment', () => {
  always(order => {
    if (order.status === 'error') expect(allowedAdminActions(order).steps).toEqual([])
  })
  const order = { status: 'error', cancelledAt: null, attempts: ['DECLINED', 'UNRESOLVED'] } as const
  expect(allowedAdminActions(order).outcomes).toEqual(['paid', 'not_paid'])
})

test('only a complete order can be refunded, and it has no other steps', () => {
  always(order => {
    const { refund, steps } = allowedAdminActions(order)
    expect(refund).toBe(order.status === 'complete')
    if (refund) expect(steps).toEqual([])
  })
})

test('an admin can deliver, book again, complete or cancel pre-orders, but not a basket at checkout', () => {
  const free = { cancelledAt: null, attempts: [] }
  const steps = Object.fromEntries(
    ORDER_STATUSES.map(status => [status, allowedAdminActions({ status, ...free }).steps]),
  )
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
