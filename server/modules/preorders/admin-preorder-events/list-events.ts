import { type Kysely, type SelectQueryBuilder, sql } from 'kysely'
import type { PreorderEventRow } from '#contract/preorders/admin-preorder-events.ts'
import type { LanguageCode } from '#contract/values.ts'
import { eurosFromCents } from '#domain/money.ts'
import type { EventStatus } from '#domain/preorders/preorder-event.ts'
import { quantityFromThousandths } from '#domain/quantity.ts'
import { bookedOrders } from '#server/modules/preorders/preorder-events/queries.ts'
import { findAllRows, findPage, inOrderOf, type Paging } from '#server/platform/db/lists/find-page.ts'
import { contains, wordsOf } from '#server/platform/db/lists/search-words.ts'
import { anyOf } from '#server/platform/db/sql-fragments.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Db = Kysely<Database>

export type EventsQuery = Paging & {
  q?: string | undefined
  status?: EventStatus | undefined
  store_id?: number | undefined
}
type Asked = EventsQuery & { language: LanguageCode }
type Events = SelectQueryBuilder<Database, 'preorder_event', {}>

const nameIn = (language: LanguageCode) => sql<string>`text_in(preorder_event.names, ${sql.lit(language)})`

function matching(db: Db, { q = '', status, store_id: storeId }: EventsQuery): Events {
  let events = db.selectFrom('preorder_event')
  for (const word of wordsOf(q)) events = events.where(contains(sql`all_texts(preorder_event.names)`, word))
  if (status) events = events.where('preorder_event.status', '=', status)
  if (storeId)
    events = events.where('preorder_event.id', 'in', eb =>
      eb.selectFrom('preorder_event_store').select('event_id').where('store_id', '=', storeId),
    )
  return events
}

const eventList = (db: Db, query: Asked) => ({
  matching: matching(db, query),
  show: (events: Events) => events.select('preorder_event.id'),
  sorts: {
    start_date: sql`preorder_event.start_date`,
    end_date: sql`preorder_event.end_date`,
    name: sql`search_form(${nameIn(query.language)}) collate "C"`,
    id: sql`preorder_event.id`,
  },
  usual: '-start_date',
  id: sql`preorder_event.id`,
})

const countItems = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('preorder_event_item')
    .select(['event_id', ({ fn }) => fn.countAll<number>().as('products')])
    .select(sql<number>`sum(booked_thousandths)::bigint`.as('booked'))
    .where('event_id', '=', anyOf(ids))
    .groupBy('event_id')
    .execute()

const countOrders = (db: Db, ids: readonly number[]) =>
  bookedOrders(db)
    .select(['customer_order.preorder_event_id', ({ fn }) => fn.countAll<number>().as('orders')])
    .select(sql<number>`sum(customer_order.total_cents)::bigint`.as('cents'))
    .where('customer_order.preorder_event_id', '=', anyOf(ids))
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
    .where('id', '=', anyOf(ids))
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
  return inOrderOf(ids, shown, ({ id }) => id)
}

/** A page of the events whose names have every word of `q`. */
export async function findEvents(db: Db, query: Asked) {
  const { items, total } = await findPage(eventList(db, query), query)
  const ids = items.map(({ id }) => id)
  return { items: await findEventRows(db, ids, query.language), total }
}

/** All matching ids, in the list's order. */
export const findEventIds = async (db: Db, query: Asked): Promise<number[]> =>
  (await findAllRows(eventList(db, query), query.sort)).map(({ id }) => id)

/** All events with their names, the latest first. */
export const findEventChoices = (db: Db, language: LanguageCode) =>
  db
    .selectFrom('preorder_event')
    .select(['id', 'start_date', 'end_date', 'status', nameIn(language).as('name')])
    .orderBy('start_date', 'desc')
    .orderBy('id', 'desc')
    .execute()
