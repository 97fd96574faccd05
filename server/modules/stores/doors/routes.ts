import { sql } from 'kysely'
import type { contract } from '#contract/index.ts'
import { isUsable } from '#domain/stores/lock-health.ts'
import type { Locks } from '#server/adapters/lock/lock.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import { inFinnishOrder } from '#server/platform/db/lists/search-words.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { DoorWorker } from './door-worker.ts'
import { renewKeypadKey } from './lock-settings.ts'

export const doorCodeRoutes = (context: Context, worker: DoorWorker): Handlers<typeof contract.doorCodes> => ({
  get: ({ user }) => worker.getOwnCode(user),
  async request({ body, user, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.doorCodesPerUser, String(user.userId)]])
    return limited ?? worker.requestCode(user, { storeId: body.store_id, isRenewal: body.renew ?? false })
  },
})

export function doorLockRoutes(context: Context, worker: DoorWorker): Handlers<typeof contract.doorLocks> {
  const author = authorAt(context.now)
  return {
    list: () => findLocks(context),
    health: ({ params }) => checkLock(context, worker.locks, params.id),
    renewKey: ({ params, user }) => renewKeypadKey(context, params.id, author(user)),
  }
}

/** The stores with a lock at the door. */
async function findLocks({ db }: Pick<Context, 'db'>) {
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
async function checkLock({ db }: Pick<Context, 'db'>, locks: Locks, storeId: number) {
  const store = await db.selectFrom('store').select('lock_provider').where('id', '=', storeId).executeTakeFirst()
  if (!store) return refuse('notFound')
  const lock = store.lock_provider === null ? undefined : locks.byProvider(store.lock_provider)
  if (!lock) return refuse('door.none')
  const health = await lock.health(storeId)
  return { ok: isUsable(health.code), ...health }
}
