import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { addGroup, changeGroup, removeGroup } from './change-groups.ts'
import { findGroup, findGroups } from './queries.ts'

export function productGroupRoutes(context: Context): Handlers<typeof contract.productGroups> {
  const author = authorAt(context.now)
  return {
    list: ({ query, language }) => findGroups(context.db, { ...query, language }),
    get: async ({ params, language }) => (await findGroup(context.db, { ...params, language })) ?? refuse('notFound'),
    create: ({ body, language, user }) => addGroup(context, { form: body, language }, author(user)),
    update: ({ params, body: { reason, revision, ...form }, language, user }) =>
      changeGroup(context, { ...params, revision, form, language }, author(user, reason)),
    remove: ({ params, user }) => removeGroup(context, params.id, author(user)),
  }
}
