import type { SUMUP } from '#domain/payments/terminals/sumup.ts'
import type { ConnectionSettings } from '#domain/payments/terminals/terminal-declaration.ts'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'

/** A reader of SumUp's, and the keys of its merchant. */
export type SumupSettings = ConnectionSettings<(typeof SUMUP)['connections']>

/** A payment at a reader. */
export type SumupPayment = { settings: SumupSettings; payment: TerminalPayment; readerId: string }

/** All in ms. */
export const SUMUP_TIMES = {
  /** For one request. */
  requestMs: 5000,
  /** For a question, with its retries. */
  answerMs: 9000,
  /** A payment or refund is sent within this time or never: later, other servers may have concluded that it never will be. */
  sendWithinMs: 10_000,
  /** Between two questions while the shopper pays. */
  pollMs: 1500,
  /** The first pause before a repeated request; each next one is twice as long. */
  backOffMs: 500,
}
export type SumupTimes = typeof SUMUP_TIMES

export type SumupOptions = {
  /** A terminal's settings; undefined when there are none. Read before each operation. */
  findSettings: (terminalId: number) => Promise<SumupSettings | undefined>
  inFlightMs: number
  /** The APIs of the two environments, or substitutes. */
  urls: Record<SumupSettings['environment'], string>
  /** Reports events to the operator, never with secrets. */
  report?: (what: { terminalId: number; event: string }) => void
  times?: Partial<SumupTimes>
}
