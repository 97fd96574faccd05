import { z } from 'zod'
import { MINUTE_MS } from '#domain/durations.ts'

/** A terminal of Adyen's, reached through its cloud. `api_key`, `webhook_secret` and `webhook_password` are secrets. */
export const adyenSettings = z.object({
  transport: z.literal('adyen'),
  environment: z.enum(['production', 'test']),
  merchant_account: z.string().min(1),
  /** The terminal's id: its model and its serial number. */
  poi_id: z.string().regex(/^[A-Za-z0-9]+-[A-Za-z0-9]+$/),
  /** The shop's name in messages to the terminal. */
  sale_id: z.string().min(1),
  api_key: z.string().min(1),
  /** Of the standard webhook of the merchant account, in hexadecimal digits; without it, webhooks are ignored. */
  webhook_secret: z
    .string()
    .regex(/^([0-9A-Fa-f]{2})+$/)
    .optional(),
  webhook_user: z.string().min(1).optional(),
  webhook_password: z.string().min(1).optional(),
})
export type AdyenSettings = z.infer<typeof adyenSettings>

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
