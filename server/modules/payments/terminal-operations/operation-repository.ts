import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'

/** The data of an operation of a terminal that its driver needs: a payment attempt, or a refund. */
export type Operation = {
  id: number
  /** The kind of terminal. */
  provider: string
  /** The payment, or the one that is refunded. */
  payment: TerminalPayment
}

/** What the row of a leased operation contains: whether it is marked as sent, and when a cancellation was requested. */
export type RenewedLease = { isSent: boolean; cancelRequestedAt: Date | null }

/**
 * The database operations that drive an operation to its outcome. Each call is one transaction; when a call fails, it is unknown
 * whether it was committed.
 */
export type OperationRepository<Row extends Operation, State, Outcome, Written> = {
  /**
   * Assigns the terminal to the operation, if it is free and no other is ahead. Returns until when the operation may be sent. One
   * that has the terminal already, because the response was lost, gets it again.
   */
  claimTerminal: (id: number, owner: string) => Promise<Date | undefined>
  /**
   * Stores that the terminal may receive the operation from now on, and returns that time: committed before the first byte is
   * sent. Only the server that holds the operation at that moment can do so, and only once; returns undefined to any other, which
   * must send nothing.
   */
  markSent: (id: number, owner: string) => Promise<Date | undefined>
  /** Stores the state of an operation that is still open; final states are never changed. */
  recordState: (id: number, state: State) => Promise<void>
  /** Writes the outcome; undefined when the operation already has one. */
  settle: (row: Row, outcome: Outcome) => Promise<Written | undefined>
  /** Extends a server's leases on the operations that it drives; returns those that it still owns. */
  renewLeases: (owner: string, driven: readonly number[]) => Promise<Map<number, RenewedLease>>
  /** Releases a server's operations, so that another need not wait for the leases to lapse. */
  releaseLeases: (owner: string) => Promise<void>
  /** Takes over the operations that no server drives: only one of two servers gets each. */
  claimLapsed: (owner: string) => Promise<Row[]>
}
