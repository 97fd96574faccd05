import type { Visit } from '#contract/stores/visits.ts'
import { zonedTime } from '#domain/zoned-time.ts'
import type { Cell } from '#domain/format/csv.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { findVisitIds, findVisitRows, type VisitsQuery } from '#server/modules/stores/visits/list-visits.ts'
import { listTable } from '#server/platform/files/list-table.ts'
import type { Kysely } from 'kysely'

/** In the local time of the store, in a format that spreadsheets recognise. */
const storeTime = ({ created_at, store }: Visit): string =>
  new Date(zonedTime(new Date(created_at), store.time_zone).wallMs).toISOString().slice(0, 19).replace('T', ' ')

const VISIT: Readonly<Record<string, (row: Visit) => Cell>> = {
  id: row => row.id,
  at: storeTime,
  store_id: row => row.store.id,
  store: row => row.store.name,
  user_id: row => row.user.id,
  email: row => row.user.email,
  phone: row => row.user.phone,
  door_codes: row => row.door_codes.join(', '),
}

export const visitTable = (db: Kysely<Database>, query: VisitsQuery) =>
  listTable({ findIds: () => findVisitIds(db, query), rowsOf: ids => findVisitRows(db, ids), columns: VISIT })
