import type { OrderData } from '#contract/orders/order-data.ts'
import type { LanguageCode } from '#contract/values.ts'
import { eurosFromCents } from '#domain/money.ts'
import { referenceNumber } from '#domain/payments/reference-number.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import type { Db } from '#server/platform/schema/tables.ts'

type UserKey = { id: number; language: LanguageCode }

const isoOrNull = (at: Date | null) => at?.toISOString() ?? null

/** All orders of a person in any state, the oldest first. */
export async function collectOrders(db: Db, { id: userId, language }: UserKey): Promise<OrderData[]> {
  const orders = await findOrders(db, userId)
  const ids = orders.map(({ id }) => id)
  const lines = Map.groupBy(await findLines(db, ids), row => row.order_id)
  const events = Map.groupBy(await findEvents(db, ids), row => row.order_id)
  const payments = Map.groupBy(await findPayments(db, ids), row => row.orderId)
  const refunds = Map.groupBy(await findRefunds(db, ids), row => row.orderId)
  const receipts = Map.groupBy(await findKeptReceipts(db, ids), row => row.order_id)
  return orders.map(row => ({
    ...toOrderSummary(row),
    lines: (lines.get(row.id) ?? []).map(line => toLine(line, language)),
    events: (events.get(row.id) ?? []).map(event => ({
      from: event.from_status,
      to: event.to_status,
      by: event.actor,
      kind: event.kind,
      outcome: event.outcome,
      reason: event.reason,
      at: event.created_at.toISOString(),
    })),
    payments: (payments.get(row.id) ?? []).map(({ payment }) => payment),
    refunds: (refunds.get(row.id) ?? []).map(({ refund }) => refund),
    receipts: (receipts.get(row.id) ?? []).map(({ order_id: _order, created_at, ...receipt }) => ({
      ...receipt,
      created_at: created_at.toISOString(),
    })),
    withdrawal: toWithdrawal(row),
  }))
}

const findOrders = (db: Db, userId: number) =>
  db
    .selectFrom('customer_order as orders')
    .innerJoin('store', 'store.id', 'orders.store_id')
    .leftJoin('preorder_withdrawal as withdrawal', 'withdrawal.order_id', 'orders.id')
    .select([
      'orders.id',
      'orders.order_type',
      'orders.status',
      'orders.total_cents',
      'orders.net_cents',
      'orders.terms_version_id',
    ])
    .select([
      'orders.preorder_event_id',
      'orders.replaces_order_id',
      'orders.created_at',
      'orders.updated_at',
      'orders.booked_at',
    ])
    .select(['orders.delivery_notified_at', 'orders.paid_at', 'orders.cancelled_at'])
    .select(['store.id as store_id', 'store.name as store_name', 'withdrawal.product_ids', 'withdrawal.made_at'])
    .select(['withdrawal.settled_at', 'withdrawal.settled_reason'])
    .where('orders.user_id', '=', userId)
    .orderBy('orders.id')
    .execute()
type OrderRow = Awaited<ReturnType<typeof findOrders>>[number]

const toOrderSummary = (row: OrderRow) => ({
  id: row.id,
  reference_number: referenceNumber(row.id),
  type: row.order_type,
  status: row.status,
  store: { id: row.store_id, name: row.store_name },
  total_amount: eurosFromCents(row.total_cents),
  total_net_amount: eurosFromCents(row.net_cents),
  terms_version: row.terms_version_id,
  preorder_event_id: row.preorder_event_id,
  replaces_order_id: row.replaces_order_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  booked_at: isoOrNull(row.booked_at),
  delivery_notified_at: isoOrNull(row.delivery_notified_at),
  paid_at: isoOrNull(row.paid_at),
  cancelled_at: isoOrNull(row.cancelled_at),
})

const toWithdrawal = ({ product_ids, made_at, settled_at, settled_reason }: OrderRow) =>
  product_ids === null || made_at === null
    ? null
    : { product_ids, made_at: made_at.toISOString(), settled_at: isoOrNull(settled_at), settled_reason }

const findLines = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('order_line as line')
    .innerJoin('product_version as version', 'version.id', 'line.product_version_id')
    .select(['line.order_id', 'line.product_id', 'line.quantity_thousandths', 'line.amounts_cents'])
    .select(['line.unit_price_cents', 'line.deposit_cents', 'line.total_cents', 'line.rate_basis_points'])
    .select(['line.refunded_cents', 'line.refunded_thousandths', 'line.perishable'])
    .select(['line.lot', 'line.best_before', 'line.use_by', 'line.full_price_cents', 'line.reduced_percent'])
    .select(['version.names', 'version.unit'])
    .where('line.order_id', '=', anyId(orderIds))
    .orderBy('line.id')
    .execute()

