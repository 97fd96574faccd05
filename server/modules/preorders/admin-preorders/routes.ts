import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import type { EventState } from '#contract/preorders/admin-preorders.ts'
import type { LanguageCode } from '#contract/values.ts'
import { deliverEvent } from '#server/modules/preorders/delivery/deliver-event.ts'
import { authorAt, traceExport } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inSnapshot } from '#server/platform/db/transaction.ts'
import type { Call, Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { bookedOfEvent, findEvent, findEventStores } from './find-lines.ts'
import { findPickList } from './find-pick-list.ts'
import { findTotals } from './find-totals.ts'
import { findPreorders, isOverdue } from './list-preorders.ts'
import { pickListTable, totalsTable } from './preorder-exports.ts'
import { printPickList, printTotals } from './print-pick-list.ts'

export function adminPreorderRoutes(context: Context): Handlers<typeof contract.adminPreorders> {
  const { db, now } = context
  const author = authorAt(now)
  return {
    list: ({ query, language }) => findPreorders(db, { ...query, now: now() }, language),
    event: async ({ params: { id: eventId }, language }) =>
      (await findEventState(db, { eventId, language, now: now() })) ?? refuse('notFound'),
    totals: async ({ query: { event_id: eventId, store_id: storeId }, language }) =>
      (await findTotals(db, { eventId, storeId }, language)) ?? refuse('notFound'),
    pickList: async ({ query: { event_id: eventId, store_id: storeId }, language }) =>
      (await findPickList(db, { eventId, storeId }, language)) ?? refuse('notFound'),
    ...pdfFiles(context),
    deliver: ({ body: { event_id: eventId, store_id: storeId }, user }) =>
      deliverEvent(context, { eventId, storeId, author: author(user), origin: context.origin() }),
  }
}

type EventStateQuery = { eventId: number; language: LanguageCode; now: Date }

/** An event, with the state of its pre-orders in each store. */
const findEventState = (db: Db, { eventId, language, now }: EventStateQuery): Promise<EventState | undefined> =>
  inSnapshot(db, async snapshot => {
    const event = await findEvent(snapshot, eventId, language)
    if (!event) return undefined
    const stores = await findEventStores(snapshot, { eventId })
    const counts = new Map((await countByStore(snapshot, eventId, now)).map(({ id, ...counted }) => [id, counted]))
    return { ...event, stores: stores.map(store => ({ ...store, ...(counts.get(store.id) ?? NONE) })) }
  })

const NONE = { booked: 0, delivered: 0, being_paid: 0, in_doubt: 0, paid: 0, overdue: 0, to_tell: 0 }

const countIf = (condition: ReturnType<typeof sql>) => sql<number>`(count(*) FILTER (WHERE ${condition}))::integer`

const countByStore = (db: Db, eventId: number, now: Date) =>
  bookedOfEvent(db, { eventId })
    .select('customer_order.store_id as id')
    .select(countIf(sql`status = 'preorder_booked'`).as('booked'))
    .select(countIf(sql`status = 'preorder_delivered'`).as('delivered'))
    .select(countIf(sql`status = 'payment_pending'`).as('being_paid'))
    .select(countIf(sql`status = 'error'`).as('in_doubt'))
    .select(countIf(sql`status = 'complete'`).as('paid'))
    .select(countIf(isOverdue(now)).as('overdue'))
    .select(
      sql<number>`(count(DISTINCT user_id) FILTER (WHERE status = 'preorder_booked' AND delivery_notified_at IS NULL))::integer`.as(
        'to_tell',
      ),
    )
    .groupBy('customer_order.store_id')
    .execute()

type Preorders = typeof contract.adminPreorders
type Files = Pick<Handlers<Preorders>, 'totalsPdf' | 'totalsXlsx' | 'pickListPdf' | 'pickListXlsx'>
type PreorderCall<Name extends keyof Preorders> = Pick<Call<Preorders[Name]>, 'query' | 'language' | 'user'>

/** The contents of the pages, as PDF and as spreadsheet. */
function pdfFiles(context: Context): Files {
  const { db, now, config } = context
  const money = { locale: config.locale, currency: config.currency }
  const totals = ({ query, language }: PreorderCall<'totalsPdf'>) =>
    findTotals(db, { eventId: query.event_id, storeId: query.store_id }, language)
  // Traced, since it contains personal data.
  const pickList = async ({ query, language, user: { userId } }: PreorderCall<'pickListPdf'>) => {
    await traceExport(context, { list: 'pickList', query, userId })
    return findPickList(db, { eventId: query.event_id, storeId: query.store_id }, language)
  }
  return {
    async totalsPdf(call) {
      const shown = await totals(call)
      if (!shown) return refuse('notFound')
      const bytes = await printTotals(shown, { language: call.language, money, at: now() })
      return { name: `totals-${shown.event.id}`, format: 'pdf', bytes }
    },
    async totalsXlsx(call) {
      const shown = await totals(call)
      if (!shown) return refuse('notFound')
      return { name: `totals-${shown.event.id}`, format: 'xlsx', rows: totalsTable(shown, call.language) }
    },
    async pickListPdf(call) {
      const shown = await pickList(call)
      if (!shown) return refuse('notFound')
      const bytes = await printPickList(shown, { language: call.language, money, at: now() })
      return { name: `pick-list-${shown.event.id}-${shown.store.id}`, format: 'pdf', bytes }
    },
    async pickListXlsx(call) {
      const shown = await pickList(call)
      if (!shown) return refuse('notFound')
      return {
        name: `pick-list-${shown.event.id}-${shown.store.id}`,
        format: 'xlsx',
        rows: pickListTable(shown, call.language),
      }
    },
  }
}
