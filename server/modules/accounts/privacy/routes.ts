import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import { isRefusal, refuse } from '#server/platform/http/refusal.ts'
import { endSession } from '#server/platform/http/session.ts'
import { limitConcurrency } from '#server/platform/workers/concurrency.ts'
import { textIn } from '#server/platform/languages/text-in.ts'
import { showNotices } from '#server/platform/company/notices.ts'
import { gatherData } from './gather-data.ts'
import { removeAccount, requestCode, showRemoval } from './remove-account.ts'

/** All data of a person is in memory for a moment: requests run one at a time, and those that wait hold nothing. */
const gatheringInTurn = limitConcurrency(1)

export const privacyRoutes = (context: Context): Handlers<typeof contract.privacy> => ({
  notices: ({ language }) => showNotices(context, language),

  async myData({ user: { userId }, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.myDataPerUser, String(userId)]])
    if (limited) return limited
    reply.header('Content-Disposition', 'attachment; filename="puoti-my-data.json"')
    return gatheringInTurn(() => gatherData(context, userId))
  },

  async removal({ user: { userId }, language }) {
    const { waiting, ...shown } = await showRemoval(context, userId)
    const preorders = waiting.map(({ id, names, start_date, canCancel }) => ({
      id,
      event: textIn(names, language),
      start_date,
      can_cancel: canCancel,
    }))
    return { ...shown, preorders }
  },

  async requestCode({ user, reply }) {
    const { userId } = user
    // A reader of an admin's mail must not get rid of the passkey by removing the account and signing up again.
    if (user.passkey === 'due') return refuse('session.passkeyRequired')
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.removalCodesPerUser, String(userId)]])
    return limited ?? requestCode(context, userId)
  },

  async remove({ body: { code, cancel_preorders: cancelIds }, user, request, reply }) {
    const { userId } = user
    if (user.passkey === 'due') return refuse('session.passkeyRequired')
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
