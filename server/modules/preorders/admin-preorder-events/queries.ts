import { sql } from 'kysely'
import type { AdminPreorderEvent, PreorderEventItem } from '#contract/preorders/admin-preorder-events.ts'
import type { LanguageCode } from '#contract/values.ts'
import { eurosFromCents } from '#domain/money.ts'
import { remainingThousandths } from '#domain/preorders/preorder-event.ts'
import { quantityFromThousandths, quantityOrNull } from '#domain/quantity.ts'
import { findFoodLanguages, findMissingFood } from '#server/modules/catalogue/food-information/queries.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { bookedOrders } from '#server/modules/preorders/preorder-events/queries.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { EVENT_COLUMNS } from './list-events.ts'

type EventQuery = { id: number; language: LanguageCode }

const findItems = (db: Db, { id, language }: EventQuery) =>
  db
    .selectFrom('preorder_event_item as item')
    .innerJoin('product', 'product.id', 'item.product_id')
    .innerJoin('supplier', 'supplier.id', 'product.supplier_id')
    .innerJoin('product_version as version', currentOfProduct)
    .select(['item.product_id', 'item.cap_thousandths', 'item.booked_thousandths', 'product.enabled'])
    .select('item.per_shopper_thousandths')
    .select(['version.unit', 'version.price_cents', 'supplier.name as supplier'])
    .select(sql<string>`text_in(version.names, ${sql.lit(language)})`.as('name'))
    .where('item.event_id', '=', id)
    .orderBy('item.position')
    .orderBy('item.product_id')
    .execute()

/** How many pre-orders contain each product. */
const countByProduct = (db: Db, eventId: number) =>
  bookedOrders(db)
    .innerJoin('order_line', 'order_line.order_id', 'customer_order.id')
    .select(['order_line.product_id', ({ fn }) => fn.countAll<number>().as('orders')])
    .where('customer_order.preorder_event_id', '=', eventId)
    .groupBy('order_line.product_id')
    .execute()

/** The number of pre-orders of each store, and their total. */
const countByStore = (db: Db, eventId: number) =>
  bookedOrders(db)
    .select(['customer_order.store_id', ({ fn }) => fn.countAll<number>().as('orders')])
    .select(sql<number>`sum(customer_order.total_cents)::bigint`.as('cents'))
    .where('customer_order.preorder_event_id', '=', eventId)
    .groupBy('customer_order.store_id')
    .execute()

const findStores = (db: Db, eventId: number) =>
  db
    .selectFrom('preorder_event_store')
    .innerJoin('store', 'store.id', 'preorder_event_store.store_id')
    .select(['store.id as store_id', 'store.name'])
    .select(sql<boolean>`store.published AND store.enable_preorders`.as('takes_preorders'))
    .where('preorder_event_store.event_id', '=', eventId)
    .orderBy(sql`search_form(store.name) collate "C"`)
    .orderBy('store.id')
    .execute()

/** One event with what is booked of it; the products' names in a language. */
export async function findEvent(db: Db, { id, language }: EventQuery): Promise<AdminPreorderEvent | undefined> {
  const event = await db.selectFrom('preorder_event').selectAll().where('id', '=', id).executeTakeFirst()
  if (!event) return undefined
  const byProduct = new Map((await countByProduct(db, id)).map(each => [each.product_id, each.orders]))
  const byStore = await countByStore(db, id)
  const ordersIn = new Map(byStore.map(({ store_id, orders }) => [store_id, orders]))
  const items = await findItems(db, { id, language })
  const stores = await findStores(db, id)
  const languages = await findFoodLanguages(
    db,
    stores.map(({ store_id }) => store_id),
  )
  const lacking = await findMissingFood(db, { productIds: items.map(({ product_id }) => product_id), languages })
  return {
    ...event,
    ...EVENT_COLUMNS.toRecord(event),
    stores: stores.map(store => ({ ...store, orders: ordersIn.get(store.store_id) ?? 0 })),
    products: items.map(item => ({
      ...toItem(item, byProduct.get(item.product_id) ?? 0),
      food_missing: lacking.get(item.product_id) ?? [],
    })),
    orders: byStore.reduce((sum, { orders }) => sum + orders, 0),
    value: eurosFromCents(byStore.reduce((sum, { cents }) => sum + cents, 0)),
    created_at: event.created_at.toISOString(),
    updated_at: event.updated_at.toISOString(),
  }
}

type ItemRow = Awaited<ReturnType<typeof findItems>>[number]

const toItem = (
  { cap_thousandths: cap, per_shopper_thousandths: max, booked_thousandths: booked, price_cents, ...item }: ItemRow,
  orders: number,
): Omit<PreorderEventItem, 'food_missing'> => ({
  ...item,
  price: eurosFromCents(price_cents),
  cap: quantityOrNull(cap),
  per_shopper: quantityOrNull(max),
  booked: quantityFromThousandths(booked),
  remaining: quantityOrNull(remainingThousandths(cap, booked)),
  orders,
})

/** For an event that is known to exist. */
export async function getEvent(db: Db, query: EventQuery): Promise<AdminPreorderEvent> {
  const event = await findEvent(db, query)
  if (!event) throw new Error(`The event ${query.id} is not there`)
  return event
}
