import { MINUTE_MS } from '#domain/durations.ts'
import type { AttemptState } from '#domain/payments/attempt-states.ts'
import type { PAYTRAIL } from '#domain/payments/terminals/paytrail.ts'
import type { ConnectionSettings } from '#domain/payments/terminals/terminal-declaration.ts'
import type { RefundFailure, TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'

/** The credentials of a merchant at Paytrail. */
export type PaytrailSettings = ConnectionSettings<(typeof PAYTRAIL)['connections']>

/** A payment at the vendor's. */
export type PaytrailPayment = { settings: PaytrailSettings; payment: TerminalPayment; transactionId: string }

/** All in ms. */
export const PAYTRAIL_TIMES = {
  /** For one request. */
  requestMs: 5000,
  /** For a question, with its retries. */
  answerMs: 9000,
  /** A payment or refund is sent within this time or never: later, other servers may have concluded that it never will be. */
  sendWithinMs: 10_000,
  /** Between two questions while the shopper pays. */
  pollMs: 2000,
  /** The first pause before a repeated request; each next one is twice as long. */
  backOffMs: 500,
  /** Unpaid payments count as cancelled this long after they began. */
  cancelAfterMs: 10 * MINUTE_MS,
  /** When a cancelled payment is asked about again, since the vendor's page stays open. */
  lateAfterMs: [10_000, MINUTE_MS, 5 * MINUTE_MS, 20 * MINUTE_MS],
  /** How long a callback waits for the outcome that it hints at. */
  settleMs: 5000,
}
export type PaytrailTimes = typeof PAYTRAIL_TIMES

/** What the shop has stored about a payment. `link`: the address that a shopper may have opened; without one, no one can pay it. */
export type StoredPayment = {
  link: string | null
  state: AttemptState
  language: string
  /** It was paid too late, and went back. */
  isReturned: boolean
}

export type PaytrailOptions = {
  /** A terminal's settings; undefined when there are none. Read before each operation. */
  findSettings: (terminalId: number) => Promise<PaytrailSettings | undefined>
  /** Undefined when there is no such payment, such as after a restore. */
  findPayment: (serviceId: string) => Promise<StoredPayment | undefined>
  /** Stores a payment that was made too late: a `LATE_PAYMENT` or a `LATE_RETURN`. */
  storeLate: (what: RefundFailure) => Promise<void>
  inFlightMs: number
  /** The APIs of the two environments, or substitutes. */
  urls: Record<PaytrailSettings['environment'], string>
  /** The origin of the shop: the vendor sends the browser there, and calls its webhooks. */
  returnUrl: string
  /** Reports events to the operator, never with secrets. */
  report?: (what: { terminalId: number; event: string }) => void
  times?: Partial<PaytrailTimes>
}
