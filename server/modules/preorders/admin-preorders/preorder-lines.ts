import { sql, type Kysely } from 'kysely'
import type { PreorderRow } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { eurosFromCents } from '#domain/money.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findPreorderRows } from './list-preorders.ts'

/** A line of a pre-order, with the fields of the whole. */
export type PreorderLine = PreorderRow & {
  product_id: number
  product: string
  quantity: number
  unit: string
  unit_price: number
  line_price: number
}

/** The lines of pre-orders in the order of the ids, with the names at the time of sale. */
export async function findPreorderLines(
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
