import type { Context } from '#server/platform/context.ts'

const DAY_MS = 86_400_000

type Report = { userId: number; storeId: number; code: string }

/** Records that a shopper met a code that the shop does not know; within a day of the last report nothing changes. */
export async function reportUnknownCode({ db, now }: Context, { userId, storeId, code }: Report): Promise<void> {
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
