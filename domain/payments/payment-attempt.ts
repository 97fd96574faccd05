import { HOLDS_TERMINAL, isIn, type AttemptState, type StringCode } from './attempt-states.ts'
import {
  CANCEL_AFTER_MS,
  MAX_PAUSE_MS,
  MAX_STATUS_DELAY_MS,
  PAUSES_AFTER_TIMEOUTS_MS,
  STATUS_DELAYS_MS,
  UNRESOLVED_AFTER_MS,
  UNRESOLVED_ASK_EVERY_MS,
} from './payment-timeouts.ts'

/** A terminal's response about one attempt, for all kinds of terminals. */
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
  /** Only for the call that sends the payment: no byte of it was sent, and none will be. */
  | { kind: 'not_taken'; reason: 'unreachable' | 'busy' }

export type AttemptSituation = {
  state: AttemptState
  amountCents: number
  /** When the attempt was, or at the latest may have been, first sent to the terminal. */
  sentAt: Date | number
  now: Date | number
  /** How long a request may be in transit to the terminal; until then "not found" proves nothing. */
  inFlightMs: number
  /** How long the shopper has; CANCEL_AFTER_MS unless the kind of terminal has another limit. */
  cancelAfterMs?: number | undefined
  cancelRequestedAt?: Date | number | null | undefined
  answer: TerminalAnswer
}

export type AttemptDecision =
  | { to: AttemptState; stringCode?: StringCode; queryAgainAfterMs?: never; cancel?: never }
  | { queryAgainAfterMs: number; cancel?: boolean; to?: never; stringCode?: never }

/**
 * Interprets a terminal's response. Whether the order still awaits payment is checked when the outcome is written; if not,
 * the money is returned (REVERSAL_DUE). An attempt that no terminal is queried about (queued, final, in review, being
 * reversed) keeps its state, whatever the response.
 */
export function decideAttempt(situation: AttemptSituation): AttemptDecision {
  const { state, answer, inFlightMs } = situation
  if (state !== 'UNRESOLVED' && !isIn(HOLDS_TERMINAL, state)) return { to: state }
  switch (answer.kind) {
    case 'approved':
      return decideApproved(situation, answer.amountCents)
    case 'declined':
      return { to: 'DECLINED', stringCode: 'DECLINED' }
    case 'cancelled':
      return decideCancelled(situation, answer.by)
    case 'not_found':
      return ageMs(situation) >= inFlightMs ? neverReached(situation) : queryAgain(situation)
    case 'not_taken':
      // Only the server that wrote the intent sends it, once; in a later state it may have been sent.
      return state === 'INTENT' ? neverSent(situation, answer.reason) : queryAgain(situation)
    default: // in progress, busy, unreachable: nothing is known yet
      return queryAgain(situation)
  }
}

/** The delay between two status queries: 1, 2, 4, 8, then 10 seconds. */
export function backOffMs(ageOfAttemptMs: number): number {
  let sinceSentMs = 0
  for (const stepMs of STATUS_DELAYS_MS) {
    sinceSentMs += stepMs
    if (ageOfAttemptMs < sinceSentMs) return stepMs
  }
  return MAX_STATUS_DELAY_MS
}

function decideApproved({ amountCents }: AttemptSituation, paidCents: number): AttemptDecision {
  const isAsAsked = paidCents === amountCents
  return isAsAsked ? { to: 'APPROVED', stringCode: 'SUCCESS' } : { to: 'REVIEW', stringCode: 'UNKNOWN' }
}

/** A cancellation caused by our own abort at the time limit is a timeout, not the shopper's choice. */
function decideCancelled(situation: AttemptSituation, by: 'shopper' | 'merchant'): AttemptDecision {
  return by === 'merchant' && cancelAgeMs(situation) >= limitMs(situation)
    ? { to: 'ABORTED', stringCode: 'TIMEOUT' }
    : { to: 'CANCELLED', stringCode: 'USER_CANCELLED' }
}

function neverReached(situation: AttemptSituation) {
  const shopperGaveUp = situation.cancelRequestedAt != null && cancelAgeMs(situation) < limitMs(situation)
  return { to: 'NOT_PROCESSED', stringCode: shopperGaveUp ? 'USER_CANCELLED' : 'TERMINAL_UNREACHABLE' } as const
}

function neverSent(situation: AttemptSituation, reason: 'unreachable' | 'busy'): AttemptDecision {
  const decision = neverReached(situation)
  return reason === 'busy' && decision.stringCode === 'TERMINAL_UNREACHABLE'
    ? { ...decision, stringCode: 'TERMINAL_BUSY' }
    : decision
}

function queryAgain(situation: AttemptSituation): AttemptDecision {
  // The terminal may be serving another shopper by now, so nothing is aborted.
  if (situation.state === 'UNRESOLVED') return { queryAgainAfterMs: UNRESOLVED_ASK_EVERY_MS }
  const age = ageMs(situation)
  if (age >= UNRESOLVED_AFTER_MS) return { to: 'UNRESOLVED', stringCode: 'UNKNOWN' }
  const cancel = age >= limitMs(situation) || situation.cancelRequestedAt != null
  return { queryAgainAfterMs: untilNextQuestionMs(situation, age), ...(cancel && { cancel }) }
}

/** The back-off, shortened to the next decision: end of the in-flight window, time to abort, time to stop querying. */
function untilNextQuestionMs(situation: AttemptSituation, age: number): number {
  const { answer, inFlightMs } = situation
  const turningPoints = [limitMs(situation), UNRESOLVED_AFTER_MS, ...(answer.kind === 'not_found' ? [inFlightMs] : [])]
  const waits = turningPoints.map(point => point - age).filter(wait => wait > 0)
  return Math.min(backOffMs(age), ...waits)
}

const limitMs = ({ cancelAfterMs }: AttemptSituation): number => cancelAfterMs ?? CANCEL_AFTER_MS

function ageMs({ now, sentAt }: AttemptSituation): number {
  return Number(now) - Number(sentAt)
}

function cancelAgeMs({ cancelRequestedAt, sentAt }: AttemptSituation): number {
  return cancelRequestedAt == null ? 0 : Number(cancelRequestedAt) - Number(sentAt)
}

/** The pause after this number of consecutive timeouts, counted from the last one. */
export const pauseAfterTimeoutsMs = (timeouts: number): number => PAUSES_AFTER_TIMEOUTS_MS[timeouts] ?? MAX_PAUSE_MS

/** When an account may pay again; undefined: now. `lastTimeoutAt` is the end of the last timeout. */
export function mayPayAgainAt(timeouts: number, lastTimeoutAt: Date | null, now: Date): Date | undefined {
  const at = (lastTimeoutAt?.getTime() ?? 0) + pauseAfterTimeoutsMs(timeouts)
  return lastTimeoutAt !== null && at > now.getTime() ? new Date(at) : undefined
}
