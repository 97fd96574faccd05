import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import type { DoorWorker } from './door-worker.ts'
import { checkLock, findLocks, renewKeypadKey } from './lock-settings.ts'

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
