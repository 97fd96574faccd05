import { sql } from 'kysely'
import type { OrderRefunds, Refund } from '#contract/payments/refunds.ts'
import type { LanguageCode } from '#contract/values.ts'
import { eurosFromCents } from '#domain/money.ts'
import { wayOf } from '#domain/payments/payment-way.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Context } from '#server/platform/context.ts'
import { textIn } from '#server/platform/languages/text-in.ts'
import { findOrderLines, findPaidOrder, refundsToShow, type OrderLineRow, type ShownRefundRow } from './queries.ts'
import { isAboutRefund } from './refund-failures.ts'

/** What can be refunded of an order, and what was; undefined when there is no such order. */
export async function showRefundsOfOrder(
  { db }: Context,
  { orderId, language }: { orderId: number; language: LanguageCode },
): Promise<OrderRefunds | undefined> {
  const order = await findPaidOrder(db, orderId)
  if (!order) return undefined
  const lines = await findOrderLines(db, orderId)
  const refunds = await refundsToShow(db).where('refund.order_id', '=', orderId).execute()
  return {
    order_id: order.id,
    by_hand: order.paid_cents !== null && !order.is_of_terminal,
    way: order.provider === null ? null : wayOf(order.provider),
    paid_amount: eurosFromCents(order.paid_cents ?? 0),
    refunded_amount: eurosFromCents(order.given_back_cents ?? 0),
    lines: lines.map(line => showLine(line, language)),
    refunds: refunds.map(showRefundRow),
  }
}

/** For a refund that is known to exist. */
export async function showRefund({ db }: Context, refundId: number): Promise<Refund> {
  return showRefundRow(await refundsToShow(db).where('refund.id', '=', refundId).executeTakeFirstOrThrow())
}

/** Also those that the payment service reported as failed after they were done. */
export async function showUnresolvedRefunds({ db }: Context): Promise<Refund[]> {
  const unresolved = db.selectFrom('refund').select('refund.id').where('refund.state', '=', sql.lit('UNRESOLVED'))
  const failed = db
    .selectFrom('refund_failure as failure')
    .innerJoin('refund', join => join.on(isAboutRefund))
    .select('refund.id')
    .where('failure.settled_as', 'is', null)
  const rows = await refundsToShow(db).where('refund.id', 'in', unresolved.union(failed)).execute()
  return rows.map(showRefundRow)
}

const eurosOf = (labelsCents: readonly number[] | null) => labelsCents?.map(eurosFromCents) ?? null

const showLine = (line: OrderLineRow, language: LanguageCode) => ({
  order_line_id: line.id,
  product_id: line.product_id,
  name: textIn(line.names, language),
  unit: line.unit,
  quantity: quantityFromThousandths(line.quantity_thousandths),
  amount: eurosFromCents(line.total_cents),
  amounts: eurosOf(line.amounts_cents),
  refunded_quantity: quantityFromThousandths(line.given_back_thousandths),
  refunded_amount: eurosFromCents(line.given_back_cents),
  refunded_amounts: line.amounts_cents && eurosOf(line.given_back_labels),
})

const failureOf = ({ event, failure_reason: reason, failed_at, settled_as, settled_at }: ShownRefundRow) =>
  event === null || failed_at === null
    ? null
    : {
        event,
        reason: reason ?? '',
        failed_at: failed_at.toISOString(),
        settled_as,
        settled_at: settled_at?.toISOString() ?? null,
      }

const showRefundRow = (row: ShownRefundRow): Refund => ({
  id: row.id,
  order_id: row.order_id,
  kind: row.kind,
  state: row.state,
  way: wayOf(row.provider),
  amount: eurosFromCents(row.amount_cents),
  vat_by_rate: row.vat.map(rate => ({
    vat: rate.rate_basis_points / 100,
    gross: eurosFromCents(rate.gross_cents),
    net: eurosFromCents(rate.gross_cents - rate.vat_cents),
    tax: eurosFromCents(rate.vat_cents),
  })),
  lines: row.lines.map(line => ({
    order_line_id: line.order_line_id,
    quantity: quantityFromThousandths(line.quantity_thousandths),
    amount: eurosFromCents(line.amount_cents),
    amounts: eurosOf(line.amounts_cents),
  })),
  reason: row.reason,
  asked_by: row.asked_by !== null && row.email !== null ? { id: row.asked_by, email: row.email } : null,
  return_stock: row.returns_stock,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  outcome_at: row.outcome_at?.toISOString() ?? null,
  detail: row.detail,
  told_by: row.source && (row.source === 'admin' ? 'admin' : 'terminal'),
  failure: failureOf(row),
  receipt_text: row.receipt_text,
  merchant_receipt_text: row.merchant_receipt_text,
})
