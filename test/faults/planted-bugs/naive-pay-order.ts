import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { getStringCode, type StringCode } from '#domain/payments/attempt-states.ts'
import type { Context } from '#server/platform/context.ts'
import { refuse } from '#server/platform/http/refusal.ts'

/** Bug a, in place of pay-order.ts: a naive implementation that calls the terminal first and stores the attempt afterwards. */
export async function payOrder(context: Context, _worker: unknown, { userId }: { userId: number }) {
  const order = await context.db
    .selectFrom('customer_order')
    .innerJoin('terminal', 'terminal.store_id', 'customer_order.store_id')
    .select(['customer_order.id', 'customer_order.store_id', 'customer_order.total_cents', 'terminal.id as terminalId'])
    .where('customer_order.user_id', '=', userId)
    .where('customer_order.status', '=', 'checkout')
    .where('customer_order.cancelled_at', 'is', null)
    .orderBy(sql`random()`)
    .limit(1)
    .executeTakeFirst()
  if (!order) return refuse('order.none')
  const terminal = context.terminals.byProvider('test')
  const payment = {
    serviceId: randomUUID(),
    terminalId: order.terminalId,
    amountCents: order.total_cents,
    currency: 'EUR',
  }
  const answer = (await terminal?.start(payment, new AbortController().signal)) ?? { kind: 'unreachable' }
  if (answer.kind !== 'approved') {
    const string_code = getCode(answer.kind)
    await noteFailure(context, { ...payment, userId, orderId: order.id, string_code })
    return { string_code, order_id: order.id }
  }
  await save(context, userId, { ...payment, orderId: order.id, storeId: order.store_id })
  return { string_code: getStringCode('APPROVED'), order_id: order.id }
}

/** The naive implementation has no pre-orders. */
export const payPreorder = async () => refuse('order.none')

/** Its payments can't be cancelled. */
export const abortPayment = async () => refuse('order.noAttempt')

const getCode = (kind: string): StringCode =>
  kind === 'declined' ? 'DECLINED' : kind === 'cancelled' ? 'USER_CANCELLED' : 'TERMINAL_UNREACHABLE'

const noteFailure = (context: Context, failed: Omit<Paid, 'storeId'> & { userId: number; string_code: string }) =>
  sql`INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
      order_status_before, deadline_at, outcome_at, string_code)
    VALUES (${failed.orderId}, ${failed.userId}, ${failed.terminalId}, ${failed.serviceId}, ${failed.amountCents}, 'EUR',
      'NOT_PROCESSED', 'checkout', now(), now(), ${failed.string_code})`.execute(context.db)

type Paid = { serviceId: string; terminalId: number; amountCents: number; orderId: number; storeId: number }

const save = (context: Context, userId: number, paid: Paid) =>
  context.db.transaction().execute(async trx => {
    await sql`UPDATE customer_order SET status = 'complete', paid_at = now() WHERE id = ${paid.orderId}`.execute(trx)
    await sql`INSERT INTO payment_attempt (order_id, user_id, terminal_id, service_id, amount_cents, currency, state,
      order_status_before, deadline_at, outcome_at, string_code)
      VALUES (${paid.orderId}, ${userId}, ${paid.terminalId}, ${paid.serviceId}, ${paid.amountCents}, 'EUR', 'APPROVED',
        'checkout', now(), now(), 'SUCCESS')`.execute(trx)
    await sql`INSERT INTO order_event (order_id, from_status, to_status, actor, kind, attempt_id, outcome)
      SELECT order_id, 'checkout', 'complete', 'terminal', 'payment', id, 'SUCCESS' FROM payment_attempt
      WHERE service_id = ${paid.serviceId}`.execute(trx)
    await sql`INSERT INTO stock_move (store_id, product_id, quantity_thousandths, kind, order_line_id)
      SELECT ${paid.storeId}, product_id, -quantity_thousandths, 'sale', id FROM order_line
      WHERE order_id = ${paid.orderId}`.execute(trx)
    await sql`UPDATE store_stock SET quantity_thousandths = store_stock.quantity_thousandths - line.quantity_thousandths
      FROM order_line line WHERE line.order_id = ${paid.orderId} AND store_stock.store_id = ${paid.storeId}
        AND store_stock.product_id = line.product_id`.execute(trx)
  })
