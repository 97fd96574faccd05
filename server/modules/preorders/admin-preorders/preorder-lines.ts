import { type Kysely, sql } from 'kysely'
import type { PreorderRow } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { moneyCell } from '#domain/format/csv.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { traceExport } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import { type Columns, type ListExport, listTable, shopTime } from '#server/platform/files/list-table.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findPreorderIds, findPreorderRows } from './list-preorders.ts'

/** A line of a pre-order, with the fields of the whole. */
type PreorderLine = PreorderRow & {
  product_id: number
  product: string
  quantity: number
  unit: string
  unit_price: number
  line_price: number
}

/** The lines of pre-orders in the order of the ids, with the names at the time of sale. */
async function findPreorderLines(
  db: Kysely<Database>,
  ids: readonly number[],
  shown: { now: Date; language: LanguageCode },
): Promise<PreorderLine[]> {
  const preorders = await findPreorderRows(db, ids, shown)
  const lines = Map.groupBy(await findLines(db, ids, shown.language), ({ order_id }) => order_id)
  return preorders.flatMap(preorder =>
    (lines.get(preorder.id) ?? []).map(line => ({
      ...preorder,
      product_id: line.product_id,
      product: line.name,
      quantity: quantityFromThousandths(line.quantity_thousandths),
      unit: line.unit,
      unit_price: eurosFromCents(line.unit_price_cents),
      line_price: eurosFromCents(line.total_cents),
    })),
  )
}

const findLines = (db: Kysely<Database>, orderIds: readonly number[], language: LanguageCode) =>
  db
    .selectFrom('order_line')
    .innerJoin('product_version as version', 'version.id', 'order_line.product_version_id')
    .select(['order_line.order_id', 'order_line.product_id', 'order_line.quantity_thousandths', 'version.unit'])
    .select(['order_line.unit_price_cents', 'order_line.total_cents'])
    .select(sql<string>`text_in(version.names, ${sql.lit(language)})`.as('name'))
    .where('order_line.order_id', '=', anyOf(orderIds))
    .orderBy('order_line.id')
    .execute()

const COLUMNS: Columns<PreorderLine> = {
  id: row => row.id,
  reference_number: row => row.reference_number,
  status: row => (row.cancelled_at ? 'cancelled' : row.status),
  customer: row => row.customer.email,
  event: row => row.event.name,
  store: row => row.store.name,
  booked_at: row => shopTime(row.booked_at),
  product_id: row => row.product_id,
  product: row => row.product,
  quantity: row => row.quantity,
  unit: row => row.unit,
  unit_price: row => moneyCell(row.unit_price),
  line_price: row => moneyCell(row.line_price),
  total_amount: row => moneyCell(row.total_amount),
}

/** One row for each line of each pre-order. */
export const exportPreorders =
  (context: Context): ListExport<'preorders'> =>
  async ({ query, language, user: { userId } }) => {
    const { db } = context
    await traceExport(context, { list: 'preorders', query, userId })
    const now = context.now()
    const rows = listTable({
      findIds: () => findPreorderIds(db, { ...query, now }),
      rowsOf: ids => findPreorderLines(db, ids, { now, language }),
      columns: COLUMNS,
    })
    return { name: 'preorders', rows }
  }
