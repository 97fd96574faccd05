import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { confirmSmsSender, dismissChecklist, findChecklist } from './find-checklist.ts'
import { countWaiting, getHome } from './get-home.ts'
import { getStatus } from './get-status.ts'
import { dismissCode } from './unknown-codes.ts'

export function adminHomeRoutes(context: Context): Handlers<typeof contract.adminHome> {
  return {
    get: ({ query, language, user }) => getHome(context, { storeId: query.store_id, language, user }),

    status: ({ user }) => getStatus(context, user),

    waiting: ({ user }) => countWaiting(context, user),

    checklist: async ({ user }) => (await findChecklist(context, user)).steps,

    confirmSmsSender: ({ body }) => confirmSmsSender(context, body.is_authorised),

    dismissChecklist: ({ body }) => dismissChecklist(context, body.is_dismissed),

    dismissCode: ({ params: { code }, user }) => dismissCode(context, { code, userId: user.userId }),
  }
}