type LineRow = Awaited<ReturnType<typeof findLines>>[number]
const toLine = (line: LineRow, language: LanguageCode) => ({
  product_id: line.product_id,
  name: textInLanguage(line.names, language),
  quantity: quantityFromThousandths(line.quantity_thousandths),
  unit: line.unit,
  price: eurosFromCents(line.unit_price_cents),
  deposit: eurosFromCents(line.deposit_cents),
  amount: eurosFromCents(line.total_cents),
  amounts: line.amounts_cents?.map(eurosFromCents) ?? null,
  vat: line.rate_basis_points / 100,
  perishable: line.perishable,
  lot: line.lot,
  best_before: line.best_before,
  use_by: line.use_by,
  full_price: line.full_price_cents === null ? null : eurosFromCents(line.full_price_cents),
  reduced_percent: line.reduced_percent,
  refunded_amount: eurosFromCents(line.refunded_cents),
  refunded_quantity: quantityFromThousandths(line.refunded_thousandths),
})

const findKeptReceipts = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('receipt')
    .select(['order_id', 'id as number', 'operator_name', 'business_id', 'operator_address', 'operator_email'])
    .select(['operator_phone', 'store_name', 'store_address', 'created_at'])
    .where('order_id', '=', anyId(orderIds))
    .orderBy('id')
    .execute()

const findEvents = (db: Db, orderIds: readonly number[]) =>
  db
    .selectFrom('order_event')
    .select(['order_id', 'from_status', 'to_status', 'actor', 'kind', 'outcome', 'reason', 'created_at'])
    .where('order_id', '=', anyId(orderIds))
    .orderBy('id')
    .execute()

type PaymentData = OrderData['payments'][number]
type RefundData = OrderData['refunds'][number]

/** All payment attempts of these orders, with what the terminal printed. */
async function findPayments(db: Db, orderIds: readonly number[]) {
  const rows = await db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .selectAll('attempt')
    .select('terminal.name as terminal')
    .where('attempt.order_id', '=', anyId(orderIds))
    .orderBy('attempt.id')
    .execute()
  return rows.map(row => {
    const payment: PaymentData = {
      amount: eurosFromCents(row.amount_cents),
      currency: row.currency,
      state: row.state,
      terminal: row.terminal,
      created_at: row.created_at.toISOString(),
      sent_at: isoOrNull(row.sent_at),
      abort_requested_at: isoOrNull(row.abort_requested_at),
      abandoned_at: isoOrNull(row.abandoned_at),
      outcome_at: isoOrNull(row.outcome_at),
      result: row.string_code,
      transaction_id: row.transaction_id,
      unmatched_at: isoOrNull(row.unmatched_at),
      unmatched_amount: row.unmatched_cents === null ? null : eurosFromCents(row.unmatched_cents),
      card_slip: row.receipt_text,
      merchant_slip: row.merchant_receipt_text,
    }
    return { orderId: row.order_id, payment }
  })
}

/** All refunds of these orders, in any state. */
async function findRefunds(db: Db, orderIds: readonly number[]) {
  const rows = await db.selectFrom('refund').selectAll().where('order_id', '=', anyId(orderIds)).orderBy('id').execute()
  const ids = rows.map(({ id }) => id)
  const lines = Map.groupBy(await findRefundLines(db, ids), line => line.refund_id)
  const rates = Map.groupBy(await findRefundVat(db, ids), rate => rate.refund_id)
  return rows.map(row => {
    const refund: RefundData = {
      kind: row.kind,
      amount: eurosFromCents(row.amount_cents),
      currency: row.currency,
      state: row.state,
      reason: row.reason,
      detail: row.detail,
      returns_stock: row.returns_stock,
      is_free_sum: row.is_free_sum,
      created_at: row.created_at.toISOString(),
      sent_at: isoOrNull(row.sent_at),
      outcome_at: isoOrNull(row.outcome_at),
      transaction_id: row.transaction_id,
      card_slip: row.receipt_text,
      merchant_slip: row.merchant_receipt_text,
      lines: (lines.get(row.id) ?? []).map(line => ({
        product_id: line.product_id,
        quantity: quantityFromThousandths(line.quantity_thousandths),
        amount: eurosFromCents(line.amount_cents),
        amounts: line.amounts_cents?.map(eurosFromCents) ?? null,
      })),
      vat_by_rate: (rates.get(row.id) ?? []).map(rate => ({
        vat: rate.rate_basis_points / 100,
        gross: eurosFromCents(rate.gross_cents),
        tax: eurosFromCents(rate.vat_cents),
      })),
    }
    return { orderId: row.order_id, refund }
  })
}

const findRefundLines = (db: Db, refundIds: readonly number[]) =>
  db
    .selectFrom('refund_line')
    .innerJoin('order_line', 'order_line.id', 'refund_line.order_line_id')
    .select(['refund_line.refund_id', 'order_line.product_id', 'refund_line.quantity_thousandths'])
    .select(['refund_line.amount_cents', 'refund_line.amounts_cents'])
    .where('refund_line.refund_id', '=', anyId(refundIds))
    .orderBy('refund_line.id')
    .execute()

const findRefundVat = (db: Db, refundIds: readonly number[]) =>
  db
    .selectFrom('refund_vat')
    .selectAll()
    .where('refund_id', '=', anyId(refundIds))
    .orderBy('rate_basis_points')
    .execute()
