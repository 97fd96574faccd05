import { randomUUID } from 'node:crypto'
import type { PlainSettings } from '#domain/adapter-settings.ts'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalHealth } from '#domain/payments/terminal-health.ts'
import { TERMINAL_PROVIDERS } from '#domain/payments/terminals/terminal-providers.ts'

/** One payment attempt, as sent to a terminal. `serviceId` is its idempotency key, never used twice. */
export type TerminalPayment = {
  serviceId: string
  terminalId: number
  amountCents: number
  currency: string
  /** The order's last digits, for the shopper to compare with the phone, if the terminal can show them. */
  reference?: string
}

/** A line of the order that a payment pays. */
export type SoldLine = {
  name: string
  productId: number
  totalCents: number
  rateBasisPoints: number
  /** The minimum age of its buyers, if it has one. */
  minAge: number | null
}

/** A new idempotency key, for a payment or a refund: 32 hexadecimal digits. */
export const newIdempotencyKey = (): string => randomUUID().replaceAll('-', '')

/** A refund of a payment. `refundId` is its idempotency key, never used twice. */
export type TerminalRefund = {
  refundId: string
  amountCents: number
  /** The terminal's own id for the payment, if it returned one: it may no longer find ours. */
  transactionId?: string | null
  /** Ids of the payment's other refunds, all of them ended: a payment has one open refund at a time. */
  otherIds?: readonly string[]
  /** A server heard that the vendor accepted it: then it is never `not_found`. */
  isAccepted?: boolean
}

/** A request of the vendor's server: its bytes, and the headers that sign them, with names in lower case. */
export type TerminalWebhook = {
  host: string
  /** With the query. */
  path: string
  headers: Partial<Record<string, string>>
  body: string
}

/** The vendor's server reports that a refund which it had accepted returned no money. */
export type RefundFailure = {
  /** The refund's, in the vendor's books. */
  reference: string
  /** Ours, as the vendor repeats it. */
  merchantReference: string
  /** The vendor's words. */
  event: string
  reason: string
  amountCents: number
  currency: string
  /** By the vendor's clock, if known. */
  failedAt: Date | undefined
}

/** The `event` of a payment that was made after its end, and that its bank takes nothing back of: `merchantReference` is the payment's. */
export const LATE_PAYMENT = 'late payment'
/** The same, where the whole amount went back: stored so that it is not returned, and refused, again. */
export const LATE_RETURN = 'late payment returned'

type RefundCall = { signal?: AbortSignal; onSent?: () => void; onAccepted?: () => Promise<void> }

/**
 * A kind of payment terminal. Its methods are never called inside a database transaction, and do not throw for terminal or
 * network errors: an unknown outcome is returned as `unreachable`.
 */
export type PaymentTerminal = {
  /** How long after the request was sent the terminal may still start it; only after that `not_found` means “not charged”. */
  inFlightMs: number
  /** True when repeating `start` with the same serviceId can't charge again. */
  resendIsIdempotent: boolean
  /** How long a shopper has for a payment before it is cancelled; 125 seconds if absent. Below 15 minutes. */
  cancelAfterMs?: number
  /**
   * Sends the payment and waits for its outcome, which may take minutes. Ends early when `signal` aborts, and sends nothing
   * after that. Calls `onSent` when the request has been sent, with the address that opens the shopper's app, if there is one.
   */
  start: (payment: TerminalPayment, signal: AbortSignal, onSent?: (link?: string) => void) => Promise<TerminalAnswer>
  /** Queries the payment's outcome. Calls `onLink` with the address that opens the shopper's app, while the payment waits there. */
  status: (payment: TerminalPayment, onLink?: (link: string) => void) => Promise<TerminalAnswer>
  /** Like `status`, and never takes money. Present where `status` may take what the shopper approved. */
  readStatus?: (payment: TerminalPayment) => Promise<TerminalAnswer>
  /**
   * Requests an abort. It may be too late: the payment's own response decides; or too early, so it is requested again until the payment
   * has an outcome.
   */
  cancel: (payment: TerminalPayment) => Promise<void>
  /**
   * Cancels a payment that must not be taken any more, and returns what is true then; `in_progress` while it may still be taken.
   * Takes no money itself, however late. Present where `status` may take what the shopper approved.
   */
  withdraw?: (payment: TerminalPayment) => Promise<TerminalAnswer>
  /**
   * Refunds an approved payment and waits for the outcome, `not_taken` when nothing was sent. Called once; `refundStatus` returns
   * the outcome later. Ends early when `signal` aborts. If the vendor has accepted a refund whose outcome comes later, awaits
   * `onAccepted`, which does not reject. Calls `onSent` when the request has been sent, but after `onAccepted`.
   */
  refund: (payment: TerminalPayment, refund: TerminalRefund, call?: RefundCall) => Promise<TerminalAnswer>
  /** Queries the refund's outcome. Absent where a terminal can't be queried; then an admin must resolve a lost response. */
  refundStatus?: (payment: TerminalPayment, refund: TerminalRefund) => Promise<TerminalAnswer>
  /** From the terminal's records: cents taken less refunds, between consecutive moments. Absent where it can't be queried. */
  takings?: (terminalId: number, moments: readonly Date[]) => Promise<number[]>
  /**
   * Whether the settings' secrets are protected on the way: encrypted, or on a network that the operator has configured.
   * Absent where no secrets are sent.
   */
  protects?: (settings: PlainSettings) => Promise<boolean>
  /**
   * Receives a request of the vendor's server. Returns undefined unless the vendor signed it, and the failed refunds that it
   * reports. It never is the outcome of a payment: at most, the payment that it names is queried earlier. Absent where vendors
   * send nothing.
   */
  receiveWebhook?: (terminalId: number, webhook: TerminalWebhook) => Promise<RefundFailure[] | undefined>
  /** Whether it can take a payment now; if not, the code indicates what an operator can check. */
  health: (terminalId: number) => Promise<TerminalHealth>
}

/** The kinds of terminals that exist, by the name in a terminal's row. An installation may lack some. */
export const ALL_TERMINAL_PROVIDERS: readonly string[] = ['test', ...TERMINAL_PROVIDERS]

/** The providers by the name in a terminal's row. */
export type PaymentTerminals = {
  byProvider: (provider: string) => PaymentTerminal | undefined
  /** Closes the connections, when the server shuts down. */
  close?: () => void
}
