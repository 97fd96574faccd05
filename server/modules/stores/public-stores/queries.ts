import { sql, type Kysely, type SelectQueryBuilder, type Transaction } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { plusDays } from '#domain/zoned-time.ts'
import type { Database } from '#server/platform/schema/tables.ts'

// For shoppers, unpublished stores don't exist.
const published = (db: Kysely<Database>) => db.selectFrom('store').where('published', '=', true)

/** A store that shoppers may choose, or undefined. */
export const findPublishedStore = (db: Kysely<Database>, storeId: number) =>
  published(db).selectAll().where('id', '=', storeId).executeTakeFirst()

/**
 * The same with a lock, for a transaction that relies on it: hiding the store waits for this transaction, or this one waits for
 * it.
 */
export const lockPublishedStore = (trx: Transaction<Database>, storeId: number) =>
  published(trx).select('id').where('id', '=', storeId).forKeyShare().executeTakeFirst()

export const findPositions = (db: Kysely<Database>) => published(db).select(['id', 'latitude', 'longitude']).execute()

/**
 * Changes whenever a published store changes: each save increments its revision, and the columns that decide hours and doors are
 * included too.
 */
export async function readStoresVersion(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ version: string | null }>`
    SELECT encode(sha256(convert_to(string_agg(
      concat_ws(' ', id, revision, always_open, time_zone, lock_provider, enable_preorders, payment_mode),
      ',' ORDER BY id), 'UTF8')), 'hex') AS version FROM store WHERE published`.execute(db)
  return rows[0]?.version ?? 'none'
}

/** Dates as yyyy-mm-dd, both included. */
export type DateSpan = { from: string; to: string }

/** All days that `openingState` reads: yesterday's evening to two weeks ahead, with a spare day for any time zone. */
export function daysAround(now: Date): DateSpan {
  const today = now.toISOString().slice(0, 10)
  return { from: plusDays(today, -2), to: plusDays(today, 16) }
}

/** The published stores with their weekly hours, and the exceptions of a span of days, in one statement. */
export const findStoresWithHours = (db: Kysely<Database>, span: DateSpan) => withHours(published(db), span).execute()

/** Any stores with their hours and exceptions. */
export const withHours = (stores: SelectQueryBuilder<Database, 'store', {}>, span: DateSpan) =>
  stores
    .selectAll('store')
    .select(store =>
      jsonArrayFrom(
        store
          .selectFrom('store_hours')
          .select(['weekday', 'opens_at as opensAt', 'closes_at as closesAt'])
          .whereRef('store_id', '=', 'store.id')
          .orderBy('weekday'),
      ).as('weekly'),
    )
    .select(store =>
      jsonArrayFrom(
        store
          .selectFrom('store_hours_exception')
          .select(['date', 'opens_at as opensAt', 'closes_at as closesAt'])
          .whereRef('store_id', '=', 'store.id')
          .where('date', '>=', span.from)
          .where('date', '<=', span.to)
          .orderBy('date'),
      ).as('exceptions'),
    )

export type StoreWithHours = Awaited<ReturnType<typeof findStoresWithHours>>[number]
