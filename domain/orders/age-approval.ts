import { MINUTE_MS } from '#domain/durations.ts'

/** After this time without a decision, a request has timed out. */
export const APPROVAL_WAIT_MS = 2 * MINUTE_MS
/** How long an approved order may be paid, while someone is in the store. */
export const APPROVAL_VALID_MS = 10 * MINUTE_MS

export type ApprovalDecision = 'approved' | 'refused'

/**
 * What a shopper reads of the approval of an order with goods of a least age. `staffGone`: no one is in the store; `alcoholHours`: it is
 * too late or too early for alcohol.
 */
export const APPROVAL_STATES = [
  'notNeeded',
  'needed',
  'waiting',
  'approved',
  'refused',
  'timedOut',
  'staffGone',
  'alcoholHours',
] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

export type Approval = {
  decision: ApprovalDecision | null
  expiresAt: Date
  validUntil: Date | null
  /** Of the order that was approved: another total is another order. */
  totalCents: number
}

type Situation = {
  approval: Approval | undefined
  totalCents: number
  isStaffed: boolean
  /** Of an order with alcohol, whether it may be paid for now. */
  isAlcoholSold: boolean
  now: Date
}

/** The approval of an order that needs one. */
export function approvalState({ approval, totalCents, isStaffed, isAlcoholSold, now }: Situation): ApprovalState {
  const stored = approval?.totalCents === totalCents ? approval : undefined
  if (stored?.decision === 'refused') return 'refused'
  if (!isStaffed) return 'staffGone'
  if (!isAlcoholSold) return 'alcoholHours'
  if (stored === undefined) return 'needed'
  if (stored.decision === null) return stored.expiresAt > now ? 'waiting' : 'timedOut'
  return stored.validUntil !== null && stored.validUntil > now ? 'approved' : 'needed'
}

/** Whether the shopper may ask for it, again or for the first time. */
export const canRequest = (state: ApprovalState): boolean => state === 'needed' || state === 'timedOut'
