import { orderCan } from '#domain/orders/order.ts'
import { HOLDS_ORDER, isIn } from '#domain/payments/attempt-states.ts'
import { canCancelPreorder, canChangePreorder, isPickUpTime, type PreorderAtHand } from './preorder-event.ts'
import { withdrawalUntil } from './withdrawal-period.ts'

/** A pre-order with its payment time and the products that can still be withdrawn from. */
export type PreorderSituation = PreorderAtHand & {
  paidAt: Date | null
  /** The products that a withdrawal would cover: not perishable, and not refunded yet. */
  withdrawableIds: readonly number[]
  isWithdrawn: boolean
}

export type PreorderSteps = { pay: boolean; change: boolean; cancel: boolean; withdraw: boolean }

/** What the shopper may do with a pre-order now: the server rejects, and the web does not offer, anything else. */
export function preorderSteps(order: PreorderSituation, now: Date): PreorderSteps {
  const { status, cancelledAt, timeZone } = order
  const canPay = orderCan.pay({ status, cancelledAt, attemptOpen: isHeld(order), isPreorder: true })
  return {
    pay: canPay && isPickUpTime({ status, startDate: order.event.startDate, timeZone }, now),
    change: canChangePreorder(order, now),
    cancel: canCancelPreorder(order, now),
    withdraw: canWithdraw(order, now),
  }
}

/**
 * The shopper may withdraw from the contract until the goods are picked up, which is when they are paid, and for fourteen
 * days after. By law this is possible once, and perishable goods are excluded.
 */
function canWithdraw(order: PreorderSituation, now: Date): boolean {
  const { status, cancelledAt, paidAt, timeZone, withdrawableIds, isWithdrawn } = order
  if (isWithdrawn || cancelledAt != null || withdrawableIds.length === 0) return false
  if (status === 'complete') return paidAt !== null && now < withdrawalUntil(paidAt, timeZone)
  return !isHeld(order) && (status === 'preorder_booked' || status === 'preorder_delivered')
}

/** It is being paid, was paid, or its payment is unresolved. */
const isHeld = ({ attempts }: PreorderSituation): boolean => attempts.some(state => isIn(HOLDS_ORDER, state))
