import type { RecordedState } from '#domain/payments/payment-machine-types.ts'
import type { Refusal } from '#server/platform/http/refusal.ts'
import type { Attempt } from './attempts.ts'
import type { PaymentInput } from './begin-payment.ts'
import type { Outcome, Written } from './settle-attempt.ts'

export type BeginRefusal = Refusal<
  | 'order.none'
  | 'order.changed'
  | 'order.termsChanged'
  | 'order.termsMissing'
  | 'order.paymentPending'
  | 'order.terminalMissing'
  | 'order.waitToPay'
>

/**
 * All database operations that payments need. Each call is one transaction; when a call fails, it is unknown whether it was
 * committed. test/simulation/repository-conformance.ts tests these rules, also for the in-memory repository that the simulation
 * of payments uses.
 */
export type PaymentRepository = {
  /**
   * Writes the intent to pay before anything is sent to a terminal: the order is pending, and its attempt is inserted at the
   * terminal with the shortest line, QUEUED if the terminal is in use, else INTENT.
   */
  begin: (wish: PaymentInput) => Promise<Attempt | BeginRefusal>
  find: (attemptId: number) => Promise<Attempt>
  /** The user's attempt that is waiting for its outcome. */
  findOpen: (userId: number) => Promise<Attempt | undefined>
  /**
   * The next in line takes the terminal: QUEUED → INTENT, if the terminal is free and no attempt is ahead. Returns the deadline
   * for sending. An attempt that has the terminal already, because the response was lost, takes it again.
   */
  takeTerminal: (attemptId: number, owner: string) => Promise<Date | undefined>
  /** The server's attempts in line that no other is ahead of any more. */
  nextInQueue: (owner: string) => Promise<number[]>
  /**
   * Stores that the terminal may receive the attempt from now on, and returns that time. Only the server that holds the attempt
   * at that moment can do so, and only once; returns undefined to any other, which must send nothing.
   */
  markSent: (attemptId: number, owner: string) => Promise<Date | undefined>
  /** Stores the state that the driver has learned, on an attempt that is still open; final states are never changed. */
  recordState: (attemptId: number, state: RecordedState) => Promise<void>
  /** Writes the outcome; undefined when the attempt already has one. */
  settle: (attempt: Attempt, outcome: Outcome) => Promise<Written | undefined>
  /** Stores, on the open attempt, that the shopper wants to stop; returns its id. */
  requestAbort: (userId: number) => Promise<number | undefined>
  /** Extends a server's leases on the attempts that it drives; returns those that it still owns. */
  renewLeases: (owner: string, driven: readonly number[]) => Promise<Map<number, { cancelRequestedAt: Date | null }>>
  /** Releases a server's attempts, so that another need not wait for the leases to lapse. */
  handBack: (owner: string) => Promise<void>
  /** Takes over the attempts that no server drives: only one of two servers gets each. */
  claimLapsed: (owner: string) => Promise<Attempt[]>
}
