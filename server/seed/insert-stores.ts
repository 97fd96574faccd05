import type { Transaction } from 'kysely'
import type { Database } from '#server/platform/schema/tables.ts'
import type { DemoStore, StoreKey } from './data/types.ts'
import { idsByText, type Ids } from './ids.ts'

const storeRow = (store: DemoStore) => ({
  name: store.name,
  address: store.address,
  latitude: store.latitude,
  longitude: store.longitude,
  time_zone: store.timeZone,
  always_open: store.alwaysOpen,
  published: true,
  needs_terms: true,
  enable_preorders: store.enablePreorders,
  lock_provider: store.lock,
  sells_age_restricted: store.sellsAgeRestricted,
})

/** Inserts the stores, their hours and their terminals. */
export async function insertStores(db: Transaction<Database>, stores: readonly DemoStore[]): Promise<Ids<StoreKey>> {
  const rows = await db.insertInto('store').values(stores.map(storeRow)).returning(['id', 'name as text']).execute()
  const ids = idsByText(
    stores.map(({ key, name }) => ({ key, text: name })),
    rows,
  )
  await db
    .insertInto('store_hours')
    .values(
      stores.flatMap(({ key, hours }) =>
        hours.map(({ weekday, opensAt, closesAt }) => ({
          store_id: ids.idOf(key),
          weekday,
          opens_at: opensAt,
          closes_at: closesAt,
        })),
      ),
    )
    .execute()
  await db
    .insertInto('terminal')
    .values(stores.flatMap(({ key, terminals }) => terminals.map(each => ({ store_id: ids.idOf(key), ...each }))))
    .execute()
  return ids
}
