import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import { saveNotice, getNotice } from '#server/platform/company/notices.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'

export function noticeRoutes(context: Context): Handlers<typeof contract.notices> {
  const author = authorAt(context.now)
  return {
    read: ({ params: { kind } }) => getNotice(context.db, kind),
    save: ({ params: { kind }, body: { reason, ...body }, user }) =>
      saveNotice(context, { kind, ...body }, author(user, reason)),
  }
}
