import type { AttemptState, StringCode } from './attempt-states.ts'
import type { TerminalAnswer } from './payment-attempt.ts'

/**
 * One server's state machine for one payment attempt: its known facts, and what it is waiting for. Plain data; another server
 * may process the same attempt and have newer facts. All times in ms, by the database's clock.
 */
export type PaymentMachine = {
  readonly state: AttemptState
  readonly amountCents: number
  /** From then on the terminal may have received it; null: it has not. */
  readonly sentAt: number | null
  /** The limit for waiting in line, or for being sent. */
  readonly deadlineAt: number
  /** The terminal's; null when this server can't reach terminals of this kind. */
  readonly inFlightMs: number | null
  /** When the shopper, or the time limit, requested an abort. */
  readonly cancelRequestedAt: number | null
  /** Claimed since the leases were last renewed. */
  readonly isNew: boolean
  readonly phase: Phase
}

/** What the state machine is waiting for. */
export type Phase =
  | { readonly is: 'beginning' }
  | { readonly is: 'queued' }
  | { readonly is: 'taking_terminal' }
  /** Sent after `sendBefore`, it might reach the terminal after other servers have concluded that it never will. */
  | { readonly is: 'marking_sent'; readonly sendBefore: number }
  /** `isLate`: the time limit passed, and an abort was sent. */
  | { readonly is: 'at_terminal'; readonly isLate: boolean }
  | { readonly is: 'asking'; readonly askedAt: number }
  | { readonly is: 'recording'; readonly state: RecordedState; readonly next: NextQuestion }
  | { readonly is: 'cancelling'; readonly askAgainAfterMs: number }
  | { readonly is: 'pausing' }
  | { readonly is: 'settling' }
  | { readonly is: 'recovering' }
  | { readonly is: 'over' }

export type RecordedState = 'SENT' | 'UNKNOWN'
export type NextQuestion = { readonly askAgainAfterMs: number; readonly cancel?: boolean }

/** The actions of the server. Each except `wait` and `stop_listening` results in an event, or in `failed`. */
export type Effect =
  | { readonly kind: 'take_terminal' }
  /** Committed before the first byte is sent. */
  | { readonly kind: 'mark_sent' }
  | { readonly kind: 'start' }
  | { readonly kind: 'ask_status' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'record_state'; readonly state: RecordedState }
  | Settlement
  /** Stops waiting for the response to `start`, which then results in `unreachable`. */
  | { readonly kind: 'stop_listening' }
  /** Triggers `woken` after `ms`; a new wait replaces the previous one. */
  | { readonly kind: 'wait'; readonly ms: number }

export type Settlement = {
  readonly kind: 'settle'
  readonly to: AttemptState
  readonly stringCode: StringCode
  readonly answer?: TerminalAnswer
  /** Settles only if it is still unsent: another server may have sent it meanwhile. */
  readonly onlyUnsent?: true
}

export type PaymentEvent =
  | { readonly kind: 'begun' }
  | { readonly kind: 'woken' }
  /** No other attempt is ahead in the line. */
  | { readonly kind: 'queue_moved' }
  /** The result of `take_terminal`: until when it may be sent; undefined while others are ahead in the line. */
  | { readonly kind: 'queue_checked'; readonly deadlineAt: number | undefined }
  /** The result of `mark_sent`; undefined when another server owns the attempt by now. */
  | { readonly kind: 'marked_sent'; readonly sentAt: number | undefined }
  | { readonly kind: 'start_answered'; readonly answer: TerminalAnswer }
  | { readonly kind: 'status_answered'; readonly answer: TerminalAnswer }
  | { readonly kind: 'cancel_sent' }
  | { readonly kind: 'recorded' }
  | { readonly kind: 'settled' }
  /** An effect failed because the database is unavailable; whether it took effect is unknown. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'cancel_requested'; readonly at: number }
  /** The leases were renewed, including this one if this server still owns it. */
  | { readonly kind: 'lease_renewed'; readonly isOurs: boolean; readonly cancelRequestedAt: number | null }
  /** This server is shutting down. */
  | { readonly kind: 'release' }

export type Step = { readonly machine: PaymentMachine; readonly effects: readonly Effect[] }
