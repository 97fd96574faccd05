import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  canTransition,
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  orderCan,
  statusesThat,
  type OrderStatus,
  type TransitionEnd,
} from './order.ts'

const ENDS: TransitionEnd[] = [...ORDER_STATUSES, 'cancelled']

const allowedIn = (can: (order: { status: OrderStatus; isPreorder?: boolean }) => boolean, isPreorder: boolean) =>
  ORDER_STATUSES.filter(status => can({ status, isPreorder }))

describe('the order table', () => {
  it('allows exactly the listed transitions', () => {
    const allowed = Object.fromEntries(
      [null, ...ORDER_STATUSES].map(from => [String(from), ENDS.filter(to => canTransition(from, to)).toSorted()]),
    )
    expect(allowed).toEqual({
      null: ['checkout'],
      checkout: ['cancelled', 'payment_pending', 'preorder_booked'],
      payment_pending: ['checkout', 'complete', 'error', 'preorder_booked', 'preorder_delivered'],
      complete: [],
      error: ['cancelled', 'checkout', 'complete', 'preorder_booked', 'preorder_delivered'],
      preorder_booked: ['cancelled', 'complete', 'payment_pending', 'preorder_delivered'],
      preorder_delivered: ['cancelled', 'complete', 'payment_pending', 'preorder_booked'],
    })
  })

  it('has each transition once and reaches every status', () => {
    const steps = ORDER_TRANSITIONS.map(({ from, to }) => `${from} ${to}`)
    expect(new Set(steps).size).toBe(steps.length)
    const reached = new Set<TransitionEnd>(['checkout'])
    for (let round = 0; round < ENDS.length; round++) {
      for (const to of ENDS) {
        if (ORDER_STATUSES.some(from => reached.has(from) && canTransition(from, to))) reached.add(to)
      }
    }
    expect([...reached].toSorted()).toEqual(ENDS.toSorted())
  })

  it('lets only a terminal or an admin complete an order', () => {
    for (const from of ORDER_STATUSES) {
      expect(canTransition(from, 'complete', 'shopper')).toBe(false)
      expect(canTransition(from, 'complete', 'system')).toBe(false)
    }
    expect(canTransition('payment_pending', 'complete', 'admin')).toBe(false)
  })

  it('has the changes that an admin may make', () => {
    const allowed = ORDER_STATUSES.map(from => [from, ENDS.filter(to => canTransition(from, to, 'admin')).toSorted()])
    expect(Object.fromEntries(allowed)).toEqual({
      checkout: [],
      payment_pending: [],
      complete: [],
      error: ['checkout', 'complete', 'preorder_booked', 'preorder_delivered'],
      preorder_booked: ['cancelled', 'complete', 'preorder_delivered'],
      preorder_delivered: ['complete', 'preorder_booked'],
    })
  })
})

describe('the actions on an order', () => {
  it('depend on its status and kind', () => {
    expect(allowedIn(orderCan.pay, false)).toEqual(['checkout', 'preorder_booked', 'preorder_delivered'])
    expect(allowedIn(orderCan.pay, true)).toEqual(['preorder_booked', 'preorder_delivered'])
    expect(allowedIn(orderCan.book, true)).toEqual(['checkout'])
    expect(allowedIn(orderCan.book, false)).toEqual([])
    expect(allowedIn(orderCan.cancel, false)).toEqual(['checkout', 'preorder_booked'])
    expect(allowedIn(orderCan.replace, false)).toEqual(['checkout'])
    expect(allowedIn(orderCan.awaitsTerminal, false)).toEqual(['payment_pending', 'error'])
    expect(allowedIn(orderCan.refund, false)).toEqual(['complete'])
  })

  it('are nearly all refused while a payment is open and after a cancellation', () => {
    const blocked = [{ attemptOpen: true }, { cancelledAt: '2026-11-20T10:00:00Z' }, { cancelledAt: new Date() }]
    for (const status of ORDER_STATUSES) {
      for (const isPreorder of [true, false]) {
        for (const fact of blocked) {
          const order = { status, isPreorder, ...fact }
          const { pay, book, cancel, replace } = orderCan
          const any = [pay, book, cancel, replace].some(can => can(order))
          expect(any, JSON.stringify(order)).toBe(false)
        }
      }
    }
    expect(orderCan.pay({ status: 'checkout', cancelledAt: null, attemptOpen: false })).toBe(true)
  })

  it('are passed to the database as the statuses of a standard order', () => {
    expect(statusesThat(orderCan.replace)).toEqual(['checkout'])
    expect(statusesThat(orderCan.awaitsTerminal)).toEqual(['payment_pending', 'error'])
    expect(statusesThat(orderCan.pay)).toEqual(allowedIn(orderCan.pay, false))
  })

  it('never change a complete or cancelled order, on any walk through the table', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 30 }), choices => {
        let at: TransitionEnd = 'checkout'
        for (const choice of choices) {
          const steps: { from: OrderStatus | null; to: TransitionEnd }[] = ORDER_TRANSITIONS.filter(
            row => row.from === at,
          )
          const isEnd: boolean = at === 'complete' || at === 'cancelled'
          expect(steps.length === 0).toBe(isEnd)
          at = steps[choice % steps.length]?.to ?? at
        }
      }),
    )
  })
})
