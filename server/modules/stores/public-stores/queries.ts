import { type ExpressionBuilder, sql, type SelectQueryBuilder } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { type Store, stores } from '#contract/stores/stores.ts'
import { MINUTE_MS } from '#domain/durations.ts'
import { byFinnishName } from '#domain/format/finnish-order.ts'
import { distanceMetres, type StorePosition, toPlace } from '#domain/stores/coordinates.ts'
import { type HoursInterval, openingState } from '#domain/stores/opening-hours.ts'
import { alcoholTime, type StaffedHours, staffedTime } from '#domain/stores/staffed-time.ts'
import { plusDays } from '#domain/zoned-time.ts'
import type { Context } from '#server/platform/context.ts'
import { prepareBody, type PreparedBody } from '#server/platform/http/send-prepared.ts'
import type { Database, Db, Trx } from '#server/platform/schema/tables.ts'

// For shoppers, unpublished stores don't exist.
const selectPublished = (db: Db) => db.selectFrom('store').where('published', '=', true)

/** A store that shoppers may choose, or undefined. */
export const findPublishedStore = (db: Db, storeId: number) =>
  selectPublished(db).selectAll().where('id', '=', storeId).executeTakeFirst()

/**
 * The id of a published store, whose row it locks: a transaction that hides the store waits for this one, or this one waits for
 * that one.
 */
export const lockPublishedStore = (trx: Trx, storeId: number) =>
  selectPublished(trx).select('id').where('id', '=', storeId).forKeyShare().executeTakeFirst()

/** The distances of published stores to a place in metres, the nearest first. */
export async function findDistances(db: Db, from: StorePosition): Promise<{ id: number; distance: number }[]> {
  const rows = await selectPublished(db).select(['id', 'latitude', 'longitude']).execute()
  return rows
    .flatMap(row => {
      const place = toPlace(row)
      return place ? [{ id: row.id, distance: distanceMetres(from, place) }] : []
    })
    .toSorted((a, b) => a.distance - b.distance || a.id - b.id)
}

/**
 * Changes whenever a published store changes, or who is in it: each save increments its revision, and the columns that decide hours
 * and doors are included too.
 */
async function readStoresVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string | null }>`
    SELECT encode(sha256(convert_to(string_agg(
      concat_ws(' ', id, revision, always_open, time_zone, lock_provider, enable_preorders, payment_mode, (
        SELECT string_agg(concat_ws(' ', user_id, began_at, ends_at), ' ' ORDER BY user_id) FROM store_presence WHERE store_id = store.id)),
      ',' ORDER BY id), 'UTF8')), 'hex') AS version FROM store WHERE published`.execute(db)
  return rows[0]?.version ?? 'none'
}

/** Dates as yyyy-mm-dd, both included. */
type DateSpan = { from: string; to: string }

/** All days that `openingState` reads: yesterday's evening to two weeks ahead, with a spare day for any time zone. */
export function daysAround(now: Date): DateSpan {
  const today = now.toISOString().slice(0, 10)
  return { from: plusDays(today, -2), to: plusDays(today, 16) }
}

/** The published stores with their weekly hours, and the exceptions of a span of days, in one statement. */
const findStoresWithHours = (db: Db, span: DateSpan) => withHours(selectPublished(db), span).execute()

/** Any stores with their hours and exceptions. */
export const withHours = (found: SelectQueryBuilder<Database, 'store', {}>, span: DateSpan) =>
  found
    .selectAll('store')
    .select(store => hoursRows(store, 'store_hours').as('weekly'))
    .select(store => exceptionRows(store, 'store_hours_exception', span).as('exceptions'))
    .select(store => hoursRows(store, 'store_staffed_hours').as('staffedWeekly'))
    .select(store => exceptionRows(store, 'store_staffed_hours_exception', span).as('staffedExceptions'))
    .select(store => presenceRows(store).as('presences'))

type StoreExpressions = ExpressionBuilder<Database, 'store'>

const hoursRows = (store: StoreExpressions, table: 'store_hours' | 'store_staffed_hours') =>
  jsonArrayFrom(
    store
      .selectFrom(table)
      .select(['weekday', 'opens_at as opensAt', 'closes_at as closesAt'])
      .whereRef('store_id', '=', 'store.id')
      .orderBy('weekday'),
  )

const exceptionRows = (
  store: StoreExpressions,
  table: 'store_hours_exception' | 'store_staffed_hours_exception',
  span: DateSpan,
) =>
  jsonArrayFrom(
    store
      .selectFrom(table)
      .select(['date', 'opens_at as opensAt', 'closes_at as closesAt'])
      .whereRef('store_id', '=', 'store.id')
      .where('date', '>=', span.from)
      .where('date', '<=', span.to)
      .orderBy('date'),
  )

