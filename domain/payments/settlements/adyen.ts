import {
  parseDay,
  readCents,
  readDecimal,
  readNeededReference,
  readReference,
  serviceReference,
} from './report-cells.ts'
import { toCents, toKeys } from './report-cells.ts'
import type { Payout, ReportRecord, SettlementFormat, SettlementLine } from './settlement.ts'

/**
 * Adyen's Settlement details report: a CSV file of a batch, or of several merchant accounts. Its columns, and the types of its lines, are
 * published: https://docs.adyen.com/reporting/settlement-reconciliation/transaction-level/settlement-details-report (read in
 * November 2026). GC is the currency of the payment, NC that of the payout. Reports may have further columns, in another order.
 *
 * `Psp Reference` is the payment's, `Modification Reference` that of the refund or chargeback. A terminal sends the shop's own name for
 * the payment as `SaleTransactionID`, which is the `Merchant Reference` here.
 */
export const ADYEN_REPORT: SettlementFormat = {
  name: 'Adyen',
  headings: ['psp reference', 'merchant reference', 'type', 'net credit (nc)', 'net debit (nc)', 'batch number'],
  readPayouts,
  toPaymentKeys: ({ serviceId, transactionId }) => toKeys(serviceId, serviceReference(transactionId)),
  toRefundKeys: ({ refundKey, transactionId }) => toKeys(refundKey, serviceReference(transactionId)),
}

const FEE_COLUMNS = ['commission (nc)', 'markup (nc)', 'scheme fees (nc)', 'interchange (nc)'] as const
/** Costs that belong to no payment. */
const FEE_TYPES = new Set(['fee', 'misccosts', 'invoicededuction', 'paymentcost'])
const isPayout = (record: ReportRecord) => readType(record) === 'merchantpayout'

function readPayouts(records: readonly ReportRecord[]): Payout[] {
  const batches = Map.groupBy(records, record =>
    [readReference(record, 'merchant account'), readNeededReference(record, 'batch number')].join(' ').trim(),
  )
  return [...batches].map(([reference, batch]) => {
    const payouts = batch.filter(isPayout)
    const days = (payouts.length > 0 ? payouts : batch).flatMap(record => bookingDay(record) ?? [])
    return {
      reference,
      paidOn: days.toSorted().at(-1) ?? '',
      currency: batch.map(record => record.get('net currency')).find(Boolean) ?? 'EUR',
      paidCents: payouts.length === 0 ? null : 0 - payouts.reduce((cents, record) => cents + netCents(record), 0),
      lines: batch.filter(record => !isPayout(record)).map(toLine),
    }
  })
}

const readType = (record: ReportRecord) => record.get('type').toLowerCase()
const bookingDay = (record: ReportRecord) =>
  parseDay(record.get('booking date')) ?? parseDay(record.get('creation date'))
const netCents = (record: ReportRecord) => readCents(record, 'net credit (nc)') - readCents(record, 'net debit (nc)')
const grossCents = (record: ReportRecord) =>
  readCents(record, 'gross credit (gc)') - readCents(record, 'gross debit (gc)')

function toLine(record: ReportRecord): SettlementLine {
  const payment = toKeys(readReference(record, 'merchant reference'), readReference(record, 'psp reference'))
  const modification = readReference(record, 'modification reference')
  const currency = record.get('gross currency') || record.get('net currency')
  const about = { type: record.get('type').slice(0, 100), day: parseDay(record.get('creation date')) ?? null, currency }
  const net = netCents(record)
  const reference = readReference(record, 'psp reference') || modification
  const type = readType(record)
  if (FEE_TYPES.has(type))
    return {
      ...about,
      kind: 'fee',
      reference,
      keys: [],
      paymentKeys: [],
      amountCents: 0,
      feeCents: 0 - net,
      netCents: net,
    }
  const isSameCurrency = currency === record.get('net currency')
  // A line that is about no payment, such as a deposit, has no gross amount.
  const amountCents = grossCents(record) || (payment.length === 0 ? net : 0)
  const fees = FEE_COLUMNS.reduce((sum, column) => sum + readDecimal(record, column), 0)
  // Fees may have parts of a cent; the net amount is what is paid.
  const money = { amountCents, feeCents: isSameCurrency ? amountCents - net : toCents(fees), netCents: net }
  if (type === 'settled') return { ...about, ...money, kind: 'payment', reference, keys: payment, paymentKeys: [] }
  const isRefund = type === 'refunded'
  const keys = isRefund ? toKeys(readReference(record, 'modification merchant reference'), modification) : []
  return {
    ...about,
    ...money,
    kind: isRefund ? 'refund' : 'other',
    reference: modification || reference,
    keys,
    paymentKeys: payment,
  }
}
