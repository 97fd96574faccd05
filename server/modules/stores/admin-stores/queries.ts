import type { AdminStore } from '#contract/stores/admin-stores.ts'
import type { Context } from '#server/platform/context.ts'
import type { Database } from '#server/platform/schema/tables.ts'
import { withHours, type StoreWithHours } from '#server/modules/stores/public-stores/queries.ts'
import type { Kysely } from 'kysely'
import { showLock } from '#server/modules/stores/doors/lock-settings.ts'
import { exceptionsInSight } from './store-hours.ts'

type Db = Kysely<Database>

/** Whether a store has records that accounting or shoppers may need: such a store is archived, never removed. */
export async function hasHistory(db: Db, storeId: number): Promise<boolean> {
  // One query after the other: a store that sells has moves, which are found at once.
  const first = (table: 'stock_move' | 'visit' | 'stock_take' | 'customer_order') =>
    db.selectFrom(table).select('store_id').where('store_id', '=', storeId).limit(1).executeTakeFirst()
  for (const table of ['stock_move', 'visit', 'stock_take', 'customer_order'] as const)
    if (await first(table)) return true
  return false
}

/** The number of products that shoppers can buy there, of those that are sold at all. */
const countOffers = (db: Db, storeId: number) =>
  db
    .selectFrom('store_stock')
    .innerJoin('product', 'product.id', 'store_stock.product_id')
    .select(({ fn }) => fn.countAll<number>().as('offers'))
    .where('store_stock.store_id', '=', storeId)
    .where('store_stock.offered', '=', true)
    .where('product.enabled', '=', true)
    .executeTakeFirstOrThrow()

/** Times of day as the API sends them: without the seconds that the database adds. */
const minutes = (time: string) => time.slice(0, 5)
const minutesOrNull = (time: string | null) => (time === null ? null : minutes(time))

/** The part of a store's row that the form edits. */
export const formOf = (row: StoreWithHours) => ({
  name: row.name,
  address: row.address,
  location: { latitude: row.latitude, longitude: row.longitude },
  time_zone: row.time_zone,
  always_open: row.always_open,
  weekly: row.weekly.map(({ weekday, opensAt, closesAt }) => ({
    weekday,
    opens_at: minutes(opensAt),
    closes_at: minutes(closesAt),
  })),
  exceptions: row.exceptions.map(({ date, opensAt, closesAt }) => ({
    date,
    opens_at: minutesOrNull(opensAt),
    closes_at: minutesOrNull(closesAt),
  })),
  published: row.published,
  enable_preorders: row.enable_preorders,
  sells_age_restricted: row.sells_age_restricted,
  payment_mode: row.payment_mode,
})

/** A store's row with its hours, as far as admins see them. */
export const findStoreRow = (db: Db, storeId: number, now: Date): Promise<StoreWithHours | undefined> =>
  withHours(db.selectFrom('store').where('id', '=', storeId), exceptionsInSight(now)).executeTakeFirst()

type Looking = Pick<Context, 'db' | 'secrets' | 'now'>

export async function findAdminStore(context: Looking, storeId: number): Promise<AdminStore | undefined> {
  const { db } = context
  const row = await findStoreRow(db, storeId, context.now())
  if (!row) return undefined
  return {
    ...formOf(row),
    id: row.id,
    revision: row.revision,
    lock: showLock(context, row),
    archived_at: row.archived_at?.toISOString() ?? null,
    has_history: await hasHistory(db, storeId),
    offers: (await countOffers(db, storeId)).offers,
    created_at: row.created_at.toISOString(),
  }
}

/** For a store that is known to exist. */
export async function showAdminStore(context: Looking, storeId: number): Promise<AdminStore> {
  const store = await findAdminStore(context, storeId)
  if (!store) throw new Error(`The store ${storeId} is gone`)
  return store
}
