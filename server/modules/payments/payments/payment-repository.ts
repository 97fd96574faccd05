import type { NotedState } from '#domain/payments/course.ts'
import type { Refusal } from '#server/platform/http/refusal.ts'
import type { Attempt } from './attempts.ts'
import type { PaymentWish } from './begin-payment.ts'
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
 * All that leading payments asks of the database. Each call is one transaction, whole or not at all; when one fails, whether
 * it was committed is not known. Its rules are tested in test/simulation/repository-conformance.ts, also of the repository in memory
 * that the simulation of payments uses.
 */
export type PaymentRepository = {
  /**
   * Writes the intent to pay before any terminal hears of it: the order is pending, and its attempt a row at the terminal
   * with the shortest line: QUEUED when someone is there, else INTENT.
   */
  begin: (wish: PaymentWish) => Promise<Attempt | BeginRefusal>
  find: (attemptId: number) => Promise<Attempt>
  /** The user's attempt that waits for its outcome. */
  findOpen: (userId: number) => Promise<Attempt | undefined>
  /**
   * The next in line takes the terminal: QUEUED → INTENT, if nobody is there or before it. Until when it may be sent. Who
   * has taken it already, and did not hear so, takes it again.
   */
  takeTerminal: (attemptId: number, owner: string) => Promise<Date | undefined>
  /** Those of a server's attempts in line that nobody is before any more. */
  nextInLine: (owner: string) => Promise<number[]>
  /**
   * Writes down that the terminal may hear of the attempt from now on, and gives that time. Only one server may ever do
   * so, the one that holds the attempt at that moment; undefined tells any other to send nothing.
   */
  markSent: (attemptId: number, owner: string) => Promise<Date | undefined>
  /** Writes on an attempt that is still open what its driver has learned; finals are never touched. */
  noteState: (attemptId: number, state: NotedState) => Promise<void>
  /** Writes the outcome; undefined when there is one already. */
  settle: (attempt: Attempt, outcome: Outcome) => Promise<Written | undefined>
  /** Writes down that the shopper wants to stop, on the attempt that is open, and gives its id. */
  requestAbort: (userId: number) => Promise<number | undefined>
  /** Prolongs a server's claims on the attempts that it drives; gives those that are still its own. */
  renewLeases: (owner: string, driven: readonly number[]) => Promise<Map<number, { abortRequestedAt: Date | null }>>
  /** Lets go of a server's attempts, so that another need not wait for the leases to lapse. */
  handBack: (owner: string) => Promise<void>
  /** Takes over the attempts that nobody drives: of two servers one gets each. */
  claimLapsed: (owner: string) => Promise<Attempt[]>
}
