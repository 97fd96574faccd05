import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import type { DoorDesk } from './door-desk.ts'
import { renewKeypadKey } from './keypad-key.ts'
import { findLocks, lookAtLock } from './lock-health.ts'

export const doorCodeRoutes = (context: Context, desk: DoorDesk): Handlers<typeof contract.doorCodes> => ({
  show: ({ user }) => desk.show(user),
  async ask({ body, user, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.doorCodesPerUser, String(user.userId)]])
    return limited ?? desk.ask(user, { storeId: body.store_id, isRenewal: body.renew ?? false })
  },
})

export function doorLockRoutes(context: Context, desk: DoorDesk): Handlers<typeof contract.doorLocks> {
  const author = authorAt(context.now)
  return {
    list: () => findLocks(context),
    health: ({ params }) => lookAtLock(context, desk.locks, params.id),
    renewKey: ({ params, user }) => renewKeypadKey(context, params.id, author(user)),
  }
}
