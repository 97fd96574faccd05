import { HOLDS_TERMINAL, isIn, type AttemptState, type StringCode } from './attempt-states.ts'

/** What a terminal says of one attempt, whoever made the terminal. */
export type TerminalAnswer =
  | { kind: 'in_progress' }
  | {
      kind: 'approved'
      transactionId: string
      amountCents: number
      receiptText?: string
      merchantReceiptText?: string
      cardBrand?: string
      maskedPan?: string
    }
  | { kind: 'declined'; code: string }
  | { kind: 'cancelled'; by: 'shopper' | 'merchant' }
  | { kind: 'not_found' }
  | { kind: 'busy' }
  | { kind: 'unreachable' }
  /** Of the call that was to tell the terminal: not a byte of the payment left, and none will. */
  | { kind: 'not_taken'; why: 'unreachable' | 'busy' }

export interface AttemptSituation {
  state: AttemptState
  amountCents: number
  /** When the terminal was, or at the latest may have been, first told of the attempt. */
  sentAt: Date | number
  now: Date | number
  /** How long a request may still be on its way to the terminal: until then "not found" proves nothing. */
  quiescenceMs: number
  abortRequestedAt?: Date | number | null | undefined
  answer: TerminalAnswer
}

export type AttemptDecision =
  | { to: AttemptState; stringCode?: StringCode; askAgainAfterMs?: never; abort?: never }
  | { askAgainAfterMs: number; abort?: boolean; to?: never; stringCode?: never }

/** After so long without a known outcome its shopper may leave; then the outcome is emailed. */
export const LEAVE_AFTER_MS = 60_000
export const ABORT_AFTER_MS = 125_000
export const UNRESOLVED_AFTER_MS = 15 * 60_000
/** An unresolved attempt's terminal is asked for this long. */
export const UNRESOLVED_ASKED_FOR_MS = 48 * 3_600_000
export const UNRESOLVED_ASK_EVERY_MS = 60_000
/** How long an attempt waits for a terminal that serves another before it ends as TERMINAL_BUSY. */
export const QUEUE_LIMIT_MS = 3 * 60_000

const BACK_OFF_MS = [1000, 2000, 4000, 8000] as const
const LONGEST_BACK_OFF_MS = 10_000

/**
 * What a terminal's answer means. That the order no longer waits for the money is seen when it is written: then it goes
 * back (REVERSAL_DUE). An attempt that no terminal is asked about (queued, final,
 * in review, being reversed) stays what it is, whatever the answer.
 */
export function decideAttempt(situation: AttemptSituation): AttemptDecision {
  const { state, answer, quiescenceMs } = situation
  if (state !== 'UNRESOLVED' && !isIn(HOLDS_TERMINAL, state)) return { to: state }
  switch (answer.kind) {
    case 'approved':
      return approved(situation, answer.amountCents)
    case 'declined':
      return { to: 'DECLINED', stringCode: 'DECLINED' }
    case 'cancelled':
      return cancelled(situation, answer.by)
    case 'not_found':
      return ageMs(situation) >= quiescenceMs ? neverReached(situation) : askAgain(situation)
    case 'not_taken':
      // Only who wrote the intent sends, once: for a later state somebody may have.
      return state === 'INTENT' ? neverSent(situation, answer.why) : askAgain(situation)
    default: // in progress, busy, unreachable: nothing is known yet
      return askAgain(situation)
  }
}

/** How long after the last question the next one follows: 1, 2, 4, 8, then every 10 seconds. */
export function backOffMs(ageOfAttemptMs: number): number {
  let sinceSentMs = 0
  for (const stepMs of BACK_OFF_MS) {
    sinceSentMs += stepMs
    if (ageOfAttemptMs < sinceSentMs) return stepMs
  }
  return LONGEST_BACK_OFF_MS
}

function approved({ amountCents }: AttemptSituation, takenCents: number): AttemptDecision {
  const isAsAsked = takenCents === amountCents
  return isAsAsked ? { to: 'APPROVED', stringCode: 'SUCCESS' } : { to: 'REVIEW', stringCode: 'UNKNOWN' }
}

/** Cancelled by our own abort for time is the terminal's time-out, not the shopper's wish. */
function cancelled(situation: AttemptSituation, by: 'shopper' | 'merchant'): AttemptDecision {
  return by === 'merchant' && abortAgeMs(situation) >= ABORT_AFTER_MS
    ? { to: 'ABORTED', stringCode: 'TIMEOUT' }
    : { to: 'CANCELLED', stringCode: 'USER_CANCELLED' }
}

function neverReached(situation: AttemptSituation) {
  const shopperGaveUp = situation.abortRequestedAt != null && abortAgeMs(situation) < ABORT_AFTER_MS
  return { to: 'NOT_PROCESSED', stringCode: shopperGaveUp ? 'USER_CANCELLED' : 'TERMINAL_UNREACHABLE' } as const
}

function neverSent(situation: AttemptSituation, why: 'unreachable' | 'busy'): AttemptDecision {
  const decision = neverReached(situation)
  return why === 'busy' && decision.stringCode === 'TERMINAL_UNREACHABLE'
    ? { ...decision, stringCode: 'TERMINAL_BUSY' }
    : decision
}

function askAgain(situation: AttemptSituation): AttemptDecision {
  // Its terminal may serve someone else by now, so nothing is aborted any more.
  if (situation.state === 'UNRESOLVED') return { askAgainAfterMs: UNRESOLVED_ASK_EVERY_MS }
  const age = ageMs(situation)
  if (age >= UNRESOLVED_AFTER_MS) return { to: 'UNRESOLVED', stringCode: 'UNKNOWN' }
  const abort = age >= ABORT_AFTER_MS || situation.abortRequestedAt != null
  return { askAgainAfterMs: untilNextQuestionMs(situation, age), ...(abort && { abort }) }
}

/** The back-off, cut short where something is decided: end of quiescence, time to abort, time to give up. */
function untilNextQuestionMs({ answer, quiescenceMs }: AttemptSituation, age: number): number {
  const turningPoints = [ABORT_AFTER_MS, UNRESOLVED_AFTER_MS, ...(answer.kind === 'not_found' ? [quiescenceMs] : [])]
  const waits = turningPoints.map(point => point - age).filter(wait => wait > 0)
  return Math.min(backOffMs(age), ...waits)
}

function ageMs({ now, sentAt }: AttemptSituation): number {
  return Number(now) - Number(sentAt)
}

function abortAgeMs({ abortRequestedAt, sentAt }: AttemptSituation): number {
  return abortRequestedAt == null ? 0 : Number(abortRequestedAt) - Number(sentAt)
}
