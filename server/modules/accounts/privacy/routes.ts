import type { contract } from '#contract/index.ts'
import { getNotices } from '#server/modules/accounts/privacy/notices.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { endSession } from '#server/platform/http/session.ts'
import type { PersonalDataRegister } from '#server/platform/personal-data/register.ts'
import { limitConcurrency } from '#server/platform/workers/concurrency.ts'
import { collectMyData } from './collect-my-data.ts'
import { removeAccount, requestCode, getRemoval } from './remove-account.ts'

/** All data of a person is in memory for a moment: requests run one at a time, and those that wait hold nothing. */
const gatheringInTurn = limitConcurrency(1)

/** `register`: of all modules; the data export counts the rows in which the person acted as staff. */
export const privacyRoutes = (context: Context, register: PersonalDataRegister): Handlers<typeof contract.privacy> => ({
  notices: ({ language }) => getNotices(context, language),

  async myData({ user: { userId }, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.myDataPerUser, String(userId)]])
    if (limited) return limited
    reply.header('Content-Disposition', 'attachment; filename="puoti-my-data.json"')
    return gatheringInTurn(() => collectMyData(context, userId, register))
  },

  removal: ({ user: { userId }, language }) => getRemoval(context, userId, language),

  async requestCode({ user, reply }) {
    const { userId } = user
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.removalCodesPerUser, String(userId)]])
    return limited ?? requestCode(context, userId)
  },

  async remove({ body: { code, cancel_preorders: cancelIds }, user, request, reply }) {
    const { userId } = user
    const limited = await refusedByRate(context, reply, [
      [RATE_LIMITS.removalTriesPerUser, String(userId)],
      [RATE_LIMITS.removalTriesInAWeek, String(userId)],
    ])
    if (limited) return limited
    const removed = await removeAccount(context, { userId, code, cancelIds })
    // The session is deleted: deletes the browser's cookie too.
    if (!isRefusal(removed)) await endSession(context, request, reply)
    return removed
  },
})
