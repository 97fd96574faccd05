import type { Database } from '#server/db/tables.ts'
import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'

// What shoppers can not see does not exist for them.
const published = (db: Kysely<Database>) => db.selectFrom('store').where('published', '=', true)

/** A store that shoppers may choose, or undefined. */
export const findPublishedStore = (db: Kysely<Database>, storeId: number) =>
  published(db).selectAll().where('id', '=', storeId).executeTakeFirst()

export const findPositions = (db: Kysely<Database>) => published(db).select(['id', 'latitude', 'longitude']).execute()

/** Dates as yyyy-mm-dd, both included. */
export type DateSpan = { from: string; to: string }

/** The published stores with their weekly hours, and the exceptions of a span of days, in one statement. */
export const findStoresWithHours = (db: Kysely<Database>, span: DateSpan) =>
  published(db)
    .selectAll('store')
    .select(store =>
      jsonArrayFrom(
        store
          .selectFrom('store_hours')
          .select(['weekday', 'opens_at as opensAt', 'closes_at as closesAt'])
          .whereRef('store_id', '=', 'store.id'),
      ).as('weekly'),
    )
    .select(store =>
      jsonArrayFrom(
        store
          .selectFrom('store_hours_exception')
          .select(['date', 'opens_at as opensAt', 'closes_at as closesAt'])
          .whereRef('store_id', '=', 'store.id')
          .where('date', '>=', span.from)
          .where('date', '<=', span.to),
      ).as('exceptions'),
    )
    .execute()

export type StoreWithHours = Awaited<ReturnType<typeof findStoresWithHours>>[number]
