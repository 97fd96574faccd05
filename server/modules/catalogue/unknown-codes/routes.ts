import type { contract } from '#contract/index.ts'
import { DAY_MS } from '#domain/durations.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { RATE_LIMITS, refusedByRate } from '#server/platform/http/rate-limit.ts'
import { refuse } from '#server/platform/http/refusal.ts'

export const unknownCodeRoutes = (context: Context): Handlers<typeof contract.unknownCodes> => ({
  async report({ user: { userId, activeStoreId: storeId }, body: { code }, reply }) {
    if (storeId === null) return refuse('store.required')
    const limited = await refusedByRate(context, reply, [[RATE_LIMITS.unknownCodesPerUser, String(userId)]])
    if (limited) return limited
    await reportUnknownCode(context, { userId, storeId, code })
    return {}
  },
})

type Report = { userId: number; storeId: number; code: string }

/** Records that a shopper scanned a code of no product; a report within a day of the last one changes nothing. */
async function reportUnknownCode({ db, now }: Context, { userId, storeId, code }: Report): Promise<void> {
  const at = now()
  await db
    .insertInto('unknown_code_report')
    .values({ store_id: storeId, code, user_id: userId, first_at: at, last_at: at })
    .onConflict(conflict =>
      conflict
        .columns(['store_id', 'code', 'user_id'])
        .doUpdateSet(({ eb }) => ({ reports: eb('unknown_code_report.reports', '+', 1), last_at: at }))
        .where('unknown_code_report.last_at', '<=', new Date(at.getTime() - DAY_MS)),
    )
    .execute()
}
