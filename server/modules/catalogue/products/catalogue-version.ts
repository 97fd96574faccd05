import { sql } from 'kysely'
import { anyId } from '#server/platform/db/sql-fragments.ts'
import type { Db } from '#server/platform/schema/tables.ts'

/**
 * Notifies every server that the shoppers of these stores see new data: prices, names, VAT rates, stock, what is offered. Must be
 * called in the transaction that makes the change.
 */
export async function bumpCatalogue(db: Db, storeIds: readonly number[] | 'all'): Promise<void> {
  await db
    .updateTable('store')
    .from(from => {
      // Rows are locked in the order of their ids, so that two bumps never deadlock.
      const locked = from.selectFrom('store').select('id').orderBy('id').forNoKeyUpdate()
      const chosen = storeIds === 'all' ? locked : locked.where('id', '=', anyId(storeIds))
      return chosen.as('locked')
    })
    .set({ catalogue_version: sql`catalogue_version + 1` })
    .whereRef('store.id', '=', 'locked.id')
    .execute()
}

/** Differs from every earlier version after a change that the store's shoppers see; null: shoppers without a store. */
export async function readCatalogueVersion(db: Db, storeId: number | null): Promise<string> {
  const { rows } = await (storeId === null
    ? // Every change for all stores changes the sum. Without any store there is no counter: always new.
      sql<{ version: string }>`
        select coalesce(sum(catalogue_version)::text, clock_timestamp()::text) as version from store`.execute(db)
    : sql<{ version: string }>`select catalogue_version::text as version from store where id = ${storeId}`.execute(db))
  return rows[0]?.version ?? 'none'
}
