import { sql } from 'kysely'
import type { FilterCounts, ListSums } from '#contract/lists.ts'
import type { Visit } from '#contract/orders/visits.ts'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { eurosFromCents } from '#domain/money.ts'
import { plusDays } from '#domain/zoned-time.ts'
import { traceExport } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { findAllRows, findPage, sortByIds, type Paging } from '#server/platform/db/lists/find-page.ts'
import { inFinnishOrder } from '#server/platform/db/lists/search-words.ts'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import { type Columns, type ListExport, listTable, localTime } from '#server/platform/files/list-table.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { hasPurchase, isOfVisit, visitOrders } from './visit-orders.ts'

/** `date`: yyyy-mm-dd by each store's own clock. */
type VisitsQuery = Paging & { date: string; stores: StoreScope; purchase?: boolean | undefined }

/** The visits of a day by the store's clock; the wider span, of the day in any time zone, lets an index find them. */
function selectMatching(db: Db, { date, stores, purchase }: VisitsQuery) {
  const rows = db
    .selectFrom('visit')
    .innerJoin('store', 'store.id', 'visit.store_id')
    .innerJoin('app_user', 'app_user.id', 'visit.user_id')
    .where('visit.created_at', '>=', new Date(`${plusDays(date, -1)}T00:00:00Z`))
    .where('visit.created_at', '<', new Date(`${plusDays(date, 2)}T00:00:00Z`))
    .where(sql<boolean>`(visit.created_at AT TIME ZONE store.time_zone)::date = ${date}::date`)
    .where(inStores(stores, sql`visit.store_id`))
  if (purchase === undefined) return rows
  return rows.where(({ not }) => (purchase ? hasPurchase : not(hasPurchase)))
}

type SelectVisits = ReturnType<typeof selectMatching>

const visitList = (db: Db, query: VisitsQuery) => ({
  matching: selectMatching(db, query),
  select: (rows: SelectVisits) => rows.select('visit.id'),
  sorts: { at: sql`visit.created_at`, store: inFinnishOrder(sql`store.name`), user: sql`app_user.email` },
  defaultSort: '-at',
  id: sql`visit.id`,
})

/** A page of a day's visits. */
export async function findVisits(db: Db, query: VisitsQuery) {
  const [{ items, total }, sums] = await Promise.all([findPage(visitList(db, query), query), sumVisits(db, query)])
  return {
    items: await findVisitRows(
      db,
      items.map(({ id }) => id),
    ),
    total,
    ...sums,
  }
}

/** What was paid in the visits, and how many have a purchase; `counts` are those of the filter, of which the day has either. */
async function sumVisits(db: Db, query: VisitsQuery): Promise<{ sums: ListSums; counts: FilterCounts }> {
  const found = selectMatching(db, { ...query, purchase: undefined }).select([
    'visit.id',
    hasPurchase.as('has_purchase'),
  ])
  const { rows } = await sql<{ visits: number; purchases: number; paid: number }>`
    WITH found AS MATERIALIZED (${found})
    SELECT count(*) AS visits, count(*) FILTER (WHERE has_purchase) AS purchases,
      coalesce(sum((SELECT sum(bought.total_cents) FROM customer_order bought
        WHERE ${isOfVisit} AND bought.paid_at IS NOT NULL)) FILTER (WHERE has_purchase), 0)::bigint AS paid
    FROM found JOIN visit ON visit.id = found.id`.execute(db)
  const { visits = 0, purchases = 0, paid = 0 } = rows[0] ?? {}
  const isWithout = query.purchase === false
  return {
    sums: { purchases: isWithout ? 0 : purchases, paid: isWithout ? 0 : eurosFromCents(paid) },
    counts: { purchase: { true: purchases, false: visits - purchases } },
  }
}

/** All visits that match the query, in its order. */
const findVisitIds = async (db: Db, query: VisitsQuery): Promise<number[]> =>
  (await findAllRows(visitList(db, query), query.sort)).map(({ id }) => id)

/** These visits, in the order of the ids. */
export async function findVisitRows(db: Db, ids: readonly number[]): Promise<Visit[]> {
  const rows = await db
    .selectFrom('visit')
    .innerJoin('store', 'store.id', 'visit.store_id')
    .innerJoin('app_user', 'app_user.id', 'visit.user_id')
    .select(['visit.id', 'visit.created_at', 'visit.store_id', 'visit.user_id', 'visit.door_codes'])
    .select(['visit.began_by', 'store.name', 'store.time_zone', 'app_user.email', 'app_user.phone'])
    .select(visitOrders.as('orders'))
    .where('visit.id', '=', anyId(ids))
    .execute()
  return sortByIds(ids, rows, ({ id }) => id).map(row => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    store: { id: row.store_id, name: row.name, time_zone: row.time_zone },
    user: { id: row.user_id, email: row.email, phone: row.phone },
    began_by: row.began_by,
    door_codes: row.door_codes,
    orders: row.orders.map(({ total_cents, ...order }) => ({ ...order, total_amount: eurosFromCents(total_cents) })),
  }))
}

const paidAmount = ({ orders }: Visit): number =>
  orders.reduce((sum, { is_paid, total_amount }) => (is_paid ? sum + total_amount : sum), 0)

const EXPORT_COLUMNS: Columns<Visit> = {
  id: { heading: 'orders.visits.id', cell: row => row.id },
  at: { heading: 'orders.visits.at', cell: row => localTime(row.created_at, row.store.time_zone) },
  store_id: { heading: 'orders.visits.store_id', cell: row => row.store.id },
  store: { heading: 'orders.visits.store', cell: row => row.store.name },
  user_id: { heading: 'orders.visits.user_id', cell: row => row.user.id },
  email: { heading: 'orders.visits.email', cell: row => row.user.email },
  phone: { heading: 'orders.visits.phone', cell: row => row.user.phone },
  door_codes: { heading: 'orders.visits.door_codes', cell: row => row.door_codes.join(', ') },
  began_by: { heading: 'orders.visits.began_by', cell: row => row.began_by },
  orders: { heading: 'orders.visits.orders', cell: row => row.orders.map(({ id }) => id).join(', ') },
  paid: { heading: 'orders.visits.paid', cell: row => paidAmount(row) },
}

export const exportVisits =
  (context: Context): ListExport<'visits'> =>
  async ({ params, query, stores, user: { userId } }, headings) => {
    const { db } = context
    const input = { ...params, ...query, stores }
    await traceExport(context, { list: 'visits', query: { ...params, ...query }, userId })
    const rows = listTable({
      findIds: () => findVisitIds(db, input),
      idRowsSql: ids => findVisitRows(db, ids),
      columns: EXPORT_COLUMNS,
      headings,
    })
    return { name: `visits-${params.date}`, rows }
  }
