import { sql, type Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { RefundableLine } from '#domain/payments/refund.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { isAboutRefund } from './refund-failures.ts'
import { isOfTerminal, isOpenRefund } from './refund-rows.ts'

/** The price labels of a line that were refunded, or may have been. */
const GIVEN_BACK_LABELS = sql<number[]>`ARRAY(
  SELECT unnest(part.amounts_cents) FROM refund_line part JOIN refund ON refund.id = part.refund_id
  WHERE part.order_line_id = order_line.id AND (${isOpenRefund} OR refund.state = 'DONE'))`

/** An order's lines, with what was refunded of each. */
export const findOrderLines = (db: Kysely<Database>, orderId: number) =>
  db
    .selectFrom('order_line')
    .innerJoin('product', 'product.id', 'order_line.product_id')
    .innerJoin('product_version', 'product_version.id', 'order_line.product_version_id')
    .select(['order_line.id', 'order_line.product_id', 'order_line.total_cents', 'order_line.quantity_thousandths'])
    .select(['order_line.rate_basis_points', 'order_line.amounts_cents', 'order_line.given_back_cents'])
    .select(['order_line.given_back_thousandths', 'product.product_code_type'])
    .select(['product_version.names', 'product_version.unit', GIVEN_BACK_LABELS.as('given_back_labels')])
    .where('order_line.order_id', '=', orderId)
    .orderBy('order_line.id')
    .execute()

export type OrderLineRow = Awaited<ReturnType<typeof findOrderLines>>[number]

export async function findRefundableLines(db: Kysely<Database>, orderId: number): Promise<RefundableLine[]> {
  const rows = await findOrderLines(db, orderId)
  return rows.map(row => ({
    lineId: row.id,
    totalCents: row.total_cents,
    quantityThousandths: row.quantity_thousandths,
    rateBasisPoints: row.rate_basis_points,
    labelsCents: row.amounts_cents,
    isByThePiece: row.product_code_type === 'standard',
    givenBackCents: row.given_back_cents,
    givenBackThousandths: row.given_back_thousandths,
    givenBackLabelsCents: row.given_back_labels,
  }))
}

/** Refunds with their lines, VAT and requesting admin; oldest first. */
export const refundsToShow = (db: Kysely<Database>) =>
  db
    .selectFrom('refund')
    .innerJoin('payment_attempt as attempt', 'attempt.id', 'refund.attempt_id')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .leftJoin('app_user', 'app_user.id', 'refund.asked_by')
    .select(['refund.id', 'refund.order_id', 'refund.kind', 'refund.state', 'refund.amount_cents', 'refund.reason'])
    .select(['refund.asked_by', 'app_user.email', 'refund.returns_stock', 'refund.created_at', 'refund.sent_at'])
    .select(['refund.outcome_at', 'refund.detail', 'refund.source', 'refund.receipt_text'])
    .select(['refund.merchant_receipt_text', 'terminal.provider'])
    .select(from => [
      jsonArrayFrom(
        from
          .selectFrom('refund_line')
          .select(['order_line_id', 'quantity_thousandths', 'amount_cents', 'amounts_cents'])
          .whereRef('refund_line.refund_id', '=', 'refund.id')
          .orderBy('order_line_id'),
      ).as('lines'),
      jsonArrayFrom(
        from
          .selectFrom('refund_vat')
          .select(['rate_basis_points', 'gross_cents', 'vat_cents'])
          .whereRef('refund_vat.refund_id', '=', 'refund.id')
          .orderBy('rate_basis_points'),
      ).as('vat'),
    ])
    // After the lists, whose columns have the names of these.
    .leftJoin('refund_failure as failure', join => join.on(isAboutRefund))
    .select(['failure.event', 'failure.failed_at', 'failure.settled_as', 'failure.settled_at'])
    .select('failure.reason as failure_reason')
    .orderBy('refund.id')

export type ShownRefundRow = Awaited<ReturnType<ReturnType<typeof refundsToShow>['executeTakeFirstOrThrow']>>

/** What was paid for an order, and how much of it was refunded; undefined when there is no such order. */
export const findPaidOrder = (db: Kysely<Database>, orderId: number) =>
  db
    .selectFrom('customer_order')
    .leftJoin('payment_attempt', join =>
      join
        .onRef('payment_attempt.order_id', '=', 'customer_order.id')
        .on('payment_attempt.state', 'in', ['APPROVED', 'MANUAL']),
    )
    .leftJoin('terminal', 'terminal.id', 'payment_attempt.terminal_id')
    .leftJoin('refund_account', 'refund_account.attempt_id', 'payment_attempt.id')
    .select(['customer_order.id', 'payment_attempt.amount_cents as paid_cents', 'refund_account.given_back_cents'])
    .select([isOfTerminal('payment_attempt').as('is_of_terminal'), 'terminal.provider'])
    .where('customer_order.id', '=', orderId)
    .executeTakeFirst()
