import { type RawBuilder, sql } from 'kysely'
import { sumClosingDays } from '#domain/payments/closing.ts'
import { findBookedSales } from '#server/modules/payments/closings/bookkeeping-rows.ts'
import { TAXED_LINES_OF_PAID, TAXED_LINES_OF_REFUND } from '#server/modules/payments/closings/lines-with-vat.ts'
import { jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'
import {
  type SalesDays,
  isSummarisedDay,
  LINES_OF_PAID_ORDER,
  paidOrders,
  REFUND_COLUMNS,
  doneRefunds,
  SALE_COLUMNS,
} from './sales-rows.ts'

type StoreDay = { storeId: number; date: string }

const untilSummary = (at: RawBuilder<unknown>) =>
  sql`${at} < (SELECT until FROM sales_summary WHERE store_id = clock.store_id)`

/** Writes a store's days again, from the sales before the moment up to which the summary is complete. */
export async function computeSummary(trx: Trx, days: SalesDays): Promise<void> {
  for (const table of ['sales_by_hour', 'sales_by_product', 'sales_by_vat_rate'] as const)
    await sql`DELETE FROM ${sql.table(table)} WHERE ${isSummarisedDay(days)}`.execute(trx)
  await sql`
    INSERT INTO sales_by_hour (store_id, date, hour, is_test, purchases, sold_cents, refunded_cents)
    SELECT store_id, date, hour, is_test, sum(purchases), sum(sold), sum(refunded) FROM (
      SELECT paid.store_id, ${SALE_COLUMNS.date} AS date, ${SALE_COLUMNS.hour} AS hour, ${SALE_COLUMNS.isTest} AS is_test, 1 AS purchases,
        paid.total_cents AS sold, 0 AS refunded
      FROM ${paidOrders(days, 'summarised')}
      UNION ALL
      SELECT paid.store_id, ${REFUND_COLUMNS.date}, ${REFUND_COLUMNS.hour}, ${REFUND_COLUMNS.isTest}, 0, 0, refund.amount_cents
      FROM ${doneRefunds(days, 'summarised')}) movement
    GROUP BY 1, 2, 3, 4`.execute(trx)
  await sql`
    INSERT INTO sales_by_product (store_id, date, product_id, is_test, purchases, sold_cents, refunded_cents,
      quantity_thousandths)
    SELECT store_id, date, product_id, is_test, sum(purchases), sum(sold), sum(refunded), sum(quantity) FROM (
      SELECT paid.store_id, paid.date, line.product_id, paid.is_test, 1 AS purchases, line.total_cents AS sold, 0 AS refunded,
        line.quantity_thousandths AS quantity
      FROM (
        SELECT paid.id, paid.store_id, ${SALE_COLUMNS.date} AS date, ${SALE_COLUMNS.isTest} AS is_test
        FROM ${paidOrders(days, 'summarised')} OFFSET 0) paid CROSS JOIN LATERAL ${LINES_OF_PAID_ORDER}
      UNION ALL
      SELECT paid.store_id, ${REFUND_COLUMNS.date}, line.product_id, ${REFUND_COLUMNS.isTest}, 0, 0, part.amount_cents,
        -part.quantity_thousandths
      FROM ${doneRefunds(days, 'summarised')} JOIN refund_line part ON part.refund_id = refund.id
        JOIN order_line line ON line.id = part.order_line_id) movement
    GROUP BY 1, 2, 3, 4`.execute(trx)
  await computeGroups(trx, days)
  await computeRates(trx, days)
}

async function computeGroups(trx: Trx, days: SalesDays): Promise<void> {
  await sql`DELETE FROM sales_by_group WHERE ${isSummarisedDay(days)}`.execute(trx)
  await sql`
    INSERT INTO sales_by_group (store_id, date, product_id, group_id, is_test, sold_cents, refunded_cents,
      quantity_thousandths, vat_cents)
    SELECT store_id, date, product_id, group_id, is_test, sum(sold), sum(refunded), sum(quantity), sum(vat) FROM (
      SELECT paid.store_id, paid.date, line.product_id, line.group_id, paid.is_test, line.total_cents AS sold, 0 AS refunded,
        line.quantity_thousandths AS quantity, line.vat_cents AS vat
      FROM (
        SELECT paid.id, paid.store_id, ${SALE_COLUMNS.date} AS date, ${SALE_COLUMNS.isTest} AS is_test
        FROM ${paidOrders(days, 'summarised')} OFFSET 0) paid CROSS JOIN LATERAL ${TAXED_LINES_OF_PAID}
      UNION ALL
      SELECT paid.store_id, ${REFUND_COLUMNS.date}, line.product_id, line.group_id, ${REFUND_COLUMNS.isTest}, 0, line.amount_cents,
        -line.quantity_thousandths, -line.vat_cents
      FROM ${doneRefunds(days, 'summarised')} CROSS JOIN LATERAL ${TAXED_LINES_OF_REFUND}) movement
    GROUP BY 1, 2, 3, 4, 5`.execute(trx)
}

/** VAT is rounded on each receipt, in one place: by the rules of the closings. */
async function computeRates(trx: Trx, days: SalesDays): Promise<void> {
  const closings = sumClosingDays(await findBookedSales(trx, { ...days, also: untilSummary }))
  const rows = closings.flatMap(({ storeId, terminalId, date, byRate }) =>
    byRate.map(rate => ({
      store_id: storeId,
      date,
      terminal_id: terminalId,
      rate_basis_points: rate.rateBasisPoints,
      sold_cents: rate.salesCents,
      refunded_cents: rate.refundsCents,
      vat_cents: rate.vatCents,
    })),
  )
  await sql`
    INSERT INTO sales_by_vat_rate (store_id, date, terminal_id, rate_basis_points, sold_cents, refunded_cents, vat_cents)
    SELECT * FROM ${jsonRecordset(
      rows,
      'store_id integer, date date, terminal_id integer, rate_basis_points integer, sold_cents bigint, refunded_cents bigint, vat_cents bigint',
    )}`.execute(trx)
}

/** The days whose sales by group and by product differ. `grouped` is 1, to mark them. */
const groupedLessProducts = (days: SalesDays) => sql`
  SELECT store_id, date, 1 AS grouped
  FROM (
    SELECT store_id, date, sold_cents AS sold, refunded_cents AS refunded FROM sales_by_group WHERE ${isSummarisedDay(days)}
    UNION ALL
    SELECT store_id, date, -sold_cents, -refunded_cents FROM sales_by_product WHERE ${isSummarisedDay(days)}) part
  GROUP BY 1, 2 HAVING sum(sold) <> 0 OR sum(refunded) <> 0`

/**
 * The days whose summary differs from their orders and refunds: something with a moment in the past was written afterwards, such
 * as by a transaction that took longer than an hour, or by hand.
 */
export const differingDays = (days: SalesDays) => sql<StoreDay>`
  SELECT store_id AS "storeId", date::text, sum(purchases)::text AS purchases, sum(sold)::text AS sold,
    sum(refunded)::text AS refunded
  FROM (
    SELECT store_id, date, purchases, sold_cents AS sold, refunded_cents AS refunded, 0 AS grouped
    FROM sales_by_hour WHERE ${isSummarisedDay(days)}
    UNION ALL
    SELECT store_id, date, 0, 0, 0, movement.grouped FROM (${groupedLessProducts(days)}) movement
    UNION ALL
    SELECT paid.store_id, ${SALE_COLUMNS.date}, -count(*), -sum(paid.total_cents), 0, 0 FROM ${paidOrders(days, 'summarised')} GROUP BY 1, 2
    UNION ALL
    SELECT paid.store_id, ${REFUND_COLUMNS.date}, 0, 0, -sum(refund.amount_cents), 0 FROM ${doneRefunds(days, 'summarised')}
    GROUP BY 1, 2) movement
  GROUP BY store_id, date
  HAVING sum(purchases) <> 0 OR sum(sold) <> 0 OR sum(refunded) <> 0 OR max(grouped) <> 0`
