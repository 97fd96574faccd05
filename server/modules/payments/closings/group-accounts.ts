import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { AccountShare } from '#domain/orders/voucher.ts'
import type { TerminalDay } from '#domain/payments/closing.ts'
import { clocks, dateOf } from '#server/modules/stores/admin-stores/store-clocks.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { type Days, inStore, within } from './book-rows.ts'
import { TAXED_LINES_OF_PAID, TAXED_LINES_OF_REFUND } from './taxed-lines.ts'

export type AccountDay = TerminalDay & AccountShare

/** The part of the sales less refunds of each day and terminal that is booked on the accounts of product groups. */
export async function findAccountShares(db: Kysely<Database>, days: Days): Promise<AccountDay[]> {
  const owned = db.selectFrom('product_group').select('id').where('sales_account', 'is not', null).limit(1)
  if (!(await owned.executeTakeFirst())) return []
  const { rows } = await sql<AccountDay>`
    SELECT store_id AS "storeId", terminal_id AS "terminalId", date, rate_basis_points AS "rateBasisPoints", account,
      sum(gross)::bigint AS "grossCents", sum(vat)::bigint AS "vatCents"
    FROM (${soldOn(days)} UNION ALL ${refundedOn(days)}) moved
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 3, 1, 2, 4, 5`.execute(db)
  return rows
}

const OWNED = sql`JOIN product_group owner ON owner.id = line.group_id AND owner.sales_account IS NOT NULL`

const soldOn = (days: Days): RawBuilder<unknown> => sql`
  SELECT paid.store_id, attempt.terminal_id, ${dateOf(sql`paid.paid_at`)} AS date, line.rate_basis_points,
    owner.sales_account AS account, line.total_cents AS gross, line.vat_cents AS vat
  FROM ${clocks} JOIN customer_order paid ON paid.store_id = clock.store_id AND ${within(sql`paid.paid_at`, days)}
  JOIN payment_attempt attempt ON attempt.order_id = paid.id AND attempt.state IN ('APPROVED', 'MANUAL')
  CROSS JOIN LATERAL ${TAXED_LINES_OF_PAID} ${OWNED}
  WHERE ${inStore(days)} AND paid.paid_at IS NOT NULL`

const refundedOn = (days: Days): RawBuilder<unknown> => sql`
  SELECT clock.store_id, attempt.terminal_id, ${dateOf(sql`refund.outcome_at`)}, line.rate_basis_points,
    owner.sales_account, -line.amount_cents, -line.vat_cents
  FROM refund JOIN payment_attempt attempt ON attempt.id = refund.attempt_id
  JOIN customer_order given_back ON given_back.id = refund.order_id JOIN ${clocks} ON clock.store_id = given_back.store_id
  CROSS JOIN LATERAL ${TAXED_LINES_OF_REFUND} ${OWNED}
  WHERE refund.state = 'DONE' AND refund.kind = 'refund' AND ${inStore(days)} AND ${within(sql`refund.outcome_at`, days)}`
