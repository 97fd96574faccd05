import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { OrderRefunds, Refund } from '#contract/payments/refunds.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { RefundableLine } from '#domain/payments/refund.ts'
import { findPaymentApp, getPaymentMethod } from '#domain/payments/terminals/terminal-providers.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import type { Context } from '#server/platform/context.ts'
import { textInLanguage } from '#server/platform/languages/queries.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { findFreeSumLimit } from './free-sum-limit.ts'
import { isAboutRefund } from './refund-failures.ts'
import { isOfTerminal, isOpenRefund } from './refund-rows.ts'

/** The price labels of a line that were refunded, or may have been. */
const GIVEN_BACK_LABELS = sql<number[]>`ARRAY(
  SELECT unnest(part.amounts_cents) FROM refund_line part JOIN refund ON refund.id = part.refund_id
  WHERE part.order_line_id = order_line.id AND (${isOpenRefund} OR refund.state = 'DONE'))`

/** An order's lines, with what was refunded of each. */
const findOrderLines = (db: Db, orderId: number) =>
  db
    .selectFrom('order_line')
    .innerJoin('product', 'product.id', 'order_line.product_id')
    .innerJoin('product_version', 'product_version.id', 'order_line.product_version_id')
    .select(['order_line.id', 'order_line.product_id', 'order_line.total_cents', 'order_line.quantity_thousandths'])
    .select(['order_line.rate_basis_points', 'order_line.amounts_cents', 'order_line.refunded_cents'])
    .select(['order_line.refunded_thousandths', 'product.product_code_type'])
    .select(['product_version.names', 'product_version.unit', GIVEN_BACK_LABELS.as('refunded_labels')])
    .where('order_line.order_id', '=', orderId)
    .orderBy('order_line.id')
    .execute()

type OrderLineRow = Awaited<ReturnType<typeof findOrderLines>>[number]

export async function findRefundableLines(db: Db, orderId: number): Promise<RefundableLine[]> {
  const rows = await findOrderLines(db, orderId)
  return rows.map(row => ({
    lineId: row.id,
    totalCents: row.total_cents,
    quantityThousandths: row.quantity_thousandths,
    rateBasisPoints: row.rate_basis_points,
    labelsCents: row.amounts_cents,
    isByThePiece: row.product_code_type === 'standard',
    refundedCents: row.refunded_cents,
    refundedThousandths: row.refunded_thousandths,
    refundedLabelsCents: row.refunded_labels,
  }))
}

/** Refunds with their lines, VAT and requesting admin; oldest first. */
const refundsToShow = (db: Db) =>
  db
    .selectFrom('refund')
    .innerJoin('payment_attempt as attempt', 'attempt.id', 'refund.attempt_id')
    .innerJoin('terminal', 'terminal.id', 'attempt.terminal_id')
    .leftJoin('app_user', 'app_user.id', 'refund.requested_by')
    .select(['refund.id', 'refund.order_id', 'refund.kind', 'refund.state', 'refund.amount_cents', 'refund.reason'])
    .select(['refund.requested_by', 'app_user.email', 'refund.returns_stock', 'refund.created_at', 'refund.sent_at'])
    .select('refund.is_free_sum')
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

type ShownRefundRow = Awaited<ReturnType<ReturnType<typeof refundsToShow>['executeTakeFirstOrThrow']>>

/** What was paid for an order, and how much of it was refunded; undefined when there is no such order. */
const findPaidOrder = (db: Db, orderId: number) =>
  db
    .selectFrom('customer_order')
    .leftJoin('payment_attempt', join =>
      join
        .onRef('payment_attempt.order_id', '=', 'customer_order.id')
        .on('payment_attempt.state', 'in', ['APPROVED', 'MANUAL']),
    )
    .leftJoin('terminal', 'terminal.id', 'payment_attempt.terminal_id')
    .leftJoin('refund_account', 'refund_account.attempt_id', 'payment_attempt.id')
    .select(['customer_order.id', 'payment_attempt.amount_cents as paid_cents', 'refund_account.refunded_cents'])
    .select([isOfTerminal('payment_attempt').as('is_of_terminal'), 'terminal.provider'])
    .where('customer_order.id', '=', orderId)
    .executeTakeFirst()

type FindRefundsInput = { orderId: number; userId: number; mayExceedLimit: boolean; language: LanguageCode }

