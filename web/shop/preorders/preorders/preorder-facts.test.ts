import { expect, test } from 'vitest'
import { preorderState, readyFirst } from './preorder-facts.tsx'

const booked = { status: 'preorder_booked', cancelled_at: null, replaced_by: null } as const

test('a cancelled pre-order is shown as cancelled, and a replaced one as replaced', () => {
  expect(preorderState(booked)).toBe('booked')
  expect(preorderState({ ...booked, cancelled_at: '2026-11-22T10:00:00Z' })).toBe('cancelled')
  expect(preorderState({ ...booked, cancelled_at: '2026-11-22T10:00:00Z', replaced_by: 1002 })).toBe('replaced')
})

test('pre-orders ready for pick-up come first, and the others keep their order', () => {
  const preorder = (id: number, status: 'preorder_booked' | 'preorder_delivered') => ({ ...booked, id, status })
  const list = [preorder(1, 'preorder_booked'), preorder(2, 'preorder_delivered'), preorder(3, 'preorder_booked')]
  expect(readyFirst(list).map(({ id }) => id)).toEqual([2, 1, 3])
})
