import { sql, type RawBuilder } from 'kysely'
import type { StoreScope } from '#domain/accounts/store-scope.ts'
import { dayOfClock, type StoreClock } from '#domain/stores/store-clock.ts'
import { inStores } from '#server/platform/rights/in-stores.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

/** Each store's past and current clocks: a day that is over does not change when the time zone is changed. */
export const clocks = sql`(
  SELECT id AS store_id, time_zone, time_zone_since AS since, NULL::timestamptz AS until, time_zone_first_day AS first_day FROM store
  UNION ALL SELECT store_id, time_zone, since, until, first_day FROM store_time_zone_history) clock`

/** The store's date at a moment, by the joined row of `clocks`. */
export const localDateSql = (at: RawBuilder<unknown>) =>
  sql`greatest((${at} AT TIME ZONE clock.time_zone)::date, clock.first_day)`

/** Whether the joined row of `clocks` was in use at a moment. */
export const whileClock = (at: RawBuilder<unknown>) =>
  sql`(clock.since IS NULL OR ${at} >= clock.since) AND (clock.until IS NULL OR ${at} < clock.until)`

/** Dates in each store's own calendar, both inclusive. */
export type StoreDays = { from: string; until: string; stores: StoreScope }

/** When a day begins by the joined row of `clocks`; before all moments of a clock that came into use later. */
export const dayStartSql = (day: string, daysLater = 0) => sql`
  CASE WHEN clock.first_day >= ${day}::date + ${sql.lit(daysLater)} THEN '-infinity'
    ELSE (${day}::date + ${sql.lit(daysLater)})::timestamp AT TIME ZONE clock.time_zone END`

/** Narrow the moments of `clockSpans`, by the joined row of `clocks`. */
type MomentBounds = { begins?: RawBuilder<unknown> | undefined; ends?: RawBuilder<unknown> | undefined }

/**
 * The clocks of the stores, each with the moments between which it showed days of the period: `date BETWEEN …` of every row would
 * cost three conversions to the time zone. OFFSET 0 computes the moments once for a clock.
 */
export const clockSpans = ({ from, until, stores }: StoreDays, { begins, ends }: MomentBounds = {}) => sql`(
  SELECT clock.*, greatest(clock.since, ${dayStartSql(from)} ${begins ? sql`, ${begins}` : sql``}) AS begins,
    least(clock.until, ${dayStartSql(until, 1)} ${ends ? sql`, ${ends}` : sql``}) AS ends
  FROM ${clocks} WHERE ${inStores(stores, sql`clock.store_id`)} OFFSET 0) clock`

/** The first two conditions are as wide as clocks can differ: the planner can estimate them. */
export const isInClockSpan = (at: RawBuilder<unknown>, { from, until }: Omit<StoreDays, 'stores'>) => sql`
  ${at} >= ${from}::date - 1 AND ${at} < ${until}::date + 3 AND ${at} >= clock.begins AND ${at} < clock.ends`

/** The clocks of every store, in the order of time. */
export async function findStoreClocks(db: Db): Promise<ReadonlyMap<number, StoreClock[]>> {
  const { rows } = await sql<StoreClock & { storeId: number }>`
    SELECT store_id AS "storeId", since, until, time_zone AS "timeZone", first_day AS "firstDay"
    FROM ${clocks} ORDER BY store_id, until NULLS LAST`.execute(db)
  return Map.groupBy(rows, ({ storeId }) => storeId)
}

type ChangedClock = { storeId: number; now: Date }

/** Stores the time zone that a store had until now, before it is changed. A store without orders has no day to keep. */
export async function recordPastClock(trx: Trx, { storeId, now }: ChangedClock): Promise<void> {
  const order = trx.selectFrom('customer_order').select('id').where('store_id', '=', storeId).limit(1)
  if (!(await order.executeTakeFirst())) return
  const { time_zone, time_zone_since, time_zone_first_day } = await trx
    .selectFrom('store')
    .select(['time_zone', 'time_zone_since', 'time_zone_first_day'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  // Changed twice at one moment: the time zone in between was never in use.
  if (time_zone_since !== null && time_zone_since >= now) return
  const past = { store_id: storeId, since: time_zone_since, until: now, time_zone, first_day: time_zone_first_day }
  await trx.insertInto('store_time_zone_history').values(past).execute()
  const clockDay = dayOfClock({ timeZone: time_zone, firstDay: time_zone_first_day }, now)
  await trx
    .updateTable('store')
    .set({ time_zone_since: now, time_zone_first_day: clockDay })
    .where('id', '=', storeId)
    .execute()
}
