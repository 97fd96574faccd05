import type { AdminUser } from '#contract/accounts/admin-users.ts'
import type { Db } from '#server/platform/schema/tables.ts'
import { hasPurchase } from './visit-orders.ts'

const SHOWN_VISITS = 5

/** The latest visits of a user, and how many there are. */
export async function findLatestVisits(db: Db, userId: number): Promise<AdminUser['visits']> {
  const visits = db.selectFrom('visit').where('visit.user_id', '=', userId)
  const { total } = await visits.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await visits
    .innerJoin('store', 'store.id', 'visit.store_id')
    .select(['visit.id', 'visit.created_at', 'store.id as store_id', 'store.name', 'store.time_zone'])
    .select(hasPurchase.as('has_purchase'))
    .orderBy('visit.created_at', 'desc')
    .limit(SHOWN_VISITS)
    .execute()
  const latest = rows.map(({ id, created_at, store_id, name, time_zone, has_purchase }) => ({
    id,
    created_at: created_at.toISOString(),
    store: { id: store_id, name, time_zone },
    has_purchase,
  }))
  return { total, latest }
}
