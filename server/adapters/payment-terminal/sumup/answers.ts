import { z } from 'zod'
import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment } from '#server/adapters/payment-terminal/payment-terminal.ts'

const checkoutId = z.string().regex(/^[\w-]{1,64}$/)
const creationAnswer = z.object({ data: z.object({ checkout_id: checkoutId.optional() }) })
const checkout = z.object({ data: z.object({ status: z.enum(['pending', 'successful', 'failed', 'cancelled']) }) })

const transaction = z.object({
  id: z.string().regex(/^[\w-]{1,64}$/),
  transaction_code: z.string().optional(),
  amount: z.number(),
  currency: z.string(),
  status: z.enum(['SUCCESSFUL', 'CANCELLED', 'FAILED', 'PENDING', 'REFUNDED']),
  foreign_transaction_id: z.string(),
  timestamp: z.string().optional(),
  entry_mode: z.string().optional(),
  card: z.object({ last_4_digits: z.string().optional(), type: z.string().optional() }).nullish(),
})
export type Transaction = z.infer<typeof transaction>

/** The vendor's id of a payment that was sent to a reader, if it gave one. */
export const parseCheckoutId = (body: unknown): string | undefined =>
  creationAnswer.safeParse(body).data?.data.checkout_id
export const parseCheckoutStatus = (body: unknown) => checkout.safeParse(body).data?.data.status

/** The transaction of our payment; undefined when it is unreadable, or about another one. */
export function parseTransaction(body: unknown, { serviceId, currency }: TerminalPayment): Transaction | undefined {
  const { data } = transaction.safeParse(body)
  return data?.foreign_transaction_id === serviceId && data.currency === currency ? data : undefined
}

/** Undefined if it isn't a whole number of cents. */
function parseCents(major: number): number | undefined {
  const cents = Math.round(major * 100)
  return Math.abs(major * 100 - cents) < 1e-4 ? cents : undefined
}

const CARD_BRANDS: Readonly<Partial<Record<string, string>>> = {
  VISA: 'Visa',
  VISA_ELECTRON: 'Visa Electron',
  MASTERCARD: 'Mastercard',
  MAESTRO: 'Maestro',
  AMEX: 'American Express',
  DINERS: 'Diners Club',
  JCB: 'JCB',
}

/** Of a transaction that took the money; later refunds don't change that it was approved. */
export function toApproval(paid: Transaction): TerminalAnswer {
  const cents = parseCents(paid.amount)
  if (cents === undefined) return { kind: 'unreachable' }
  const { type = '', last_4_digits: last } = paid.card ?? {}
  const brand = Object.hasOwn(CARD_BRANDS, type) ? CARD_BRANDS[type] : type
  const lines = [
    ...(brand === undefined || brand === '' ? [] : [slipRow('Card', `${brand} ${last ?? ''}`.trim())]),
    ...(paid.entry_mode === undefined ? [] : [slipRow('Entry mode', paid.entry_mode)]),
    ...(paid.timestamp === undefined ? [] : [slipRow('Time (UTC)', paid.timestamp.slice(0, 19).replace('T', ' '))]),
    'Transaction',
    paid.transaction_code ?? paid.id,
  ]
  return {
    kind: 'approved',
    transactionId: paid.id,
    amountCents: cents,
    receiptText: formatSlip({ kind: 'PAYMENT', cents, currency: paid.currency, lines }),
    ...(brand !== undefined && brand !== '' && { cardBrand: brand }),
    ...(last !== undefined && { maskedPan: `**** ${last}` }),
  }
}

type RefundSlip = { refundId: string; transactionId: string; cents: number; currency: string }

/** The vendor accepted it, and returns the money later. It has no id for a refund: ours, which the vendor never receives, distinguishes them. */
export const toRefund = ({ refundId, transactionId, cents, currency }: RefundSlip): TerminalAnswer => ({
  kind: 'approved',
  transactionId: `refund.${refundId}`,
  amountCents: cents,
  receiptText: formatSlip({ kind: 'REFUND REQUESTED', cents, currency, lines: ['Transaction', transactionId] }),
})

type SlipFields = { kind: string; cents: number; currency: string; lines: readonly string[] }

const SLIP_WIDTH = 40
const slipRow = (name: string, value: string) =>
  name + value.slice(0, SLIP_WIDTH - 12).padStart(SLIP_WIDTH - name.length)

/** Replaces the card slip, which the vendor doesn't send. Lines of at most 40 characters, as a terminal prints them. */
const formatSlip = ({ kind, cents, currency, lines }: SlipFields): string =>
  ['SumUp', '', slipRow(kind, `${(cents / 100).toFixed(2)} ${currency}`), ...lines].join('\n')
