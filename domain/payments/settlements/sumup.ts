import { readCents, readDay, readReference, toKeys } from './report-cells.ts'
import type { Payout, ReportRecord, SettlementFormat, SettlementLine } from './settlement.ts'

/**
 * SumUp's payouts, as JSON or CSV: GET /v1.0/merchants/{merchant_code}/payouts, `FinancialPayouts` of its OpenAPI document and of
 * @sumup/sdk (https://developer.sumup.com/api/payouts/list, read in November 2026). There is a record for each sale and deduction.
 *
 * The document doesn't say whether `amount` is before or after `fee`, and what has the same `reference`. Programs that use it book `amount` as
 * what the bank receives, so that a sale is `amount` and `fee` together; and the records whose reference has the same PID make one sum at
 * the bank, to which the deductions, which have none, are no addition. A deduction is thus listed under its date.
 */
export const SUMUP_PAYOUTS: SettlementFormat = {
  name: 'SumUp',
  headings: ['transaction_code', 'type', 'amount', 'fee', 'date'],
  readPayouts,
  // The adapter's slip ends with the transaction's code.
  toPaymentKeys: ({ transactionId, receiptText }) => toKeys(receiptText?.split('\n').at(-1), transactionId),
  // The vendor has no name for a refund.
  toRefundKeys: () => [],
}

function readPayouts(records: readonly ReportRecord[]): Payout[] {
  const payouts = Map.groupBy(records, record => {
    const [pid] = /PID\s?\d+/i.exec(readReference(record, 'reference')) ?? []
    return pid?.toUpperCase() ?? `${readDay(record, 'date')} ${record.get('currency')}`.trim()
  })
  return [...payouts].map(([reference, rows]) => ({
    reference,
    paidOn:
      rows
        .map(record => readDay(record, 'date'))
        .toSorted()
        .at(-1) ?? '',
    currency: rows[0]?.get('currency') || 'EUR',
    paidCents: null,
    lines: rows.map(toLine),
  }))
}

function toLine(record: ReportRecord): SettlementLine {
  const type = record.get('type').toUpperCase().slice(0, 100)
  const code = readReference(record, 'transaction_code')
  const about = { reference: code || readReference(record, 'id'), day: null, currency: record.get('currency') || 'EUR' }
  if (record.get('status').toUpperCase() === 'FAILED')
    return {
      ...about,
      kind: 'other',
      type: `${type} FAILED`,
      keys: [],
      paymentKeys: toKeys(code),
      amountCents: 0,
      feeCents: 0,
      netCents: 0,
    }
  const amount = readCents(record, 'amount')
  const feeCents = Math.abs(readCents(record, 'fee'))
  if (type === 'PAYOUT')
    return {
      ...about,
      kind: 'payment',
      type,
      keys: toKeys(code),
      paymentKeys: [],
      amountCents: amount + feeCents,
      feeCents,
      netCents: amount,
    }
  const amountCents = 0 - Math.abs(amount)
  return {
    ...about,
    kind: type === 'REFUND_DEDUCTION' ? 'refund' : 'other',
    type,
    keys: [],
    paymentKeys: toKeys(code),
    amountCents,
    feeCents,
    netCents: amountCents - feeCents,
  }
}
