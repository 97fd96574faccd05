import { expect, test } from 'vitest'
import { decideFollowing, type FollowingFacts } from './payment-status.ts'

const before = '2026-11-20T10:00:00.000Z'
const atCheckout = { id: 1001, status: 'checkout', updated_at: before } as const
const pending = { ...atCheckout, status: 'payment_pending', updated_at: '2026-11-20T10:00:01.000Z' } as const
const back = { ...atCheckout, updated_at: '2026-11-20T10:01:00.000Z' } as const

const query = { id: 1001, sinceMs: 100, askedAt: before }
const certain = { id: 1001, sinceMs: 100 }

const following = (facts: Partial<FollowingFacts>) =>
  decideFollowing({ followed: null, isAsking: false, current: undefined, currentAtMs: 200, isUnheard: false, ...facts })

test('without a payment nothing is followed', () => {
  expect(following({ current: atCheckout })).toBe('none')
  expect(following({ current: null })).toBe('none')
  expect(following({})).toBe('none')
})

test('a pending order is followed, whoever started its payment', () => {
  expect(following({ current: pending })).toBe('pending')
  expect(following({ current: pending, followed: query, isAsking: true, currentAtMs: 50 })).toBe('pending')
})

test('during the pay call the checkout stays until the payment has begun', () => {
  expect(following({ followed: query, isAsking: true, current: atCheckout, currentAtMs: 50 })).toBe('asking')
  expect(following({ followed: query, isAsking: true, current: atCheckout })).toBe('asking')
})

test('during a pay call that hangs without contact to the server, the state is unsure', () => {
  const hanging = { followed: query, isAsking: true, isUnheard: true }
  expect(following({ ...hanging, current: atCheckout, currentAtMs: 50 })).toBe('unsure')
  expect(following({ ...hanging, current: atCheckout })).toBe('unsure')
})

test('after a broken call the state is unsure until the order is fetched again', () => {
  expect(following({ followed: query, current: atCheckout, currentAtMs: 50 })).toBe('unsure')
  expect(following({ followed: query })).toBe('unsure')
})

test('an order unchanged since before the call is untouched', () => {
  expect(following({ followed: query, current: atCheckout })).toBe('untouched')
})

test('a payment has ended when its order is gone, replaced or back at checkout', () => {
  for (const followed of [query, certain]) {
    expect(following({ followed, current: null })).toBe('ended')
    expect(following({ followed, current: { ...atCheckout, id: 1002 } })).toBe('ended')
    expect(following({ followed, current: back })).toBe('ended')
  }
  expect(following({ followed: query, current: back, isAsking: true })).toBe('ended')
  expect(following({ followed: certain, current: atCheckout })).toBe('ended')
})

test('a known payment is unsure until the order is fetched again', () => {
  expect(following({ followed: certain, current: null, currentAtMs: 100 })).toBe('unsure')
})

test('during the pay call for a booked pre-order its state counts only once the payment has begun', () => {
  const booked = { ...query, isBooked: true } as const
  expect(following({ followed: booked, isAsking: true, current: null })).toBe('asking')
  expect(following({ followed: booked, isAsking: true, current: atCheckout })).toBe('asking')
  expect(following({ followed: booked, isAsking: true, current: null, isUnheard: true })).toBe('unsure')
  expect(following({ followed: booked, isAsking: true, current: pending })).toBe('pending')
})

test('after the pay call for a pre-order has ended, the payment counts as ended', () => {
  const booked = { ...query, isBooked: true } as const
  expect(following({ followed: booked, current: null })).toBe('ended')
  expect(following({ followed: booked, current: { ...atCheckout, id: 1002 } })).toBe('ended')
  expect(following({ followed: { id: 1001, sinceMs: 100, isBooked: true }, isAsking: true, current: null })).toBe(
    'ended',
  )
})
