import { sql } from 'kysely'
import { planRefund, type RefundPlan } from '#domain/payments/refund.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import type { GeneratedLine, GeneratedOrder } from './generated-order.ts'
import { requireFound, type InsertedOrders } from './insert-orders.ts'

/** `returned`: the orders whose goods are back on the shelf. */
type RefundToInsert = { returned: ReadonlySet<GeneratedOrder>; adminId: number; currency: string }

type PaymentAttempt = { id: number; amount_cents: number; service_id: string }

/** Inserts the refunds of orders; resolves to the ids of the refunds' lines. */
export async function insertRefunds(
  trx: Trx,
  inserted: readonly InsertedOrders[],
  refunding: RefundToInsert,
): Promise<ReadonlyMap<GeneratedOrder, number>> {
  const attempts = await trx
    .selectFrom('payment_attempt')
    .select(['id', 'order_id', 'amount_cents', 'service_id'])
    .where('state', '=', 'APPROVED')
    .execute()
  const attemptByOrder = new Map(attempts.map(attempt => [attempt.order_id, attempt]))
  const lineIds = new Map<GeneratedOrder, number>()
  const refunded = inserted.flatMap(each => (each.order.refund ? [{ ...each, at: each.order.refund.at }] : []))
  for (const each of refunded.toSorted((a, b) => a.at - b.at)) {
    const lineId = await insertRefund(trx, each, {
      ...refunding,
      attempt: requireFound(attemptByOrder.get(each.id), 'a payment'),
    })
    lineIds.set(each.order, lineId)
  }
  return lineIds
}

async function insertRefund(
  trx: Trx,
  { order, id, lineIds, at: atMs }: InsertedOrders & { at: number },
  { returned, adminId, currency, attempt }: RefundToInsert & { attempt: PaymentAttempt },
): Promise<number> {
  const made = requireFound(order.refund, 'a refund')
  const plan = planRefund(toRefundableOrder(order, lineIds), [
    { lineId: requireFound(lineIds.get(made.line), 'a line') },
  ])
  if ('problem' in plan) throw new Error(`The demo's past can't refund: ${plan.problem}`)
  const at = new Date(atMs)
  const key = `demorefund${id}`
  await trx
    .insertInto('refund_account')
    .values({ attempt_id: attempt.id, paid_cents: attempt.amount_cents, refunded_cents: plan.amountCents })
    .execute()
  const refund = await trx
    .insertInto('refund')
    .values({
      kind: 'refund',
      attempt_id: attempt.id,
      order_id: id,
      refund_key: key,
      amount_cents: plan.amountCents,
      currency,
      state: 'DONE',
      reason: made.reason,
      requested_by: adminId,
      returns_stock: returned.has(order),
      created_at: at,
      sent_at: at,
      outcome_at: at,
      transaction_id: `test-refund-${key}`,
      source: 'live',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at_terminal = { service_id: attempt.service_id, amount_cents: plan.amountCents, received_at: at }
  await trx
    .insertInto('test_terminal_refund')
    .values({ refund_key: key, state: 'refunded', ...at_terminal })
    .execute()
  await insertTrail(trx, { refundId: refund.id, orderId: id, at, adminId })
  return insertParts(trx, refund.id, plan)
}

const toRefundableOrder = ({ lines }: GeneratedOrder, lineIds: ReadonlyMap<GeneratedLine, number>) =>
  lines.map(line => ({
    lineId: requireFound(lineIds.get(line), 'a line'),
    totalCents: line.totalCents,
    quantityThousandths: line.quantityThousandths,
    rateBasisPoints: line.rateBasisPoints,
    labelsCents: line.amountsCents,
    isByThePiece: line.product.productCodeType === 'standard',
    refundedCents: 0,
    refundedThousandths: 0,
    refundedLabelsCents: [],
  }))

/** The refund's line and VAT. */
async function insertParts(trx: Trx, refund_id: number, { lines, vat }: RefundPlan): Promise<number> {
  const line = requireFound(lines[0], 'a line')
  const row = { amount_cents: line.amountCents, quantity_thousandths: line.quantityThousandths }
  const { id } = await trx
    .insertInto('refund_line')
    .values({
      refund_id,
      order_line_id: line.lineId,
      amounts_cents: line.labelsCents && [...line.labelsCents],
      ...row,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('order_line')
    .set({ refunded_cents: line.amountCents, refunded_thousandths: line.quantityThousandths })
    .where('id', '=', line.lineId)
    .execute()
  const rows = vat.map(({ rateBasisPoints, grossCents, vatCents }) => ({
    refund_id,
    rate_basis_points: rateBasisPoints,
    gross_cents: grossCents,
    vat_cents: vatCents,
  }))
  await trx.insertInto('refund_vat').values(rows).execute()
  return id
}

type RefundTrail = { refundId: number; orderId: number; at: Date; adminId: number }

/** The refund's receipt and its line in the order's history. */
async function insertTrail(trx: Trx, { refundId, orderId, at, adminId }: RefundTrail): Promise<void> {
  await sql`
    INSERT INTO receipt (order_id, refund_id, operator_name, business_id, operator_address, operator_email, operator_phone,
      store_name, store_address, time_zone, created_at)
    SELECT order_id, ${refundId}::bigint, operator_name, business_id, operator_address, operator_email, operator_phone,
      store_name, store_address, time_zone, ${at}::timestamptz
    FROM receipt WHERE order_id = ${orderId}::bigint AND refund_id IS NULL`.execute(trx)
  await sql`
    INSERT INTO order_event (order_id, from_status, to_status, actor, user_id, reason, created_at, kind, refund_id, outcome)
    SELECT order_id, 'complete', 'complete', 'admin', ${adminId}::integer, reason, ${at}::timestamptz, 'refund', id, 'DONE'
    FROM refund WHERE id = ${refundId}::bigint`.execute(trx)
}
