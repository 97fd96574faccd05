import type { OrderData } from '#contract/orders/order-data.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import type { Kysely } from 'kysely'
import { anyOf } from '#server/platform/db/any-of.ts'

type Db = Kysely<Database>
type Payment = OrderData['payments'][number]
type Refund = OrderData['refunds'][number]

const text = (at: Date | null) => at?.toISOString() ?? null

/** All payment attempts of these orders, with what the terminal printed. */
export async function findPayments(db: Db, orderIds: readonly number[]) {
  const rows = await db
    .selectFrom('payment_attempt as attempt')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .selectAll('attempt')
    .select('terminal.name as terminal')
    .where('attempt.order_id', '=', anyOf(orderIds))
    .orderBy('attempt.id')
    .execute()
  return rows.map(row => {
    const payment: Payment = {
      amount: eurosFromCents(row.amount_cents),
      currency: row.currency,
      state: row.state,
      terminal: row.terminal,
      created_at: row.created_at.toISOString(),
      sent_at: text(row.sent_at),
      abort_requested_at: text(row.abort_requested_at),
      left_at: text(row.left_at),
      outcome_at: text(row.outcome_at),
      result: row.string_code,
      transaction_id: row.transaction_id,
      taken_at: text(row.taken_at),
      taken_amount: row.taken_cents === null ? null : eurosFromCents(row.taken_cents),
      card_slip: row.receipt_text,
      merchant_slip: row.merchant_receipt_text,
    }
    return { orderId: row.order_id, payment }
  })
}

/** All refunds of these orders, in any state. */
export async function findRefunds(db: Db, orderIds: readonly number[]) {
  const rows = await db.selectFrom('refund').selectAll().where('order_id', '=', anyOf(orderIds)).orderBy('id').execute()
  const ids = rows.map(({ id }) => id)
  const lines = Map.groupBy(await findRefundLines(db, ids), line => line.refund_id)
  const rates = Map.groupBy(await findRefundVat(db, ids), rate => rate.refund_id)
  return rows.map(row => {
    const refund: Refund = {
      kind: row.kind,
      amount: eurosFromCents(row.amount_cents),
      currency: row.currency,
      state: row.state,
      reason: row.reason,
      detail: row.detail,
      returns_stock: row.returns_stock,
      created_at: row.created_at.toISOString(),
      sent_at: text(row.sent_at),
      outcome_at: text(row.outcome_at),
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
    .where('refund_line.refund_id', '=', anyOf(refundIds))
    .orderBy('refund_line.id')
    .execute()

const findRefundVat = (db: Db, refundIds: readonly number[]) =>
  db
    .selectFrom('refund_vat')
    .selectAll()
    .where('refund_id', '=', anyOf(refundIds))
    .orderBy('rate_basis_points')
    .execute()
