import type { TerminalAnswer } from '#domain/payments/payment-attempt.ts'
import type { TerminalPayment, TerminalRefund } from '#server/adapters/payment-terminal/payment-terminal.ts'
import type { Asked } from './answers.ts'
import type { Fields } from './messages.ts'
import { transactionIds } from './transaction-ids.ts'

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

/** Wide enough for a phone; the terminal breaks the lines of its receipts there. */
const RECEIPT_WIDTH = 40

/** What a terminal is told of a transaction, but for its key. */
export const paramsOf = ({ ids, amountCents, currency }: Asked, reference?: string): Fields => ({
  ...ids,
  amount: amountCents,
  currency,
  // In English, since the words of the answer are read: "Approved".
  cashier_language: 'en',
  preferred_receipt_text_width: RECEIPT_WIDTH,
  // The public text keeps this for the shop's own data: whether a terminal shows it is the vendor's.
  ...(reference !== undefined && { external_data: { reference } }),
})

/** A refund is under way, and told of, under a key of its own. */
export const aboutRefund = (payment: TerminalPayment, { refundId }: TerminalRefund): TerminalPayment => ({
  ...payment,
  serviceId: `refund ${refundId}`,
})

export const isEnd = ({ kind }: TerminalAnswer): boolean =>
  kind === 'approved' || kind === 'declined' || kind === 'cancelled'

/** Not knowing whether the payment was approved is no reason to say that it was not. */
export const notApproved = (original: TerminalAnswer): TerminalAnswer =>
  original.kind === 'declined' || original.kind === 'cancelled' || original.kind === 'not_found'
    ? { kind: 'declined', code: 'NOT_APPROVED' }
    : { kind: 'unreachable' }

export function unreachableOnAbort(signal: AbortSignal): Promise<TerminalAnswer> {
  return new Promise(resolve =>
    signal.addEventListener('abort', () => resolve({ kind: 'unreachable' }), { once: true }),
  )
}
