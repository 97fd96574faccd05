import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#domain/orders/order.ts'
import { ATTEMPT_STATES, HOLDS_ORDER } from '#domain/payments/attempt-states.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import {
  canCancelPreorder,
  canChangePreorder,
  EVENT_STATUSES,
  remainingThousandths,
  orderUntil,
  findShortages,
  acceptsOrders,
  type PreorderAtHand,
} from './preorder-event.ts'

describe('an event', () => {
  test.each([
    ['Europe/Helsinki', '2026-12-24', '2026-12-23T22:00:00.000Z'],
    ['Europe/Stockholm', '2026-12-24', '2026-12-23T23:00:00.000Z'],
    // On days of a clock change, midnight is before the changed hour.
    ['Europe/Helsinki', '2026-03-29', '2026-03-28T22:00:00.000Z'],
    ['Europe/Helsinki', '2026-03-30', '2026-03-29T21:00:00.000Z'],
    ['Europe/Helsinki', '2026-10-25', '2026-10-24T21:00:00.000Z'],
    ['Europe/Helsinki', '2026-10-26', '2026-10-25T22:00:00.000Z'],
    // Here midnight itself is skipped: the day begins at 01:00.
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00.000Z'],
  ])('takes orders in %s until %s begins there: %s', (timeZone, startDate, until) => {
    expect(orderUntil({ startDate, orderUntil: null }, timeZone).toISOString()).toBe(until)
    expect(zonedTime(new Date(until), timeZone).date).toBe(startDate)
  })

  test('takes orders until a deadline of its own, the same in every time zone', () => {
    const changes = { startDate: '2026-12-24', orderUntil: new Date('2026-12-20T10:00:00Z') }
    for (const zone of ['Europe/Helsinki', 'America/Santiago'])
      expect(orderUntil(changes, zone)).toEqual(changes.orderUntil)
  })

  test('takes orders only while it is open and before the deadline', () => {
    const event = { startDate: '2026-12-24', orderUntil: null }
    const until = orderUntil(event, 'Europe/Helsinki').getTime()
    for (const status of EVENT_STATUSES) {
      const isAccepted = (ms: number) => acceptsOrders({ ...event, status }, 'Europe/Helsinki', new Date(ms))
      expect([isAccepted(until - 1), isAccepted(until)]).toEqual([status === 'open', false])
    }
  })
})

describe('the remaining quantity', () => {
  test('is never negative, and unlimited without a cap', () => {
    expect([
      remainingThousandths(5000, 2000),
      remainingThousandths(5000, 5000),
      remainingThousandths(0, 1000),
      remainingThousandths(null, 9_000_000),
    ]).toEqual([3000, 0, 0, null])
  })

  const caps = fc.array(fc.option(fc.nat(9)), { minLength: 1, maxLength: 4 })
  const quantities = fc.array(fc.nat(9), { minLength: 4, maxLength: 4 })
  const asMap = (all: readonly number[]) => new Map(all.map((quantity, id) => [id, quantity]))

  test('is short exactly where a booking exceeds the cap, with the shopper’s own booking released first', () => {
    fc.assert(
      fc.property(fc.record({ capsById: caps, others: quantities, booked: quantities, requested: quantities }), day => {
        const { capsById, others, booked, requested } = day
        // The cap covers all bookings, the others' and the shopper's own.
        const items = capsById.map((cap, productId) => ({
          productId,
          capThousandths: cap === null ? null : Math.max(cap, others[productId]! + booked[productId]!),
          bookedThousandths: others[productId]! + booked[productId]!,
        }))
        const short = findShortages(asMap(requested), { items, released: asMap(booked) })
        const beyond = requested.flatMap((quantity, id) => {
          const item = items[id]
          const room = item ? (item.capThousandths ?? Infinity) - others[id]! : booked[id]!
          return quantity > room ? [id] : []
        })
        expect(short.map(({ productId }) => productId)).toEqual(beyond)
        for (const { productId, availableThousandths: leftThousandths } of short) {
          expect(leftThousandths).toBeLessThan(requested[productId]!)
          const enough = new Map([[productId, leftThousandths]])
          expect(findShortages(enough, { items, released: asMap(booked) })).toEqual([])
        }
      }),
    )
  })
})

describe('a booked pre-order', () => {
  const event = { status: 'open', startDate: '2026-12-24', orderUntil: null } as const
  const booked: PreorderAtHand = { status: 'preorder_booked', cancelledAt: null, attempts: [], event, timeZone: 'UTC' }
  const before = new Date('2026-12-23T23:59:59.999Z')
  const after = new Date('2026-12-24T00:00:00Z')
  const may = (preorder: Partial<PreorderAtHand>, now = before) => [
    canChangePreorder({ ...booked, ...preorder }, now),
    canCancelPreorder({ ...booked, ...preorder }, now),
  ]

  test('can be changed and cancelled until its deadline', () => {
    expect([may({}), may({}, after)]).toEqual([
      [true, true],
      [false, false],
    ])
  })

  test('can be cancelled but not changed if its event was closed early', () => {
    expect(may({ event: { ...event, status: 'closed' } })).toEqual([false, true])
  })

  test('can be neither changed nor cancelled in another status, once cancelled, or if perhaps paid', () => {
    for (const status of ORDER_STATUSES.filter(each => each !== 'preorder_booked'))
      expect(may({ status })).toEqual([false, false])
    expect(may({ cancelledAt: before })).toEqual([false, false])
    for (const state of ATTEMPT_STATES) {
      const isFree = !HOLDS_ORDER.some(holding => holding === state)
      expect(may({ attempts: ['DECLINED', state] })).toEqual([isFree, isFree])
    }
  })
})
