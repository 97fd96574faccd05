import { sql } from 'kysely'
import type { Visit } from '#contract/stores/visits.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { traceExport } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { findAllRows, findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import { inFinnishOrder } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, type ListExport, listTable, localTime } from '#server/platform/files/list-table.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

/** `date`: yyyy-mm-dd by each store's own clock. */
type VisitsQuery = Paging & { date: string; store?: number | undefined }

/** The visits of a day by the store's clock; the wider span, of the day in any time zone, lets an index find them. */
function matching(db: Db, { date, store }: VisitsQuery) {
  const rows = db
    .selectFrom('visit')
    .innerJoin('store', 'store.id', 'visit.store_id')
    .innerJoin('app_user', 'app_user.id', 'visit.user_id')
    .where('visit.created_at', '>=', new Date(`${plusDays(date, -1)}T00:00:00Z`))
    .where('visit.created_at', '<', new Date(`${plusDays(date, 2)}T00:00:00Z`))
    .where(sql<boolean>`(visit.created_at AT TIME ZONE store.time_zone)::date = ${date}::date`)
  return store === undefined ? rows : rows.where('visit.store_id', '=', store)
}

type Visits = ReturnType<typeof matching>

const visitList = (db: Db, query: VisitsQuery) => ({
  matching: matching(db, query),
  select: (rows: Visits) => rows.select('visit.id'),
  sorts: { at: sql`visit.created_at`, store: inFinnishOrder(sql`store.name`), user: sql`app_user.email` },
  defaultSort: '-at',
  id: sql`visit.id`,
})

/** A page of a day's visits. */
export async function findVisits(db: Db, query: VisitsQuery) {
  const { items, total } = await findPage(visitList(db, query), query)
  return {
    items: await findVisitRows(
      db,
      items.map(({ id }) => id),
    ),
    total,
  }
}

/** All visits that match the query, in its order. */
const findVisitIds = async (db: Db, query: VisitsQuery): Promise<number[]> =>
  (await findAllRows(visitList(db, query), query.sort)).map(({ id }) => id)

/** These visits, in the order of the ids. */
async function findVisitRows(db: Db, ids: readonly number[]): Promise<Visit[]> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('store', 'store.id', 'visit.store_id')
    .innerJoin('app_user', 'app_user.id', 'visit.user_id')
    .select(['visit.id', 'visit.created_at', 'visit.store_id', 'visit.user_id', 'visit.door_codes'])
    .select(['store.name', 'store.time_zone', 'app_user.email', 'app_user.phone'])
    .where('visit.id', '=', anyId(ids))
    .execute()
  return sortByIds(ids, rows, ({ id }) => id).map(row => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    store: { id: row.store_id, name: row.name, time_zone: row.time_zone },
    user: { id: row.user_id, email: row.email, phone: row.phone },
    door_codes: row.door_codes,
  }))
}

const COLUMNS: Columns<Visit> = {
  id: { head: 'stores.visits.id', cell: row => row.id },
  at: { head: 'stores.visits.at', cell: row => localTime(row.created_at, row.store.time_zone) },
  store_id: { head: 'stores.visits.store_id', cell: row => row.store.id },
  store: { head: 'stores.visits.store', cell: row => row.store.name },
  user_id: { head: 'stores.visits.user_id', cell: row => row.user.id },
  email: { head: 'stores.visits.email', cell: row => row.user.email },
  phone: { head: 'stores.visits.phone', cell: row => row.user.phone },
  door_codes: { head: 'stores.visits.door_codes', cell: row => row.door_codes.join(', ') },
}

export const exportVisits =
  (context: Context): ListExport<'visits'> =>
  async ({ params, query, user: { userId } }, headings) => {
    const { db } = context
    const asked = { ...params, ...query }
    await traceExport(context, { list: 'visits', query: asked, userId })
    const rows = listTable({
      findIds: () => findVisitIds(db, asked),
      idRowsSql: ids => findVisitRows(db, ids),
      columns: COLUMNS,
      headings,
    })
    return { name: `visits-${params.date}`, rows }
  }

const VISIT_MINUTES = 30

/** `doorCode`: the name of the visitor's code in the lock's own log. */
type NewVisit = { userId: number; storeId: number; at: Date; doorCode?: string }

/**
 * Logs at most one visit per store in half an hour; door codes of that time are added to it. The caller has locked the user's
 * row, so that two calls can't both find no visit.
 */
export async function logVisit(trx: Trx, { userId, storeId, at, doorCode }: NewVisit): Promise<void> {
  const codes = doorCode === undefined ? [] : [doorCode]
  const recent = await trx
    .selectFrom('visit')
    .select('id')
    .where('user_id', '=', userId)
    .where('store_id', '=', storeId)
    .where('created_at', '>', new Date(at.getTime() - VISIT_MINUTES * MINUTE_MS))
    .limit(1)
    .executeTakeFirst()
  if (!recent) {
    const visit = { user_id: userId, store_id: storeId, created_at: at, door_codes: codes }
    await trx.insertInto('visit').values(visit).execute()
  } else if (doorCode !== undefined) {
    const door_codes = sql<string[]>`door_codes || ${doorCode}::text`
    await trx.updateTable('visit').set({ door_codes }).where('id', '=', recent.id).execute()
  }
}
