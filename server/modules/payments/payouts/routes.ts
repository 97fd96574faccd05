import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { removePayout, uploadReport } from './change-payouts.ts'
import { findUnsettled } from './find-unsettled.ts'
import { findPayout, findPayoutLines, findPayouts } from './queries.ts'

export function payoutRoutes(context: Context): Handlers<typeof contract.payouts> {
  const { db } = context
  const author = authorAt(context.now)
  return {
    list: ({ query, stores }) => findPayouts(db, { ...query, stores }),
    unsettled: ({ query, stores }) => findUnsettled(db, { ...query, stores }),
    get: async ({ params, stores }) => (await findPayout(db, { ...params, stores })) ?? refuse('notFound'),
    lines: ({ params, query, stores }) => findPayoutLines(db, { ...params, ...query, stores }),
    upload: ({ body: file, query: { name = '' }, stores, user }) =>
      uploadReport(context, { file, name, stores }, author(user)),
    remove: ({ params, stores, user }) => removePayout(context, { ...params, stores }, author(user)),
  }
}
