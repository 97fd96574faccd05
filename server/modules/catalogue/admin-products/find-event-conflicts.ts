import { sql } from 'kysely'
import type { ProductInput } from '#contract/catalogue/admin-products.ts'
import type { FieldProblem } from '#domain/catalogue/product-form.ts'
import { shopDate } from '#domain/shop-date.ts'
import type { Author } from '#server/platform/audit-log/record-change.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Trx } from '#server/platform/schema/tables.ts'

/** The fields of a pre-order product that an event relies on: what the product is, and what its caps and bookings count. */
const RELIED_ON = ['product_type', 'product_code_type', 'unit'] as const

type ReliedOn = Pick<ProductInput, (typeof RELIED_ON)[number]>

type ProductChange = { before: ReliedOn & { id: number }; form: ReliedOn }

const changedFields = ({ before, form }: ProductChange) => RELIED_ON.filter(field => before[field] !== form[field])

/**
 * The fields of some products that may not change because an open event sells them, until its last day: by product, with the
 * names of the events in the admin's language. The caller must have locked the product rows: adding a product to an event locks
 * it too, so that one waits for the other. A product can be disabled at any time: then it is no longer sold, in events as in
 * stores, and what was booked stays booked.
 */
export async function findEventConflicts(
  trx: Trx,
  changes: readonly ProductChange[],
  { userId, at }: Author,
): Promise<Map<number, FieldProblem[]>> {
  const touched = changes.filter(
    change => change.before.product_type === 'preorder' && changedFields(change).length > 0,
  )
  if (touched.length === 0) return new Map()
  const sold = await trx
    .selectFrom('preorder_event_item as item')
    .innerJoin('preorder_event as event', 'event.id', 'item.event_id')
    .innerJoin('app_user as admin', join => join.on('admin.id', '=', userId))
    .innerJoin('language', 'language.id', 'admin.language_id')
    .select('item.product_id')
    .select(
      sql<string>`string_agg(text_in(event.names, language.code), ', ' ORDER BY event.start_date, event.id)`.as(
        'events',
      ),
    )
    .where('item.product_id', '=', anyId(touched.map(({ before }) => before.id)))
    .where('event.status', '=', 'open')
    .where('event.end_date', '>=', shopDate(at))
    .groupBy('item.product_id')
    .execute()
  const eventsByProduct = new Map(sold.map(({ product_id, events }) => [product_id, events]))
  return new Map(
    touched.flatMap(change => {
      const value = eventsByProduct.get(change.before.id)
      if (value === undefined) return []
      return [[change.before.id, changedFields(change).map(field => ({ field, problem: 'inEvent', value }))]]
    }),
  )
}
