import { isUsable } from '#domain/stores/lock-health.ts'
import type { Context } from '#server/platform/context.ts'
import { inFinnishOrder } from '#server/platform/db/search.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import { sql } from 'kysely'

/** The stores with a lock at the door. */
export async function findLocks({ db }: Pick<Context, 'db'>) {
  const rows = await db
    .selectFrom('store')
    .select(['id as store_id', 'name as store', 'lock_provider'])
    .where('lock_provider', 'is not', null)
    .where('archived_at', 'is', null)
    .orderBy(inFinnishOrder(sql`store.name`))
    .orderBy('id')
    .execute()
  return rows.flatMap(({ lock_provider: provider, ...row }) => (provider === null ? [] : [{ ...row, provider }]))
}

/** Whether a store's lock could take a code now. */
export async function lookAtLock({ db }: Pick<Context, 'db'>, locks: Locks, storeId: number) {
  const store = await db.selectFrom('store').select('lock_provider').where('id', '=', storeId).executeTakeFirst()
  if (!store) return refuse('notFound')
  const lock = store.lock_provider === null ? undefined : locks.byProvider(store.lock_provider)
  if (!lock) return refuse('door.none')
  const health = await lock.health(storeId)
  return { ok: isUsable(health.code), ...health }
}
