import type { Kysely } from 'kysely'
import type { Database } from '#server/db/tables.ts'

/** What shoppers of a store have reported, the most wanted first: by how many people, and since and until when. */
export const findUnknownCodes = (db: Kysely<Database>, storeId: number) =>
  db
    .selectFrom('unknown_code_report')
    .select(({ fn }) => [
      'code',
      fn.countAll<number>().as('shoppers'),
      fn.sum<number>('reports').as('reports'),
      fn.min('first_at').as('firstAt'),
      fn.max('last_at').as('lastAt'),
    ])
    .where('store_id', '=', storeId)
    .groupBy('code')
    .orderBy('shoppers', 'desc')
    .orderBy('lastAt', 'desc')
    .execute()
