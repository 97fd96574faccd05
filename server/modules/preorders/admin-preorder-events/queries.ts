import { sql, type SelectQueryBuilder } from 'kysely'
import type {
  AdminPreorderEvent,
  PreorderEventItem,
  PreorderEventRow,
} from '#contract/preorders/admin-preorder-events.ts'
import type { LanguageCode } from '#contract/values.ts'
import { moneyCell } from '#domain/format/csv.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { eurosFromCents } from '#domain/money.ts'
import { remainingThousandths, type EventStatus } from '#domain/preorders/preorder-event.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { findFoodLanguages, findMissingFood } from '#server/modules/catalogue/food-information/queries.ts'
import { currentOfProduct } from '#server/modules/catalogue/products/queries.ts'
import { bookedOrders } from '#server/modules/preorders/preorder-events/queries.ts'
import { findAllRows, findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import { contains, splitWords } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, type Headings, listTable } from '#server/platform/files/list-table.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

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
    order_until: event.order_until?.toISOString() ?? null,
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

type Item = Awaited<ReturnType<typeof findItems>>[number]

const parts = (thousandths: number | null) => (thousandths === null ? null : quantityFromThousandths(thousandths))

const toItem = (
  { cap_thousandths: cap, per_shopper_thousandths: max, booked_thousandths: booked, price_cents, ...item }: Item,
  orders: number,
): Omit<PreorderEventItem, 'food_missing'> => ({
  ...item,
  price: eurosFromCents(price_cents),
  cap: parts(cap),
  per_shopper: parts(max),
  booked: quantityFromThousandths(booked),
  left: parts(remainingThousandths(cap, booked)),
  orders,
})

/** For an event that is known to exist. */
export async function getEvent(db: Db, asked: EventQuery): Promise<AdminPreorderEvent> {
  const event = await findEvent(db, asked)
  if (!event) throw new Error(`The event ${asked.id} is not there`)
  return event
}

export type EventsQuery = Paging & {
  q?: string | undefined
  status?: EventStatus | undefined
  store_id?: number | undefined
}
type ListAsked = EventsQuery & { language: LanguageCode }
type Events = SelectQueryBuilder<Database, 'preorder_event', {}>

const nameIn = (language: LanguageCode) => sql<string>`text_in(preorder_event.names, ${sql.lit(language)})`

function matching(db: Db, { q = '', status, store_id: storeId }: EventsQuery): Events {
  let events = db.selectFrom('preorder_event')
  for (const word of splitWords(q)) events = events.where(contains(sql`all_texts(preorder_event.names)`, word))
  if (status) events = events.where('preorder_event.status', '=', status)
  if (storeId)
    events = events.where('preorder_event.id', 'in', eb =>
      eb.selectFrom('preorder_event_store').select('event_id').where('store_id', '=', storeId),
    )
  return events
}

const eventList = (db: Db, query: ListAsked) => ({
  matching: matching(db, query),
  select: (events: Events) => events.select('preorder_event.id'),
  sorts: {
    start_date: sql`preorder_event.start_date`,
    end_date: sql`preorder_event.end_date`,
    name: sql`search_form(${nameIn(query.language)}) collate "C"`,
    id: sql`preorder_event.id`,
  },
  defaultSort: '-start_date',
  id: sql`preorder_event.id`,
})

const countItems = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('preorder_event_item')
    .select(['event_id', ({ fn }) => fn.countAll<number>().as('products')])
    .select(sql<number>`sum(booked_thousandths)::bigint`.as('booked'))
    .where('event_id', '=', anyId(ids))
    .groupBy('event_id')
    .execute()

const countOrders = (db: Db, ids: readonly number[]) =>
  bookedOrders(db)
    .select(['customer_order.preorder_event_id', ({ fn }) => fn.countAll<number>().as('orders')])
    .select(sql<number>`sum(customer_order.total_cents)::bigint`.as('cents'))
    .where('customer_order.preorder_event_id', '=', anyId(ids))
    .groupBy('customer_order.preorder_event_id')
    .execute()

/** Events as the list shows them, in the order of the ids. */
export async function findEventRows(
  db: Db,
  ids: readonly number[],
  language: LanguageCode,
): Promise<PreorderEventRow[]> {
  const events = await db
    .selectFrom('preorder_event')
    .select(['id', 'revision', 'start_date', 'end_date', 'order_until', 'status', nameIn(language).as('name')])
    .select(eb =>
      eb
        .selectFrom('preorder_event_store')
        .select(({ fn }) => fn.countAll<number>().as('stores'))
        .whereRef('event_id', '=', 'preorder_event.id')
        // A count is never null.
        .$asScalar()
        .$notNull()
        .as('stores'),
    )
    .where('id', '=', anyId(ids))
    .execute()
  const items = new Map((await countItems(db, ids)).map(each => [each.event_id, each]))
  const booked = new Map((await countOrders(db, ids)).map(each => [each.preorder_event_id, each]))
  const shown = events.map(event => ({
    ...event,
    order_until: event.order_until?.toISOString() ?? null,
    products: items.get(event.id)?.products ?? 0,
    booked: quantityFromThousandths(items.get(event.id)?.booked ?? 0),
    orders: booked.get(event.id)?.orders ?? 0,
    value: eurosFromCents(booked.get(event.id)?.cents ?? 0),
  }))
  return sortByIds(ids, shown, ({ id }) => id)
}

/** A page of the events whose names have every word of `q`. */
export async function findEvents(db: Db, query: ListAsked) {
  const { items, total } = await findPage(eventList(db, query), query)
  const ids = items.map(({ id }) => id)
  return { items: await findEventRows(db, ids, query.language), total }
}

/** All matching ids, in the list's order. */
export const findEventIds = async (db: Db, query: ListAsked): Promise<number[]> =>
  (await findAllRows(eventList(db, query), query.sort)).map(({ id }) => id)

/** All events with their names, the latest first. */
export const findEventChoices = (db: Db, language: LanguageCode) =>
  db
    .selectFrom('preorder_event')
    .select(['id', 'start_date', 'end_date', 'status', nameIn(language).as('name')])
    .orderBy('start_date', 'desc')
    .orderBy('id', 'desc')
    .execute()

const COLUMNS: Columns<PreorderEventRow> = {
  id: { head: 'preorders.events.id', cell: row => row.id },
  name: { head: 'preorders.events.name', cell: row => row.name },
  status: { head: 'preorders.events.status', cell: row => row.status },
  start_date: { head: 'preorders.events.start_date', cell: row => row.start_date },
  end_date: { head: 'preorders.events.end_date', cell: row => row.end_date },
  order_until: {
    head: 'preorders.events.order_until',
    cell: row => row.order_until && formatDateTime(new Date(row.order_until), SHOP_TIME_ZONE),
  },
  stores: { head: 'preorders.events.stores', cell: row => row.stores },
  products: { head: 'preorders.events.products', cell: row => row.products },
  booked: { head: 'preorders.events.booked', cell: row => row.booked },
  orders: { head: 'preorders.events.orders', cell: row => row.orders },
  value: { head: 'preorders.events.value', cell: row => moneyCell(row.value) },
}

/** The header and every event that matches a query of the list, in its order. */
export const eventTable = (db: Db, headings: Headings, query: EventsQuery & { language: LanguageCode }) =>
  listTable({
    headings,
    findIds: () => findEventIds(db, query),
    idRowsSql: ids => findEventRows(db, ids, query.language),
    columns: COLUMNS,
  })
