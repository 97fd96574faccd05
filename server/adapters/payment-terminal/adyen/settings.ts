import { MINUTE_MS } from '#domain/durations.ts'
import type { ADYEN } from '#domain/payments/terminals/adyen.ts'
import type { ConnectionSettings } from '#domain/payments/terminals/terminal-declaration.ts'

/** A terminal of Adyen's, reached through its cloud. Without `webhook_secret`, webhooks are ignored. */
export type AdyenSettings = ConnectionSettings<(typeof ADYEN)['connections']>

/** All in ms. */
export const ADYEN_TIMES = {
  /** A payment or refund is sent within this time or never: later, other servers may have concluded that it never will be. */
  sendWithinMs: 10_000,
  /** For a status request, which the terminal itself answers. */
  answerMs: 9000,
  /** For the question to the cloud whether the terminal is connected. */
  reachMs: 3000,
  /** How long to wait for the answer to a payment. The vendor's own limit is 150 seconds after the card. */
  paymentMs: 5 * MINUTE_MS,
  refundMs: 60_000,
  /**
   * “Not found” is believed only this long after the request was sent. Until then nothing else can have been at the terminal;
   * whether it still finds a transaction after later ones, or after its own restart, isn't published.
   */
  rememberedMs: 15 * MINUTE_MS,
  /** Between two questions while a payment has no answer: a gateway may lose the answer on a live connection. */
  queryEveryMs: 10_000,
}
export type AdyenTimes = typeof ADYEN_TIMES

export type OperationId = { serviceId: string } | { refundId: string }

export type AdyenOptions = {
  /** A terminal's settings; undefined when there are none. Read before each operation. */
  findSettings: (terminalId: number) => Promise<AdyenSettings | undefined>
  inFlightMs: number
  /** When a payment or refund was sent; if that is undefined, “not found” isn't believed. Without this function it always is. */
  sentAt?: (sent: OperationId) => Promise<Date | undefined>
  /** The cloud's addresses in the two environments, or substitutes. */
  urls: Record<AdyenSettings['environment'], string>
  /** Reports events to the operator, never with secrets. */
  report?: (what: { terminalId: number; event: string }) => void
  times?: Partial<AdyenTimes>
}
