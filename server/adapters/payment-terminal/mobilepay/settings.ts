import { z } from 'zod'
import { MINUTE_MS } from '#domain/durations.ts'

/** The credentials of a sales unit of Vipps MobilePay. `client_secret`, `subscription_key` and `webhook_secret` are secrets. */
export const mobilepaySettings = z.object({
  transport: z.literal('mobilepay'),
  environment: z.enum(['production', 'test']),
  /** The sales unit's number. */
  merchant_serial_number: z.string().regex(/^[0-9]{4,6}$/),
  /** How the shopper gets to the app: by a link on the same phone, or by a QR code that another phone reads. */
  user_flow: z.enum(['WEB_REDIRECT', 'QR']),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  subscription_key: z.string().min(1),
  /** Of the webhook that was registered for the sales unit; without it, webhooks are ignored. */
  webhook_secret: z.string().min(1).optional(),
})

export type MobilepaySettings = z.infer<typeof mobilepaySettings>

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
  /** Reports events to the operator, never with secrets. */
  report?: (what: { terminalId: number; event: string }) => void
  times?: Partial<MobilepayTimes>
}
