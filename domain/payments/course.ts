import type { AttemptState, StringCode } from './attempt-states.ts'
import type { TerminalAnswer } from './payment-attempt.ts'

/**
 * How one server leads one attempt to its outcome: what it knows of it, and what it waits for. Plain data; another server
 * may lead the same attempt and know more. All times in ms, by the database's clock.
 */
export type Course = {
  readonly state: AttemptState
  readonly amountCents: number
  /** From then on the terminal may have heard of it; null: it has not. */
  readonly sentAt: number | null
  /** Until then it waits in line, or for being sent. */
  readonly deadlineAt: number
  /** The terminal's; null when this server can not reach such terminals. */
  readonly quiescenceMs: number | null
  /** When the shopper, or the time, wanted it to stop. */
  readonly abortWantedAt: number | null
  /** Taken since the leases were last renewed. */
  readonly isNew: boolean
  readonly stage: Stage
}

/** What a course waits for. */
export type Stage =
  | { readonly is: 'beginning' }
  | { readonly is: 'in_line' }
  | { readonly is: 'taking_terminal' }
  /** Sent after `sendBefore` it might reach the terminal when everybody believes that it never will. */
  | { readonly is: 'marking_sent'; readonly sendBefore: number }
  /** `isLate`: it was asked to stop, since its time is up. */
  | { readonly is: 'at_terminal'; readonly isLate: boolean }
  | { readonly is: 'asking'; readonly askedAt: number }
  | { readonly is: 'noting'; readonly state: NotedState; readonly next: NextQuestion }
  | { readonly is: 'stopping'; readonly askAgainAfterMs: number }
  | { readonly is: 'pausing' }
  | { readonly is: 'settling' }
  | { readonly is: 'recovering' }
  | { readonly is: 'over' }

export type NotedState = 'SENT' | 'UNKNOWN'
export type NextQuestion = { readonly askAgainAfterMs: number; readonly abort?: boolean }

/** What a server does for a course. Each but `wait` and `stop_listening` is answered by an event, or by `failed`. */
export type Effect =
  | { readonly kind: 'take_terminal' }
  /** Committed before the first byte leaves. */
  | { readonly kind: 'mark_sent' }
  | { readonly kind: 'start' }
  | { readonly kind: 'ask_status' }
  | { readonly kind: 'cancel' }
  | { readonly kind: 'note_state'; readonly state: NotedState }
  | Settlement
  /** No longer waits for the answer of `start`, which comes as `unreachable`. */
  | { readonly kind: 'stop_listening' }
  /** Wakes the course after so long; a new wait replaces the one before. */
  | { readonly kind: 'wait'; readonly ms: number }

export type Settlement = {
  readonly kind: 'settle'
  readonly to: AttemptState
  readonly stringCode: StringCode
  readonly answer?: TerminalAnswer
  /** For who knows no more than that nothing was sent yet: another server may have sent it meanwhile. */
  readonly onlyUnsent?: true
}

export type CourseEvent =
  | { readonly kind: 'begun' }
  | { readonly kind: 'woken' }
  /** Nobody is before it any more. */
  | { readonly kind: 'line_moved' }
  /** The answer of `take_terminal`: until when it may be sent; undefined while others are before it. */
  | { readonly kind: 'looked_in_line'; readonly deadlineAt: number | undefined }
  /** The answer of `mark_sent`; undefined when the attempt is another server's by now. */
  | { readonly kind: 'marked_sent'; readonly sentAt: number | undefined }
  | { readonly kind: 'start_answered'; readonly answer: TerminalAnswer }
  | { readonly kind: 'status_told'; readonly answer: TerminalAnswer }
  | { readonly kind: 'stop_told' }
  | { readonly kind: 'noted' }
  | { readonly kind: 'settled' }
  /** An effect failed: the database is away, and whether it did what it was asked is not known. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'abort_wanted'; readonly at: number }
  /** The leases were renewed, this one among them if it is still ours. */
  | { readonly kind: 'lease_renewed'; readonly isOurs: boolean; readonly abortRequestedAt: number | null }
  /** This server goes down. */
  | { readonly kind: 'let_go' }

export type Step = { readonly course: Course; readonly effects: readonly Effect[] }
