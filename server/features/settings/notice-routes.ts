import type { contract } from '#contract/index.ts'
import type { Context } from '#server/context.ts'
import type { Handlers } from '#server/http/mount.ts'
import { authorAt } from '../audit/record-change.ts'
import { saveNotice, showNotice } from './notices.ts'

export function noticeRoutes(context: Context): Handlers<typeof contract.notices> {
  const author = authorAt(context.now)
  return {
    read: ({ params: { kind } }) => showNotice(context.db, kind),
    save: ({ params: { kind }, body: { reason, ...body }, user }) =>
      saveNotice(context, { kind, ...body }, author(user, reason)),
  }
}
