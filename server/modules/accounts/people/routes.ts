import type { contract } from '#contract/index.ts'
import { changeStoreRights, endOtherSessions } from '#server/modules/accounts/admin-users/change-rights.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { isRefusal } from '#server/platform/http/refusal.ts'
import { findPeople, readRights } from './list-people.ts'

export function peopleRoutes(context: Context): Handlers<typeof contract.people> {
  const author = authorAt(context.now)
  return {
    list: ({ query }) => findPeople(context.db, query, context.now()),

    async changeRights({ params: { id }, body: { from, rights, reason }, user }) {
      const changed = await changeStoreRights(context, {
        id,
        author: author(user, reason || undefined),
        caller: user,
        from: readRights(from),
        rights: readRights(rights),
      })
      return isRefusal(changed) ? changed : {}
    },

    async endSessions({ params: { id }, user }) {
      const ended = await endOtherSessions(context, { id, author: author(user), caller: user })
      return isRefusal(ended) ? ended : {}
    },
  }
}
