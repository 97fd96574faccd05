import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type {
  TerminalPayment,
  TerminalRefund,
  TerminalWebhook,
} from '#server/adapters/payment-terminal/payment-terminal.ts'

const amountSchema = z.object({ value: z.int(), currency: z.string() })

const paymentSchema = z.object({
  reference: z.string(),
  pspReference: z.string().min(1),
  state: z.enum(['CREATED', 'ABORTED', 'EXPIRED', 'AUTHORIZED', 'TERMINATED']),
  amount: amountSchema,
  aggregate: z.object({
    cancelledAmount: amountSchema,
    capturedAmount: amountSchema,
    refundedAmount: amountSchema.optional(),
  }),
  redirectUrl: z.string().optional(),
  paymentMethod: z.object({ type: z.string() }).optional(),
})
export type ReadPayment = z.infer<typeof paymentSchema>

const eventSchema = z.object({
  reference: z.string(),
  pspReference: z.string().min(1),
  // Optional in the published schema.
  name: z.string().optional(),
  amount: amountSchema,
  timestamp: z.coerce.date(),
  idempotencyKey: z.string().nullish(),
  success: z.boolean(),
})
export type PaymentEvent = z.infer<typeof eventSchema>

/** The API's state of our payment; undefined when it is unreadable, or about another one. */
export function readPayment(body: unknown, { serviceId, currency }: TerminalPayment): ReadPayment | undefined {
  const { success, data } = paymentSchema.safeParse(body)
  return success && data.reference === serviceId && data.amount.currency === currency ? data : undefined
}

/** The events of our payment, oldest first; undefined when they are unreadable, or of another one. */
export function readEvents(body: unknown, { serviceId }: TerminalPayment): PaymentEvent[] | undefined {
  const { success, data } = z.array(eventSchema).safeParse(body)
  if (!success || data.some(({ reference }) => reference !== serviceId)) return undefined
  return data.toSorted((one, other) => one.timestamp.getTime() - other.timestamp.getTime())
}

const linkSchema = z.object({ redirectUrl: z.string() })

/** The address that opens the app: over TLS, except from this machine. */
export function readLink(body: unknown): string | undefined {
  const text = linkSchema.safeParse(body).data?.redirectUrl
  const url = text === undefined ? null : URL.parse(text)
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1')
  return isSafe ? url.href : undefined
}

/** `to_capture`: the shopper approved, and the money is only reserved. */
export type PaymentState = Exclude<TerminalAnswer['kind'], 'not_taken' | 'busy' | 'declined'> | 'to_capture' | 'ended'

/** The state of a payment. Money counts as taken once it is captured; what was cancelled before that was never taken. */
export function getPaymentState({ state, aggregate }: ReadPayment): PaymentState {
  if (aggregate.capturedAmount.value > 0) return 'approved'
  switch (state) {
    case 'CREATED':
      return 'in_progress'
    case 'AUTHORIZED':
      return aggregate.cancelledAmount.value > 0 ? 'cancelled' : 'to_capture'
    case 'ABORTED':
      return 'ended'
    default: // EXPIRED, and TERMINATED, which is our own cancellation
      return 'cancelled'
  }
}

/** Of a payment that ended in the app: a bank's refusal is in the event log, a shopper's cancellation isn't. */
export function toOutcome(events: readonly PaymentEvent[]): TerminalAnswer {
  const isRefused = events.findLast(({ name }) => name === 'AUTHORIZED')?.success === false
  return isRefused ? { kind: 'declined', code: 'NOT_AUTHORIZED' } : { kind: 'cancelled', by: 'shopper' }
}

