import { MINUTE_MS } from '#domain/durations.ts'

/** After this time without a decision, a request has timed out. */
export const APPROVAL_WAIT_MS = 2 * MINUTE_MS
/** How long an approved order may be paid, while someone is in the store. */
export const APPROVAL_VALID_MS = 10 * MINUTE_MS

export type ApprovalDecision = 'approved' | 'refused'

/**
 * What a shopper reads of the approval of an order with age-restricted goods. `staffGone`: no one is in the store; `alcoholHours`: it is
 * too late or too early for alcohol; `alone`: the shopper is the only staff, and may not approve their own order.
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
  'alone',
] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

export type AgeApproval = {
  decision: ApprovalDecision | null
  expiresAt: Date
  validUntil: Date | null
  /** Of the order that was approved: another total is another order. */
  totalCents: number
  /** The end of the planned staffed hours; null: it was approved outside of them, or they have changed since. */
  staffedUntil: Date | null
  /** Whether the person who decided may still do so. */
  isEntitled: boolean
}

type ApprovalSituation = {
  approval: AgeApproval | undefined
  totalCents: number
  isStaffed: boolean
  /** Of an order with alcohol, whether it may be paid for now. */
  isAlcoholSold: boolean
  /** Whether a person other than the shopper has checked in at the store. */
  isOtherPresent: boolean
  /** Whether a person other than the shopper may approve the order now. */
  hasApprover: boolean
  now: Date
}

/** The approval of an order that needs one. */
export function approvalState(situation: ApprovalSituation): ApprovalState {
  const { approval, totalCents, isStaffed, isAlcoholSold, hasApprover, now } = situation
  const stored = approval?.totalCents === totalCents ? approval : undefined
  if (stored?.decision === 'refused') return 'refused'
  if (!isStaffed) return 'staffGone'
  if (!isAlcoholSold) return 'alcoholHours'
  if (stored && isApprovalValid(stored, situation)) return 'approved'
  if (!hasApprover) return 'alone'
  if (stored === undefined || stored.decision !== null) return 'needed'
  return stored.expiresAt > now ? 'waiting' : 'timedOut'
}

/** An approval is valid while its author may approve, and a person other than the shopper is in the store. */
function isApprovalValid(approval: AgeApproval, { isOtherPresent, now }: ApprovalSituation): boolean {
  const { decision, validUntil, staffedUntil, isEntitled } = approval
  const isStaffed = isOtherPresent || (staffedUntil !== null && staffedUntil > now)
  return decision === 'approved' && isEntitled && isStaffed && validUntil !== null && validUntil > now
}

/** Whether the shopper may ask for it, again or for the first time. */
export const canRequest = (state: ApprovalState): boolean => state === 'needed' || state === 'timedOut'
