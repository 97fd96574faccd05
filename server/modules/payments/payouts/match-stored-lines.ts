import { sql } from 'kysely'
import { shortOrderNumber } from '#domain/payments/reference-number.ts'
import { matchLines, type ShopMove } from '#domain/payments/settlements/match-lines.ts'
import { SETTLEMENT_FORMATS, type SettlementProvider } from '#domain/payments/settlements/settlement-formats.ts'
import type { StoredPayment } from '#domain/payments/settlements/settlement.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** A payment may be paid out, or refunded, so many days after it began. */
const MAX_DAYS_TO_PAYOUT = 120

type StoreMove = ShopMove & { storeId: number }

/**
 * Finds the payment or refund of each line that has none, also of earlier reports: the outcome of a payment may have become known since.
 */
export async function matchStoredLines(trx: Trx, provider: SettlementProvider): Promise<void> {
  const lines = await findOpenLines(trx, provider)
  const days = lines.map(({ day }) => day).toSorted()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return
  const moves = await findMoves(trx, provider, { first, last })
  const rows = matchLines(lines, moves).map(({ move, finding }, at) => ({
    id: lines[at]?.id,
    finding,
    attempt_id: move?.kind === 'payment' ? move.id : null,
    refund_id: move?.kind === 'refund' ? move.id : null,
    // The moves are those that were passed.
    store_id: (move as StoreMove | undefined)?.storeId ?? null,
  }))
  await sql`
    UPDATE settlement_line SET finding = r.finding, attempt_id = r.attempt_id, refund_id = r.refund_id, store_id = r.store_id
    FROM ${jsonRecordset(rows, 'id bigint, finding text, attempt_id bigint, refund_id bigint, store_id integer')}
    WHERE settlement_line.id = r.id`.execute(trx)
}

/** Of those that are matched with a payment whose outcome was missing, the outcome may be known now. */
async function findOpenLines(trx: Trx, provider: SettlementProvider) {
  const rows = await trx
    .selectFrom('settlement_line as line')
    .innerJoin('payout', 'payout.id', 'line.payout_id')
    .select(['line.id', 'line.kind', 'line.keys', 'line.payment_keys', 'line.amount_cents', 'line.currency'])
    .select(({ fn }) => fn.coalesce('line.day', 'payout.paid_on').as('day'))
    .where('payout.provider', '=', provider)
    .where(({ or, and, eb }) =>
      or([
        eb('line.finding', '=', 'notDone'),
        and([eb('line.attempt_id', 'is', null), eb('line.refund_id', 'is', null), eb('line.kind', '<>', 'fee')]),
      ]),
    )
    .orderBy('line.id')
    .execute()
  return rows.map(({ payment_keys: paymentKeys, amount_cents: amountCents, ...line }) => ({
    ...line,
    paymentKeys,
    amountCents,
  }))
}

type MoveRow = {
  attemptId: number
  refundId: number | null
  storeId: number
  orderId: number
  serviceId: string
  transactionId: string | null
  receiptText: string | null
  refundKey: string | null
  refundTransactionId: string | null
  amountCents: number
  currency: string
  isDone: boolean
  isSettled: boolean
}

/**
 * The payments that were sent to the provider, and the refunds of such, from some time before the lines. What an admin recorded by hand
 * may have gone through the provider all the same, so it can be found.
 */
async function findMoves(trx: Trx, provider: SettlementProvider, { first, last }: { first: string; last: string }) {
  const between = (at: ReturnType<typeof sql.ref>) => sql`
    ${at} >= ${first}::date - ${MAX_DAYS_TO_PAYOUT}::integer AND ${at} < ${last}::date + 2`
  const shared = sql`
    attempt.id AS "attemptId", orders.store_id AS "storeId", attempt.order_id AS "orderId", attempt.service_id AS "serviceId",
    attempt.transaction_id AS "transactionId", attempt.receipt_text AS "receiptText"`
  const attempts = sql`payment_attempt attempt JOIN terminal ON terminal.id = attempt.terminal_id AND terminal.provider = ${provider}
    JOIN customer_order orders ON orders.id = attempt.order_id`
  const { rows } = await sql<MoveRow>`
    SELECT ${shared}, NULL AS "refundId", NULL AS "refundKey", NULL AS "refundTransactionId",
      coalesce(attempt.unmatched_cents, attempt.amount_cents) AS "amountCents", attempt.currency,
      attempt.state IN ('APPROVED', 'MANUAL', 'REVERSAL_DUE', 'REVERSED', 'REVIEW') AS "isDone",
      EXISTS (SELECT FROM settlement_line line WHERE line.attempt_id = attempt.id AND line.kind = 'payment'
        AND line.finding IS DISTINCT FROM 'notDone') AS "isSettled"
    FROM ${attempts} WHERE attempt.sent_at IS NOT NULL AND ${between(sql.ref('attempt.created_at'))}
    UNION ALL
    SELECT ${shared}, refund.id, refund.refund_key, refund.transaction_id, refund.amount_cents, refund.currency, refund.state = 'DONE',
      EXISTS (SELECT FROM settlement_line line WHERE line.refund_id = refund.id AND line.finding IS DISTINCT FROM 'notDone')
    FROM ${attempts} JOIN refund ON refund.attempt_id = attempt.id WHERE ${between(sql.ref('refund.created_at'))}
    ORDER BY 1, 7 NULLS FIRST`.execute(trx)
  return rows.map(row => toMove(provider, row))
}

function toMove(provider: SettlementProvider, row: MoveRow): StoreMove {
  const { toPaymentKeys, toRefundKeys } = SETTLEMENT_FORMATS[provider]
  const payment: StoredPayment = { ...row, orderNumber: shortOrderNumber(row.orderId) }
  const { storeId, amountCents, currency, isDone, isSettled, refundId } = row
  const shared = { storeId, amountCents, currency, isDone, isSettled }
  if (refundId === null)
    return { ...shared, kind: 'payment', id: row.attemptId, keys: toPaymentKeys(payment), paymentKeys: [] }
  const refund = { refundKey: row.refundKey ?? '', transactionId: row.refundTransactionId }
  return { ...shared, kind: 'refund', id: refundId, keys: toRefundKeys(refund), paymentKeys: toPaymentKeys(payment) }
}
