import type { PreorderEventRow } from '#contract/preorders/admin-preorder-events.ts'
import type { LanguageCode } from '#contract/values.ts'
import { formatDateTime } from '#domain/format/date-format.ts'
import { moneyCell, type WrittenCell } from '#domain/format/csv.ts'
import { SHOP_TIME_ZONE } from '#domain/shop-date.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { listTable } from '#server/platform/files/list-table.ts'
import type { Kysely } from 'kysely'
import { findEventIds, findEventRows, type EventsQuery } from './list-events.ts'

const COLUMNS: Readonly<Record<string, (row: PreorderEventRow) => WrittenCell>> = {
  id: row => row.id,
  name: row => row.name,
  status: row => row.status,
  start_date: row => row.start_date,
  end_date: row => row.end_date,
  order_until: row => row.order_until && formatDateTime(new Date(row.order_until), SHOP_TIME_ZONE),
  stores: row => row.stores,
  products: row => row.products,
  booked: row => row.booked,
  orders: row => row.orders,
  value: row => moneyCell(row.value),
}

/** The header and every event that matches a query of the list, in its order. */
export const eventTable = (db: Kysely<Database>, query: EventsQuery & { language: LanguageCode }) =>
  listTable({
    findIds: () => findEventIds(db, query),
    rowsOf: ids => findEventRows(db, ids, query.language),
    columns: COLUMNS,
  })
