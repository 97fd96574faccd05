import { HOLDS_ORDER, isIn, OPEN_STATES, type AttemptState } from '#domain/payments/attempt-states.ts'
import { manualOutcomes, type ManualOutcome } from '#domain/payments/manual-outcome.ts'
import { canTransition, orderCan, type OrderStatus, type TransitionEnd } from './order.ts'

/** Status changes that an admin can make with a reason; all others result from payments. */
export const ADMIN_STEPS = [
  'preorder_delivered',
  'preorder_booked',
  'complete',
  'cancelled',
] as const satisfies readonly TransitionEnd[]
export type AdminStep = (typeof ADMIN_STEPS)[number]

/** An order with the states of all its payment attempts. */
export type OrderAtHand = { status: OrderStatus; cancelledAt: unknown; attempts: readonly AttemptState[] }

export type AdminActions = {
  /** A payment is under way; the order can't be changed until the terminal has responded. */
  isBeingPaid: boolean
  /** `complete` means that the order was paid in another way. */
  steps: AdminStep[]
  /** Outcomes that may be recorded for the unresolved payment: the only way out of the status error. */
  outcomes: ManualOutcome[]
  refund: boolean
}

/** What an admin may do with an order now: the server rejects, and the web does not offer, anything else. */
export function allowedAdminActions({ status, cancelledAt, attempts }: OrderAtHand): AdminActions {
  const isBeingPaid = attempts.some(state => isIn(OPEN_STATES, state))
  const isHeld = attempts.some(state => isIn(HOLDS_ORDER, state))
  const isFree = cancelledAt == null && !isHeld && status !== 'error'
  const isOrderWaiting = orderCan.awaitsTerminal({ status, cancelledAt })
  return {
    isBeingPaid,
    steps: isFree ? ADMIN_STEPS.filter(to => canTransition(status, to, 'admin')) : [],
    outcomes: isBeingPaid ? [] : attempts.flatMap(state => manualOutcomes({ state, isOrderWaiting })),
    refund: orderCan.refund({ status }),
  }
}
