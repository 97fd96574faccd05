import type { Order } from '#contract/orders/orders.ts'
import type { FollowedOrder } from './followed-order.ts'

type Current = Pick<Order, 'id' | 'status' | 'updated_at'>

/**
 * Where the following of a payment stands. `asking`: the pay call is under way and has not begun a payment yet;
 * `unsure`: a payment may have begun, and the server has not been heard since; `untouched`: none ever began;
 * `ended`: there is an outcome to be read.
 */
export type Following = 'none' | 'asking' | 'unsure' | 'pending' | 'untouched' | 'ended'

export interface FollowingFacts {
  followed: FollowedOrder | null
  isAsking: boolean
  /** The current order, null for none; undefined while it was never fetched. */
  current: Current | null | undefined
  currentAtMs: number
  /** The last try to fetch it failed. */
  isUnheard: boolean
}

export function followingOf({ followed, isAsking, current, currentAtMs, isUnheard }: FollowingFacts): Following {
  if (current?.status === 'payment_pending') return 'pending'
  if (!followed) return 'none'
  // What was fetched before says nothing of the payment.
  const isKnown = current !== undefined && currentAtMs > followed.sinceMs
  if (!isKnown) return isAsking && followed.askedAt !== undefined && !isUnheard ? 'asking' : 'unsure'
  // Until its payment has begun, the current order says nothing of a pre-order: while the call is under way it decides.
  if (followed.isBooked && followed.askedAt !== undefined) return isAsking ? (isUnheard ? 'unsure' : 'asking') : 'ended'
  if (current?.id !== followed.id || current.updated_at !== followed.askedAt) return 'ended'
  // While the call is under way an untouched order is only one that it has not reached yet.
  return isAsking ? (isUnheard ? 'unsure' : 'asking') : 'untouched'
}
