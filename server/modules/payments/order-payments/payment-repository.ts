import type { AttemptState } from '#domain/payments/attempt-states.ts'
import type { OperationRepository } from '#server/modules/payments/terminal-operations/operation-repository.ts'
import type { Attempt } from './attempts.ts'
import type { BeginRefusal, PaymentInput } from './begin-payment.ts'
import type { Outcome, WrittenOutcome } from './settle-attempt.ts'

/**
 * All database operations that payments need. test/simulation/repository/repository-conformance.ts tests them, also for the in-memory
 * repository that the simulation of payments uses.
 */
export type PaymentRepository = OperationRepository<Attempt, AttemptState, Outcome, WrittenOutcome> & {
  /**
   * Writes the intent to pay before anything is sent to a terminal: the order is pending, and its attempt is inserted at the
   * terminal with the shortest queue, QUEUED if the terminal is in use, else INTENT, and marked as sent if the caller wants so.
   * After a refusal nothing was written.
   */
  begin: (input: PaymentInput) => Promise<Attempt | BeginRefusal>
  find: (attemptId: number) => Promise<Attempt>
  /** The user's attempt that is waiting for its outcome. */
  findOpen: (userId: number) => Promise<Attempt | undefined>
  /** The server's queued attempts with no other ahead. */
  nextInQueue: (owner: string) => Promise<number[]>
  /** Stores, on the open attempt, that the shopper wants to cancel; returns its id. */
  requestCancel: (userId: number) => Promise<number | undefined>
}
