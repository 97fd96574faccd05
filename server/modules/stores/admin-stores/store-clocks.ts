import { sql, type RawBuilder } from 'kysely'
import { dayOfClock, type StoreClock } from '#domain/stores/store-clock.ts'
import type { Db, Trx } from '#server/platform/schema/tables.ts'

/** Each store's past and current clocks: a day that is over does not change when the time zone is changed. */
export const clocks = sql`(
  SELECT id AS store_id, time_zone, clock_since AS since, NULL::timestamptz AS until, clock_day AS first_day FROM store
  UNION ALL SELECT store_id, time_zone, since, until, first_day FROM store_past_clock) clock`

/** The store's date at a moment, by the joined row of `clocks`. */
export const localDateSql = (at: RawBuilder<unknown>) =>
  sql`greatest((${at} AT TIME ZONE clock.time_zone)::date, clock.first_day)`

/** Whether the joined row of `clocks` was in use at a moment. */
export const whileClock = (at: RawBuilder<unknown>) =>
  sql`(clock.since IS NULL OR ${at} >= clock.since) AND (clock.until IS NULL OR ${at} < clock.until)`

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
  const { time_zone, clock_since, clock_day } = await trx
    .selectFrom('store')
    .select(['time_zone', 'clock_since', 'clock_day'])
    .where('id', '=', storeId)
    .executeTakeFirstOrThrow()
  // Changed twice at one moment: the time zone in between was never in use.
  if (clock_since !== null && clock_since >= now) return
  const past = { store_id: storeId, since: clock_since, until: now, time_zone, first_day: clock_day }
  await trx.insertInto('store_past_clock').values(past).execute()
  const clockDay = dayOfClock({ timeZone: time_zone, firstDay: clock_day }, now)
  await trx.updateTable('store').set({ clock_since: now, clock_day: clockDay }).where('id', '=', storeId).execute()
}
