import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { endOne, endOthers, listSessions } from './own-sessions.ts'

export const sessionRoutes = (context: Context): Handlers<typeof contract.sessions> => ({
  list: ({ user }) => listSessions(context, user),

  async end({ params: { id }, user, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.sessionsPerUser, String(user.userId)]])
    return limited ?? endOne(context, user, id)
  },

  async endOthers({ user, reply }) {
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.sessionsPerUser, String(user.userId)]])
    return limited ?? endOthers(context, user)
  },
})
