import { type Kysely, sql } from 'kysely'
import type { Visit } from '#contract/stores/visits.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { findAllRows, findPage, inOrderOf, type Paging } from '#server/platform/db/find-page.ts'
import { inFinnishOrder } from '#server/platform/db/search-words.ts'
import type { Database } from '#server/platform/schema/tables.ts'

type Db = Kysely<Database>

/** `date`: yyyy-mm-dd by each store's own clock. */
export type VisitsQuery = Paging & { date: string; store?: number | undefined }

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
  show: (rows: Visits) => rows.select('visit.id'),
  sorts: { at: sql`visit.created_at`, store: inFinnishOrder(sql`store.name`), user: sql`app_user.email` },
  usual: '-at',
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
export const findVisitIds = async (db: Db, query: VisitsQuery): Promise<number[]> =>
  (await findAllRows(visitList(db, query), query.sort)).map(({ id }) => id)

/** These visits, in the order of the ids. */
export async function findVisitRows(db: Db, ids: readonly number[]): Promise<Visit[]> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('store', 'store.id', 'visit.store_id')
    .innerJoin('app_user', 'app_user.id', 'visit.user_id')
    .select(['visit.id', 'visit.created_at', 'visit.store_id', 'visit.user_id', 'visit.door_codes'])
    .select(['store.name', 'store.time_zone', 'app_user.email', 'app_user.phone'])
    .where('visit.id', '=', anyOf(ids))
    .execute()
  return inOrderOf(ids, rows, ({ id }) => id).map(row => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    store: { id: row.store_id, name: row.name, time_zone: row.time_zone },
    user: { id: row.user_id, email: row.email, phone: row.phone },
    door_codes: row.door_codes,
  }))
}
