import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalHealth } from '#domain/payments/terminal-health.ts'

/** One try to pay, as a terminal is asked for it. `serviceId` is its idempotency key, never used twice. */
export type TerminalPayment = {
  serviceId: string
  terminalId: number
  amountCents: number
  currency: string
  /** The order's last digits, for whoever stands there to compare with their phone, where the terminal can show them. */
  reference?: string
}

/** Money to give back for a payment. `refundId` is its idempotency key, never used twice. */
export type TerminalRefund = {
  refundId: string
  amountCents: number
  /** The terminal's own name for the payment, when it told one: it may have forgotten ours by now. */
  transactionId?: string | null
}

export type RefundCall = { signal?: AbortSignal; hasLeft?: () => void }

/**
 * A kind of payment terminal. No call of it is made inside a database transaction, and none throws for what a terminal
 * or a network may do: not knowing is an answer too (`unreachable`).
 */
export type PaymentTerminal = {
  /** So long after the request left may the terminal still begin it: only then does `not_found` mean “not charged”. */
  quiescenceMs: number
  /** True when `start` with the same serviceId again can not charge again. */
  resendIsIdempotent: boolean
  /**
   * Asks for the payment and waits for its outcome, which may take minutes. Ends early when `signal` aborts, and sends nothing
   * from then on. Says when the request has left.
   */
  start: (payment: TerminalPayment, signal: AbortSignal, hasLeft?: () => void) => Promise<TerminalAnswer>
  /** What became of the payment. */
  status: (payment: TerminalPayment) => Promise<TerminalAnswer>
  /** Asks the terminal to stop. It may be too late: the payment's own answer decides. */
  cancel: (payment: TerminalPayment) => Promise<void>
  /**
   * Gives money back for an approved payment and waits for the outcome. Asked for once: what became of it is told by
   * `refundStatus`. `not_taken` when nothing left for the terminal. Ends early when `signal` aborts. Says when it has left.
   */
  refund: (payment: TerminalPayment, refund: TerminalRefund, call?: RefundCall) => Promise<TerminalAnswer>
  /** What became of the refund. Absent where a terminal can't be asked: then a lost answer is for a person. */
  refundStatus?: (payment: TerminalPayment, refund: TerminalRefund) => Promise<TerminalAnswer>
  /** By its own books: the cents it took less those it gave back, between each moment and the next. Absent where it can't be asked. */
  takings?: (terminalId: number, moments: readonly Date[]) => Promise<number[]>
  /**
   * Whether what is secret in such settings may go where they lead: encrypted, or by a network that the operator has named.
   * Absent where nothing secret leaves.
   */
  protects?: (settings: object) => Promise<boolean>
  /** Can it take a payment now? If not, the code says what an operator can look after. */
  health: (terminalId: number) => Promise<TerminalHealth>
}

/** The providers by the name that a terminal's row carries. */
export type PaymentTerminals = {
  byProvider: (provider: string) => PaymentTerminal | undefined
  /** Ends the connections, when the server goes down. */
  close?: () => void
}
