import { expect, test } from 'vitest'
import { followingOf, type FollowingFacts } from './following.ts'

const before = '2026-11-20T10:00:00.000Z'
const atCheckout = { id: 1001, status: 'checkout', updated_at: before } as const
const pending = { ...atCheckout, status: 'payment_pending', updated_at: '2026-11-20T10:00:01.000Z' } as const
const back = { ...atCheckout, updated_at: '2026-11-20T10:01:00.000Z' } as const

const asked = { id: 1001, sinceMs: 100, askedAt: before }
const certain = { id: 1001, sinceMs: 100 }

const following = (facts: Partial<FollowingFacts>) =>
  followingOf({ followed: null, isAsking: false, current: undefined, currentAtMs: 200, isUnheard: false, ...facts })

test('without a payment there is nothing to follow', () => {
  expect(following({ current: atCheckout })).toBe('none')
  expect(following({ current: null })).toBe('none')
  expect(following({})).toBe('none')
})

test('a pending order is followed whoever began its payment', () => {
  expect(following({ current: pending })).toBe('pending')
  expect(following({ current: pending, followed: asked, isAsking: true, currentAtMs: 50 })).toBe('pending')
})

test('while the pay call is under way the checkout stays until the payment has begun', () => {
  expect(following({ followed: asked, isAsking: true, current: atCheckout, currentAtMs: 50 })).toBe('asking')
  expect(following({ followed: asked, isAsking: true, current: atCheckout })).toBe('asking')
})

test('while the pay call hangs and the server can not be heard, nobody is sure', () => {
  const hanging = { followed: asked, isAsking: true, isUnheard: true }
  expect(following({ ...hanging, current: atCheckout, currentAtMs: 50 })).toBe('unsure')
  expect(following({ ...hanging, current: atCheckout })).toBe('unsure')
})

test('after a cut call nobody is sure until the order is fetched anew', () => {
  expect(following({ followed: asked, current: atCheckout, currentAtMs: 50 })).toBe('unsure')
  expect(following({ followed: asked })).toBe('unsure')
})

test('an order that is as it was before the call was never touched', () => {
  expect(following({ followed: asked, current: atCheckout })).toBe('untouched')
})

test('a payment has ended when its order is gone, replaced or back at checkout', () => {
  for (const followed of [asked, certain]) {
    expect(following({ followed, current: null })).toBe('ended')
    expect(following({ followed, current: { ...atCheckout, id: 1002 } })).toBe('ended')
    expect(following({ followed, current: back })).toBe('ended')
  }
  expect(following({ followed: asked, current: back, isAsking: true })).toBe('ended')
  expect(following({ followed: certain, current: atCheckout })).toBe('ended')
})

test('a payment that was seen is never thought over before it is read again', () => {
  expect(following({ followed: certain, current: null, currentAtMs: 100 })).toBe('unsure')
})

test('a booked pre-order that is being paid is watched by its call until the payment has begun', () => {
  const booked = { ...asked, isBooked: true } as const
  expect(following({ followed: booked, isAsking: true, current: null })).toBe('asking')
  expect(following({ followed: booked, isAsking: true, current: atCheckout })).toBe('asking')
  expect(following({ followed: booked, isAsking: true, current: null, isUnheard: true })).toBe('unsure')
  expect(following({ followed: booked, isAsking: true, current: pending })).toBe('pending')
})

test('when the call for a pre-order is over, the pre-order itself tells what came of it', () => {
  const booked = { ...asked, isBooked: true } as const
  expect(following({ followed: booked, current: null })).toBe('ended')
  expect(following({ followed: booked, current: { ...atCheckout, id: 1002 } })).toBe('ended')
  expect(following({ followed: { id: 1001, sinceMs: 100, isBooked: true }, isAsking: true, current: null })).toBe(
    'ended',
  )
})
