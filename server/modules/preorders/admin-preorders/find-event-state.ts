import { sql } from 'kysely'
import type { EventState } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { type EventPlace, findEvent, findEventStores, bookedOfEvent } from './find-lines.ts'
import { isOverdue } from './list-preorders.ts'

type EventStateQuery = EventPlace & { language: LanguageCode; now: Date }

/** An event, with the state of its pre-orders in each of these stores; undefined if it is in none of them. */
export const findEventState = (db: Db, { language, now, ...place }: EventStateQuery): Promise<EventState | undefined> =>
  inSnapshot(db, async snapshot => {
    const event = await findEvent(snapshot, place.eventId, language)
    if (!event) return undefined
    const stores = await findEventStores(snapshot, place)
    if (place.stores.ids !== 'all' && stores.length === 0) return undefined
    const counts = new Map((await countByStore(snapshot, place, now)).map(({ id, ...counted }) => [id, counted]))
    return { ...event, stores: stores.map(store => ({ ...store, ...(counts.get(store.id) ?? NO_PREORDERS) })) }
  })

const NO_PREORDERS = { booked: 0, delivered: 0, being_paid: 0, in_doubt: 0, paid: 0, overdue: 0, recipients: 0 }

const countIf = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::integer`

const countByStore = (db: Db, place: EventPlace, now: Date) =>
  bookedOfEvent(db, place)
    .select('customer_order.store_id as id')
    .select(countIf(sql`status = 'preorder_booked'`).as('booked'))
    .select(countIf(sql`status = 'preorder_delivered'`).as('delivered'))
    .select(countIf(sql`status = 'payment_pending'`).as('being_paid'))
    .select(countIf(sql`status = 'error'`).as('in_doubt'))
    .select(countIf(sql`status = 'complete'`).as('paid'))
    .select(countIf(isOverdue(now)).as('overdue'))
    .select(
      sql<number>`(count(DISTINCT user_id) FILTER (WHERE status = 'preorder_booked' AND delivery_notified_at IS NULL))::integer`.as(
        'recipients',
      ),
    )
    .groupBy('customer_order.store_id')
    .execute()
