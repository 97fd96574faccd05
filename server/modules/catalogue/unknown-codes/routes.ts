import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { reportUnknownCode } from './report-unknown-code.ts'

export const unknownCodeRoutes = (context: Context): Handlers<typeof contract.unknownCodes> => ({
  async report({ user: { userId, activeStoreId: storeId }, body: { code }, reply }) {
    if (storeId === null) return refuse('store.required')
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.unknownCodesPerUser, String(userId)]])
    if (limited) return limited
    await reportUnknownCode(context, { userId, storeId, code })
    return {}
  },
})