/** What can be refunded of an order, and what was; undefined when there is no such order. */
export async function findRefundsOfOrder(
  context: Context,
  { orderId, userId, mayExceedLimit, language }: FindRefundsInput,
): Promise<OrderRefunds | undefined> {
  const { db } = context
  const order = await findPaidOrder(db, orderId)
  if (!order) return undefined
  const lines = await findOrderLines(db, orderId)
  const limit = mayExceedLimit ? null : await findFreeSumLimit(context, db, userId)
  const refunds = await refundsToShow(db).where('refund.order_id', '=', orderId).execute()
  return {
    order_id: order.id,
    by_hand: order.paid_cents !== null && !order.is_of_terminal,
    method: order.provider === null ? null : getPaymentMethod(order.provider),
    app: findPaymentApp(order.provider),
    paid_amount: eurosFromCents(order.paid_cents ?? 0),
    refunded_amount: eurosFromCents(order.refunded_cents ?? 0),
    lines: lines.map(line => toLineResponse(line, language)),
    free_sum_limit: limit && { amount: eurosFromCents(limit.limitCents), left: eurosFromCents(limit.leftCents) },
    refunds: refunds.map(toRefundResponse),
  }
}

/** For a refund that is known to exist. */
export async function getRefundResponse({ db }: Context, refundId: number): Promise<Refund> {
  return toRefundResponse(await refundsToShow(db).where('refund.id', '=', refundId).executeTakeFirstOrThrow())
}

/** Unresolved refunds, and done ones reported as failed and not settled yet. */
export async function listUnresolvedRefunds({ db }: Pick<Context, 'db'>, stores: StoreScope): Promise<Refund[]> {
  const unresolved = db.selectFrom('refund').select('refund.id').where('refund.state', '=', sql.lit('UNRESOLVED'))
  const failed = db
    .selectFrom('refund_failure as failure')
    .innerJoin('refund', join => join.on(isAboutRefund))
    .select('refund.id')
    .where('failure.settled_as', 'is', null)
  const rows = await refundsToShow(db)
    .where('refund.id', 'in', unresolved.union(failed))
    .where(isInStores(stores))
    .execute()
  return rows.map(toRefundResponse)
}

const isInStores = (stores: StoreScope) => sql<boolean>`EXISTS (
  SELECT FROM customer_order paid WHERE paid.id = refund.order_id AND ${inStores(stores, sql`paid.store_id`)})`

const toEuros = (labelsCents: readonly number[] | null) => labelsCents?.map(eurosFromCents) ?? null

const toLineResponse = (line: OrderLineRow, language: LanguageCode) => ({
  order_line_id: line.id,
  product_id: line.product_id,
  name: textInLanguage(line.names, language),
  unit: line.unit,
  quantity: quantityFromThousandths(line.quantity_thousandths),
  amount: eurosFromCents(line.total_cents),
  amounts: toEuros(line.amounts_cents),
  refunded_quantity: quantityFromThousandths(line.refunded_thousandths),
  refunded_amount: eurosFromCents(line.refunded_cents),
  refunded_amounts: line.amounts_cents && toEuros(line.refunded_labels),
})

const getFailure = ({ event, failure_reason: reason, failed_at, settled_as, settled_at }: ShownRefundRow) =>
  event === null || failed_at === null
    ? null
    : {
        event,
        reason: reason ?? '',
        failed_at: failed_at.toISOString(),
        settled_as,
        settled_at: settled_at?.toISOString() ?? null,
      }

const toRefundResponse = (row: ShownRefundRow): Refund => ({
  id: row.id,
  order_id: row.order_id,
  kind: row.kind,
  state: row.state,
  method: getPaymentMethod(row.provider),
  app: findPaymentApp(row.provider),
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
    amounts: toEuros(line.amounts_cents),
  })),
  reason: row.reason,
  requested_by: row.requested_by !== null && row.email !== null ? { id: row.requested_by, email: row.email } : null,
  return_stock: row.returns_stock,
  is_free_sum: row.is_free_sum,
  created_at: row.created_at.toISOString(),
  sent_at: row.sent_at?.toISOString() ?? null,
  outcome_at: row.outcome_at?.toISOString() ?? null,
  detail: row.detail,
  reported_by: row.source && (row.source === 'admin' ? 'admin' : 'terminal'),
  failure: getFailure(row),
  receipt_text: row.receipt_text,
  merchant_receipt_text: row.merchant_receipt_text,
})
