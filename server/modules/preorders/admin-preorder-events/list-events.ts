import { sql, type SelectQueryBuilder } from 'kysely'
import type { PreorderEventRow } from '#contract/preorders/admin-preorder-events.ts'
import type { LanguageCode } from '#contract/values.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { moneyCell } from '#domain/format/csv.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { eurosFromCents } from '#domain/money.ts'
import { EVENT_FIELDS } from '#domain/preorders/event-fields.ts'
import type { EventStatus } from '#domain/preorders/preorder-event.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { bookedOrders } from '#server/modules/preorders/preorder-events/queries.ts'
import { findAllRows, findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import { containsWord, splitWords } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, fieldCells, type Headings, listTable } from '#server/platform/files/list-table.ts'
import { recordColumns } from '#server/platform/records/record-columns.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Database, Db } from '#server/platform/schema/tables.ts'

export const EVENT_COLUMNS = recordColumns(EVENT_FIELDS)

export type EventsQuery = Paging & {
  q?: string | undefined
  status?: EventStatus | undefined
  store_id?: number | undefined
}

type EventListInput = EventsQuery & { language: LanguageCode }

type SelectEvents = SelectQueryBuilder<Database, 'preorder_event', {}>

const nameIn = (language: LanguageCode) => sql<string>`text_in(preorder_event.names, ${sql.lit(language)})`

function selectMatching(db: Db, { q = '', status, store_id: storeId }: EventsQuery): SelectEvents {
  let events = db.selectFrom('preorder_event')
  for (const word of splitWords(q)) events = events.where(containsWord(sql`all_texts(preorder_event.names)`, word))
  if (status) events = events.where('preorder_event.status', '=', status)
  if (storeId)
    events = events.where('preorder_event.id', 'in', eb =>
      eb.selectFrom('preorder_event_store').select('event_id').where('store_id', '=', storeId),
    )
  return events
}

const eventList = (db: Db, query: EventListInput) => ({
  matching: selectMatching(db, query),
  select: (events: SelectEvents) => events.select('preorder_event.id'),
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
    .select(['id', 'revision', ...EVENT_COLUMNS.names, nameIn(language).as('name')])
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
    ...EVENT_COLUMNS.toRecord(event),
    products: items.get(event.id)?.products ?? 0,
    booked: quantityFromThousandths(items.get(event.id)?.booked ?? 0),
    orders: booked.get(event.id)?.orders ?? 0,
    value: eurosFromCents(booked.get(event.id)?.cents ?? 0),
  }))
  return sortByIds(ids, shown, ({ id }) => id)
}

/** A page of the events whose names have every word of `q`. */
export async function findEvents(db: Db, query: EventListInput) {
  const { items, total } = await findPage(eventList(db, query), query)
  const ids = items.map(({ id }) => id)
  return { items: await findEventRows(db, ids, query.language), total }
}

/** All matching ids, in the list's order. */
export const findEventIds = async (db: Db, query: EventListInput): Promise<number[]> =>
  (await findAllRows(eventList(db, query), query.sort)).map(({ id }) => id)

/** All events with their names, the latest first. */
export const findEventChoices = (db: Db, language: LanguageCode, stores: StoreScope) =>
  db
    .selectFrom('preorder_event')
    .select(['id', 'start_date', 'end_date', 'status', nameIn(language).as('name')])
    .where(isEventInStores(stores))
    .orderBy('start_date', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Events of all stores match even if they have none yet. */
const isEventInStores = (stores: StoreScope) =>
  stores.ids === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`EXISTS (SELECT FROM preorder_event_store place
        WHERE place.event_id = preorder_event.id AND ${inStores(stores, sql`place.store_id`)})`

const EXPORT_COLUMNS: Columns<PreorderEventRow> = {
  id: { heading: 'preorders.events.id', cell: row => row.id },
  name: { heading: 'preorders.events.name', cell: row => row.name },
  status: { heading: 'preorders.events.status', cell: row => row.status },
  start_date: { heading: 'preorders.events.start_date', cell: row => row.start_date },
  end_date: { heading: 'preorders.events.end_date', cell: row => row.end_date },
  order_until: {
    heading: 'preorders.events.order_until',
    cell: row => row.order_until && formatDateTime(new Date(row.order_until), SHOP_TIME_ZONE),
  },
  stores: { heading: 'preorders.events.stores', cell: row => row.stores },
  products: { heading: 'preorders.events.products', cell: row => row.products },
  booked: { heading: 'preorders.events.booked', cell: row => row.booked },
  orders: { heading: 'preorders.events.orders', cell: row => row.orders },
  value: { heading: 'preorders.events.value', cell: row => moneyCell(row.value) },
  ...fieldCells(EVENT_FIELDS),
}

/** The header and every event that matches a query of the list, in its order. */
export const eventTable = (db: Db, headings: Headings, query: EventsQuery & { language: LanguageCode }) =>
  listTable({
    headings,
    findIds: () => findEventIds(db, query),
    idRowsSql: ids => findEventRows(db, ids, query.language),
    columns: EXPORT_COLUMNS,
  })
