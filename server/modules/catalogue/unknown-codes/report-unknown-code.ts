import type { FastifyReply } from 'fastify'
import { DAY_MS } from '#domain/durations.ts'
import type { Context } from '#server/platform/context.ts'
import { refusedByRate } from '#server/platform/http/rate-limiter.ts'
import { RATE_LIMITS } from '#server/platform/http/rate-limits.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import type { SignedIn } from '#server/platform/http/session.ts'

/** A report within this time after the last one of the same shopper is not counted. */
export const UNCOUNTED_MS = DAY_MS

type ReportUnknownCodeInput = {
  user: Pick<SignedIn, 'userId' | 'activeStoreId'>
  code: string
  reply: FastifyReply
}

/** Records that a shopper scanned a code of no product. */
export async function reportUnknownCode(context: Context, { user, code, reply }: ReportUnknownCodeInput) {
  const { userId, activeStoreId: storeId } = user
  if (storeId === null) return refuse('store.required')
  const limited = await refusedByRate(context, reply, [[RATE_LIMITS.unknownCodesPerUser, String(userId)]])
  if (limited) return limited
  const at = context.now()
  await context.db
    .insertInto('unknown_code_report')
    .values({ store_id: storeId, code, user_id: userId, first_at: at, last_at: at })
    .onConflict(conflict =>
      conflict
        .columns(['store_id', 'code', 'user_id'])
        .doUpdateSet(({ eb }) => ({ reports: eb('unknown_code_report.reports', '+', 1), last_at: at }))
        .where('unknown_code_report.last_at', '<=', new Date(at.getTime() - UNCOUNTED_MS)),
    )
    .execute()
  return {}
}
