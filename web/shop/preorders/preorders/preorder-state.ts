import type { Preorder } from '#contract/preorders/preorders.ts'

/** A pre-order's states for its shopper. */
export const PREORDER_STATES = [
  'checkout',
  'booked',
  'delivered',
  'paying',
  'paid',
  'unknown',
  'cancelled',
  'replaced',
] as const
export type PreorderState = (typeof PREORDER_STATES)[number]

const OF_STATUS = {
  checkout: 'checkout',
  preorder_booked: 'booked',
  preorder_delivered: 'delivered',
  payment_pending: 'paying',
  complete: 'paid',
  error: 'unknown',
} as const satisfies Record<Preorder['status'], PreorderState>

type Known = Pick<Preorder, 'status' | 'cancelled_at' | 'replaced_by'>

export function preorderState({ status, cancelled_at: cancelledAt, replaced_by: replacedBy }: Known): PreorderState {
  if (replacedBy !== null) return 'replaced'
  return cancelledAt === null ? OF_STATUS[status] : 'cancelled'
}

/** Ready ones before those still to come; otherwise in the server's order, soonest first. */
export const readyFirst = <P extends Known>(list: readonly P[]): P[] =>
  list.toSorted((a, b) => Number(preorderState(b) === 'delivered') - Number(preorderState(a) === 'delivered'))