/** The approval of a captured payment, with a slip of the app's own. */
export function toApproval(paid: ReadPayment, events: readonly PaymentEvent[]): TerminalAnswer {
  const { capturedAmount } = paid.aggregate
  const captured = events.find(({ name, success }) => name === 'CAPTURED' && success)
  const isCard = paid.paymentMethod?.type === 'CARD'
  const slip = { kind: 'PAYMENT', amount: capturedAmount, at: captured?.timestamp, reference: paid.pspReference }
  return {
    kind: 'approved',
    transactionId: paid.pspReference,
    amountCents: capturedAmount.value,
    receiptText: formatSlip(slip),
    cardBrand: isCard ? 'Card' : 'MobilePay',
  }
}

/** Of an event without a name, its key decides: each refund has a key of its own. */
const mayBeRefund = ({ name }: PaymentEvent): boolean => name === undefined || name === 'REFUNDED'

/** The state of a refund in the event log, by its idempotency key. */
export function toRefundOutcome(events: readonly PaymentEvent[], { refundId }: TerminalRefund): TerminalAnswer {
  const refundEvents = events.filter(each => mayBeRefund(each) && each.idempotencyKey === refundId)
  const refund = refundEvents.find(({ success }) => success)
  if (!refund) return refundEvents.length > 0 ? { kind: 'declined', code: 'NOT_REFUNDED' } : { kind: 'not_found' }
  const { pspReference: transactionId, amount: returned, timestamp: at } = refund
  const slip = { kind: 'REFUND', amount: returned, at, reference: transactionId }
  return { kind: 'approved', transactionId, amountCents: returned.value, receiptText: formatSlip(slip) }
}

/**
 * Whether everything that the payment returned belongs to its other refunds. An event may lack its key, or come later than the
 * money: until all of it is accounted for, some of it may be this refund's.
 */
export function isReturnedByOthers(
  { aggregate }: ReadPayment,
  events: readonly PaymentEvent[],
  { otherIds = [] }: TerminalRefund,
): boolean {
  const otherEvents = events.filter(
    each => mayBeRefund(each) && each.success && otherIds.includes(each.idempotencyKey ?? ''),
  )
  return aggregate.refundedAmount?.value === otherEvents.reduce((sum, { amount: { value } }) => sum + value, 0)
}

type SlipFields = { kind: string; amount: z.infer<typeof amountSchema>; at: Date | undefined; reference: string }

const SLIP_WIDTH = 40
const slipRow = (name: string, value: string) => name + value.padStart(SLIP_WIDTH - name.length)

/** Replaces the card slip, which the app doesn't have. Lines of at most 40 characters, as a terminal prints them. */
function formatSlip({ kind, amount: { value, currency }, at, reference }: SlipFields): string {
  return [
    'MobilePay',
    '',
    slipRow(kind, `${(value / 100).toFixed(2)} ${currency}`),
    ...(at ? [slipRow('Time (UTC)', at.toISOString().slice(0, 19).replace('T', ' '))] : []),
    'Reference',
    reference,
  ].join('\n')
}

const webhookEvent = z.object({ reference: z.string() })

const isSame = (received: string, expected: string): boolean => {
  const [one, other] = [Buffer.from(received), Buffer.from(expected)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/**
 * The reference of the payment that a webhook is about, if the vendor signed it with our secret. Its date is signed but not
 * compared with the clock: an old webhook that comes again only makes the shop ask once more.
 */
export const verifiedReference = (secret: string, webhook: TerminalWebhook): string | undefined =>
  isSigned(secret, webhook) ? webhookEvent.safeParse(parseJson(webhook.body)).data?.reference : undefined

function isSigned(secret: string, { host, path, headers, body }: TerminalWebhook): boolean {
  const [date, hash] = [headers['x-ms-date'], headers['x-ms-content-sha256']]
  if (date === undefined || hash !== createHash('sha256').update(body).digest('base64')) return false
  const signed = `POST\n${path}\n${date};${host};${hash}`
  const signature = createHmac('sha256', secret).update(signed).digest('base64')
  const expected = `HMAC-SHA256 SignedHeaders=x-ms-date;host;x-ms-content-sha256&Signature=${signature}`
  return isSame(headers['authorization'] ?? '', expected)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
