import type { TerminalAnswer } from '#domain/payment-attempt.ts'
import type { TerminalPayment, TerminalRefund } from '../payment-terminal.ts'
import type { Asked } from './answers.ts'
import { transactionIds } from './transaction-ids.ts'

export const askedOf = ({ serviceId, amountCents }: TerminalPayment): Asked => ({
  ids: transactionIds(serviceId),
  amountCents,
})

export const refundAsked = ({ refundId, amountCents }: TerminalRefund): Asked => ({
  ids: transactionIds(`refund ${refundId}`),
  amountCents,
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
