import type { contract } from '#contract/index.ts'
import { authorAt } from '#server/platform/audit-log/record-change.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { changeMarkdownRules, findMarkdownRules } from './change-rules.ts'

export function markdownRuleRoutes(context: Context): Handlers<typeof contract.markdownRules> {
  const author = authorAt(context.now)
  return {
    get: async ({ params }) => (await findMarkdownRules(context.db, params.id)) ?? refuse('notFound'),
    change: ({ params, body, user }) => changeMarkdownRules(context, { storeId: params.id, ...body }, author(user)),
  }
}
