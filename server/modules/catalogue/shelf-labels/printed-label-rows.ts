import { type Selectable, sql } from 'kysely'
import { anyId, jsonRecordset } from '#server/platform/db/sql-fragments.ts'
import { inOneStatement, inTransaction } from '#server/platform/db/transaction.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

/** The content of a printed label; `product_id` and `day` identify it. */
export type PrintedLabel = Selectable<Database['shelf_label']>

const COLUMN_TYPES = {
  product_id: 'integer',
  day: 'date',
  printed_at: 'timestamptz',
  language: 'text',
  packaging_level: 'text',
  code: 'text',
  name: 'text',
  price_cents: 'integer',
  deposit_cents: 'integer',
  unit: 'text',
  content_thousandths: 'integer',
  content_unit: 'text',
  units_per_case: 'integer',
  campaign_until: 'date',
  regular_cents: 'integer',
  perishable: 'boolean',
  lowest_cents: 'integer',
} as const satisfies Record<keyof PrintedLabel, string>
const COLUMN_NAMES = Object.keys(COLUMN_TYPES)

const columnList = sql.join(COLUMN_NAMES.map(name => sql.ref(name)))
const updateAssignments = sql.join(COLUMN_NAMES.map(name => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
const typedColumns = Object.entries(COLUMN_TYPES).map(([name, type]) => `${name} ${type}`)

/**
 * Stores the content of printed labels, replacing those for the same day. Labels for later days stay; those for earlier days are
 * removed once a label for today or an earlier day replaces them on the shelf.
 */
export async function savePrintedLabels(db: Db, labels: readonly PrintedLabel[], today: string): Promise<void> {
  // A product may be named twice in one printing.
  const byProduct = new Map(labels.map(label => [label.product_id, label]))
  await inTransaction(db, async trx => {
    // In the order of ids, so that two printings don't wait for each other; a product may have been removed meanwhile.
    await sql`INSERT INTO shelf_label (${columnList})
      SELECT ${columnList} FROM ${jsonRecordset([...byProduct.values()], typedColumns.join(', '))}
      WHERE EXISTS (SELECT FROM product WHERE product.id = r.product_id) ORDER BY r.product_id
      ON CONFLICT (product_id, day) DO UPDATE SET ${updateAssignments}`.execute(trx)
    await sql`DELETE FROM shelf_label WHERE product_id = ${anyId([...byProduct.keys()])} AND day < (
      SELECT max(newer.day) FROM shelf_label AS newer
      WHERE newer.product_id = shelf_label.product_id AND newer.day <= ${today}::date)`.execute(trx)
  })
}

export async function removePrintedLabels(db: Db, productIds: readonly number[]): Promise<void> {
  await inOneStatement(() => db.deleteFrom('shelf_label').where('product_id', '=', anyId(productIds)).execute())
}
