import type { contract } from '#contract/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { dismissCode } from './dismiss-code.ts'
import { forgetMilestone, reachMilestone } from '#server/platform/milestones/milestones.ts'
import { showHome } from './show-home.ts'
import { showStatus } from './show-status.ts'

export function adminHomeRoutes(context: Context): Handlers<typeof contract.adminHome> {
  return {
    show: ({ query, language }) => showHome(context, { storeId: query.store_id, language }),

    status: ({ user }) => showStatus(context, user),

    async putAwayChecklist({ body: { away } }) {
      await (away ? reachMilestone : forgetMilestone)(context, 'checklistPutAway')
      return {}
    },

    dismissCode: ({ params: { code }, user }) => dismissCode(context, { code, userId: user.userId }),
  }
}