const presenceRows = (store: StoreExpressions) =>
  jsonArrayFrom(
    store
      .selectFrom('store_presence')
      .select('user_id as userId')
      .select([sql<string>`began_at`.as('beganAt'), sql<string>`ends_at`.as('endsAt')])
      .whereRef('store_id', '=', 'store.id')
      .orderBy('user_id'),
  )

export type StoreWithHours = Awaited<ReturnType<typeof findStoresWithHours>>[number]

/** A row as the API shows it at a moment. */
function toStore(row: StoreWithHours, now: Date): Store {
  const { weekly, exceptions, always_open: alwaysOpen, time_zone: timeZone } = row
  const state = openingState({ weekly, exceptions, alwaysOpen, timeZone, now })
  return {
    id: row.id,
    name: row.name,
    address: row.address,
    location: toPlace(row),
    opens_at: state.opensAt ?? null,
    closes_at: state.closesAt ?? null,
    // False for a store that will close for an exception in the coming days.
    always_open: alwaysOpen && state.open && state.opensAt === undefined && state.nextChange === undefined,
    is_open: state.open,
    changes_at: state.nextChange ?? null,
    staffed: toSpan(staffedTime(staffedHoursIn(row), now)),
    alcohol_sold: toSpan(alcoholTime(staffedHoursIn(row), now)),
    time_zone: timeZone,
    has_lock: row.lock_provider !== null,
    enable_preorders: row.enable_preorders,
    test_payment: row.payment_mode === 'test',
    sells_age_restricted: row.sells_age_restricted,
  }
}

/** When someone is in the store. */
export const staffedHoursIn = (row: StoreWithHours): StaffedHours => ({
  weekly: row.staffedWeekly,
  exceptions: row.staffedExceptions,
  presences: row.presences.map(({ beganAt, endsAt }) => ({ from: Date.parse(beganAt), to: Date.parse(endsAt) })),
  timeZone: row.time_zone,
})

export const toSpan = (time: HoursInterval | undefined) =>
  time ? { from: new Date(time.from).toISOString(), until: new Date(time.to).toISOString() } : null

/** Midnight, when the hours of another day begin, is at a quarter of an hour in every time zone. */
const QUARTER_MS = 15 * MINUTE_MS

type BuiltList = { version: string; from: number; until: number; body: PreparedBody }

async function buildList({ db }: Context, version: string, now: Date): Promise<BuiltList> {
  const rows = await findStoresWithHours(db, daysAround(now))
  const list = rows.map(row => toStore(row, now)).toSorted((a, b) => byFinnishName(a, b) || a.id - b.id)
  const body = await prepareBody(stores.list.answer.parse(list))
  return { version, from: now.getTime(), until: untilChange(list, now.getTime()), body }
}

const changeTimes = ({ changes_at, staffed, alcohol_sold: alcohol }: Store) =>
  [changes_at, staffed?.from, staffed?.until, alcohol?.from, alcohol?.until].flatMap(at =>
    at == null ? [] : [Date.parse(at)],
  )

function untilChange(list: readonly Store[], now: number): number {
  const changes = list.flatMap(changeTimes).filter(at => at > now)
  return changes.reduce((soonest, at) => Math.min(soonest, at), now - (now % QUARTER_MS) + QUARTER_MS)
}

/**
 * The published stores, serialised and compressed once for all callers until a store changes, opens or closes: every start of the
 * app requests them, and computing the hours of hundreds of stores is slow. Each call checks the version in the database.
 */
export function storeList(context: Context): () => Promise<PreparedBody> {
  let building: { version: string; at: number; built: Promise<BuiltList> } | undefined
  let last: BuiltList | undefined

  async function buildOnce(version: string, now: Date): Promise<BuiltList> {
    // Concurrent calls for the same version share the build.
    if (building?.version === version && building.at === quarterHour(now)) return building.built
    const entry = { version, at: quarterHour(now), built: buildList(context, version, now) }
    building = entry
    try {
      return (last = await entry.built)
    } finally {
      if (building === entry) building = undefined
    }
  }

  return async () => {
    const version = await readStoresVersion(context.db)
    const now = context.now()
    const holds = last?.version === version && last.from <= now.getTime() && now.getTime() < last.until
    return (holds && last ? last : await buildOnce(version, now)).body
  }
}

const quarterHour = (now: Date): number => Math.floor(now.getTime() / QUARTER_MS)
