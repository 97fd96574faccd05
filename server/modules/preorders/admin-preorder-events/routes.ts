import type { contract } from '#contract/index.ts'
import type { PreorderEventRow } from '#contract/preorders/admin-preorder-events.ts'
import type { LanguageCode } from '#contract/values.ts'
import { moneyCell } from '#domain/format/csv.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import { type Author, authorAt, recordChange } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { type Columns, type Headings, getHeadings, listTable } from '#server/platform/files/list-table.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { inRefusableTransaction, refuse } from '#server/platform/http/refusal.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import {
  type EventsQuery,
  findEventChoices,
  findEventIds,
  findEventRows,
  findEvents,
  findEvent,
  getEvent,
} from './queries.ts'
import { eventFacts, toEventInput, addEvent, changeEvent } from './save-event.ts'

export function adminPreorderEventRoutes(context: Context): Handlers<typeof contract.adminPreorderEvents> {
  const { db, now } = context
  const author = authorAt(now)
  const exported = <Format extends 'csv' | 'xlsx'>(format: Format, query: Parameters<typeof eventTable>[2]) => ({
    name: 'preorder-events',
    format,
    rows: eventTable(db, getHeadings(format, query.language), query),
  })
  return {
    list: ({ query, language }) => findEvents(db, { ...query, language }),
    exportCsv: async ({ query, language }) => exported('csv', { ...query, language }),
    exportXlsx: async ({ query, language }) => exported('xlsx', { ...query, language }),
    choices: ({ language }) => findEventChoices(db, language),
    get: async ({ params, language }) => (await findEvent(db, { ...params, language })) ?? refuse('notFound'),
    create: ({ body: form, language, user }) => addEvent(context, { form, language }, author(user)),
    update: ({ params, body: { revision, reason, ...form }, language, user }) =>
      changeEvent(context, { ...params, revision, form, language }, author(user, reason)),
    remove: ({ params, language, user }) => removeEvent(context, { ...params, language }, author(user)),
  }
}

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
const eventTable = (db: Db, headings: Headings, query: EventsQuery & { language: LanguageCode }) =>
  listTable({
    headings,
    findIds: () => findEventIds(db, query),
    idRowsSql: ids => findEventRows(db, ids, query.language),
    columns: COLUMNS,
  })

type Removal = { id: number; language: LanguageCode }

/** Removes a draft that no order refers to, not even a cancelled one. */
async function removeEvent({ db }: Context, { id, language }: Removal, author: Author) {
  return inRefusableTransaction(db, async trx => {
    // A concurrent order in the event waits for this lock, and then finds no such event.
    const row = await trx
      .selectFrom('preorder_event')
      .select('status')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!row) return refuse('notFound')
    const { orders } = await trx
      .selectFrom('customer_order')
      .select(({ fn }) => fn.countAll<number>().as('orders'))
      .where('preorder_event_id', '=', id)
      .executeTakeFirstOrThrow()
    const event = await getEvent(trx, { id, language })
    const isBooked = orders > 0 || event.products.some(({ booked }) => booked > 0)
    if (row.status !== 'draft' || isBooked) return refuse('record.inUse', { orders })
    await recordChange(trx, {
      kind: 'preorder_event',
      id,
      before: eventFacts(toEventInput(event)),
      after: null,
      author,
    })
    const chosen = trx.updateTable('app_user').set({ active_preorder_event_id: null })
    await chosen.where('active_preorder_event_id', '=', id).execute()
    await trx.deleteFrom('preorder_event').where('id', '=', id).execute()
    return {}
  })
}
