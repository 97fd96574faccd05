import {
  parseDay,
  readCents,
  readDay,
  readNeededReference,
  readReference,
  serviceReference,
  toKeys,
} from './report-cells.ts'
import type { Payout, ReportRecord, SettlementFormat, SettlementLine } from './settlement.ts'

/**
 * Paytrail's payment report, as JSON or CSV (semicolons, quotation marks, decimal commas), of a settlement or of a period. Its fields are
 * published: https://docs.paytrail.com/#/?id=payment-reports and `PaymentReportCallbackJSON` of its paytrail-api.yaml (read in November
 * 2026). Amounts are in euros. `stamp` is the shop's own name for a try, a refund's that of the refund; `originalTradeReference` is the
 * reference that the shop sent with the refunded payment. The report doesn't say what was paid to the bank: it is computed here, as if
 * fees were deducted. A merchant whose fees are invoiced receives the gross sum.
 */
export const PAYTRAIL_REPORT: SettlementFormat = {
  name: 'Paytrail',
  headings: ['settlementid', 'settlementdate', 'stamp', 'amount'],
  readPayouts,
  toPaymentKeys: ({ serviceId, orderNumber }) => toKeys(serviceId, toSentReference(orderNumber)),
  toRefundKeys: ({ refundKey, transactionId }) => toKeys(refundKey, serviceReference(transactionId)),
}

/** The reference that its adapter sends. */
const toSentReference = (orderNumber: string) => `Puoti ${orderNumber}`

function readPayouts(records: readonly ReportRecord[]): Payout[] {
  // A report of a period also has payments that are not settled yet.
  const settled = records.filter(record => record.get('settlementid') !== '')
  const payouts = Map.groupBy(settled, record =>
    [readNeededReference(record, 'settlementid'), readReference(record, 'settlementreference')].join(' ').trim(),
  )
  return [...payouts].map(([reference, rows]) => ({
    reference,
    paidOn:
      rows
        .map(record => readDay(record, 'settlementdate'))
        .toSorted()
        .at(-1) ?? '',
    currency: 'EUR',
    paidCents: null,
    lines: rows.map(toLine),
  }))
}

function toLine(record: ReportRecord): SettlementLine {
  const original = readReference(record, 'originaltradereference')
  const amount = readCents(record, 'amount')
  const isRefund = original !== '' || amount < 0
  const amountCents = isRefund ? 0 - Math.abs(amount) : amount
  const feeCents = readCents(record, 'paymentmethodfee') + readCents(record, 'paymentmethodcommission')
  const stamp = readReference(record, 'stamp')
  return {
    kind: isRefund ? 'refund' : 'payment',
    type: readReference(record, 'paymentmethod'),
    reference: readReference(record, 'checkoutreference') || stamp,
    // The adapter's stamp is the payment's name and a part that differs between tries.
    keys: isRefund ? toKeys(stamp) : toKeys(stamp.slice(0, Math.max(stamp.lastIndexOf('-'), 0)), stamp),
    paymentKeys: isRefund ? toKeys(original) : [],
    day: parseDay(record.get('entrydate')) ?? null,
    amountCents,
    currency: 'EUR',
    feeCents,
    netCents: amountCents - feeCents,
  }
}
