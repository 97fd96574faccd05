import { z } from 'zod'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type {
  RefundFailure,
  TerminalPayment,
  TerminalWebhook,
} from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { PaytrailSettings } from './settings.ts'
import { isSigned } from './signature.ts'

const transactionId = z.string().regex(/^[\w-]{1,64}$/)
const creationAnswer = z.object({ transactionId, href: z.url() })

const payment = z.object({
  transactionId,
  status: z.enum(['new', 'ok', 'fail', 'pending', 'delayed', 'authorization-hold']),
  amount: z.int(),
  currency: z.string(),
  stamp: z.string(),
  href: z.string().optional(),
  provider: z.string().optional(),
  paidAt: z.string().optional(),
  cardInfo: z.object({ partialPan: z.string().optional() }).nullish(),
})
export type ReadPayment = z.infer<typeof payment>

const refund = z.object({ transactionId, status: z.enum(['ok', 'pending', 'fail']) })

/** The vendor demands a stamp that it has never had: one try, of several, to create this payment. */
export const newStamp = (serviceId: string, tries: string): string => `${serviceId}-${tries}`
const getServiceId = (stamp: string): string => stamp.slice(0, Math.max(stamp.lastIndexOf('-'), 0))

/** Over TLS, except from this machine. */
const isSafe = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || (protocol === 'http:' && hostname === '127.0.0.1')

/** Browsers send no fragment to the vendor: it stores the payment's id where only the link is stored. */
export function readCreation(body: unknown): { link: string; transactionId: string } | undefined {
  const { success, data } = creationAnswer.safeParse(body)
  if (!success) return undefined
  const url = new URL(data.href)
  if (!isSafe(url)) return undefined
  url.hash = data.transactionId
  return { link: url.href, transactionId: data.transactionId }
}

export function parseTransactionId(link: string): string | undefined {
  return transactionId.safeParse(URL.parse(link)?.hash.slice(1)).data
}

/** The vendor's state of our payment; undefined when it is unreadable, or about another one. */
export function readPayment(body: unknown, { serviceId, currency }: TerminalPayment, id: string) {
  const { success, data } = payment.safeParse(body)
  const isOurs = success && data.transactionId === id && getServiceId(data.stamp) === serviceId
  return isOurs && data.currency === currency ? data : undefined
}

/** Names of ways to pay, as people know them. */
const CARD_BRANDS: Readonly<Partial<Record<string, string>>> = {
  creditcard: 'Card',
  amex: 'American Express',
  'apple-pay': 'Apple Pay',
  'google-pay': 'Google Pay',
  mobilepay: 'MobilePay',
  nordea: 'Nordea',
  osuuspankki: 'OP',
  spankki: 'S-Pankki',
  danske: 'Danske Bank',
  aktia: 'Aktia',
}

/** `fail` is one word for a shopper who gave up before choosing how to pay, and for a refusal by the bank or the card. */
export function toAnswer(read: ReadPayment): TerminalAnswer {
  switch (read.status) {
    case 'ok':
      return toApproval(read)
    case 'fail':
      return read.provider === undefined
        ? { kind: 'cancelled', by: 'shopper' }
        : { kind: 'declined', code: `NOT_PAID ${read.provider}` }
    default: // new, or approved and not confirmed yet
      return { kind: 'in_progress' }
  }
}

function toApproval({
  transactionId: id,
  amount,
  currency,
  provider = '',
  paidAt,
  cardInfo,
}: ReadPayment): TerminalAnswer {
  const cardBrand = Object.hasOwn(CARD_BRANDS, provider) ? CARD_BRANDS[provider] : provider
  const { partialPan } = cardInfo ?? {}
  const slip = { kind: 'PAYMENT', amount, currency, by: cardBrand ?? '', at: paidAt, reference: id }
  return {
    kind: 'approved',
    transactionId: id,
    amountCents: amount,
    receiptText: formatSlip(slip),
    ...(cardBrand !== undefined && cardBrand !== '' && { cardBrand }),
    ...(partialPan !== undefined && { maskedPan: `**** ${partialPan}` }),
  }
}

/** The vendor accepted it, and returns the money later; in its books it has an id of its own, which follows the point. */
export function toRefundAnswer(body: unknown, amountCents: number, currency: string): TerminalAnswer {
  const { success, data } = refund.safeParse(body)
  if (!success) return { kind: 'unreachable' }
  if (data.status === 'fail') return { kind: 'declined', code: 'NOT_REFUNDED' }
  const reference = data.transactionId
  const slip = { kind: 'REFUND REQUESTED', amount: amountCents, currency, by: '', at: undefined, reference }
  return { kind: 'approved', transactionId: `refund.${reference}`, amountCents, receiptText: formatSlip(slip) }
}

type SlipFields = {
  kind: string
  amount: number
  currency: string
  by: string
  at: string | undefined
  reference: string
}

const SLIP_WIDTH = 40
const slipRow = (name: string, value: string) => name + value.padStart(SLIP_WIDTH - name.length)

/** Replaces the card slip, which the vendor doesn't send. Lines of at most 40 characters, as a terminal prints them. */
const formatSlip = ({ kind, amount, currency, by, at, reference }: SlipFields): string =>
  [
    'Paytrail',
    '',
    slipRow(kind, `${(amount / 100).toFixed(2)} ${currency}`),
    ...(by === '' ? [] : [slipRow('By', by.slice(0, SLIP_WIDTH / 2))]),
    ...(at === undefined ? [] : [slipRow('Time', at.slice(0, 19).replace('T', ' '))]),
    'Reference',
    reference,
  ].join('\n')

export type Callback = { serviceId: string; isPaid: boolean; failures: RefundFailure[] }

/** The query parameter of a refund's callback address. */
export const REFUND_CALLBACK = 'of=refund'

/** A signed call of the vendor's: a hint about a payment, or a refund that it accepted and that returned no money. */
export function readCallback(settings: PaytrailSettings, { path }: TerminalWebhook): Callback | undefined {
  const url = new URL(path, 'https://shop.invalid')
  const fields = Object.fromEntries(url.searchParams)
  if (!isSigned(settings, fields)) return undefined
  const { 'checkout-status': status = '', 'checkout-stamp': stamp = '', 'checkout-amount': amount } = fields
  if (!url.search.startsWith(`?${REFUND_CALLBACK}&`))
    return { serviceId: getServiceId(stamp), isPaid: status === 'ok', failures: [] }
  const reference = fields['checkout-transaction-id'] ?? ''
  const failure = {
    reference,
    merchantReference: stamp,
    event: `refund ${status}`,
    reason: '',
    amountCents: Number(amount),
    currency: 'EUR',
    failedAt: undefined,
  }
  const isFailure = status === 'fail' && reference !== '' && Number.isSafeInteger(failure.amountCents)
  return { serviceId: '', isPaid: false, failures: isFailure ? [failure] : [] }
}
