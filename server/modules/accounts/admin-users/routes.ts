import type { contract } from '#contract/index.ts'
import { removeUser } from '#server/modules/accounts/privacy/remove-account.ts'
import type { Context } from '#server/platform/context.ts'
import type { Handlers } from '#server/platform/http/mount.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { blockUser, blockPhone } from './block-user.ts'
import type { AccessCaller } from './change-access.ts'
import { resetPasskeys, makeAdmin, makeBookkeeper } from './change-rights.ts'
import { findUsers, findAdminUser } from './queries.ts'

type AccessRequest = { params: { id: number }; body: { reason?: string | undefined; confirm_self?: true | undefined } }

export function adminUserRoutes(context: Context): Handlers<typeof contract.adminUsers> {
  const toChangeInput = ({ params, body, user }: AccessRequest & { user: AccessCaller & { userId: number } }) => ({
    id: params.id,
    confirm_self: body.confirm_self,
    author: { userId: user.userId, at: context.now(), reason: body.reason?.trim() || undefined },
    caller: user,
  })
  return {
    list: ({ query }) => findUsers(context.db, query),
    get: async ({ params }) => (await findAdminUser(context, params.id)) ?? refuse('notFound'),
    block: call => blockUser(context, { ...toChangeInput(call), isBlocked: call.body.is_blocked }),
    remove: call => removeUser(context, { userId: call.params.id, author: toChangeInput(call).author }),
    resetPasskeys: call => resetPasskeys(context, toChangeInput(call)),
    makeAdmin: call => makeAdmin(context, { ...toChangeInput(call), isAdmin: call.body.is_admin }),
    makeBookkeeper: call => makeBookkeeper(context, { ...toChangeInput(call), isBookkeeper: call.body.is_bookkeeper }),
    blockPhone: call =>
      blockPhone(context, { ...toChangeInput(call), isBlocked: call.body.is_blocked, phone: call.body.phone }),
  }
}
