import type { TerminalAnswer } from './payment-attempt.ts'

/**
 * One server's state machine for one operation of a terminal: a payment, or a refund. It holds the known facts, and what the
 * server is waiting for. Plain data; another server may process the same operation and have newer facts. All times in ms, by
 * the database's clock. `State`: the states that are stored for this kind of operation.
 */
export type OperationMachine<State> = {
  readonly state: State
  readonly amountCents: number
  /** From then on the terminal may have received it; null: it has not. */
  readonly sentAt: number | null
  /** The limit for waiting in the terminal's queue, or for being sent. */
  readonly deadlineAt: number
  /** The terminal's; null when this server can't reach terminals of this kind. */
  readonly inFlightMs: number | null
  /** How long the shopper has, where that is not the usual time of this kind of operation. */
  readonly cancelAfterMs?: number | undefined
  /** When the shopper, or the time limit, requested to cancel. */
  readonly cancelRequestedAt: number | null
  /** Claimed since the leases were last renewed. */
  readonly isNew: boolean
  readonly phase: Phase<State>
}

/** What the state machine is waiting for. */
export type Phase<State> =
  | { readonly is: 'beginning' }
  | { readonly is: 'queued' }
  | { readonly is: 'taking_terminal' }
  /** Sent after `sendBefore`, it might reach the terminal after other servers have concluded that it never will. */
  | { readonly is: 'marking_sent'; readonly sendBefore: number }
  /**
   * `isLate`: the time limit passed, and the operation was cancelled at the terminal. `answerBy`: without the response, it is then
   * cancelled, or queried.
   */
  | { readonly is: 'at_terminal'; readonly isLate: boolean; readonly answerBy: number }
  | { readonly is: 'asking'; readonly queriedAt: number }
  | { readonly is: 'recording'; readonly state: State; readonly next: NextQuestion }
  | { readonly is: 'cancelling'; readonly queryAgainAfterMs: number }
  | { readonly is: 'pausing' }
  | { readonly is: 'settling' }
  | { readonly is: 'recovering' }
  | { readonly is: 'over' }

export type NextQuestion = { readonly queryAgainAfterMs: number; readonly cancel?: boolean }

/**
 * The actions of the server. Each except `wait` and `stop_listening` results in an event, or in `failed`. `Outcome`: what is
 * stored when the operation ends, with the state `to`.
 */
export type OperationEffect<State, Outcome> =
  | OperationWork<State, Outcome>
  /** Stops waiting for the response to `start`, which then results in `unreachable`. */
  | { readonly kind: 'stop_listening' }
  /** Triggers `woken` after `ms`; a new wait replaces the previous one. */
  | { readonly kind: 'wait'; readonly ms: number }

/** The effects that result in an event. */
export type OperationWork<State, Outcome> =
  | { readonly kind: 'take_terminal' }
  /** Committed before the first byte is sent. */
  | { readonly kind: 'mark_sent' }
  | { readonly kind: 'start' }
  | { readonly kind: 'ask_status' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'record_state'; readonly state: State }
  | Settlement<Outcome>

export type Settlement<Outcome> = Outcome & {
  readonly kind: 'settle'
  readonly answer?: TerminalAnswer
  /** Settles only if it is still unsent: another server may have sent it meanwhile. */
  readonly onlyUnsent?: true
}

export type OperationEvent =
  | { readonly kind: 'begun' }
  | { readonly kind: 'woken' }
  /** No other operation is ahead in the terminal's queue. */
  | { readonly kind: 'queue_moved' }
  /** The result of `take_terminal`: until when it may be sent; undefined while others are ahead in the queue. */
  | { readonly kind: 'queue_checked'; readonly deadlineAt: number | undefined }
  /** The result of `mark_sent`; undefined when another server owns the operation by now. */
  | { readonly kind: 'marked_sent'; readonly sentAt: number | undefined }
  | { readonly kind: 'start_answered'; readonly answer: TerminalAnswer }
  | { readonly kind: 'status_answered'; readonly answer: TerminalAnswer }
  | { readonly kind: 'cancel_sent' }
  | { readonly kind: 'recorded' }
  | { readonly kind: 'settled' }
  /** An effect failed because the database is unavailable; whether it took effect is unknown. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'cancel_requested'; readonly at: number }
  /** The leases were renewed, including this one if this server still owns it, with the row's current contents. */
  | {
      readonly kind: 'lease_renewed'
      readonly isOurs: boolean
      readonly isSent: boolean
      readonly cancelRequestedAt: number | null
    }
  /** This server is shutting down. */
  | { readonly kind: 'release' }

export type MachineStep<State, Outcome> = {
  readonly machine: OperationMachine<State>
  readonly effects: readonly OperationEffect<State, Outcome>[]
}

/** Why an operation that was never sent ends. */
export type UnsentReason = 'USER_CANCELLED' | 'TERMINAL_BUSY' | 'TERMINAL_UNREACHABLE'

/** What a terminal's response means: an outcome, or when to ask again. */
export type OperationDecision<Outcome> =
  | { readonly outcome: Outcome; readonly next?: never }
  | { readonly next: NextQuestion; readonly outcome?: never }

export type OperationSituation<State> = {
  state: State
  amountCents: number
  /** When it was, or at the latest may have been, first sent to the terminal. */
  sentAt: number
  now: number
  /** How long a request may be in transit to the terminal; until then "not found" proves nothing. */
  inFlightMs: number
  cancelAfterMs?: number | undefined
  cancelRequestedAt: number | null
  answer: TerminalAnswer
}

/** The rules in which payments and refunds differ. */
export type OperationRules<State, Outcome> = {
  /** Not sent, and it has to take the terminal first. */
  isQueued: (machine: OperationMachine<State>) => boolean
  /** The state of one that has the terminal and may be sent. */
  claimed: State
  /** The state that is stored when it is marked as sent. */
  sent: State
  /** How long a queued operation waits before it checks its terminal again, unless it is woken earlier. */
  queueCheckMs: (machine: OperationMachine<State>) => number
  /** How long the terminal may take to answer the request itself. */
  answerWithinMs: (machine: OperationMachine<State>) => number
  /** Whether it is cancelled at the terminal when that time is over. Otherwise only its status is queried. */
  isCancelledWhenLate: boolean
  decide: (situation: OperationSituation<State>) => OperationDecision<Outcome>
  /** The state to store when a response was no outcome; undefined when the stored one is right. */
  learned: (state: State, answer: TerminalAnswer) => State | undefined
  unsent: (reason: UnsentReason) => Outcome
}
