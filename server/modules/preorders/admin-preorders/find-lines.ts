import { sql } from 'kysely'
import type { LanguageCode } from '#contract/values.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { bookedOrders } from '#server/modules/preorders/preorder-events/queries.ts'
import { inFinnishOrder } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/** An event in some of its stores. */
export type EventPlace = { eventId: number; stores: StoreScope }

/** The booked orders of one event. */
export const bookedOfEvent = (db: Db, { eventId, stores }: EventPlace) =>
  bookedOrders(db)
    .where('customer_order.preorder_event_id', '=', eventId)
    .where(inStores(stores, sql`customer_order.store_id`))

/** The lines of the booked orders. */
export const findLines = (db: Db, place: EventPlace) =>
  bookedOfEvent(db, place)
    .innerJoin('order_line', 'order_line.order_id', 'customer_order.id')
    .innerJoin('product', 'product.id', 'order_line.product_id')
    .select(['customer_order.id as orderId', 'customer_order.store_id as storeId', 'product.id as productId'])
    .select(['product.supplier_id as supplierId', 'order_line.quantity_thousandths as quantityThousandths'])
    .select(['order_line.total_cents as totalCents', 'order_line.rate_basis_points as rateBasisPoints'])
    .orderBy('order_line.id')
    .execute()
export type PreorderRow = Awaited<ReturnType<typeof findLines>>[number]

/** The current names and suppliers of products. */
export async function findProducts(db: Db, ids: readonly number[], language: LanguageCode) {
  const rows = await db
    .selectFrom('product')
    .innerJoin('product_version as version', 'version.product_id', 'product.id')
    .select([
      'product.id',
      'product.supplier_id as supplierId',
      'version.unit',
      'product.ean13',
      'product.product_code',
    ])
    .select(sql<string>`text_in(version.names, ${sql.lit(language)})`.as('name'))
    .where('version.is_current', '=', true)
    .where('product.id', '=', anyId(ids))
    .execute()
  return new Map(rows.map(row => [row.id, row]))
}
export type ProductRow = Awaited<ReturnType<typeof findProducts>> extends Map<number, infer Row> ? Row : never

export async function findEvent(db: Db, eventId: number, language: LanguageCode) {
  return db
    .selectFrom('preorder_event')
    .select(['id', 'start_date', 'end_date', 'status'])
    .select(sql<string>`text_in(names, ${sql.lit(language)})`.as('name'))
    .where('id', '=', eventId)
    .executeTakeFirst()
}

/** The event's stores and any others with orders of it, by name. */
export const findEventStores = (db: Db, { eventId, stores }: EventPlace) =>
  db
    .selectFrom('store')
    .select(['store.id', 'store.name'])
    .where(({ or, eb, selectFrom }) =>
      or([
        eb('store.id', 'in', selectFrom('preorder_event_store').select('store_id').where('event_id', '=', eventId)),
        eb('store.id', 'in', bookedOfEvent(db, { eventId, stores }).select('customer_order.store_id')),
      ]),
    )
    .where(inStores(stores, sql`store.id`))
    .orderBy(inFinnishOrder(sql.ref('store.name')))
    .orderBy('store.id')
    .execute()
