/**
 * What a payment provider reports of money that it paid to the shop's bank account. Gross is what shoppers paid less what was
 * returned to them, net what the shop receives of it.
 */
export type SettlementLine = {
  /** `other`: neither a payment nor a refund, nor a fee, such as a chargeback. */
  kind: 'payment' | 'refund' | 'fee' | 'other'
  /** The provider's word for it. */
  type: string
  /** By which the provider's own pages find it. */
  reference: string
  /** What names the payment or refund in the shop: one of the keys that the shop has of it. */
  keys: readonly string[]
  /** Of a refund and of `other`: what names the payment that it is about. */
  paymentKeys: readonly string[]
  /** yyyy-mm-dd; null: the provider doesn't report it. */
  day: string | null
  /** Negative for money that left the shop. In `currency`, which shoppers paid in. */
  amountCents: number
  currency: string
  /** In the payout's currency. */
  feeCents: number
  netCents: number
}

export type Payout = {
  /** Unique at the provider. */
  reference: string
  paidOn: string
  currency: string
  /** What the provider says it paid to the bank; null: it doesn't say. */
  paidCents: number | null
  lines: SettlementLine[]
}

/** A row of a report by its lower-case headings. `row` counts from 1, with the headings. */
export type ReportRecord = { row: number; get: (heading: string) => string }

/** What the shop has stored of a payment, from which a provider's keys of it derive. */
export type StoredPayment = {
  serviceId: string
  /** As it is sent with a payment. */
  orderNumber: string
  transactionId: string | null
  receiptText: string | null
}
export type StoredRefund = { refundKey: string; transactionId: string | null }

/** How a provider's report is recognised and read. */
export type SettlementFormat = {
  /** As people call the provider. */
  name: string
  /** The headings, in lower case, without which a file is no such report. */
  headings: readonly string[]
  /** Throws SettlementFault. */
  readPayouts: (records: readonly ReportRecord[]) => Payout[]
  toPaymentKeys: (payment: StoredPayment) => string[]
  toRefundKeys: (refund: StoredRefund) => string[]
}

export const SETTLEMENT_PROBLEMS = [
  /** No CSV and no JSON with rows. */
  'notReport',
  /** A table, but of none of the providers. */
  'unknownReport',
  /** Nothing in it was paid out. */
  'empty',
  'tooManyRows',
  /** What is in a row's column is no amount, or no date, or missing. */
  'amount',
  'date',
  'reference',
] as const

/** Why a file can't be read; `row` counts from 1. */
export class SettlementFault extends Error {
  readonly problem: (typeof SETTLEMENT_PROBLEMS)[number]
  readonly row: number | undefined
  readonly column: string | undefined
  constructor(problem: SettlementFault['problem'], at: { row?: number; column?: string } = {}) {
    super(problem)
    this.problem = problem
    this.row = at.row
    this.column = at.column
  }
}
