import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import { type Asked, transactionIds } from './answers.ts'
import type { Fields } from './messages.ts'

export const askedOf = ({ serviceId, amountCents, currency }: TerminalPayment): Asked => ({
  ids: transactionIds(serviceId),
  amountCents,
  currency,
})

export const refundAsked = ({ currency }: TerminalPayment, { refundId, amountCents }: TerminalRefund): Asked => ({
  ids: transactionIds(`refund ${refundId}`),
  amountCents,
  currency,
})

/** In characters, suitable for a phone; the terminal wraps the lines of its receipts at this width. */
const RECEIPT_WIDTH = 40

/** The parameters of a transaction, without the API key. */
export const paramsOf = ({ ids, amountCents, currency }: Asked, reference?: string): Fields => ({
  ...ids,
  amount: amountCents,
  currency,
  // English, because the text of the response is parsed: "Approved".
  cashier_language: 'en',
  preferred_receipt_text_width: RECEIPT_WIDTH,
  // The public text reserves this field for the shop's own data; whether a terminal shows it depends on the vendor.
  ...(reference !== undefined && { external_data: { reference } }),
})

/** A refund has its own key, for tracking and for logs. */
export const aboutRefund = (payment: TerminalPayment, { refundId }: TerminalRefund): TerminalPayment => ({
  ...payment,
  serviceId: `refund ${refundId}`,
})

export const isEnd = ({ kind }: TerminalAnswer): boolean =>
  kind === 'approved' || kind === 'declined' || kind === 'cancelled'

/** An unknown outcome of the payment must not be reported as not approved. */
export const notApproved = (original: TerminalAnswer): TerminalAnswer =>
  original.kind === 'declined' || original.kind === 'cancelled' || original.kind === 'not_found'
    ? { kind: 'declined', code: 'NOT_APPROVED' }
    : { kind: 'unreachable' }
