import { MINUTE_MS } from '#domain/durations.ts'
import type { MOBILEPAY } from '#domain/payments/terminals/mobilepay.ts'
import type { ConnectionSettings } from '#domain/payments/terminals/terminal-declaration.ts'
import type { SoldLine } from '#server/adapters/payment-terminal/payment-terminal.ts'

/** The credentials of a sales unit of Vipps MobilePay. Without `webhook_secret`, webhooks are ignored. */
export type MobilepaySettings = ConnectionSettings<(typeof MOBILEPAY)['connections']>

/** All in ms. */
export const MOBILEPAY_TIMES = {
  /** For one request. */
  requestMs: 5000,
  /** For a question or a change, with its retries. */
  answerMs: 9000,
  /** A payment or refund is sent within this time or never: later, other servers may have concluded that it never will be. */
  sendWithinMs: 10_000,
  /** Between two questions while the shopper pays. The vendor allows two a second for each payment. */
  pollMs: 2000,
  /** The first pause before a repeated request; each next one is twice as long. */
  backOffMs: 500,
  /** Between two requests to cancel the same payment, of which the vendor allows five a minute. */
  cancelEveryMs: 15_000,
  /** Unapproved payments are cancelled this long after they began; MobilePay's own limit is the same. */
  cancelAfterMs: 10 * MINUTE_MS,
}
export type MobilepayTimes = typeof MOBILEPAY_TIMES

export type MobilepayOptions = {
  /** A terminal's settings; undefined when there are none. Read before each operation. */
  findSettings: (terminalId: number) => Promise<MobilepaySettings | undefined>
  inFlightMs: number
  /** The APIs of the two environments, or substitutes. */
  urls: Record<MobilepaySettings['environment'], string>
  /** Where the app sends the shopper's browser after the payment. */
  returnUrl: string
  /** The goods of the order that a payment pays, for its age limit and its receipt in the app. */
  listSoldLines?: (serviceId: string) => Promise<SoldLine[]>
  /** Reports events to the operator, never with secrets. */
  report?: (what: { terminalId: number; event: string }) => void
  times?: Partial<MobilepayTimes>
}
